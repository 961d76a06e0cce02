import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import postgres from 'postgres'
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import { silentLog } from '../server/core/log.ts'
import type { Database } from '../server/database/database.ts'
import { databaseFault } from '../server/database/fault.ts'
import { migrate } from '../server/database/migrate.ts'
import { parseAddress } from '../server/database/server/address.ts'
import { openServer } from '../server/database/server/server.ts'
import { certificate, certificateKey } from './support/certificate.ts'
import { type PostgresServer, startPostgres } from './support/postgres.ts'

test.each([
  'secret',
  'mysql://me:secret@host/name',
  'postgres://me:secret@one,two/name',
  'postgres://me:secret#@host/name',
  'postgres://me:p@secret/w#rd@host/name',
  'postgres://me:p@secret@host/name',
  'postgres://me:12/secret@host/name',
  'postgres://me:12?secret@host/name',
  'postgres://me:12?secret=1@host/name',
  'postgres://me:secret@host/name#more',
  'postgres://secret@x@host/name',
  'postgres://me:secret@host:port/name',
  'postgres://me:secret@host/name?sslmode=perhaps',
])('%s is not an address, and is not repeated in the error', async (url) => {
  const error = await openServer({ url, log: silentLog }).catch((reason: Error) => reason)
  expect((error as Error).message).toMatch(/^DATABASE_URL/)
  expect((error as Error).message).not.toContain('secret')
  if (!url.includes('sslmode')) expect((error as Error).message).toContain('are written as %40 for @')
})

test('an address may contain special characters, a Unix socket, and no port', () => {
  expect(parseAddress('postgresql://m%40e:p%23%2F@[::1]/my%20name?sslmode=disable')).toEqual({
    host: '::1',
    port: 5432,
    user: 'm@e',
    password: 'p#/',
    database: 'my name',
    encryption: 'never',
  })
  expect(parseAddress('postgres://host/name?user=me@x')).toMatchObject({ host: 'host', user: 'me@x' })
  expect(parseAddress('postgres:///name?host=/run/postgresql&user=me')).toMatchObject({
    host: '/run/postgresql',
    user: 'me',
    database: 'name',
    encryption: 'never',
  })
})

