import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { call } from '../support/call.ts'
import { createEmptyDatabase } from '../support/empty-database.ts'
import { svc } from '../support/program.ts'
import { type Server, startServer } from '../support/server.ts'

const owner = 'owner@example.com'

test('move copies the embedded database to an empty server, with equal row counts and checksums; the source stays', async () => {
  await using server = await startServer()
  await using source = await startServer({ database: 'embedded', env: { SVC_SECRET: undefined, OWNER_EMAIL: owner } })
  const target = await createEmptyDatabase()
  const move = (to: string) => svc(source, ['move', '--to', to])
  const made = await call(source, 'POST', '/api/v1/keys', { name: 'kept', preset: 'full' })
  const eventsOn = async (on: Server) =>
    (await call(on, 'GET', '/api/v1/events?limit=500', undefined, made.body.key)).body.items
  const events = await eventsOn(source)
  const running = await move(target.url)
  expect([running.status, running.stderr]).toEqual([1, expect.stringContaining('Stop it first')])
  await source.stop()
  const used = await move(server.databaseUrl as string)
  expect([used.status, used.stderr]).toEqual([1, expect.stringContaining('Stop it first: move needs exclusive access')])
  await server.stop()
  const taken = await move(server.databaseUrl as string)
  expect([taken.status, taken.stdout, taken.stderr]).toEqual([
    1,
    '',
    expect.stringMatching(/^The database is not empty .* Use an empty one\.\n$/),
  ])
  const moved = await move(target.url)
  expect(moved.status).toBe(0)
  expect(moved.stdout).toMatch(/^api_keys +1 row +identical$/m)
  expect(moved.stderr).toContain(`SVC_SECRET_FILE  ${join(source.dataDir, 'secret')}`)
  expect(moved.stdout + moved.stderr).not.toContain(new URL(target.url).password)
  expect((await move(target.url)).stderr).toContain('The database is not empty')

  const secret = readFileSync(join(source.dataDir, 'secret'), 'utf8').trim()
  const env = { DATABASE_URL: target.url, SVC_SECRET: secret, OWNER_EMAIL: owner }
  await using there = await startServer({ env })
  expect((await call(there, 'GET', '/api/v1/me', undefined, made.body.key)).status).toBe(200)
  expect((await eventsOn(there)).slice(0, events.length)).toEqual(events)
  await source.restart()
  expect((await call(source, 'GET', '/api/v1/me', undefined, made.body.key)).status).toBe(200)
  await there.stop()
  await target.drop()
})
