import { useSyncExternalStore } from 'react'

const second = 1_000
const listeners = new Set<() => void>()
let timer: ReturnType<typeof setInterval> | undefined
let ticked = 0

/** One clock for everything that ages: it ticks once a second, and only while somebody looks at it. */
function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  if (!timer) {
    ticked = Date.now()
    timer = setInterval(tick, second)
  }
  return () => {
    listeners.delete(listener)
    if (listeners.size > 0) return
    clearInterval(timer)
    timer = undefined
  }
}

function tick(): void {
  ticked = Date.now()
  for (const tell of listeners) tell()
}

/** As of the last tick: what is drawn anew in between shows the same second as what is not. */
const now = () => (timer ? ticked : Date.now())

/**
 * The time, in steps: the component is drawn anew once in each step.
 * @param step milliseconds
 * @returns milliseconds since the epoch, up to one step behind the last tick
 */
export const useNow = (step: number): number => useSyncExternalStore(subscribe, () => Math.floor(now() / step) * step)
