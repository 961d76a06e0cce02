import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, statSync, truncateSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { silentLog } from '../server/core/log.ts'
import type { Sql } from '../server/database/database.ts'
import { type EmbeddedDatabase, type EmbeddedOptions, openEmbedded } from '../server/database/embedded/embedded.ts'
import { fullDisk } from '../server/database/embedded/folder.ts'
import { type Lock, takeLock } from '../server/database/embedded/lock.ts'
import { maintain } from '../server/database/embedded/maintenance.ts'
import { databaseFault } from '../server/database/fault.ts'
import { embeddedTemplate, putEmbedded } from './support/database.ts'

// Each starts engines and processes, which takes time on a busy machine.
vi.setConfig({ testTimeout: 120_000 })

let dataDir: string
const opened: EmbeddedDatabase[] = []

beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'embedded-'))
})

afterEach(async () => {
  for (const database of opened.splice(0)) await database.close()
  rmSync(dataDir, { recursive: true })
})

async function open(options: Partial<EmbeddedOptions> = {}): Promise<EmbeddedDatabase> {
  const database = await openEmbedded({ dataDir, log: silentLog, ...options })
  opened.push(database)
  return database
}

const openInMemory = async (options: Partial<EmbeddedOptions> = {}) => {
  const database = await openEmbedded({ log: silentLog, load: await embeddedTemplate(), ...options })
  opened.push(database)
  return database
}

async function close(database: EmbeddedDatabase): Promise<void> {
  opened.splice(opened.indexOf(database), 1)
  await database.close()
}

/** The size and modification time of each file. */
const changesIn = (folder: string) =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((name) => {
    const { size, mtimeMs } = statSync(join(folder, name))
    return `${name} ${size} ${mtimeMs}`
  })

/** Writes to the given folder until it is ended, and prints what was acknowledged. */
const writer = `
  const { openEmbedded } = await import(${JSON.stringify(new URL('../server/database/embedded/embedded.ts', import.meta.url).href)})
  const log = { info() {}, warn() {}, error() {} }
  const { sql } = await openEmbedded({ dataDir: process.argv[1], log })
  await sql\`create table if not exists things (id serial primary key, text text)\`
  await Promise.all(Array.from({ length: 10 }, async () => {
    for (;;) {
      const [row] = await sql\`insert into things (text) values (\${'x'.repeat(500)}) returning id\`
      process.stdout.write(row.id + '\\n')
    }
  }))`

test('a folder with other content is refused, and unchanged', async () => {
  mkdirSync(join(dataDir, 'db'))
  writeFileSync(join(dataDir, 'db', 'letter.txt'), 'Dear Ada')
  await expect(open()).rejects.toThrow(
    /^The database folder .*\/db is damaged or not a database \(PG_VERSION is missing\)/,
  )
  expect(readdirSync(dataDir, { recursive: true }).sort()).toEqual(['db', 'db/letter.txt'])
})

