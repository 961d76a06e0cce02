import type { Refusal } from '../core/error.ts'
import type { Frame, Item } from './item.ts'
import type { Subscriber } from './subscriptions.ts'

/** What waits for one reader at most; a slower one is ended and comes back with its last id. */
const mostWaiting = 2_000
const roomBelow = 500

/** The items of a subscription for who takes them one by one, as an event stream over HTTP does. */
export async function* itemsOf(
  open: (subscriber: Subscriber) => () => void,
  signal: AbortSignal,
): AsyncGenerator<Item> {
  const waiting: Frame[] = []
  let refusal: Refusal | undefined
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
      if (waiting.length > mostWaiting) end()
      wake()
    },
    room: () => (over || waiting.length < roomBelow ? undefined : taken.promise),
    ended(given) {
      refusal = given
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
    if (refusal) throw refusal
  } finally {
    signal.removeEventListener('abort', end)
    stop()
  }
}
