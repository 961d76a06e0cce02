import type { AppError } from '../core/error.ts'
import type { Frame, Item } from './item.ts'
import type { Subscriber } from './subscriptions.ts'

/** Maximum items waiting for one reader. A slower one is disconnected and resumes with its last id. */
const maxWaiting = 2_000
const roomBelow = 500

/** The items of a subscription as an async iterator, for event streams over HTTP. */
export async function* itemsOf(
  open: (subscriber: Subscriber) => () => void,
  signal: AbortSignal,
): AsyncGenerator<Item> {
  const waiting: Frame[] = []
  let appError: AppError | undefined
  let over = signal.aborted
  let wake = () => {}
  let taken = Promise.withResolvers<void>()
  const end = () => {
    over = true
    wake()
    taken.resolve()
  }
  signal.addEventListener('abort', end)
  const stop = open({
    write(frame) {
      waiting.push(frame)
      if (waiting.length > maxWaiting) end()
      wake()
    },
    room: () => (over || waiting.length < roomBelow ? undefined : taken.promise),
    ended(given) {
      appError = given
      end()
    },
  })
  try {
    while (!over || waiting.length > 0) {
      const frame = waiting.shift()
      if (frame) yield frame.item()
      else {
        taken.resolve()
        taken = Promise.withResolvers<void>()
        await new Promise<void>((resolve) => {
          wake = resolve
          if (over) resolve()
        })
      }
    }
    if (appError) throw appError
  } finally {
    signal.removeEventListener('abort', end)
    stop()
  }
}
