/** Runs PostgreSQL (PGlite) in a worker thread, which executes messages of the main thread in order. */
import { readFile } from 'node:fs/promises'
import { parentPort, workerData } from 'node:worker_threads'
import { PGlite, type PGliteOptions } from '@electric-sql/pglite'
import { pg_trgm } from '@electric-sql/pglite/contrib/pg_trgm'
import { vector } from '@electric-sql/pglite-pgvector'
import { createGuard, type Held } from './lock.ts'

/**
 * `folder`: the data folder; undefined: in memory. `held`: the lock that must be held for every write. `load`: a tar
 * file with initial data, or its path.
 */
export type WorkerOptions = { folder?: string; held?: Held; load?: Uint8Array | string }

/** The compiled engine. */
export type Program = NonNullable<PGliteOptions['pgliteWasmModule']>

/** Both runtimes have it, but it is declared only in the DOM types. */
declare const WebAssembly: { compile(bytes: Uint8Array): Promise<Program> }

export type ToWorker = { run: Uint8Array } | { dump: true } | { close: true }

/** `failed` ends the worker. The others answer one question, and `ready` the start. */
export type FromWorker = { ready: Program } | { failed: string } | { output: Uint8Array } | { closed: true }

const port = parentPort
if (!port) throw new Error('embedded-worker.ts runs as a worker thread only')

/** The exit status with which the engine aborts a failed statement. It is the only normal exception. */
const statementFailed = 100

const said: string[] = []

const remember = (line: string) => {
  said.push(line)
  if (said.length > 50) said.shift()
  return false
}

const answer = (message: FromWorker, transfer: ArrayBuffer[] = []) => port.postMessage(message, transfer)

/** PostgreSQL's own reason for a failed start. */
function reasonOf(error: Error): string {
  const fatal = said.findLast((line) => /(?:FATAL|PANIC): /.test(line)) ?? said.at(-1)
  return fatal?.replace(/^.*?(?:FATAL|PANIC|postgres):\s+/, '') ?? error.message
}

/**
 * PGlite continues after any exception inside the engine. An exception of the runtime (the thread ran out of stack or
 * memory) leaves it damaged: queries without rows, or endless loops. It must not respond again.
 */
function endWhenDamaged(engine: PGlite): void {
  const { Module: module } = engine
  const step = module._PostgresMainLoopOnce
  module._PostgresMainLoopOnce = () => {
    try {
      step()
    } catch (error) {
      const { status, message } = error as { status?: number; message?: string }
      if (status !== statementFailed) answer({ failed: `a statement was too much for it: ${message ?? status}` })
      throw error
    }
  }
}

async function run(engine: PGlite, messages: Uint8Array) {
  const chunks: Buffer[] = []
  // The engine reuses its memory, so its output is copied immediately.
  await engine.execProtocolRawStream(messages, { onRawData: (bytes) => chunks.push(Buffer.from(bytes)) })
  const output = new Uint8Array(chunks.reduce((sum, chunk) => sum + chunk.length, 0))
  let at = 0
  for (const chunk of chunks) {
    output.set(chunk, at)
    at += chunk.length
  }
  answer({ output }, [output.buffer])
}

async function dump(engine: PGlite) {
  const output = await (await engine.dumpDataDir('none')).arrayBuffer()
  answer({ output: new Uint8Array(output) }, [output])
}

async function work(engine: PGlite, message: ToWorker): Promise<void> {
  if ('run' in message) return run(engine, message.run)
  if ('dump' in message) return dump(engine)
  await engine.close()
  answer({ closed: true })
  port!.close()
}

const settings = [
  // Without a checkpointer process, the engine makes a checkpoint after writing this much.
  'max_wal_size=64MB',
  'min_wal_size=32MB',
  // Resident from the start. Other pages are in the file cache of the system.
  'shared_buffers=32MB',
]

/** The import of the memory in the program: its name, kind and limits, 2,048 to 32,768 pages of 64 KB. */
const memoryImport = Buffer.from('\x06memory\x02\x01\x80\x10\x80\x80\x02', 'latin1')
const initialMemory = 32 * 2 ** 20

/**
 * The program requires 128 MB from the start, which PGlite copies and overwrites when it creates a database. With less,
 * the memory grows as needed.
 */
async function compile(): Promise<Program> {
  const bytes = await readFile(new URL('pglite.wasm', import.meta.resolve('@electric-sql/pglite')))
  const place = bytes.indexOf(memoryImport)
  if (place < 0) throw new Error('the program of the embedded database has other limits of memory than expected')
  bytes.write('\x80\x04', place + memoryImport.indexOf('\x80\x10', 0, 'latin1'), 'latin1')
  return await WebAssembly.compile(bytes)
}

async function start({ folder, held, load, program }: WorkerOptions & { program?: Program }) {
  const lost = held ? createGuard(held) : () => undefined
  const tar = typeof load === 'string' ? await readFile(load) : load
  const pgliteWasmModule = program ?? (await compile())
  const early = lost()
  if (early) throw new Error(early)
  const engine = await PGlite.create({
    pgliteWasmModule,
    initialMemory,
    dataDir: folder ?? 'memory://',
    extensions: { vector, pg_trgm },
    startParams: [...PGlite.defaultStartParams, ...settings.flatMap((setting) => ['-c', setting])],
    initDbStartParams: ['--set', 'shared_buffers=16MB'],
    onStderr: remember,
    ...(tar ? { loadDataDir: new Blob([new Uint8Array(tar)]) } : {}),
  })
  endWhenDamaged(engine)
  port!.on('message', (message: ToWorker) => {
    // Also checked before the end, when the engine writes its remaining memory.
    const reason = lost()
    if (reason) return answer({ failed: reason })
    work(engine, message).catch((error: Error) => answer({ failed: error.message }))
  })
  answer({ ready: pgliteWasmModule })
}

start(workerData as WorkerOptions & { program?: Program }).catch((error: Error) => answer({ failed: reasonOf(error) }))
