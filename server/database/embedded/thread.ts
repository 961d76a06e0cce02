import { Worker } from 'node:worker_threads'
import { compileCache } from '../../core/compile-cache.ts'
import type { Program } from './pglite.ts'
import { saveMemory } from './save-memory.ts'
import type { FromWorker, ToWorker, WorkerOptions } from './worker.ts'

/** How long a database may take to be created, and to start, in milliseconds. */
export const startLimitMs = 120_000

/** PostgreSQL could not start, for the reason in the message. */
export class StartRefused extends Error {}

/** Compiled by the first thread and reused by later ones, because it takes half of the start time. */
let program: Program | undefined

type Asked = { resolve(output: Uint8Array): void; reject(error: Error): void }

/** The worker thread that runs PostgreSQL, from its start to its end. */
export class EngineThread {
  /** Resolves when it is running. Rejects if it could not start. */
  readonly started: Promise<void>
  /** Resolves with the cause when it has ended, for any reason. */
  readonly ended: Promise<string>
  readonly #worker: Worker
  #asked: Asked | undefined
  #cause = 'its thread ended'
  #killed = false
  #over = false

  constructor(options: WorkerOptions) {
    if (!program) saveMemory()
    this.#worker = new Worker(new URL('./worker.ts', import.meta.url), {
      workerData: program ? { ...options, program } : options,
      // The thread must not inherit this process's arguments, such as a script on its command line.
      execArgv: [],
      env: { NODE_COMPILE_CACHE: compileCache },
      // Deeply nested statements must reach PostgreSQL's own limit before the stack of the thread overflows.
      resourceLimits: { stackSizeMb: 256 },
    })
    const start = Promise.withResolvers<void>()
    const end = Promise.withResolvers<string>()
    const limit = setTimeout(() => this.kill(`it did not start within ${startLimitMs / 1000} s`), startLimitMs)
    this.#worker.on('message', (message: FromWorker) => {
      // Later messages of a damaged engine are unreliable.
      if (this.#killed) return
      if ('ready' in message) {
        clearTimeout(limit)
        program ??= message.ready
        start.resolve()
      } else if ('output' in message) this.#settle()?.resolve(message.output)
      else if ('failed' in message) {
        start.reject(new StartRefused(message.failed))
        this.kill(message.failed)
      }
    })
    this.#worker.on('error', (error) => {
      this.#cause = error instanceof Error ? error.message : String(error)
    })
    this.#worker.on('exit', () => {
      this.#over = true
      clearTimeout(limit)
      this.#settle()?.reject(new Error(this.#cause))
      start.reject(new Error(this.#cause))
      end.resolve(this.#cause)
    })
    this.started = start.promise
    this.ended = end.promise
  }

  /** Asks one question at a time. A response that takes longer than `limitMs` terminates the thread; 0: no limit. */
  async ask(message: ToWorker, limitMs: number): Promise<Uint8Array> {
    if (this.#over) throw new Error(this.#cause)
    const { promise, resolve, reject } = Promise.withResolvers<Uint8Array>()
    this.#asked = { resolve, reject }
    this.#worker.postMessage(message)
    const seconds = limitMs / 1000
    const limit =
      limitMs > 0 ? setTimeout(() => this.kill(`a statement took longer than ${seconds} s`), limitMs) : undefined
    try {
      return await promise
    } finally {
      clearTimeout(limit)
    }
  }

  /** Terminates the thread immediately, like a crash. The data folder recovers at the next start. */
  kill(cause: string): void {
    if (this.#killed) return
    this.#killed = true
    this.#cause = cause
    void this.#worker.terminate()
  }

  async close(): Promise<void> {
    if (!this.#over) this.#worker.postMessage({ close: true } satisfies ToWorker)
    await this.ended
  }

  #settle(): Asked | undefined {
    const asked = this.#asked
    this.#asked = undefined
    return asked
  }
}
