import { useSyncExternalStore } from 'react'

/** An observable value. Compared by identity, so changes need a new object. */
export type Store<T> = {
  get(): T
  set(change: T | ((before: T) => T)): void
  /** @returns a function that unsubscribes */
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
 * Selects a part of a store's value. The component renders again when that part changes.
 * @param select returns the same object for the same value
 */
export const useStore = <T, S>(store: Store<T>, select: (value: T) => S): S =>
  useSyncExternalStore(store.subscribe, () => select(store.get()))
