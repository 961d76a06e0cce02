import { Buffer } from 'node:buffer'
import { createHash } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { open } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { checkBackup, writeBackup } from '../server/commands/backup-file.ts'
import { checkBlobs } from '../server/commands/blob-check.ts'
import { migrations } from '../server/commands/database.ts'
import { withSnapshot } from '../server/commands/database-copy.ts'
import { checkFiles } from '../server/commands/doctor.ts'
import { restoreInto } from '../server/commands/restore.ts'
import { type BlobOwner, maxSiteBytes, readWholeBlob, receiveBlob } from '../server/core/blobs.ts'
import type { Sql } from '../server/database/database.ts'
import { migrateWithin } from '../server/database/migrate.ts'
import { unzip } from '../server/features/knowledge/reading/zip.ts'
import { type Body, type ChatWorld, createChatWorld } from './support/chat.ts'
import { createSpareDatabase } from './support/spare-database.ts'

let world: ChatWorld
let sql: Sql
let folder: string

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'blobs-'))
  world = await createChatWorld()
  sql = world.services.database.sql
  await world.set({ files: { chat: 'always', perConversation: 5, maxChatMb: 5 } })
})
afterAll(async () => {
  await world.close()
  rmSync(folder, { recursive: true, force: true })
})

const long = Buffer.from('We open at nine. '.repeat(2 ** 16))

/** A conversation of a known contact with a file of the team. */
async function chatWithFile(email: string, bytes = long) {
  const { id } = await world.start({ message: 'Hello', contact: { email } })
  const form = new FormData()
  form.append('file', new File([new Uint8Array(bytes)], 'offer.txt'))
  form.append('text', 'Our offer')
  const response = await fetch(`${world.url}/api/v1/conversations/${id}/files?site=demo`, {
    method: 'POST',
    headers: { authorization: `Bearer ${await world.key()}` },
    body: form,
  })
  expect(response.status).toBe(201)
  const { file } = (await response.json()) as Body
  const { lead } = (await world.get(`/conversations/${id}`)).body
  const owner: BlobOwner = { kind: 'chat_file', id: file.id }
  return { id, file, lead: lead.id as string, owner }
}

describe('the files of a contact', () => {
  test('are in its archive, and are erased with it', async () => {
    const { id, file, lead, owner } = await chatWithFile('grace@mail.example')
    const response = await fetch(`${world.url}/api/v1/leads/${lead}/archive?site=demo`, {
      headers: { authorization: `Bearer ${await world.key()}` },
    })
    const entries = unzip(new Uint8Array(await response.arrayBuffer()), () => true, 10_000_000)
    expect([...entries.keys()]).toContain(`conversations/${id}.json`)
    expect(Buffer.from(entries.get(`files/${id}/${file.id} offer.txt`)!).equals(long)).toBe(true)
    expect((await readWholeBlob(sql, owner)).length).toBe(long.length)
    expect((await world.post(`/leads/${lead}/erase`, {})).status).toBe(200)
    expect(await readWholeBlob(sql, owner)).toHaveLength(0)
    expect(await sql`select from file_parts`).toHaveLength(0)
  })
})

test('a backup holds the files, and a restored database has them with their hashes', async () => {
  const { owner, id } = await chatWithFile('ada@mail.example')
  const path = join(folder, 'files.backup')
  const handle = await open(path, 'w')
  await withSnapshot(sql, ({ rows, others: _, ...snapshot }) =>
    writeBackup({ version: '1', createdAt: 'then', secretCheck: '', secret: null, ...snapshot }, rows(), (bytes) =>
      handle.writeFile(bytes),
    ),
  )
  await handle.close()
  const target = await createSpareDatabase()
  await restoreInto(target.sql, path, await checkBackup(path), false)
  expect(Buffer.from(await readWholeBlob(target.sql, owner)).equals(long)).toBe(true)
  expect(await checkBlobs(target.sql, world.clock.now())).toMatchObject({ stored: 1, compared: 1, changed: 0 })
  await target.drop()
  await world.api('DELETE', `/conversations/${id}?site=demo`)
})

test('a download breaks off if the file is deleted during it', async () => {
  const { id, file } = await chatWithFile('late@mail.example')
  await sql`delete from file_parts where part = 3`
  const response = await fetch(`${world.url}/api/v1/conversations/${id}/files/${file.id}?site=demo`, {
    headers: { authorization: `Bearer ${await world.key()}` },
  })
  expect(response.status).toBe(200)
  await expect(response.arrayBuffer()).rejects.toThrow()
  await world.api('DELETE', `/conversations/${id}?site=demo`)
})

