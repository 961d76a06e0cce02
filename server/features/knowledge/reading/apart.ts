import { fork } from 'node:child_process'
import { type Clock, systemClock } from '../../../core/clock.ts'
import { compileCache } from '../../../core/compile-cache.ts'
import { inTurn } from '../../../core/in-turn.ts'
import type { Log } from '../../../core/log.ts'
import { type Reader, Unreadable } from '../../../core/reader.ts'
import type { Asked, Reading, Told } from './apart-worker.ts'
import { tooMuch } from './reader.ts'

type Question = { what: Reading; args: unknown[]; signal?: AbortSignal }

/** The process ends what takes too long by itself, long before; one that is suspended or stuck cannot. */
const answerWithinMs = 120_000
type Child = {
  /** Undefined where the process ended before it answered. */
  ask(question: Question): Promise<Told | undefined>
  /** Gives up what it is at. */
  end(): Promise<void>
}

/** How long the process waits for more to do. */
const idleMs = 60_000
/** Who knows which of two files it was that ended the process, or whether it was one: each is tried once more. */
const tries = 2
const mostWords = 2000

/**
 * Reads in a process of its own, made when there is something to read: it stands back as a whole, with all that its engine
 * does for it, and it is not the server's memory that grows.
 * @param patience waits for answers: work takes real time, whatever a test makes of the clock
 */
export function createReaderApart(clock: Clock, log: Log, patience: Pick<Clock, 'after'> = systemClock): Reader {
  let child: Child | undefined
  let asked = 0
  let closed = false
  let stopWaiting = () => {}
  const end = async () => {
    stopWaiting()
    const ending = child
    child = undefined
    await ending?.end()
  }
  const startChild = (): Child => {
    const started = start(patience, log, () => {
      if (child === started) child = undefined
    })
    return started
  }
  const answerTo = async (question: Question) => {
    for (let tried = 0; tried < tries; tried++) {
      question.signal?.throwIfAborted()
      if (closed) throw new Error('The server stops.')
      child ??= startChild()
      const told = await child.ask(question)
      if (told) return saidIn(told)
    }
    throw closed ? new Error('The server stops.') : tooMuch[question.what]()
  }
  const ask = async (question: Question) => {
    stopWaiting()
    asked++
    try {
      return await answerTo(question)
    } finally {
      asked--
      if (asked === 0 && !closed) stopWaiting = clock.after(idleMs, end)
    }
  }
  // Asked one by one: what waits is not lost with a process that ends.
  const [pages, files] = [inTurn(ask), inTurn(ask)]
  return {
    readPage: (...args) => pages({ what: 'readPage', args }) as ReturnType<Reader['readPage']>,
    readSitemap: (...args) => pages({ what: 'readSitemap', args }) as ReturnType<Reader['readSitemap']>,
    checkLinks: (...args) => pages({ what: 'checkLinks', args }) as ReturnType<Reader['checkLinks']>,
    readFile: (type, bytes, signal) =>
      files({ what: 'readFile', args: [type, bytes], signal }) as ReturnType<Reader['readFile']>,
    async close() {
      closed = true
      await end()
    },
  }
}

function saidIn(told: Told): unknown {
  if ('said' in told) return told.said
  throw told.isUnreadable ? new Unreadable(told.fault) : new Error(told.fault)
}

function start(patience: Pick<Clock, 'after'>, log: Log, ended: () => void): Child {
  const child = fork(new URL('./apart-worker.ts', import.meta.url), {
    serialization: 'advanced',
    // None of the server's own, which holds its secrets.
    env: { NODE_COMPILE_CACHE: compileCache },
    execArgv: [],
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
  })
  const waiting = new Map<number, (told?: Told) => void>()
  const over = Promise.withResolvers<void>()
  let isEnding = false
  let [words, last] = ['', 0]
  child.stderr?.setEncoding('utf8').on('data', (text: string) => {
    words = (words + text).slice(-mostWords)
  })
  const finish = (fields: object, fault?: string) => {
    if (!isEnding) log.warn({ ...fields, words }, 'the process that reads files and pages ended')
    isEnding = true
    ended()
    for (const [id, tell] of waiting) tell(fault === undefined ? undefined : { id, fault, isUnreadable: false })
    waiting.clear()
    over.resolve()
  }
  child.on('message', (told: Told) => waiting.get(told.id)?.(told))
  child.on('error', (err) => finish({ err }, 'The process that reads could not be started.'))
  child.once('close', (code, signal) => finish({ code, signal }))
  // What cannot be sent any more is answered by the end of the process.
  const send = (asked: Asked) => void child.send?.(asked, () => {})
  return {
    async ask({ what, args, signal }) {
      const id = ++last
      const unwanted = () => send({ id })
      signal?.addEventListener('abort', unwanted)
      const stopWaiting = patience.after(answerWithinMs, () => {
        log.warn({ what }, 'the process that reads files and pages does not answer')
        child.kill('SIGKILL')
      })
      try {
        return await new Promise<Told | undefined>((resolve) => {
          waiting.set(id, resolve)
          send({ id, what, args })
        })
      } finally {
        stopWaiting()
        waiting.delete(id)
        signal?.removeEventListener('abort', unwanted)
      }
    },
    end() {
      isEnding = true
      child.kill('SIGKILL')
      return over.promise
    },
  }
}
