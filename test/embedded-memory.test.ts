import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { appendFileSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import type { Worker } from 'node:worker_threads'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { silentLog } from '../server/core/log.ts'
import { type EmbeddedDatabase, openEmbedded } from '../server/database/embedded/embedded.ts'
import { putEmbedded } from './support/database.ts'

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

async function open(): Promise<EmbeddedDatabase> {
  const database = await openEmbedded({ dataDir, log: silentLog })
  opened.push(database)
  return database
}

async function close(database: EmbeddedDatabase): Promise<void> {
  opened.splice(opened.indexOf(database), 1)
  await database.close()
}

/** The processes that this one has started. */
const children = (): number[] =>
  readFileSync(`/proc/${process.pid}/task/${process.pid}/children`, 'utf8')
    .trim()
    .split(' ')
    .filter(Boolean)
    .map(Number)

/** Opens the given folder, and closes it. */
const opener = `
  const { openEmbedded } = await import(${JSON.stringify(new URL('../server/database/embedded/embedded.ts', import.meta.url).href)})
  const log = { info() {}, warn() {}, error() {} }
  await (await openEmbedded({ dataDir: process.argv[1], log })).close()`

/** Creates a database in the given folder, and kills its own process at the given moment. */
const creator = `
  const { existsSync } = await import('node:fs')
  const { openEmbedded } = await import(${JSON.stringify(new URL('../server/database/embedded/embedded.ts', import.meta.url).href)})
  const [dataDir, moment] = process.argv.slice(1)
  const kill = () => process.kill(process.pid, 'SIGKILL')
  if (moment === 'creation') setInterval(() => existsSync(dataDir + '/db/global') && kill(), 1)
  process.on('worker', (thread) => {
    if (moment === 'thread') kill()
    thread.once('message', kill)
  })
  const log = { info() {}, warn() {}, error() {} }
  await openEmbedded({ dataDir, log })`

// The engine does not depend on the database of the tests, so once is enough.
if (process.env.TEST_DATABASE !== 'server') {
  describe('the folder', () => {
    test('is created by a process that ends, because a thread would leave memory behind', async () => {
      const threads: Worker[] = []
      const add = (thread: Worker) => threads.push(thread)
      process.on('worker', add)
      await open()
      process.off('worker', add)
      expect(threads.length).toBe(1)
      await expect.poll(() => children()).toEqual([])
    })

    test('whose creation is killed says so, and is created at the next start', async () => {
      const opening = openEmbedded({ dataDir, log: silentLog })
      const failed = expect(opening).rejects.toThrow(
        /^The embedded database in \S+ did not start: the process that creates it ended \(SIGKILL\)$/,
      )
      await expect.poll(() => children().length).toBe(1)
      process.kill(children()[0]!, 'SIGKILL')
      await failed
      const { sql } = await open()
      expect(await sql`select 1 as one`).toEqual([{ one: 1 }])
    })

    test('is not created by a process that lost its lock', async () => {
      const opening = openEmbedded({ dataDir, log: silentLog })
      const failed = expect(opening).rejects.toThrow('its lock file')
      await expect.poll(() => children().length).toBe(1)
      rmSync(join(dataDir, 'db.lock'))
      await failed
      expect(readdirSync(join(dataDir, 'db'))).toEqual([])
    })

    test('is opened without the optimising compiler, which takes 600 MB for the largest function', async () => {
      await putEmbedded(dataDir)
      const flags = ['--trace-wasm-compilation-times', '--wasm-sync-tier-up']
      const child = spawn(process.execPath, [...flags, '--input-type=module', '-e', opener, dataDir])
      const compilers = []
      for await (const line of createInterface(child.stdout)) {
        const [, compiler, size] = / using (\w+), .* bodysize (\d+) /.exec(line) ?? []
        if (Number(size) > 100_000) compilers.push(compiler)
      }
      expect(new Set(compilers)).toEqual(new Set(['Liftoff']))
    })

    test('is opened with little shared memory, also if it was created with more', async () => {
      await putEmbedded(dataDir)
      appendFileSync(join(dataDir, 'db', 'postgresql.conf'), 'shared_buffers = 128MB\n')
      const { sql } = await open()
      expect(await sql`show shared_buffers`).toEqual([{ shared_buffers: '32MB' }])
    })

    test.each(['creation', 'thread', 'opening'])('whose first start is killed at %s is usable', async (moment) => {
      const args = ['--input-type=module', '-e', creator, dataDir, moment]
      const [, signal] = await once(spawn(process.execPath, args, { stdio: ['ignore', 'ignore', 'inherit'] }), 'exit')
      expect(signal).toBe('SIGKILL')
      const next = await open()
      await next.sql`create table things (id integer)`
      await close(next)
      const last = await open()
      expect(await last.sql`select * from things`).toEqual([])
      expect(existsSync(join(dataDir, 'db.unfinished'))).toBe(false)
    })
  })
}
