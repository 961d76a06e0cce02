import { Worker } from 'node:worker_threads'
import type { Clock } from '../../../core/clock.ts'
import { inTurn } from '../../../core/in-turn.ts'

export type ThreadLimits = {
  /** Of the clock: a machine that is busy may take long over little. */
  milliseconds: number
  /** Of the processor, as far as the runtime tells. */
  cpuMilliseconds: number
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
const lookEvery = 50
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
    // What it left behind would count for nobody, and the next one's growth come on top of it.
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
  // An error that nobody listens to would end the server; who waits for an answer listens too.
  return worker.on('error', () => {})
}

/** Milliseconds of the processor that a thread took so far; zero where the runtime does not tell, or it has ended. */
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
