import { mkdtempSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs'
import { open, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { gunzipSync, gzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { checkBackup, writeBackup } from '../server/commands/backup-file.ts'
import { migrations } from '../server/commands/database.ts'
import { countRows, listTables, readRows, sumInDatabase, withSnapshot } from '../server/commands/database-copy.ts'
import { restoredSecret, restoreInto } from '../server/commands/restore.ts'
import { createSeal, secretCheck } from '../server/core/seal.ts'
import type { Sql } from '../server/database/database.ts'
import { migrateWithin, schemaState } from '../server/database/migrate.ts'
import { findSecret, keepSecret } from '../server/secret.ts'
import { createDatabase } from './support/database.ts'
import { createSpareDatabase } from './support/spare-database.ts'
import { createWorld, type World } from './support/world.ts'

// Some start engines and processes, which takes time on a busy machine.
vi.setConfig({ testTimeout: 120_000 })

let folder: string
let world: World
let sql: Sql
let file: string

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'backup-'))
  world = await createWorld()
  sql = world.services.database.sql
  await fill(world)
  file = join(folder, 'whole.backup')
  await backUp(sql, file)
})

afterAll(async () => {
  await world.close()
  rmSync(folder, { recursive: true, force: true })
})

const awkward = 'naïve "quoted" \\back\\slash\n\ttab, {braces}, 😀 \u0001 \u2028 end'

/** Rows in many tables, with values that are hard to copy. */
async function fill({ api, services }: World): Promise<void> {
  const site = { site: 'demo' }
  await api('PUT', '/settings', {
    body: { ...site, settings: { businessName: 'naïve "quoted" 😀' } },
  })
  await api('POST', '/admins', { body: { email: 'anna@example.com', password: 'a long password' } })
  await api('POST', '/knowledge/manual', {
    body: { ...site, title: 'Opening', content: `We open at nine.\n\n${awkward}` },
  })
  const started = await api('POST', '/conversations', {
    body: { ...site, message: awkward, metadata: { order: '😀' } },
  })
  expect(started.status).toBe(201)
  const job = await api('POST', '/jobs', { body: { ...site, title: 'Chain', value: 4.35 } })
  const { stages } = (await api('GET', '/jobs/pipeline?site=demo')).body
  const { id: stageId } = stages.find(({ kind }: { kind: string }) => kind === 'won')
  expect((await api('POST', `/jobs/${job.body.id}/move`, { body: { ...site, stageId } })).status).toBe(200)
  await api('PUT', '/settings', { body: { ...site, settings: { bookings: { mode: 'picker' } } } })
  // The second one takes the time of the first. In the copy, either may come first.
  for (const force of [false, true]) {
    const appointment = { start: Date.UTC(2040, 0, 9, 10), duration: 30, force, contact: { email: 'ada@example.com' } }
    const booked = await api('POST', '/appointments', { body: { ...site, ...appointment } })
    expect([booked.status, booked.body.error]).toEqual([201, undefined])
  }
  const { sql } = services.database
  // The row of the first one is stored after that of the second.
  await sql`update appointments set notes = 'Moved to the end of the table.' where not forced`
  await sql`insert into usage_days (site, day, neurons) values ('other', '2030-01-01', 0.1::float8 + 0.2::float8)`
  await sql`insert into events (site, type, data, at) values
    ('other', 'test.ping', ${sql.json({ big: 2 ** 53 - 1, small: 5e-324, text: awkward })}, 9007199254740991),
    ('other', 'test.ping', 'null', 1)`
  await sql`delete from events where at = 1`
}

async function backUp(sql: Sql, path: string): Promise<void> {
  const handle = await open(path, 'w')
  await withSnapshot(sql, ({ rows, others: _, ...snapshot }) =>
    writeBackup({ version: '1', createdAt: 'then', secretCheck: '', secret: null, ...snapshot }, rows(), (bytes) =>
      handle.writeFile(bytes),
    ),
  )
  await handle.close()
}

