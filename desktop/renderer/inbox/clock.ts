import { useSyncExternalStore } from 'react'

const second = 1_000
const listeners = new Set<() => void>()
let timer: ReturnType<typeof setInterval> | undefined

/** One clock for everything that ages: it ticks once a second, and only while somebody looks at it. */
function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  timer ??= setInterval(() => {
    for (const tell of listeners) tell()
  }, second)
  return () => {
    listeners.delete(listener)
    if (listeners.size > 0) return
    clearInterval(timer)
    timer = undefined
  }
}

/**
 * The time, in steps: the component is drawn anew once in each step.
 * @param step milliseconds
 * @returns milliseconds since the epoch, up to one step behind
 */
export const useNow = (step: number): number =>
  useSyncExternalStore(subscribe, () => Math.floor(Date.now() / step) * step)
