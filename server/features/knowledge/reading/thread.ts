import { Worker } from 'node:worker_threads'
import { inTurn } from '../../../core/async.ts'
import type { Clock } from '../../../core/clock.ts'

export type ThreadLimits = {
  /** Wall-clock time; a busy machine may need long for little work. */
  milliseconds: number
  /** CPU time, if the runtime reports it. */
  cpuMilliseconds: number
  /** Heap size; only Node enforces it. */
  heapMb: number
  /** How much the whole process may grow, including buffers; enforced on all runtimes. */
  growthMb: number
}

/** The answer to a question, or why there is none. */
export type Outcome<Answer> = { answer: Answer } | { failed: 'time' | 'memory' | 'unwanted' | 'closed' }

type AskOptions = { signal?: AbortSignal; transfer?: ArrayBuffer[] }

export type Thread<Question, Answer> = {
  ask(question: Question, options?: AskOptions): Promise<Outcome<Answer>>
  /** Aborts its current work. */
  close(): Promise<void>
}

/** How long an idle thread is kept. */
const idleMs = 60_000
const checkEvery = 50
const megabyte = 1024 * 1024

/**
 * A thread that answers one question at a time and starts on demand. A thread that exceeds its limits is terminated and
 * replaced for the next question.
 * @param program the file that it runs, which answers each message with one message
 */
export function createThread<Question, Answer>(
  clock: Clock,
  program: URL,
  limits: ThreadLimits,
): Thread<Question, Answer> {
  let worker: Worker | undefined
  let sizeAtStart = 0
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
    if (!worker) {
      sizeAtStart = process.memoryUsage.rss()
      worker = startWorker(program, limits)
    }
    worker.postMessage(question, transfer)
    const came = await outcomeOf<Answer>(worker, limits, signal)
    // Otherwise the growth of the next question would be added to memory that this one left behind.
    const isLarge = process.memoryUsage.rss() - sizeAtStart > (limits.growthMb * megabyte) / 2
    if ('failed' in came || isLarge) await end()
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
  // An unhandled error event would end the server. The caller that waits for an answer listens too.
  return worker.on('error', () => {})
}

/** CPU milliseconds used by a thread; 0 if the runtime does not report it or the thread has ended. */
async function cpuOf(worker: Worker): Promise<number> {
  try {
    const { user, system } = await worker.cpuUsage()
    return (user + system) / 1000
  } catch {
    return 0
  }
}

function outcomeOf<Answer>(worker: Worker, limits: ThreadLimits, signal?: AbortSignal): Promise<Outcome<Answer>> {
  const { promise, resolve } = Promise.withResolvers<Outcome<Answer>>()
  const before = process.memoryUsage.rss()
  const answered = (answer: Answer) => resolve({ answer })
  const broken = () => resolve({ failed: 'memory' })
  const unwanted = () => resolve({ failed: 'unwanted' })
  const late = () => resolve({ failed: 'time' })
  const limit = setTimeout(late, limits.milliseconds)
  const begun = cpuOf(worker)
  const look = setInterval(async () => {
    if (process.memoryUsage.rss() - before > limits.growthMb * megabyte) broken()
    const [from, now] = await Promise.all([begun, cpuOf(worker)])
    if (now - from > limits.cpuMilliseconds) late()
  }, checkEvery)
  worker.once('message', answered).once('error', broken).once('exit', broken)
  signal?.addEventListener('abort', unwanted)
  return promise.finally(() => {
    clearTimeout(limit)
    clearInterval(look)
    worker.off('message', answered).off('error', broken).off('exit', broken)
    signal?.removeEventListener('abort', unwanted)
  })
}