const restored = async (sql: Sql, path: string, replace = false) =>
  restoreInto(sql, path, await checkBackup(path), replace)

/** The content of a database, without its identity and the audit entry of a restore. */
async function contents(sql: Sql): Promise<Record<string, unknown[]>> {
  const { tables } = await listTables(sql, migrations)
  const all: Record<string, unknown[]> = {}
  for (const { name } of tables) {
    const rows = await sql`
      select to_jsonb(t) - 'generation' as row from ${sql(name)} t
      where to_jsonb(t) ->> 'action' is distinct from 'restore'`
    all[name] = rows.map(({ row }) => JSON.stringify(row)).sort()
  }
  return all
}

test('no table of the migrations is missing, and the list of excluded ones is complete', async () => {
  const { tables, others } = await listTables(sql, migrations)
  expect(others).toEqual([])
  const [{ count }] = await sql<[{ count: number }]>`
    select count(*) from pg_tables where schemaname = current_schema() and tablename not in ('migrations', 'servers', 'leases')`
  expect(tables.length).toBe(count)
})

// The other kind is available only if the tests run on a server.
describe.each(process.env.TEST_DATABASE === 'server' ? ['embedded', 'server'] : ['embedded'])(
  'restored, %s',
  (kind) => {
    test('a backup contains the same down to the last character, and identity numbers continue after the highest ever used', async () => {
      const target = await createSpareDatabase(kind)
      await restored(target.sql, file)
      expect(await contents(target.sql)).toEqual(await contents(sql))
      const generation = (from: Sql) => from`select generation from installation`
      expect(await generation(target.sql)).not.toEqual(await generation(sql))
      const { applied, expected } = await schemaState(target.sql, migrations)
      expect(applied).toBe(expected)
      const { sequences } = await checkBackup(file)
      const [{ seq }] = await target.sql<[{ seq: number }]>`
      insert into events (site, type, data, at) values ('x', 'test.ping', '{}', 2) returning seq`
      const [{ highest }] = await sql<[{ highest: number }]>`select max(seq) as highest from events`
      expect(seq).toBe(sequences.find(({ table }) => table === 'events')!.last + 1)
      // The deleted one had the highest number.
      expect(seq).toBe(highest + 2)
      await target.drop()
    })
  },
)

test('a database in use is refused, unless all of it is to be replaced', async () => {
  const target = await createDatabase()
  const text = "insert into labels (id, site, name, color, created_at) values ('lbl_1', 'demo', 'mine', '#fff', 1)"
  await target.sql.unsafe(text)
  await expect(restored(target.sql, file)).rejects.toThrow('The database is not empty (labels 1). With --replace')
  expect(await target.sql`select name from labels`).toHaveLength(1)
  await restored(target.sql, file, true)
  expect(await contents(target.sql)).toEqual(await contents(sql))
  expect(await target.sql`select actor, action, target from audit where action = 'restore'`).toEqual([
    { actor: 'cli', action: 'restore', target: 'then' },
  ])
  await expect(
    target.sql.unsafe(`insert into sessions values ('t', 'nobody@example.com', 1, 1, 1, '')`),
  ).rejects.toThrow('foreign key')
  await target.drop()
})

test('a backup of an older version is migrated to this one', async () => {
  const old = await createSpareDatabase()
  await old.sql.begin((tx) => migrateWithin(tx as unknown as Sql, migrations, 2))
  await old.sql`insert into accounts (email, role, created_at) values ('old@example.com', 'admin', 1)`
  const path = join(folder, 'old.backup')
  await backUp(old.sql, path)
  await old.drop()

  const target = await createSpareDatabase()
  await restored(target.sql, path)
  const { applied, expected } = await schemaState(target.sql, migrations)
  expect(applied).toBe(expected)
  expect(await target.sql`select email from accounts`).toEqual([{ email: 'old@example.com' }])
  await target.drop()
  await expect(restored(sql, path, true)).rejects.toThrow('The version of this backup')
})

