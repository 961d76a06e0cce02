import { useSyncExternalStore } from 'react'

/** A value that components watch. It is compared by identity: give a new one for what changed. */
export type Store<T> = {
  get(): T
  set(change: T | ((before: T) => T)): void
  /** The answer ends it. */
  subscribe(listener: () => void): () => void
}

export function createStore<T>(first: T): Store<T> {
  let value = first
  const listeners = new Set<() => void>()
  return {
    get: () => value,
    set(change) {
      const next = typeof change === 'function' ? (change as (before: T) => T)(value) : change
      if (Object.is(next, value)) return
      value = next
      for (const listener of listeners) listener()
    },
    subscribe(listener) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
  }
}

/**
 * A part of a store's value; the component is drawn anew when that part is another one.
 * @param select gives the same object for the same value
 */
export const useStore = <T, S>(store: Store<T>, select: (value: T) => S): S =>
  useSyncExternalStore(store.subscribe, () => select(store.get()))
