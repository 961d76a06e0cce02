/** Runs PostgreSQL (PGlite) in a worker thread, which executes messages of the main thread in order. */
import { readFile } from 'node:fs/promises'
import { parentPort, workerData } from 'node:worker_threads'
import type { PGlite } from '@electric-sql/pglite'
import { createGuard, type Held } from './lock.ts'
import { compile, openPglite, type Program, reasonOf } from './pglite.ts'

/**
 * `folder`: the data folder; undefined: in memory. `held`: the lock that must be held for every write. `load`: a tar
 * file with initial data, or its path.
 */
export type WorkerOptions = { folder?: string; held?: Held; load?: Uint8Array | string }

export type ToWorker = { run: Uint8Array } | { dump: true } | { close: true }

/** `failed` ends the worker. The others answer one question, and `ready` the start. */
export type FromWorker = { ready: Program } | { failed: string } | { output: Uint8Array } | { closed: true }

const port = parentPort
if (!port) throw new Error('embedded-worker.ts runs as a worker thread only')

/** The exit status with which the engine aborts a failed statement. It is the only normal exception. */
const statementFailed = 100

const answer = (message: FromWorker, transfer: ArrayBuffer[] = []) => port.postMessage(message, transfer)

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

async function start({ folder, held, load, program }: WorkerOptions & { program?: Program }) {
  const lost = held ? createGuard(held) : () => undefined
  const tar = typeof load === 'string' ? await readFile(load) : load
  const compiled = program ?? (await compile())
  const early = lost()
  if (early) throw new Error(early)
  const engine = await openPglite({ folder, tar, program: compiled })
  endWhenDamaged(engine)
  port!.on('message', (message: ToWorker) => {
    // Also checked before the end, when the engine writes its remaining memory.
    const reason = lost()
    if (reason) return answer({ failed: reason })
    work(engine, message).catch((error: Error) => answer({ failed: error.message }))
  })
  answer({ ready: compiled })
}

start(workerData as WorkerOptions & { program?: Program }).catch((error: Error) => answer({ failed: reasonOf(error) }))
