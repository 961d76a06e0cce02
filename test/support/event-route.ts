import type { EventType } from '../../shared/event.ts'

/** Something that is done, and the events that it is told by, in their order. */
export type EventRoute = {
  route: string
  emits: EventType[]
  /** Makes what it is done to, before anybody looks; what it answers is given to `call`. */
  prepare?: () => Promise<string>
  call: (given: string) => Promise<unknown>
}
