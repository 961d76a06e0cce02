import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { silentLog } from '../server/core/log.ts'
import type { Database, Sql } from '../server/database/database.ts'
import { openEmbedded } from '../server/database/embedded/embedded.ts'
import { databaseFault } from '../server/database/fault.ts'
import { openServer } from '../server/database/server/server.ts'
import { putEmbedded } from './support/database.ts'
import { startPostgres } from './support/postgres.ts'

// Each starts engines and processes, which takes time on a busy machine.
vi.setConfig({ testTimeout: 120_000 })

/** A database that can be broken: the server is ended abruptly, the embedded engine by a statement. */
type Fragile = {
  database: Database
  lose(by: Sql): Promise<unknown>
  bringBack(): Promise<void>
  remove(): Promise<void>
}

let fragile: Fragile
let sql: Sql

beforeEach(async () => {
  fragile = await (process.env.TEST_DATABASE === 'server' ? fragileServer() : fragileEmbedded())
  sql = fragile.database.sql
  await sql`create table things (id serial primary key, work integer, part integer)`
})

afterEach(() => fragile.remove())

async function fragileServer(): Promise<Fragile> {
  const server = await startPostgres({ fsync: true })
  const database = await openServer({ url: server.url, log: silentLog, everyMs: 100 })
  const remove = async () => {
    await database.close()
    await server.stop()
  }
  return { database, lose: server.crash, bringBack: server.start, remove }
}

async function fragileEmbedded(): Promise<Fragile> {
  const dataDir = mkdtempSync(join(tmpdir(), 'fragile-'))
  await putEmbedded(dataDir)
  const database = await openEmbedded({ dataDir, log: silentLog })
  return {
    database,
    // Reading this device throws inside the engine, like a stack overflow.
    lose: (by) => by`copy things from '/dev/blob'`.catch(isFault),
    bringBack: async () => {},
    async remove() {
      await database.close()
      rmSync(dataDir, { recursive: true })
    },
  }
}

function isFault(error: unknown): void {
  expect(databaseFault(error), `${error}`).toBeTypeOf('string')
}

const isBack = () => vi.waitFor(async () => expect(await fragile.database.check()).toBeUndefined(), { timeout: 20_000 })

test('queries fail with a database error while it is gone, and work when it is back', async () => {
  const lost = fragile.lose(sql)
  const running = Promise.all(
    Array.from({ length: 50 }, () => sql`insert into things (work) values (2)`.catch(isFault)),
  )
  await Promise.all([lost, running])
  await fragile.bringBack()
  await isBack()
  await Promise.all(Array.from({ length: 50 }, () => sql`insert into things (work) values (3)`))
  expect(await sql`select count(*) from things where work = 3`).toEqual([{ count: 50 }])
})

test('nothing of a transaction that lost its connection is executed afterwards', async () => {
  const work = sql.begin(async (tx) => {
    await tx`insert into things (part) values (1)`
    await fragile.lose(tx as unknown as Sql)
    await fragile.bringBack()
    await isBack()
    await tx`insert into things (part) values (2)`.catch(isFault)
    await tx`insert into things (part) values (3)`.catch(isFault)
  })
  isFault(await work.catch((error) => error))
  expect(await sql`select * from things`).toEqual([])
  await sql`insert into things (part) values (4)`
})

test('many writers through three losses: acknowledged changes are stored completely, and nothing is stuck', async () => {
  let stop = false
  let work = 0
  const acknowledged: number[] = []
  const writer = async () => {
    while (!stop) {
      const mine = ++work
      try {
        await sql.begin(async (tx) => {
          for (const part of [1, 2, 3]) await tx`insert into things (work, part) values (${mine}, ${part})`
        })
        acknowledged.push(mine)
      } catch (error) {
        isFault(error)
        await new Promise((resolve) => setImmediate(resolve))
      }
    }
  }
  const writers = Array.from({ length: 20 }, writer)
  for (let round = 0; round < 3; round++) {
    const before = acknowledged.length
    await vi.waitFor(() => expect(acknowledged.length).toBeGreaterThan(before + 20), { timeout: 20_000 })
    await fragile.lose(sql)
    await fragile.bringBack()
  }
  await isBack()
  stop = true
  await Promise.all(writers)
  const rows = await sql<{ work: number; parts: number }[]>`select work, count(*) as parts from things group by work`
  expect(rows.filter(({ parts }) => parts !== 3)).toEqual([])
  const there = new Set(rows.map((row) => row.work))
  expect(acknowledged.filter((mine) => !there.has(mine))).toEqual([])
})

// Nobody else could notify an embedded database.
if (process.env.TEST_DATABASE === 'server')
  test('a listener listens again, and is notified that it restarted', async () => {
    const heard: string[] = []
    let begun = 0
    await fragile.database.listen!(
      'news',
      (payload) => heard.push(payload),
      () => {
        begun++
      },
    )
    expect(begun).toBe(1)
    await fragile.lose(sql)
    await fragile.bringBack()
    await vi.waitFor(() => expect(begun).toBe(2), { timeout: 20_000 })
    await vi.waitFor(() => sql.notify('news', 'back'), { timeout: 20_000 })
    await vi.waitFor(() => expect(heard).toEqual(['back']))
  })
