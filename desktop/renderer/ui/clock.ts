import { useSyncExternalStore } from 'react'

const second = 1_000
const listeners = new Set<() => void>()
let timer: ReturnType<typeof setInterval> | undefined
let ticked = 0

/** One clock for all ages. It ticks once a second, and only while something uses it. */
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
  for (const listener of listeners) listener()
}

/** The time of the last tick, so that everything on the page shows the same second. */
const now = () => (timer ? ticked : Date.now())

/**
 * The time in steps: the component renders once per step.
 * @param step milliseconds
 * @returns milliseconds since the epoch, at most one step behind the last tick
 */
export const useNow = (step: number): number => useSyncExternalStore(subscribe, () => Math.floor(now() / step) * step)
