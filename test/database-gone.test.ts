import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { openEmbedded } from '../server/core/embedded.ts'
import { silentLog } from '../server/core/log.ts'
import { migrate } from '../server/core/migrate.ts'
import { openDatabase } from '../server/core/sql.ts'
import { embeddedTemplate } from './support/database.ts'
import { type PostgresServer, startPostgres } from './support/postgres.ts'
import { createWorld, type World } from './support/world.ts'

// Some start engines and processes, which takes its time on a busy machine.
vi.setConfig({ testTimeout: 120_000 })

const migrations = new URL('../migrations/', import.meta.url)

let postgres: PostgresServer
let world: World

// A server of its own, as it is to be crashed; it is there where the tests run on one.
if (process.env.TEST_DATABASE === 'server') {
  beforeAll(async () => {
    postgres = await startPostgres()
    const database = await openDatabase({ url: postgres.url, dataDir: '', log: silentLog })
    await migrate(database.sql, migrations)
    world = await createWorld({ database: { ...database, drop: database.close } })
  })

  afterAll(async () => {
    await world.close()
    await postgres.stop()
  })

  const health = async () => (await fetch(`${world.url}/healthz`)).status

  test('while the database is gone, health is 503 and calls are refused cleanly; when it is back, all goes on', async () => {
    const key = await world.key(['settings:read', 'settings:write', 'keys:read'])
    expect(await health()).toBe(200)
    await postgres.crash()
    await expect.poll(health).toBe(503)
    const refused = await world.api('GET', '/keys', { key })
    expect([refused.status, refused.body.error.code]).toEqual([503, 'unavailable'])
    expect(JSON.stringify(refused.body)).not.toContain('ECONN')
    const unknown = await world.api('GET', '/keys', { key: 'svc_live_000000000000_unknownunknownunknownunknown' })
    expect(unknown.status).toBe(503)
    await postgres.start()
    await expect.poll(health, { timeout: 10_000 }).toBe(200)
    const saved = await world.api('PUT', '/settings', { key, body: { settings: { businessName: 'Back again' } } })
    expect(saved.status).toBe(200)
  })

  test('a database that stands still answers nobody: health says so in time, and nothing is stuck when it goes on', async () => {
    postgres.pause()
    const begun = performance.now()
    expect(await health()).toBe(503)
    expect(performance.now() - begun).toBeLessThan(9_000)
    postgres.resume()
    await expect.poll(health, { timeout: 15_000 }).toBe(200)
    expect((await world.api('GET', '/me')).status).toBe(200)
  }, 45_000)
} else {
  test('an engine that dies is started anew: calls are refused cleanly meanwhile, and all goes on', async () => {
    const dataDir = mkdtempSync(join(tmpdir(), 'gone-'))
    const database = await openEmbedded({ dataDir, log: silentLog, load: await embeddedTemplate() })
    world = await createWorld({ database: { ...database, drop: database.close } })
    const key = await world.key(['keys:read'])
    // Reading from this device throws in the middle of the engine, as a full stack would.
    await expect(database.sql`copy labels from '/dev/blob'`).rejects.toThrow()
    const answers = await Promise.all(Array.from({ length: 20 }, () => world.api('GET', '/keys', { key })))
    for (const { status } of answers) expect([200, 503]).toContain(status)
    await expect.poll(async () => (await fetch(`${world.url}/healthz`)).status, { timeout: 20_000 }).toBe(200)
    expect((await world.api('GET', '/keys', { key })).body.keys).toHaveLength(1)
    await world.close()
    rmSync(dataDir, { recursive: true })
  })
}
