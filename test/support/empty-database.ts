import { randomUUID } from 'node:crypto'
import postgres from 'postgres'

/** A database without tables on the tests' PostgreSQL server, for a Frontdesk that creates them at its first start. */
export async function createEmptyDatabase(): Promise<{ url: string; drop(): Promise<void> }> {
  const server = process.env.TEST_DATABASE_URL
  if (!server) throw new Error('a database on a server needs TEST_DATABASE_URL, which `npm test` sets')
  const name = `frontdesk_outside_${randomUUID().replaceAll('-', '')}`
  const admin = postgres(server, { max: 1, idle_timeout: 1, onnotice: () => {} })
  await admin`create database ${admin(name)} template template0 encoding 'UTF8'`
  const url = new URL(server)
  url.pathname = `/${name}`
  return {
    url: url.href,
    async drop() {
      await admin`drop database if exists ${admin(name)} with (force)`
      await admin.end()
    },
  }
}
