import type { Told } from '../alerts/alert-state.ts'

const listeners = new Set<(event: Told) => void>()

/** Hands on an event of the stream, of the log or of the moment, to whoever listens for alerts. */
export function hear(event: Told): void {
  for (const listener of listeners) listener(event)
}

/** Called with every event that this window is told. The answer ends it. */
export function listen(listener: (event: Told) => void): () => void {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}
