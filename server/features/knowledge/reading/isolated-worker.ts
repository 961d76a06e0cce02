import { systemClock } from '../../../core/clock.ts'
import { keepCompiled } from '../../../core/compile-cache.ts'
import { type Failure, failureOf } from '../../../core/failure.ts'
import { type Reader, Unreadable } from '../../../core/reader.ts'
import { lowerPriority } from './low-priority.ts'
import { createReader } from './reader.ts'

/** The name of a reader function. */
export type Reading = keyof Omit<Reader, 'close'>

/** A request; with only an id, its cancellation. */
export type ReadRequest = { id: number; what: Reading; args: unknown[] } | { id: number }
/** The result, or why it cannot be read. */
export type ProcessAnswer = { id: number } & ({ said: unknown } | { fault: Failure; isUnreadable: boolean })

const reader = createReader(systemClock)
const wanted = new Map<number, AbortController>()

async function read({ id, what, args }: Extract<ReadRequest, { what: Reading }>): Promise<ProcessAnswer> {
  const controller = new AbortController()
  wanted.set(id, controller)
  try {
    // The bytes share the memory of the message, so the thread gets a copy.
    const own = args.map((value) => (value instanceof Uint8Array ? value.slice() : value))
    const run = reader[what] as (...args: unknown[]) => Promise<unknown>
    return { id, said: await run(...own, controller.signal) }
  } catch (error) {
    return { id, fault: failureOf(error), isUnreadable: error instanceof Unreadable }
  } finally {
    wanted.delete(id)
  }
}

// Answers messages only when it runs as a process of its own.
if (process.send) {
  lowerPriority()
  process.on('message', async (asked: ReadRequest) => {
    if (!('what' in asked)) return wanted.get(asked.id)?.abort()
    process.send?.(await read(asked))
    keepCompiled()
  })
  // Ends immediately, whatever its threads do, because the server is gone.
  process.once('disconnect', () => process.kill(process.pid, 'SIGKILL'))
  // Terminals and services signal all processes. Only the server handles these signals, and ends this process when it
  // is ready.
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => {})
}
