import { fork } from 'node:child_process'
import { inTurn } from '../../../core/async.ts'
import { type Clock, systemClock } from '../../../core/clock.ts'
import { compileCache } from '../../../core/compile-cache.ts'
import { type Failure, FailureError, failureOf } from '../../../core/failure.ts'
import type { Log } from '../../../core/log.ts'
import { type Reader, Unreadable } from '../../../core/reader.ts'
import type { ProcessAnswer, Reading, ReadRequest } from './isolated-worker.ts'
import { tooMuch } from './reader.ts'

type Question = { what: Reading; args: unknown[]; signal?: AbortSignal }

/** The process itself ends slow work long before. This catches a process that is suspended or stuck. */
const answerWithinMs = 120_000
type Child = {
  /** Undefined if the process ended before it responded. */
  ask(question: Question): Promise<ProcessAnswer | undefined>
  /** Aborts its current work. */
  end(): Promise<void>
}

/** How long an idle process is kept. */
const idleMs = 60_000
/** If the process dies while reading two files, either may be the cause, so each is retried once. */
const tries = 2
const maxWords = 2000

/**
 * Reads in a separate process that starts on demand. It runs at low priority with all its threads, and its memory does
 * not count towards the server's.
 * @param patience the clock for time limits: the work takes real time even if a test moves the clock
 */
export function createIsolatedReader(clock: Clock, log: Log, patience: Pick<Clock, 'after'> = systemClock): Reader {
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
      if (closed) throw new Error('The server is shutting down.')
      child ??= startChild()
      const answer = await child.ask(question)
      if (answer) return resultOf(answer)
    }
    throw closed ? new Error('The server is shutting down.') : tooMuch[question.what]()
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
  // Sent one at a time, so that waiting requests survive the end of the process.
  const [pages, files, calendars] = [inTurn(ask), inTurn(ask), inTurn(ask)]
  return {
    readPage: (...args) => pages({ what: 'readPage', args }) as ReturnType<Reader['readPage']>,
    readSitemap: (...args) => pages({ what: 'readSitemap', args }) as ReturnType<Reader['readSitemap']>,
    checkLinks: (...args) => pages({ what: 'checkLinks', args }) as ReturnType<Reader['checkLinks']>,
    readFile: (type, bytes, signal) =>
      files({ what: 'readFile', args: [type, bytes], signal }) as ReturnType<Reader['readFile']>,
    readCalendar: (bytes, window, zone, signal) =>
      calendars({ what: 'readCalendar', args: [bytes, window, zone], signal }) as ReturnType<Reader['readCalendar']>,
    async close() {
      closed = true
      await end()
    },
  }
}

function resultOf(answer: ProcessAnswer): unknown {
  if ('said' in answer) return answer.said
  throw answer.isUnreadable ? new Unreadable(answer.fault) : new FailureError(answer.fault)
}

function start(patience: Pick<Clock, 'after'>, log: Log, ended: () => void): Child {
  const child = fork(new URL('./isolated-worker.ts', import.meta.url), {
    serialization: 'advanced',
    // Without the server's environment, which contains its secrets.
    env: { NODE_COMPILE_CACHE: compileCache },
    execArgv: ['--max-semi-space-size=4'],
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
  })
  const waiting = new Map<number, (answer?: ProcessAnswer) => void>()
  const over = Promise.withResolvers<void>()
  let isEnding = false
  let [words, last] = ['', 0]
  child.stderr?.setEncoding('utf8').on('data', (text: string) => {
    words = (words + text).slice(-maxWords)
  })
  const finish = (fields: object, fault?: Failure) => {
    if (!isEnding) log.warn({ ...fields, words }, 'the reading process ended')
    isEnding = true
    ended()
    for (const [id, resolve] of waiting) resolve(fault === undefined ? undefined : { id, fault, isUnreadable: false })
    waiting.clear()
    over.resolve()
  }
  child.on('message', (answer: ProcessAnswer) => waiting.get(answer.id)?.(answer))
  child.on('error', (err) => finish({ err }, failureOf(new Error('could not start the reading process'))))
  child.once('close', (code, signal) => finish({ code, signal }))
  // Requests that cannot be sent are answered when the process ends.
  const send = (asked: ReadRequest) => void child.send?.(asked, () => {})
  return {
    async ask({ what, args, signal }) {
      const id = ++last
      const unwanted = () => send({ id })
      signal?.addEventListener('abort', unwanted)
      const stopWaiting = patience.after(answerWithinMs, () => {
        log.warn({ what }, 'the reading process is not responding')
        child.kill('SIGKILL')
      })
      try {
        return await new Promise<ProcessAnswer | undefined>((resolve) => {
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
