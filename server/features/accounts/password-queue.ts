import type { Services } from '../../core/context.ts'
import { rateLimited } from '../../core/error.ts'

/** A hash takes a quarter of a second of a processor, so only a few run at a time, whatever addresses they come from. */
const maxRunning = 2
/** How many known callers may wait, and how many others. */
const maxWaiting = 20
const retryAfterSeconds = 5

type Queue = { running: number; known: (() => void)[]; others: (() => void)[] }

// Its lifetime is that of the server's services.
const queues = new WeakMap<Services, Queue>()

/**
 * Runs `work`, which hashes passwords, when it is its turn. Known callers are signed in or hold the device token of the
 * account. They go first, so that strangers cannot delay them. 429 if too many wait.
 */
export async function inPasswordQueue<T>(services: Services, isKnown: boolean, work: () => Promise<T>): Promise<T> {
  const queue = queues.get(services) ?? { running: 0, known: [], others: [] }
  queues.set(services, queue)
  const waiting = isKnown ? queue.known : queue.others
  if (queue.running < maxRunning) queue.running++
  else if (waiting.length >= maxWaiting) throw rateLimited(retryAfterSeconds)
  // The one before gives its place to this one.
  else await new Promise<void>((resolve) => waiting.push(resolve))
  try {
    return await work()
  } finally {
    const next = queue.known.shift() ?? queue.others.shift()
    if (next) next()
    else queue.running--
  }
}
