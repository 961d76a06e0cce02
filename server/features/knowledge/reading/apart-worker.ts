import { systemClock } from '../../../core/clock.ts'
import { keepCompiled } from '../../../core/compile-cache.ts'
import { type Reader, Unreadable } from '../../../core/reader.ts'
import { createReader } from './reader.ts'
import { standBack } from './stand-back.ts'

/** What reads, by its name. */
export type Reading = keyof Omit<Reader, 'close'>

/** What is to be read; or, with the number alone, that nobody wants it any more. */
export type Asked = { id: number; what: Reading; args: unknown[] } | { id: number }
/** What it says, or why it cannot be read. */
export type Told = { id: number } & ({ said: unknown } | { fault: string; isUnreadable: boolean })

const reader = createReader(systemClock)
const wanted = new Map<number, AbortController>()

async function read({ id, what, args }: Extract<Asked, { what: Reading }>): Promise<Told> {
  const controller = new AbortController()
  wanted.set(id, controller)
  try {
    // Bytes lie in the memory of the message that they came with: a thread is handed some of their own.
    const own = args.map((value) => (value instanceof Uint8Array ? value.slice() : value))
    const run = reader[what] as (...args: unknown[]) => Promise<unknown>
    return { id, said: await run(...own, controller.signal) }
  } catch (error) {
    return { id, fault: (error as Error).message, isUnreadable: error instanceof Unreadable }
  } finally {
    wanted.delete(id)
  }
}

// Only as a process of its own is there anybody to answer.
if (process.send) {
  standBack()
  process.on('message', async (asked: Asked) => {
    if (!('what' in asked)) return wanted.get(asked.id)?.abort()
    process.send?.(await read(asked))
    keepCompiled()
  })
  // At once, whatever its threads are at: the server is gone.
  process.once('disconnect', () => process.kill(process.pid, 'SIGKILL'))
  // A signal to all processes of a terminal, or of a service, is for the server: it ends this one when it is ready to.
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => {})
}
