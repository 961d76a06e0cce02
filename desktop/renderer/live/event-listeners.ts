import type { AlertEvent } from '../alerts/alert-state.ts'

const listeners = new Set<(event: AlertEvent) => void>()

/** Passes an event of the stream, of the log or ephemeral, to the listeners for alerts. */
export function publishEvent(event: AlertEvent): void {
  for (const listener of listeners) listener(event)
}

/** Calls back with every event of this window. @returns a function that unsubscribes */
export function onEvent(listener: (event: AlertEvent) => void): () => void {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}
