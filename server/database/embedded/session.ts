import { Duplex } from 'node:stream'
import {
  closeStatementFrame,
  errorFrame,
  type Frame,
  queryFrame,
  readyFrame,
  splitFrames,
  sqlOf,
  startupAnswer,
  syncFrame,
  withSql,
} from '../wire.ts'
import { type Engine, TooLong, type Turn } from './engine.ts'

/** Messages that the engine can process together: they end with a Flush, a Sync or a Query. */
type Unit = { bytes: Buffer[]; end: string }

/** The shared state of an engine's sessions. */
export type Sessions = { engine: Engine; open: Set<Session>; settings: Record<string, string>; idleMs: number }

const comments = /\/\*[\s\S]*?\*\/|--[^\n]*/g
const copyIn = /\bcopy\b[^;]*\bfrom\s+stdin\b/i

/** Replaces COPY FROM STDIN, which would terminate the engine, with an error. */
const refuseCopy = `do $$ begin raise exception 'COPY FROM STDIN does not work on the embedded database' using errcode = '0A000'; end $$`

let sessions = 0

/**
 * One connection to the embedded database. The `postgres` package writes the wire protocol into it and reads the
 * responses. The engine has a single backend; a session takes it with its first message and releases it when no
 * transaction is open.
 */
export class Session extends Duplex {
  readonly #shared: Sessions
  readonly #statements = new Set<string>()
  #started = false
  #incoming: Buffer = Buffer.alloc(0)
  #unit: Buffer[] = []
  #ready: Unit[] = []
  #working = false
  #turn: Turn | undefined
  #skipping = false
  #idle: NodeJS.Timeout | undefined

  constructor(shared: Sessions) {
    super()
    this.#shared = shared
    shared.open.add(this)
  }

  override _read(): void {}

  override _write(chunk: Buffer, _encoding: BufferEncoding, done: () => void): void {
    this.#incoming = this.#incoming.length === 0 ? chunk : Buffer.concat([this.#incoming, chunk])
    // The package loses its next message if it is answered inside write().
    queueMicrotask(() => this.#receive())
    done()
  }

  override _final(done: () => void): void {
    done()
    this.destroy()
  }

  override _destroy(error: Error | null, done: (error?: Error | null) => void): void {
    this.#shared.open.delete(this)
    clearTimeout(this.#idle)
    if (!this.#working) void this.#leave()
    done(error)
  }

  #receive(): void {
    if (this.destroyed) return
    if (!this.#started && !this.#start()) return
    const { frames, rest } = splitFrames(this.#incoming)
    this.#incoming = rest
    for (const message of frames) {
      if (message.type === 'X') return void this.destroy()
      this.#unit.push(this.#rewrite(message))
      if (!'HSQ'.includes(message.type)) continue
      this.#ready.push({ bytes: this.#unit, end: message.type })
      this.#unit = []
    }
    if (this.#ready.length > 0 && !this.#working) void this.#work()
  }

  /** Reads the startup packet. A cancel request arrives instead of one, on its own connection, and is ignored. */
  #start(): boolean {
    if (this.#incoming.length < 8 || this.#incoming.length < this.#incoming.readUInt32BE(0)) return false
    const length = this.#incoming.readUInt32BE(0)
    const code = this.#incoming.readUInt32BE(4)
    this.#incoming = this.#incoming.subarray(length)
    if (code !== 3 << 16) {
      this.destroy()
      return false
    }
    this.#started = true
    this.push(startupAnswer(++sessions, this.#shared.settings))
    return true
  }

  /** Records the statements of this session, and replaces messages that the engine must not receive. */
  #rewrite(message: Frame): Buffer {
    const found = sqlOf(message)
    if (!found) return message.bytes
    if (found.name) this.#statements.add(found.name)
    const copies = /\bcopy\b/i.test(found.sql) && copyIn.test(found.sql.replace(comments, ' '))
    return copies ? withSql(message, found.name, refuseCopy) : message.bytes
  }

  async #work(): Promise<void> {
    this.#working = true
    clearTimeout(this.#idle)
    try {
      while (this.#ready.length > 0 && !this.destroyed) {
        if (this.#skipping) {
          this.#skip(this.#ready.shift()!)
          continue
        }
        this.#turn ??= await this.#shared.engine.turn()
        if (this.destroyed) break
        const units = this.#ready.splice(0)
        const status = this.#answer(await this.#turn.run(Buffer.concat(units.flatMap((unit) => unit.bytes))))
        if (units.at(-1)!.end === 'H') continue
        if (status === undefined) throw this.#turn.fail('it sent an incomplete response')
        if (status === 'I') this.#release()
      }
    } catch (error) {
      if (error instanceof TooLong) this.#refuse(error)
      else this.destroy(error as Error)
    }
    this.#working = false
    if (this.destroyed) await this.#leave()
    else if (this.#ready.length > 0) await this.#work()
    else if (this.#turn) this.#idle = setTimeout(() => this.#tooIdle(), this.#shared.idleMs)
  }

  #release(): void {
    this.#turn?.end()
    this.#turn = undefined
  }

  #tooIdle(): void {
    this.push(errorFrame('25P03', 'an idle transaction blocked the database for too long'))
    this.destroy()
  }

  /** Forwards the engine's response. Returns the last transaction status. */
  #answer(output: Buffer): string | undefined {
    if (output.length > 0 && !this.destroyed) this.push(output)
    const last = splitFrames(output).frames.findLast(({ type }) => type === 'Z')
    return last && String.fromCharCode(last.bytes[5]!)
  }

  /**
   * Responds to everything that waits with an error, as a server does: after an error it skips everything up to the
   * Sync.
   */
  #refuse(error: Error): void {
    for (const unit of this.#ready.splice(0)) {
      if (!this.#skipping) this.push(errorFrame('55P03', error.message))
      this.#skip(unit)
    }
  }

  #skip({ end }: Unit): void {
    this.#skipping = end === 'H'
    if (!this.#skipping) this.push(readyFrame('I'))
  }

  /** Resets the engine after this session: no transaction, no prepared statements. */
  async #leave(): Promise<void> {
    try {
      if (!this.#turn && this.#statements.size === 0) return
      this.#turn ??= await this.#shared.engine.turn()
      const forgotten = [...this.#statements].map(closeStatementFrame)
      this.#statements.clear()
      await this.#turn.run(Buffer.concat([syncFrame, queryFrame('rollback'), ...forgotten, syncFrame]))
    } catch {
      // The engine is gone, so there is nothing to reset; or it is busy, and resets the statements later.
    } finally {
      this.#release()
    }
  }
}
