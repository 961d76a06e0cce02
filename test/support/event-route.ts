import type { EventType } from '../../shared/event.ts'

/** An action, and the events that it emits, in order. */
export type EventRoute = {
  route: string
  emits: EventType[]
  /** Prepares the record before events are recorded. Its result is passed to `call`. */
  prepare?: () => Promise<string>
  call: (given: string) => Promise<unknown>
}
