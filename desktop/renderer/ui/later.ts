import { useEffect } from 'react'
import { createStore, type Store, useStore } from '../live/store.ts'

/** A component that is loaded when it is needed, or when the browser is idle. */
export type Later<T> = { begin(): void; value: Store<T | null> }

export function createLater<T>(read: () => Promise<T>): Later<T> {
  const value = createStore<T | null>(null)
  let isBegun = false
  const failed = () => {
    // It is loaded again when it is needed.
    isBegun = false
  }
  return {
    value,
    begin() {
      if (isBegun) return
      isBegun = true
      read().then((part) => value.set(() => part), failed)
    },
  }
}

/** Loads it. Returns null until it is loaded, and then renders the caller again. */
export function useLater<T>({ begin, value }: Later<T>): T | null {
  useEffect(begin, [begin])
  return useStore(value, (part) => part)
}