describe('a backup from before release 0.1.0', () => {
  const beforeRelease = fileURLToPath(new URL('fixtures/before-0.1.0.backup', import.meta.url))

  test('is restored into the tables of this version, readable with its own secret', async () => {
    const target = await createSpareDatabase()
    await restored(target.sql, beforeRelease)
    const { applied, expected } = await schemaState(target.sql, migrations)
    expect(applied).toBe(expected)
    const { tables, secret, secretCheck: check } = await checkBackup(beforeRelease)
    // The restore itself is in the audit log, and push_told no longer exists.
    for (const { name, rows } of tables.filter(({ name }) => !['audit', 'push_told'].includes(name)))
      expect([name, await countRows(target.sql, name)]).toEqual([name, rows])
    expect(secretCheck(createSeal(secret as string))).toBe(check)
    const conversation = { first: 'When do you open?', metadata: { order: 'A1' }, count: 2 }
    expect(
      await target.sql`select first_message as first, metadata, message_count as count from conversations`,
    ).toEqual([conversation])
    expect(await target.sql`select email from leads`).toEqual([{ email: 'grace@example.com' }])
    await target.drop()
  })

  test('replaces nothing in a database of a later version: the error says where it can be restored', async () => {
    const target = await createDatabase()
    await target.sql`insert into labels (id, site, name, color, created_at) values ('lbl_1', 'demo', 'mine', '#fff', 1)`
    await expect(restored(target.sql, beforeRelease, true)).rejects.toThrow('Restore it into an empty one')
    expect(await target.sql`select name from labels`).toEqual([{ name: 'mine' }])
    await target.drop()
  })

  test('of another schema than the last one is refused', async () => {
    const target = await createDatabase()
    const header = await checkBackup(beforeRelease)
    const early = restoreInto(target.sql, beforeRelease, { ...header, schema: 19 }, true)
    await expect(early).rejects.toThrow('before release 0.1.0 that this version cannot read')
    await target.drop()
  })
})

