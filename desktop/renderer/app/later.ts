import { useEffect } from 'react'
import { createStore, type Store, useStore } from '../live/store.ts'

/** A part of the screens that is read once it is wanted, or once there is time for it. */
export type Later<T> = { begin(): void; value: Store<T | null> }

export function createLater<T>(read: () => Promise<T>): Later<T> {
  const value = createStore<T | null>(null)
  let isBegun = false
  const failed = () => {
    // It is asked for again when somebody wants it.
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

/** Has it read; null until it is there, then whoever shows it is drawn anew. */
export function useLater<T>({ begin, value }: Later<T>): T | null {
  useEffect(begin, [begin])
  return useStore(value, (part) => part)
}
