import type { Mounting } from '../mounting.ts'
import { type CallError, isOver } from './call-error.ts'
import type { Access, Calls } from './calls.ts'
import type { Channel, Machine } from './machine.ts'
import { type Known, keyOf } from './message.ts'
import type { Chat, Outgoing, Store } from './store.ts'

/** Ephemeral state: a growing reply, or a person typing. The tab that receives it passes it to the others. */
export type EphemeralEvents = {
  /** @returns whether it was an ephemeral event */
  take(type: string, data: Record<string, unknown>): boolean
  /** Receives the ephemeral state from another tab. */
  receive(data: unknown): void
  /** The message being written or typed has arrived. */
  end(message: Known): void
}

/** What the view and the page's loader pass to a talk. */
export type Surroundings = Pick<
  Mounting,
  'api' | 'site' | 'natives' | 'emit' | 'debug' | 'language' | 'showUnread' | 'announce'
>

/**
 * The shared state of a talk's parts. State that must survive the page or is shared with other tabs is in the store.
 */
export type Core = {
  readonly surroundings: Surroundings
  readonly machine: Machine
  readonly calls: Calls
  readonly store: Store
  /** The channel to other tabs of this browser. Undefined if unsupported, so that each tab is on its own. */
  readonly channel: Channel | undefined
  /** Ephemeral state, and how it is received once events are followed. */
  ephemeral: EphemeralState
  ephemeralEvents: EphemeralEvents | undefined
  /** The window is open and visible. */
  visible: boolean
  /** The last event that this tab processed. */
  taken: string | undefined
  /** This tab is sending the outbox. */
  flushing: boolean
  /** A message was added in the meantime. */
  flushAgain: boolean
  /** This tab waits for the response to its own message. */
  awaiting: boolean
  /** The visitor asked for a person on this page. */
  asked: boolean
  /** The reply is streamed with the response to this tab's own message. */
  streaming: boolean
  /** The number of consecutive failed attempts. The next retry can be cancelled. */
  failures: number
  cancelRetry: () => void
  /** Aborted when the talk ends. */
  readonly life: AbortController
  challenge: (() => Promise<string>) | undefined
  /** Why the link of an email did not continue a chat. */
  lostLink: 'over' | 'unreachable' | null
  /** What forms begin with, as given by this page. */
  prefill: Record<string, string>
  /** The token with which the page verifies its visitor. */
  token: string | undefined
  /** Processes a change: shows it, emits it, and follows the right events. */
  changed(): void
}

/** `place` is that of the awaited reply in the queue of the assistant; 0 if it does not wait. */
export type EphemeralState = { writing: string | null; typing: boolean; place: number }

export const accessOf = ({ id, token }: Chat): Access => ({ id, token })

/** Runs `work` later, unless the talk has ended. @returns a function that cancels it */
export function later({ machine, life: { signal } }: Core, milliseconds: number, work: () => void): () => void {
  if (signal.aborted) return () => {}
  const cancel = machine.after(milliseconds, () => {
    signal.removeEventListener('abort', cancel)
    work()
  })
  signal.addEventListener('abort', cancel)
  return () => {
    signal.removeEventListener('abort', cancel)
    cancel()
  }
}

/** Exponential backoff with jitter. */
export function backoff({ machine }: Core, failures: number): number {
  return Math.min(30_000, 500 * 2 ** failures) * (0.5 + machine.random() / 2)
}

/** Runs this in one tab of the browser at a time. If tabs cannot coordinate, each runs it. */
export async function inOneTab(
  { machine, channel, surroundings }: Core,
  what: string,
  work: () => Promise<void>,
  signal?: AbortSignal,
): Promise<void> {
  if (!channel || !machine.locks) return await work()
  const name = `svc:${surroundings.site.id}:${what}`
  await machine.locks.request(name, signal ? { signal } : {}, work)
}

/** The server has no such conversation any more. Its messages stay visible, and the next message starts a new one. */
export function endIfLost({ store }: Core, id: string, error: CallError): boolean {
  if (!isOver(error)) return false
  store.changeChat(id, () => ({ ended: true, status: 'bot', person: null, queue: null }))
  return true
}

/** Adds messages of the server, without duplicates. */
export function receive({ store }: Core, id: string, given: Known[]): void {
  store.changeChat(id, ({ messages }) => ({
    messages: [...messages, ...given.filter((message) => !messages.some((known) => isSame(known, message)))],
  }))
}

/** Inserts the visitor's own message after `last`, where it was sent, because the answer may have arrived sooner. */
export function receiveOwn({ store }: Core, id: string, own: Known, last: Known | undefined): void {
  store.changeChat(id, ({ messages }) => {
    if (messages.some((known) => isSame(known, own))) return {}
    const place = last ? messages.findIndex((known) => isSame(known, last)) + 1 || messages.length : 0
    return { messages: messages.toSpliced(place, 0, own) }
  })
}

export const isSame = (one: Known, other: Known): boolean => one.id === other.id || keyOf(one) === keyOf(other)

/** The server's time, because the device's clock may be a day off. */
export const serverTime = ({ store, machine }: Core): number => machine.now() - (store.chat()?.skew ?? 0)

/** A message of the outbox as a message of the chat. */
export const asMessage = ({ clientMessageId, ts, text }: Outgoing): Known => ({
  id: clientMessageId,
  ts,
  role: 'user',
  type: 'text',
  text,
  clientMessageId,
})

/** The server has answered this message. Removes it and everything sent before it from the outbox. */
export function removeAnswered({ store }: Core, id: string): void {
  store.changeMine(({ outbox }) => {
    const place = outbox.findIndex((item) => item.clientMessageId === id)
    return { outbox: outbox.filter((item, at) => at !== place && !(at < place && item.stored)) }
  })
}

/** Whether the assistant wrote it. */
export const isReply = ({ role, meta }: Known): boolean => role === 'agent' && !meta?.human