// The engine does not depend on the database of the tests, so once is enough.
if (process.env.TEST_DATABASE !== 'server') {
  describe('one engine for all sessions', () => {
    let one: EmbeddedDatabase
    let sql: Sql

    beforeAll(async () => {
      one = await openEmbedded({ log: silentLog, load: await embeddedTemplate(), idleMs: 500 })
      sql = one.sql
    })
    afterAll(() => one.close())
    beforeEach(() => sql`drop table if exists things`)

    test('COPY FROM STDIN is refused, and the engine continues', async () => {
      await sql`create table things (id integer)`
      const refused = { code: '0A000', message: expect.stringContaining('COPY FROM STDIN') }
      await expect(sql`copy things from stdin`.writable()).rejects.toMatchObject(refused)
      await expect(sql`copy things from stdin`).rejects.toMatchObject(refused)
      await expect(sql.unsafe('/* in */ copy things -- here\n (id) from stdin')).rejects.toMatchObject(refused)
      await expect(sql.begin((tx) => tx`copy things from stdin`)).rejects.toMatchObject(refused)
      expect(await sql`select * from things`).toEqual([])
    })

    test('a query that waits too long for an open transaction gets 55P03, and works afterwards', async () => {
      const { sql } = await openInMemory({ waitMs: 100 })
      await sql.begin(async (tx) => {
        await tx`select 1`
        const late = { code: '55P03' }
        await expect(sql`select 1 as one`).rejects.toMatchObject(late)
        await expect(sql`select ${1}::integer as one`).rejects.toMatchObject(late)
        await expect(sql.begin((inner) => inner`select 1`)).rejects.toMatchObject(late)
        expect(await tx`select 2 as two`).toEqual([{ two: 2 }])
      })
      expect(await sql`select ${1}::integer as one`).toEqual([{ one: 1 }])
    })

    test('a transaction that is left open is rolled back, its session ended, and others continue', async () => {
      await sql`create table things (id integer)`
      const emitted = Promise.withResolvers<void>()
      const left = sql.begin(async (tx) => {
        await tx`insert into things values (1)`
        await emitted.promise
        await tx`insert into things values (2)`
      })
      expect(await sql`select * from things`).toEqual([])
      emitted.resolve()
      const error = await left.catch((reason) => reason)
      expect(databaseFault(error)).toBeTypeOf('string')
      expect(await sql`select * from things`).toEqual([])
    })

    test('the prepared statements of an ended session are discarded', async () => {
      const count = (by: Sql) => by`select count(*) from pg_prepared_statements where statement like 'select%as mark'`
      const left = sql.begin(async (tx) => {
        await tx`select ${1}::integer as mark`
        await tx`select ${'a'}::text as mark`
        expect(await count(tx as unknown as Sql)).toEqual([{ count: 2 }])
        expect(await count(sql)).toEqual([{ count: 0 }])
        await tx`select 1`
      })
      const error = await left.catch((reason) => reason)
      expect(databaseFault(error)).toBeTypeOf('string')
    })

    test('a statement that takes too long ends the engine, which restarts with all its data', async () => {
      await putEmbedded(dataDir)
      const { sql, check } = await open({ statementMs: 1_000 })
      await sql`create table things (id integer)`
      await sql`insert into things values (1)`
      const endless = sql`select count(*) from generate_series(1, 10000) a, generate_series(1, 10000000) b`
      await expect(endless).rejects.toMatchObject({ code: 'DATABASE_DOWN' })
      expect(await check()).toMatch(/stopped: a statement took longer than 1 s/)
      await vi.waitFor(async () => expect(await check()).toBeUndefined(), { timeout: 20_000 })
      expect(await sql`select * from things`).toEqual([{ id: 1 }])
    })
  })

  test('it gets maintenance: checkpoints, and a vacuum with new statistics', async () => {
    const { sql } = await openInMemory()
    await sql`create table things (id integer)`
    await sql`insert into things select generate_series(1, 1000)`
    const rows = () => sql`select reltuples::integer as rows from pg_class where relname = 'things'`
    const place = async () => (await sql`select redo_lsn from pg_control_checkpoint()`)[0]?.redo_lsn
    const before = await place()
    expect(await rows()).toEqual([{ rows: -1 }])
    const stop = maintain(sql, silentLog, { checkpoint: 20, firstVacuum: 20, vacuum: 60_000 })
    await vi.waitFor(async () => expect(await rows()).toEqual([{ rows: 1000 }]), { timeout: 60_000 })
    await vi.waitFor(async () => expect(await place()).not.toBe(before), { timeout: 60_000 })
    stop()
  })

  describe('the folder', () => {
    test('is accessible only to its owner', async () => {
      await open({ load: await embeddedTemplate() })
      expect(statSync(join(dataDir, 'db')).mode & 0o777).toBe(0o700)
      expect(statSync(join(dataDir, 'db.lock')).mode & 0o777).toBe(0o600)
    })

    test('that is in use is reported by a second start, with the process', async () => {
      await putEmbedded(dataDir)
      const { sql } = await open()
      const error = await open().catch((reason: Error) => reason)
      expect((error as Error).message).toMatch(new RegExp(`${join(dataDir, 'db')}.* in use by process ${process.pid} `))
      expect(await sql`select 1 as one`).toEqual([{ one: 1 }])
    })

    test('that another process took is not written to: not by a commit, and not at the end', async () => {
      await putEmbedded(dataDir)
      const first = await open()
      await first.sql`create table things (id integer)`
      await first.sql`insert into things values (1)`
      const path = join(dataDir, 'db.lock')
      let other: Lock | undefined
      let before: string[] = []
      const down = expect.objectContaining({ code: 'DATABASE_DOWN' })
      const transaction = first.sql.begin(async (tx) => {
        await tx`insert into things values (2)`
        rmSync(path)
        other = await takeLock(path)
        before = changesIn(join(dataDir, 'db'))
      })
      expect(databaseFault(await transaction.catch((error) => error))).toBeTypeOf('string')
      await expect(first.sql`insert into things values (3)`).rejects.toEqual(down)
      expect(await first.check()).toMatch(/^The embedded database stopped/)
      await close(first)
      expect(changesIn(join(dataDir, 'db'))).toEqual(before)
      expect(existsSync(path)).toBe(true)
      other?.release()
      const second = await open()
      expect(await second.sql`select * from things`).toEqual([{ id: 1 }])
    })

    test('whose lock file was removed is opened again, with all committed data', async () => {
      await putEmbedded(dataDir)
      const { sql, check } = await open()
      await sql`create table things (id integer)`
      await sql`insert into things values (1)`
      rmSync(join(dataDir, 'db.lock'))
      await expect(sql`insert into things values (2)`).rejects.toMatchObject({ code: 'DATABASE_DOWN' })
      await vi.waitFor(async () => expect(await check()).toBeUndefined(), { timeout: 60_000 })
      expect(existsSync(join(dataDir, 'db.lock'))).toBe(true)
      expect(await sql`select * from things`).toEqual([{ id: 1 }])
    })

    test.each([
      ['database folder', () => join(dataDir, 'db')],
      ['data folder', () => join(dataDir, 'file')],
    ])('a %s that is a file is refused with a clear message', async (_, place) => {
      writeFileSync(place(), '')
      const options = place().endsWith('file') ? { dataDir: place() } : {}
      await expect(open(options)).rejects.toThrow(`${place()} must be a folder, but it is a file. Move it away`)
    })

    test('on a full disk makes the start say so, and how much it needs', async () => {
      const room = await fullDisk({ path: dataDir, fresh: true }, async () => ({ free: 3 * 2 ** 20, total: 2 ** 30 }))
      expect(room).toBe(
        `The disk of ${dataDir} is full: it has 3 MB left, and the database needs 100 MB to start. Make room and start again.`,
      )
      const plenty = async () => ({ free: 2 ** 30, total: 2 ** 30 })
      expect(await fullDisk({ path: dataDir, fresh: true }, plenty)).toBeUndefined()
    })

    test('keeps the data from one start to the next', async () => {
      const first = await open()
      await first.sql`create table things (id integer)`
      await first.sql`insert into things values (1)`
      await close(first)
      expect(existsSync(join(dataDir, 'db.lock'))).toBe(false)
      const second = await open()
      expect(await second.sql`select * from things`).toEqual([{ id: 1 }])
    })

    test('is dumped as a whole, and another one starts from the dump', async () => {
      const first = await openInMemory()
      await first.sql`create table things (id integer)`
      await first.sql`insert into things select generate_series(1, 1000)`
      const second = await open({ load: await first.dumpDataDir() })
      expect(await second.sql`select count(*) from things`).toEqual([{ count: 1000 }])
    })

    test('is not overwritten by loading a dump', async () => {
      await putEmbedded(dataDir)
      await expect(open({ load: await embeddedTemplate() })).rejects.toThrow(`${join(dataDir, 'db')} is not empty`)
    })

    /** A log that records its messages. */
    const listening = () => {
      const said: [object, string][] = []
      return { said, log: { ...silentLog, warn: (details: object, text: string) => void said.push([details, text]) } }
    }

    test('of an interrupted first start is moved aside, and a new one begins', async () => {
      mkdirSync(join(dataDir, 'db', 'base'), { recursive: true })
      writeFileSync(join(dataDir, 'db', 'PG_VERSION'), '18\n')
      writeFileSync(join(dataDir, 'db.unfinished'), '')
      const { said, log } = listening()
      const { sql } = await open({ log })
      expect(await sql`select 1 as one`).toEqual([{ one: 1 }])
      expect(existsSync(join(dataDir, 'db.unfinished'))).toBe(false)
      const [aside] = readdirSync(dataDir).filter((name) => name.startsWith('db.aside-'))
      expect(readdirSync(join(dataDir, aside as string)).sort()).toEqual(['PG_VERSION', 'base'])
      expect(said).toEqual([[expect.objectContaining({ aside: join(dataDir, aside as string) }), expect.any(String)]])
    })

    test('with a complete database is used although a mark says that its first start was interrupted', async () => {
      await putEmbedded(dataDir)
      const before = await open()
      await before.sql`create table kept (part integer)`
      await close(before)
      writeFileSync(join(dataDir, 'db.unfinished'), '')
      const { said, log } = listening()
      const { sql } = await open({ log })
      expect(await sql`select * from kept`).toEqual([])
      expect(existsSync(join(dataDir, 'db.unfinished'))).toBe(false)
      expect(said.map(([, text]) => text)).toEqual([expect.stringContaining('but is complete')])
    })

    test('loses no acknowledged row when a writing process is killed, and needs no repair at the next start', async () => {
      await putEmbedded(dataDir)
      const acknowledged: number[] = []
      for (let round = 0; round < 2; round++) {
        const child = spawn(process.execPath, ['--input-type=module', '-e', writer, dataDir], {
          stdio: ['ignore', 'pipe', 'inherit'],
        })
        const exit = once(child, 'exit')
        const enough = acknowledged.length + 450
        for await (const line of createInterface(child.stdout)) {
          acknowledged.push(Number(line))
          if (acknowledged.length === enough) process.kill(child.pid!, 'SIGKILL')
        }
        await exit
        expect(existsSync(join(dataDir, 'db.lock'))).toBe(true)
      }
      const { sql } = await open()
      const there = new Set((await sql`select id from things`).map((row) => row.id))
      expect(acknowledged.length).toBeGreaterThanOrEqual(900)
      expect(acknowledged.filter((id) => !there.has(id))).toEqual([])
    })

    describe('that is damaged', () => {
      test.each<[string, (folder: string) => void]>([
        ['without PG_VERSION', (folder) => rmSync(join(folder, 'PG_VERSION'))],
        ['of another version', (folder) => writeFileSync(join(folder, 'PG_VERSION'), '17\n')],
        ['with half a control file', (folder) => truncateSync(join(folder, 'global/pg_control'), 100)],
        ['without its log', (folder) => rmSync(join(folder, 'pg_wal/000000010000000000000001'))],
        ['without its tables', (folder) => rmSync(join(folder, 'base/5'), { recursive: true })],
      ])('%s is refused: the message names it and says what to do, and nothing is overwritten', async (_, damage) => {
        await putEmbedded(dataDir)
        const folder = join(dataDir, 'db')
        damage(folder)
        const error = await open().catch((reason: Error) => reason)
        expect((error as Error).message).toMatch(/^The database folder .*\/db is damaged .*[Rr]estore a backup[^\n]*$/)
        expect((error as Error).message).toContain(folder)
        expect(existsSync(join(folder, 'global/pg_control'))).toBe(true)
        expect(existsSync(join(dataDir, 'db.lock'))).toBe(false)
      })
    })
  })
}
