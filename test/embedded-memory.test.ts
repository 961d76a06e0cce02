import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { appendFileSync, existsSync, mkdtempSync, rmSync } from 'node:fs'
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
  let threads = 0
  process.on('worker', (thread) => {
    if (++threads < 2) return
    if (moment === 'second thread') kill()
    thread.once('message', kill)
  })
  const log = { info() {}, warn() {}, error() {} }
  await openEmbedded({ dataDir, log })`

// The engine does not depend on the database of the tests, so once is enough.
if (process.env.TEST_DATABASE !== 'server') {
  describe('the folder', () => {
    test('is created by a thread that ends, because it would keep the memory that this takes', async () => {
      const threads: Worker[] = []
      const add = (thread: Worker) => threads.push(thread)
      process.on('worker', add)
      const first = await open()
      const ended = -1
      expect(threads.map(({ threadId }) => threadId === ended)).toEqual([true, false])
      await close(first)
      await open()
      expect(threads.length).toBe(3)
      process.off('worker', add)
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

    test.each(['creation', 'second thread', 'opening'])(
      'whose first start is killed at %s is usable',
      async (moment) => {
        const args = ['--input-type=module', '-e', creator, dataDir, moment]
        const [, signal] = await once(spawn(process.execPath, args, { stdio: ['ignore', 'ignore', 'inherit'] }), 'exit')
        expect(signal).toBe('SIGKILL')
        const next = await open()
        await next.sql`create table things (id integer)`
        await close(next)
        const last = await open()
        expect(await last.sql`select * from things`).toEqual([])
        expect(existsSync(join(dataDir, 'db.unfinished'))).toBe(false)
      },
    )
  })
}