test('the bytes of an upload count against the quota of its site while they arrive', async () => {
  await sql`
    insert into blobs (id, site, size, created_at)
    select 'full' || n, 'demo', ${2 ** 30}, ${world.clock.now()} from generate_series(1, ${maxSiteBytes / 2 ** 30 - 1}) n`
  await sql`insert into blobs (id, site, size, created_at) values ('rest', 'demo', ${2 ** 30 - 400_000}, ${world.clock.now()})`
  const { id } = await world.start({ message: 'Hello' })
  const form = new FormData()
  form.append('file', new File([new Uint8Array(long)], 'offer.txt'))
  const response = await fetch(`${world.url}/api/v1/conversations/${id}/files?site=demo`, {
    method: 'POST',
    headers: { authorization: `Bearer ${await world.key()}` },
    body: form,
  })
  expect([response.status, ((await response.json()) as Body).error.reason]).toEqual([413, 'storage_full'])
  expect(await sql`select from file_parts`).toHaveLength(0)
  await sql`delete from blobs`
})

test('uploads that began together do not pass the quota together', async () => {
  const ctx = await world.context()
  await sql`
    insert into blobs (id, site, size, created_at)
    select 'full' || n, 'demo', ${2 ** 30}, ${world.clock.now()} from generate_series(1, ${maxSiteBytes / 2 ** 30 - 1}) n`
  await sql`insert into blobs (id, site, size, created_at) values ('rest', 'demo', ${2 ** 30 - 1_000}, ${world.clock.now()})`
  const [one, other] = [await receiveBlob(ctx, 10_000), await receiveBlob(ctx, 10_000)]
  await one.write(new Uint8Array(600))
  await other.write(new Uint8Array(600))
  expect(await other.end('other.txt')).toMatchObject({ size: 600 })
  await expect(one.end('one.txt')).rejects.toMatchObject({ status: 413, reason: 'storage_full' })
  await sql`delete from blobs`
})

describe('doctor', () => {
  const result = () => checkFiles(world.services)

  test('says how many files are stored', async () => {
    const { id } = await chatWithFile('ok@mail.example')
    expect(await result()).toMatchObject({ level: 'ok', result: '1 file stored, all complete' })
    await world.api('DELETE', `/conversations/${id}?site=demo`)
    expect(await result()).toMatchObject({ level: 'ok', result: '0 files stored, all complete' })
  })

  test.each<[string, 'fail' | 'warn', (owner: BlobOwner) => Promise<unknown>]>([
    ['1 file missing', 'fail', ({ id }) => sql`delete from blobs where owner_id = ${id}`],
    [
      '1 file incomplete, 1 file different from when it was stored',
      'fail',
      () => sql`delete from file_parts where part = 1`,
    ],
    [
      '1 file different from when it was stored',
      'fail',
      () => sql`update file_parts set bytes = set_byte(bytes, 7, 0) where part = 1`,
    ],
    ['1 file without a record', 'warn', ({ id }) => sql`delete from messages where file ->> 'id' = ${id}`],
    [
      '1 file left by an interrupted upload',
      'warn',
      () =>
        sql`insert into blobs (id, site, size, created_at) values ('blob_left', 'demo', 0, ${world.clock.now() - 3_600_001})`,
    ],
  ])('reports %s', async (words, level, harm) => {
    const { id, owner } = await chatWithFile('harm@mail.example')
    await harm(owner)
    expect(await result()).toMatchObject({ level, result: words })
    await world.api('DELETE', `/conversations/${id}?site=demo`)
    await sql`delete from blobs`
  })

  test('does not take an upload that is running for one that was interrupted', async () => {
    await sql`insert into blobs (id, site, size, created_at) values ('blob_new', 'demo', 0, ${world.clock.now()})`
    expect((await result()).level).toBe('ok')
    await sql`delete from blobs`
  })
})

test('files of an older version get their hash, type, owner and time; parts without a file are deleted', async () => {
  const old = await createSpareDatabase()
  await old.sql.begin((tx) => migrateWithin(tx as unknown as Sql, migrations, 31))
  await old.sql`
    insert into files (id, site, name, type, size, status, created_at)
    values ('file_1', 'demo', 'a.pdf', 'pdf', 6, 'queued', 17)`
  await old.sql`insert into blobs values ('file_1', 'demo', 6), ('cfile_gone', 'demo', 0)`
  await old.sql`
    insert into file_parts values ('file_1', 1, 'def'), ('file_1', 0, 'abc'), ('file_unfinished', 0, 'x')`
  await old.sql.begin((tx) => migrateWithin(tx as unknown as Sql, migrations))
  const hashOf = (text: string) => createHash('sha256').update(text).digest('hex')
  expect(await old.sql`select id, hash, type, owner_kind, owner_id, created_at from blobs order by id`).toEqual([
    {
      ...{ id: 'cfile_gone', owner_kind: 'chat_file', owner_id: 'cfile_gone', hash: hashOf('') },
      ...{ type: 'application/octet-stream', created_at: expect.any(Number) },
    },
    {
      ...{ id: 'file_1', owner_kind: 'knowledge_file', owner_id: 'file_1', hash: hashOf('abcdef') },
      ...{ type: 'application/pdf', created_at: 17 },
    },
  ])
  expect(await old.sql`select distinct file from file_parts`).toEqual([{ file: 'file_1' }])
  await old.drop()
})