describe('an incomplete backup is refused, and nothing is changed', () => {
  let target: Awaited<ReturnType<typeof createDatabase>>
  beforeAll(async () => {
    target = await createDatabase()
  })
  afterAll(() => target.drop())

  const altered = (name: string, change: (text: string) => string) => {
    const path = join(folder, name)
    writeFileSync(path, gzipSync(change(gunzipSync(readFileSync(file)).toString())))
    return path
  }
  const cut = (name: string, bytes: number) => {
    const path = join(folder, name)
    writeFileSync(path, readFileSync(file))
    truncateSync(path, bytes)
    return path
  }

  test.each<[string, () => string | Promise<string>, string]>([
    ['cut off', async () => cut('cut', (await stat(file)).size - 40), 'is incomplete'],
    ['cut off in its first line', () => cut('short', 30), 'is incomplete'],
    ['another text', () => altered('text', () => 'hello\n'), 'is not a backup of Frontdesk'],
    ['not compressed', () => writeText('plain', 'hello'), 'is damaged, or not a backup'],
    ['not there', () => join(folder, 'none'), 'cannot be read'],
    [
      'one sign changed',
      () => altered('sign', (text) => text.replace('We open at nine', 'We open at five')),
      'is damaged',
    ],
    ['a row less', () => altered('row', (text) => text.replace(/\n\[.*anna@example\.com.*\n/, '\n')), 'is damaged'],
    ['its end missing', () => altered('end', (text) => text.replace(/\{"end".*\n/, '')), 'is incomplete'],
    ['something after its end', () => altered('more', (text) => `${text}["x"]\n`), 'is damaged'],
    [
      'a later format',
      () => altered('late', (text) => text.replace('"formatVersion":2', '"formatVersion":3')),
      'later version',
    ],
  ])('%s', async (_, make, says) => {
    await expect(restored(target.sql, await make(), true)).rejects.toThrow(says)
    expect(await target.sql`select from accounts`).toHaveLength(0)
  })

  test('of a later version of the product', async () => {
    const header = await checkBackup(file)
    const late = restoreInto(target.sql, file, { ...header, schema: 99, version: '9.0' }, true)
    await expect(late).rejects.toThrow('by a later version (9.0)')
  })

  test('a row that the database refuses at the end: everything stays as before', async () => {
    await target.sql`insert into accounts (email, role, created_at) values ('before@example.com', 'admin', 1)`
    const header = await checkBackup(file)
    const bad = { ...header, sequences: [{ table: 'events', column: 'no_such_column', last: 1 }] }
    await expect(restoreInto(target.sql, file, bad, true)).rejects.toThrow()
    expect(await target.sql`select email from accounts`).toEqual([{ email: 'before@example.com' }])
  })

  function writeText(name: string, text: string): string {
    writeFileSync(join(folder, name), text)
    return join(folder, name)
  }
})

describe('the secret of a backup', () => {
  const lost = 'the secret of the server that is lost'
  const header = async (secret: string | null) => ({
    ...(await checkBackup(file)),
    secret,
    secretCheck: secretCheck(createSeal(lost)),
  })
  const place = (name: string, secret?: string) => {
    const config = { ...world.config, dataDir: join(folder, name), secret: undefined }
    if (secret !== undefined) keepSecret(config.dataDir, secret)
    return config
  }

  test('replaces the present one if the file contains it; the old one is kept', async () => {
    const empty = place('empty')
    expect(restoredSecret(empty, await header(lost)).keep()).toEqual([
      expect.stringContaining('is now the secret of the backup'),
    ])
    expect(findSecret(empty.dataDir)).toBe(lost)
    const other = place('other', 'another secret of a server')
    const [note] = restoredSecret(other, await header(lost)).keep()
    expect(note).toContain('secret.before-restore')
    expect([findSecret(other.dataDir), readFileSync(join(other.dataDir, 'secret.before-restore'), 'utf8')]).toEqual([
      lost,
      'another secret of a server\n',
    ])
  })

  test('is requested if the file does not contain it, or another one is configured', async () => {
    const other = place('asked', 'another secret of a server')
    expect(restoredSecret(other, await header(null)).keep()[0]).toContain(
      `${join(other.dataDir, 'secret')} is not the secret`,
    )
    const configured = { ...other, secret: 'a secret of the environment' }
    expect(restoredSecret(configured, await header(lost)).keep()[0]).toContain('SVC_SECRET is not the secret')
    expect(findSecret(other.dataDir)).toBe('another secret of a server')
  })

  test('is not mentioned if it is the same', async () => {
    expect(restoredSecret(place('same', lost), await header(null)).keep()).toEqual([])
  })
})

test('a table with long rows is read a few megabytes at a time', async () => {
  const target = await createDatabase()
  await target.sql`
    insert into documents (id, site, kind, title, language, content, content_hash, passages, created_at, updated_at)
    select 'doc_' || i, 'demo', 'page', 't', 'english', repeat(md5(i::text), 30000), '', 0, i, i from generate_series(1, 30) i`
  const { tables } = await listTables(target.sql, migrations)
  const table = tables.find(({ name }) => name === 'documents')!
  const sizes: number[] = []
  await target.sql.begin(async (tx) => {
    for await (const lines of readRows(tx as unknown as Sql, table)) sizes.push(lines.join('').length)
  })
  expect(sizes.reduce((sum, size) => sum + size, 0)).toBeGreaterThan(28_000_000)
  expect(Math.max(...sizes)).toBeLessThan(4_100_000)
  expect((await sumInDatabase(target.sql, table)).rows).toBe(30)
  await target.drop()
})
