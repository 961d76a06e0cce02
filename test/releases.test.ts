import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { describe, expect, test } from 'vitest'
import { checkBackup } from '../server/commands/backup-file.ts'
import { restoreInto } from '../server/commands/restore.ts'
import { silentLog } from '../server/core/log.ts'
import type { Sql } from '../server/database/database.ts'
import { openEmbedded } from '../server/database/embedded/embedded.ts'
import { migrate, schemaState } from '../server/database/migrate.ts'
import { secretFor } from '../server/secret.ts'
import { version } from '../server/version.ts'
import { hashMigrations, kept, migrations, releases } from './support/releases.ts'
import { createSpareDatabase } from './support/spare-database.ts'

const names = readdirSync(releases)
/** What was stored of each release, as a hash: somebody may have such a database. A new release adds a line. */
const stored: Record<string, string> = {
  '0.1.0': '85a62f9f7333c1d198b68b2db934c37c',
  '0.1.0-49': '115575f43eb4ec5b5a6fb3bac84b368d',
}

test('this version was frozen: run npm run freeze before a release', () => {
  expect(names.some((name) => name === version || name.startsWith(`${version}-`))).toBe(true)
})

/** Expects that the database is up to date, and contains what the release had stored. */
async function expectKept(sql: Sql, hasAppointments: boolean): Promise<void> {
  const { applied, expected } = await schemaState(sql, migrations)
  expect(applied).toBe(expected)
  expect(await sql`select first_message as message from conversations`).toEqual([{ message: kept.message }])
  expect(await sql`select name from labels`).toEqual([{ name: kept.label }])
  expect(await sql`select title from documents where kind = 'manual'`).toEqual([{ title: kept.document }])
  expect(await sql`select email from leads`).toEqual([{ email: kept.email }])
  expect(await sql`select settings ->> 'businessName' as name from site_settings where site = 'demo'`).toEqual([
    { name: 'Kept' },
  ])
  expect(await sql`select count(*) from api_keys`).toEqual([{ count: 1 }])
  expect(await sql`select title, value_cents as cents from jobs where title = ${kept.job}`).toEqual(
    hasAppointments ? [{ title: kept.job, cents: 435 }] : [],
  )
  expect(await sql`select title, starts_at as start, status from appointments`).toEqual(
    hasAppointments ? [{ title: kept.appointment, start: kept.start, status: 'confirmed' }] : [],
  )
  expect(await sql`select url from webhooks`).toEqual(hasAppointments ? [{ url: kept.webhook }] : [])
  // The deployment's secret still matches.
  expect(await secretFor({ secret: kept.secret, dataDir: '/nowhere' }, sql)).toBe(kept.secret)
}

describe.each(names)('release %s', (name) => {
  const folder = new URL(`${name}/`, releases)
  const read = (file: string) => readFileSync(new URL(file, folder))
  const released = JSON.parse(read('migrations.json').toString())
  const hasAppointments = '0044_appointments.sql' in released

  test('what was stored of it is never written again', () => {
    const hash = createHash('sha256')
    for (const file of readdirSync(folder).toSorted()) hash.update(file).update(read(file))
    expect(hash.digest('hex').slice(0, 32)).toBe(stored[name])
  })

  test('its migrations are as released: a change belongs in a new file', () => {
    const present = hashMigrations()
    for (const [file, hash] of Object.entries(released)) expect([file, present[file]]).toEqual([file, hash])
  })

  test('its database is upgraded, and contains the same data', async () => {
    const database = await createSpareDatabase()
    await database.sql.unsafe(gunzipSync(read('dump.sql.gz')).toString()).simple()
    await migrate(database.sql, migrations)
    await expectKept(database.sql, hasAppointments)
    await database.drop()
  })

  test('its embedded data folder is opened and upgraded, and contains the same data', async () => {
    const database = await openEmbedded({ log: silentLog, load: brotliDecompressSync(read('data.tar.br')) })
    try {
      await migrate(database.sql, migrations)
      await expectKept(database.sql, hasAppointments)
    } finally {
      await database.close()
    }
  })

  test('its backup is restored, and contains the same data', async () => {
    const database = await createSpareDatabase()
    const path = fileURLToPath(new URL('desk.backup', folder))
    await restoreInto(database.sql, path, await checkBackup(path), false)
    await expectKept(database.sql, hasAppointments)
    await database.drop()
  })
})
