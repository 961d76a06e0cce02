import { Duplex } from 'node:stream'
import {
  errorFrame,
  errorOf,
  type Frame,
  followReady,
  readyFrame,
  splitFrames,
  sqlOf,
  startupFrame,
  startupSettings,
  statementOf,
} from '../wire.ts'

const padding = 'frontdesk.padding'

/**
 * What the `postgres` package must put into its startup packet, which becomes longer than 1,024 bytes by it, so that the
 * package writes it at once. A shorter one it never writes on a connection that was lost while a write was pending: every
 * later attempt on that connection would run into the time limit, for as long as the process lives.
 */
export const startupPadding = { [padding]: 'x'.repeat(1024) }

/** What was written up to a Flush, a Sync or a Query. */
type Unit = { end: string; endsTransaction: boolean }

/** SQLSTATE: the connection failed. */
const lostCode = '08006'
const ending = /^\s*(?:commit|end|abort|rollback(?!\s+to\b))\b/i

/**
 * Stands between the `postgres` package and the way to a database. As long as the way is there, it passes everything on.
 * When the way is lost inside of a transaction, it answers in the database's place, with an error to each statement, until
 * the package has rolled back, and only then tells it. The package itself would throw outside of any call, which ends the
 * process, or carry on with the rest of the transaction on its next connection, outside of any transaction.
 */
export class Line extends Duplex {
  readonly #endings = new Set<string>()
  readonly #follow = followReady((status) => this.#ready(status))
  #way: Duplex | undefined
  #started = false
  #pending: Buffer[] = []
  #greeting: Buffer = Buffer.alloc(0)
  #rest: Buffer = Buffer.alloc(0)
  #endsTransaction = false
  #sent: Unit[] = []
  /** As the last ReadyForQuery said: idle (I), in a transaction (T) or in a failed one (E); empty before the first. */
  #status = ''
  #lost: Error | undefined
  #skipping = false

  /** @param open opens the way to the database; it may throw */
  constructor(open: () => Promise<Duplex>) {
    // Never full: at a `drain` the package takes a connection for idle, although a transaction may be open on it.
    super({ writableHighWaterMark: 2 ** 30 })
    open().then(
      (way) => this.#opened(way),
      // The package listens for errors in a moment, not yet.
      (error) => setImmediate(() => this.destroy(error)),
    )
  }

  /** The package looks at this, as at a socket's, to see whether there is something to end. */
  get readyState(): 'open' | 'closed' {
    return this.destroyed ? 'closed' : 'open'
  }

  override _read(): void {
    this.#way?.resume()
  }

  override _write(chunk: Buffer, _encoding: BufferEncoding, done: () => void): void {
    done()
    if (!this.#started) {
      this.#started = true
      this.#forward(cleanStartup(chunk))
      return
    }
    this.#note(chunk)
    if (!this.#lost) this.#forward(chunk)
    // The package loses what it writes in answer to something that it gets inside of its own write.
    else queueMicrotask(() => this.#answerAll())
  }

  override _final(done: () => void): void {
    this.#way?.end()
    done()
    this.destroy()
  }

  override _destroy(error: Error | null, done: (error?: Error | null) => void): void {
    if (this.#way && !this.#way.writableEnded) this.#way.destroy()
    done(error)
  }

  #forward(chunk: Buffer): void {
    if (this.#way) this.#way.write(chunk)
    else this.#pending.push(chunk)
  }

  #opened(way: Duplex): void {
    if (this.destroyed) return void way.destroy()
    this.#way = way
    way.on('data', (chunk: Buffer) => this.#receive(chunk))
    way.on('error', (error) => this.#lose(error))
    way.on('close', () => this.#lose(closed()))
    for (const chunk of this.#pending.splice(0)) way.write(chunk)
    way.resume()
  }

  #receive(chunk: Buffer): void {
    if (this.destroyed || this.#lost) return
    if (this.#status === '') {
      // The package would try again at once and without end where the server refuses a connection.
      this.#greeting = Buffer.concat([this.#greeting, chunk])
      const refusal = splitFrames(this.#greeting).frames.find(({ type }) => type === 'E')
      if (refusal) return void this.destroy(errorOf(refusal))
    }
    this.#follow(chunk)
    if (!this.push(chunk)) this.#way?.pause()
  }

  #ready(status: string): void {
    this.#status = status
    this.#greeting = Buffer.alloc(0)
    const done = this.#sent.findIndex(({ end }) => end !== 'H')
    this.#sent.splice(0, done + 1)
  }

  /** Takes note of what is written and not yet answered. */
  #note(chunk: Buffer): void {
    const { frames, rest } = splitFrames(this.#rest.length > 0 ? Buffer.concat([this.#rest, chunk]) : chunk)
    this.#rest = rest
    for (const message of frames) {
      if (this.#isEnding(message)) this.#endsTransaction = true
      if (!'HSQ'.includes(message.type)) continue
      this.#sent.push({ end: message.type, endsTransaction: this.#endsTransaction })
      if (message.type !== 'H') this.#endsTransaction = false
    }
  }

  /** Whether a message commits or rolls back; the package prepares these statements once, and then names them. */
  #isEnding(message: Frame): boolean {
    if (message.type === 'B') return this.#endings.has(statementOf(message))
    const found = sqlOf(message)
    if (!found || !ending.test(found.sql)) return false
    this.#endings.add(found.name)
    return true
  }

  #lose(error: Error): void {
    if (this.#lost || this.destroyed) return
    this.#lost = error
    if (this.#status !== 'T' && this.#status !== 'E') return void this.destroy(error)
    this.#answerAll()
  }

  #answerAll(): void {
    for (const unit of this.#sent.splice(0)) this.#answer(unit)
  }

  /**
   * Answers as a server does on which every statement fails: after an error it skips all up to the Sync. The end of the
   * transaction gets no answer: that the connection is gone is one.
   */
  #answer({ end, endsTransaction }: Unit): void {
    if (this.destroyed) return
    const message = `the connection to the database was lost: ${this.#lost?.message}`
    if (endsTransaction) return void this.destroy(Object.assign(new Error(message), { code: lostCode }))
    if (!this.#skipping) this.push(errorFrame(lostCode, message))
    this.#skipping = end === 'H'
    if (!this.#skipping) this.push(readyFrame('E'))
  }
}

const closed = () =>
  Object.assign(new Error('the connection to the database was closed'), { code: 'CONNECTION_CLOSED' })

/** The startup packet without its padding, and without what was left over from before a lost connection. */
function cleanStartup(chunk: Buffer): Buffer {
  // Left-over messages begin with a letter, the startup packet with the first byte of its length, which is zero.
  let at = 0
  while (chunk[at] !== 0 && chunk.length - at > 5) at += 1 + chunk.readUInt32BE(at + 1)
  const packet = chunk.subarray(at)
  const settings = startupSettings(packet)
  return settings ? startupFrame(settings.filter(([name]) => name !== padding)) : packet
}