// Its own server, because it is suspended. Available if the tests run on a server.
if (process.env.TEST_DATABASE === 'server') {
  let server: PostgresServer
  const opened: Database[] = []

  beforeAll(async () => {
    server = await startPostgres({ settings: { max_connections: '30', superuser_reserved_connections: '3' } })
  })

  afterEach(async () => {
    for (const database of opened.splice(0)) await database.close()
  })

  afterAll(() => server.stop())

  async function open(url = server.url): Promise<Database> {
    const database = await openServer({ url, log: silentLog, everyMs: 100, answerMs: 500 })
    opened.push(database)
    return database
  }

  test('a database in another encoding is refused, with what to create', async () => {
    const admin = postgres(server.url, { max: 1 })
    await admin.unsafe("create database latin encoding 'LATIN1' locale 'C' template template0")
    await admin.end()
    await expect(open(server.url.replace(/\/[^/]*$/, '/latin'))).rejects.toThrow(
      "its database is encoded in LATIN1; create one with encoding 'UTF8'",
    )
  })

  /** The server's address with one change. */
  function other(change: (url: URL) => void): string {
    const url = new URL(server.url)
    change(url)
    return url.href
  }

  describe('a wrong address', () => {
    test.each<[string, (url: URL) => void, RegExp]>([
      ['password', (url) => (url.password = 'a-wrong-secret'), /refused the user or the password \(28P01\)/],
      ['user', (url) => (url.username = 'nobody-here'), /refused the user or the password \(28P01\)/],
      ['database', (url) => (url.pathname = '/nothing'), /has no database of that name \(3D000\)/],
      ['port', (url) => (url.port = '9'), /nothing listens there \(ECONNREFUSED\)/],
      ['host', (url) => (url.hostname = 'no-such-host.invalid'), /there is no such host|cannot be looked up/],
    ])('%s: one line that says so, without the password', async (_, change, message) => {
      const url = other(change)
      const error = await open(url).catch((reason: Error) => reason)
      expect(error).toBeInstanceOf(Error)
      const { message: text, cause } = error as Error
      expect(text).toMatch(message)
      expect(text).not.toContain('\n')
      expect(`${text} ${JSON.stringify(cause)} ${cause}`).not.toContain(new URL(url).password)
    })
  })

  test('without pgvector everything else works', async () => {
    const database = await open()
    const [row] = await database.sql`select count(*) from pg_available_extensions where name = 'vector'`
    expect(database.vectors).toBe(row?.count === 1)
  })

  test('a user who may not create tables: one line with the user, the database and the ways out', async () => {
    const { sql } = await open()
    const folder = new URL('../migrations/', import.meta.url)
    const url = other((address) => Object.assign(address, { username: 'new "user"', password: 'p', pathname: '/made' }))
    await sql`create role "new ""user""" login password 'p'`
    await sql`create database made`
    const fault = async () => ((await migrate((await open(url)).sql, folder).catch((error) => error)) as Error).message
    const [user, name] = ['"new ""user"""', '"made"']
    expect(await fault()).toBe(
      `The user ${user} may not create the tables of Frontdesk in the database ${name}: permission denied for schema ` +
        `public (42501). As a superuser, run either: alter database ${name} owner to ${user}; or, in that database: ` +
        `grant create, usage on schema public to ${user};`,
    )
    const made = await open(other((address) => (address.pathname = '/made')))
    await made.sql`revoke usage on schema public from public`
    expect(await fault()).toMatch(/may not create.*\(3F000\)\. As a superuser, run either/)
    await made.sql.unsafe(`grant create, usage on schema public to ${user}`)
    await made.sql`create table migrations (number integer, name text, sha256 text)`
    expect(await fault()).toMatch(/permission denied for table migrations.*belong to another user/)
    await made.sql`drop table migrations`
    expect(await migrate((await open(url)).sql, folder)).toHaveProperty('applied')
  })

  test('connections name the product, and no statement runs forever', async () => {
    const { sql } = await open()
    expect(await sql`select current_setting('application_name') as name`).toEqual([{ name: 'frontdesk' }])
    expect(await sql`select current_setting('statement_timeout') as time`).toEqual([{ time: '30s' }])
    const idle = await sql`select current_setting('idle_in_transaction_session_timeout') as time`
    expect(idle).toEqual([{ time: '10s' }])
  })

  test('a connection that the server ends in a transaction ends only that transaction', async () => {
    const { sql } = await open()
    await sql`create table ended (part integer)`
    const ended = sql.begin(async (tx) => {
      const [row] = await tx`select pg_backend_pid() as pid`
      await tx`insert into ended values (1)`
      await sql`select pg_terminate_backend(${row?.pid})`
      await vi.waitFor(() => expect(tx`select 1`).rejects.toThrow())
      await tx`insert into ended values (2)`
    })
    const error = await ended.catch((reason) => reason)
    expect(databaseFault(error)).toBeTypeOf('string')
    expect(await sql`select * from ended`).toEqual([])
  })

  test('a server that hangs: queries fail instead of waiting, and work when it continues', async () => {
    const { sql, check } = await open()
    await Promise.all(Array.from({ length: 10 }, () => sql`select 1`))
    server.pause()
    try {
      const begun = performance.now()
      const errors = await Promise.all(Array.from({ length: 100 }, () => sql`select 1`.catch((error) => error)))
      expect(errors.map(databaseFault).filter((fault) => fault === undefined)).toEqual([])
      expect(performance.now() - begun).toBeLessThan(10_000)
      expect(await check()).toMatch(/^The database server 127\.0\.0\.1:\d+\/postgres does not answer: it is silent\.$/)
    } finally {
      server.resume()
    }
    await vi.waitFor(async () => expect(await sql`select 1 as one`).toEqual([{ one: 1 }]), { timeout: 10_000 })
    await vi.waitFor(async () => expect(await check()).toBeUndefined(), { timeout: 10_000 })
  })

  test('a server without a free connection: a clear error, and recovery when there is one again', async () => {
    const administrator = await open()
    await administrator.sql`create role ordinary login password 'ordinary'`
    const url = other((address) => Object.assign(address, { username: 'ordinary', password: 'ordinary' }))
    const { sql, check } = await open(url)
    const greedy = postgres(url, { max: 40, fetch_types: false })
    const held = Array.from({ length: 40 }, () => greedy`select pg_sleep(60)`.catch(() => 'refused or ended'))
    // All are taken only once one is refused: a pool that asks sooner gets its full share, and is never refused.
    await Promise.race(held)
    await vi.waitFor(
      async () => {
        const errors = await Promise.all(Array.from({ length: 20 }, () => sql`select 1`.catch((error) => error)))
        expect(errors.map((error) => error.code)).toContain('53300')
      },
      { timeout: 10_000 },
    )
    await greedy.end({ timeout: 0 })
    await administrator.sql`select pg_terminate_backend(pid) from pg_stat_activity where usename = 'ordinary'`
    await Promise.all(held)
    await vi.waitFor(() => Promise.all(Array.from({ length: 20 }, () => sql`select pg_sleep(0.01)`)), {
      timeout: 10_000,
    })
    expect(await check()).toBeUndefined()
  })

  describe('TLS', () => {
    let secure: PostgresServer
    let folder: string

    beforeAll(async () => {
      folder = mkdtempSync(join(tmpdir(), 'trusted-'))
      writeFileSync(join(folder, 'certificate'), certificate)
      secure = await startPostgres({ tls: { certificate, key: certificateKey } })
    })

    afterAll(async () => {
      await secure.stop()
      rmSync(folder, { recursive: true })
    })

    const withMode = (mode: string) => `${secure.url}?${mode}`
    const encrypted = async (url: string) => {
      const { sql } = await open(url)
      const [row] = await sql`select ssl from pg_stat_ssl where pid = pg_backend_pid()`
      return row?.ssl
    }

    test('is used if the server offers it, but not if the address forbids it', async () => {
      expect(await encrypted(secure.url)).toBe(true)
      expect(await encrypted(withMode('sslmode=require'))).toBe(true)
      expect(await encrypted(withMode('sslmode=disable'))).toBe(false)
      expect(await encrypted(server.url)).toBe(false)
    })

    test('is verified as far as the address requires', async () => {
      const trusted = `sslrootcert=${join(folder, 'certificate')}`
      expect(await encrypted(withMode(`sslmode=verify-ca&${trusted}`))).toBe(true)
      expect(await encrypted(withMode(`sslmode=require&${trusted}`))).toBe(true)
      await expect(open(withMode('sslmode=verify-ca'))).rejects.toThrow(/self-signed certificate/)
      await expect(open(withMode(`sslmode=verify-full&${trusted}`))).rejects.toThrow(/altnames/)
      await expect(open(`${server.url}?sslmode=require`)).rejects.toThrow(/does not offer TLS/)
    })
  })
}
