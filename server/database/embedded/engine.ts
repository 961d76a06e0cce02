import type { Log } from '../database.ts'
import { queryFrame } from '../wire.ts'
import { createDatabase } from './create.ts'
import type { Lock } from './lock.ts'
import { EngineThread } from './thread.ts'
import type { WorkerOptions } from './worker.ts'

/** The right to use the single backend, from the first message of a transaction to its end. */
export type Turn = {
  /** Sends complete messages to the engine and returns its whole response. */
  run(messages: Uint8Array): Promise<Buffer>
  /** Terminates an engine that violates the protocol. It is then restarted. */
  fail(cause: string): Error
  end(): void
}

export type EngineOptions = Omit<WorkerOptions, 'held'> & {
  /** Keeps other processes out of the folder. */
  lock?: Lock
  /** Whether the folder is empty, so that the database is created first. */
  create?: boolean
  log: Log
  /** How long a turn waits for another one, in milliseconds. */
  waitMs: number
  /** Maximum duration of a statement before the engine is terminated and restarted, in milliseconds. */
  statementMs: number
  /** Called when the engine died, which invalidates all sessions. */
  onDeath(error: Error): void
}

/** Another turn used the engine for longer than this one could wait. */
export class TooLong extends Error {}

/** Delay before retrying a failed start, in milliseconds. */
const retryMs = 5_000

type Waiting = { resolve(turn: Turn): void; reject(error: Error): void; timer: NodeJS.Timeout }

/** PostgreSQL in a worker thread, used by one turn at a time. If the thread dies, it restarts on the same folder. */
export class Engine {
  readonly #options: EngineOptions
  readonly #waiting: Waiting[] = []
  #thread: EngineThread
  #taken = false
  #closing = false
  /** Why the engine is not responding, as a sentence. */
  down: string | undefined

  /** Rejects with the reason if the engine cannot start. */
  static async start(options: EngineOptions): Promise<Engine> {
    const { create, folder, lock } = options
    if (create && folder && lock) await createDatabase({ folder, held: lock.held() })
    const engine = new Engine(options)
    await engine.#thread.started
    return engine
  }

  private constructor(options: EngineOptions) {
    this.#options = options
    this.#thread = this.#launch(options)
  }

  /** Waits for a turn. Rejects with TooLong after the time limit. */
  turn(): Promise<Turn> {
    if (this.down) return Promise.reject(isDown(this.down))
    if (!this.#taken) {
      this.#taken = true
      return Promise.resolve(this.#createTurn())
    }
    const { promise, resolve, reject } = Promise.withResolvers<Turn>()
    const timer = setTimeout(() => {
      this.#waiting.splice(this.#waiting.indexOf(entry), 1)
      reject(new TooLong('the database is busy: another transaction kept it for too long'))
    }, this.#options.waitMs)
    const entry = { resolve, reject, timer }
    this.#waiting.push(entry)
    return promise
  }

  /** The whole data folder as a tar file, taken when no transaction is open. */
  async dump(): Promise<Uint8Array> {
    const turn = await this.turn()
    try {
      await turn.run(queryFrame('checkpoint'))
      return await this.#thread.ask({ dump: true }, 0)
    } finally {
      turn.end()
    }
  }

  /** Terminates the engine immediately. It restarts as soon as possible. */
  stop(cause: string): void {
    this.#thread.kill(cause)
  }

  async close(): Promise<void> {
    this.#closing = true
    await this.#thread.close()
  }

  #createTurn(): Turn {
    // A turn belongs to one thread, because a restarted one does not know its transaction.
    const thread = this.#thread
    let ended = false
    return {
      run: async (messages) => {
        // Copied, because posting a small buffer copies the whole pool behind it.
        const output = await thread.ask({ run: new Uint8Array(messages) }, this.#options.statementMs)
        return Buffer.from(output.buffer, output.byteOffset, output.byteLength)
      },
      fail(cause) {
        thread.kill(cause)
        return stopped(cause)
      },
      end: () => {
        if (!ended) this.#next()
        ended = true
      },
    }
  }

  #next(): void {
    const first = this.#waiting.shift()
    this.#taken = first !== undefined
    clearTimeout(first?.timer)
    first?.resolve(this.#createTurn())
  }

  #launch(place: Place): EngineThread {
    const thread = startThread(place)
    thread.started.then(
      async () => {
        const cause = await thread.ended
        if (!this.#closing) await this.#recover(cause)
      },
      // Reported to the caller that waits for the start.
      () => {},
    )
    return thread
  }

  async #recover(cause: string): Promise<void> {
    const { folder, lock, log, onDeath } = this.#options
    this.down = `The embedded database stopped: ${cause}.`
    log.error({ cause }, 'the embedded database stopped')
    for (const { reject, timer } of this.#waiting.splice(0)) {
      clearTimeout(timer)
      reject(stopped(cause))
    }
    onDeath(stopped(cause))
    while (folder && this.down && !this.#closing) {
      try {
        await lock?.regain()
        this.#thread = this.#launch({ folder, ...(lock ? { lock } : {}) })
        await this.#thread.started
        this.down = undefined
        log.warn({}, 'the embedded database is running again')
      } catch (error) {
        this.down = `The embedded database stopped (${cause}) and does not restart: ${(error as Error).message}.`
        log.error({ err: error }, 'the embedded database did not restart')
        await new Promise((resolve) => setTimeout(resolve, retryMs).unref())
      }
    }
  }
}

type Place = Pick<EngineOptions, 'folder' | 'load' | 'lock'>

function startThread({ folder, load, lock }: Place): EngineThread {
  const place = folder && lock ? { folder, held: lock.held() } : folder ? { folder } : {}
  return new EngineThread({ ...place, ...(load ? { load } : {}) })
}

const isDown = (message: string) => Object.assign(new Error(message), { code: 'DATABASE_DOWN' })

const stopped = (cause: string) => isDown(`the embedded database stopped: ${cause}`)
