import { Worker } from 'node:worker_threads'
import type { Clock } from '../../core/clock.ts'
import { inTurn } from '../../core/in-turn.ts'

export type ThreadLimits = {
  milliseconds: number
  /** Of objects. Only Node keeps to it. */
  heapMb: number
  /** By which the whole process may grow meanwhile, buffers included; each runtime keeps to it. */
  growthMb: number
}

/** What came of a question: an answer, or why there is none. */
export type Outcome<Answer> = { answer: Answer } | { failed: 'time' | 'memory' | 'unwanted' | 'closed' }

type AskOptions = { signal?: AbortSignal; transfer?: ArrayBuffer[] }

export type Thread<Question, Answer> = {
  ask(question: Question, options?: AskOptions): Promise<Outcome<Answer>>
  /** Gives up what it is at. */
  close(): Promise<void>
}

/** How long a thread waits for more to do. */
const idleMs = 60_000
const lookEvery = 100
const megabyte = 1024 * 1024

/**
 * A thread that answers one question after the other, made when there is one. One that breaks its limits is ended, and
 * replaced for the next.
 * @param program the file that it runs, which answers each message with one
 */
export function createThread<Question, Answer>(
  clock: Clock,
  program: URL,
  limits: ThreadLimits,
): Thread<Question, Answer> {
  let worker: Worker | undefined
  let stopWaiting = () => {}
  let closed = false
  const end = async () => {
    stopWaiting()
    const ending = worker
    worker = undefined
    await ending?.terminate()
  }
  const answer = async (question: Question, { signal, transfer = [] }: AskOptions = {}) => {
    stopWaiting()
    if (closed) return { failed: 'closed' as const }
    if (signal?.aborted) return { failed: 'unwanted' as const }
    worker ??= startWorker(program, limits)
    worker.postMessage(question, transfer)
    const came = await outcomeOf<Answer>(worker, limits, signal)
    if ('failed' in came) await end()
    if (!closed) stopWaiting = clock.after(idleMs, end)
    return closed && 'failed' in came ? { failed: 'closed' as const } : came
  }
  return {
    ask: inTurn(answer),
    async close() {
      closed = true
      await end()
    },
  }
}

function startWorker(program: URL, { heapMb }: ThreadLimits): Worker {
  const resourceLimits = { maxOldGenerationSizeMb: heapMb, stackSizeMb: 8 }
  const worker = new Worker(program, { execArgv: [], resourceLimits })
  // An error that nobody listens to would end the server; who waits for an answer listens too.
  return worker.on('error', () => {})
}

function outcomeOf<Answer>(worker: Worker, limits: ThreadLimits, signal?: AbortSignal): Promise<Outcome<Answer>> {
  const { promise, resolve } = Promise.withResolvers<Outcome<Answer>>()
  const before = process.memoryUsage.rss()
  const answered = (answer: Answer) => resolve({ answer })
  const broken = () => resolve({ failed: 'memory' })
  const unwanted = () => resolve({ failed: 'unwanted' })
  const limit = setTimeout(() => resolve({ failed: 'time' }), limits.milliseconds)
  const look = setInterval(() => {
    if (process.memoryUsage.rss() - before > limits.growthMb * megabyte) broken()
  }, lookEvery)
  worker.once('message', answered).once('error', broken).once('exit', broken)
  signal?.addEventListener('abort', unwanted)
  return promise.finally(() => {
    clearTimeout(limit)
    clearInterval(look)
    worker.off('message', answered).off('error', broken).off('exit', broken)
    signal?.removeEventListener('abort', unwanted)
  })
}
