import type { Mounting } from '../mounting.ts'
import { type CallError, isOver } from './call-error.ts'
import type { Access, Calls } from './calls.ts'
import type { Channel, Machine } from './machine.ts'
import { type Known, keyOf } from './message.ts'
import type { Chat, Outgoing, Store } from './store.ts'

/** What is only of the moment: how a reply grows, whether a person types. The tab that hears it tells the others. */
export type Moments = {
  /** @returns whether it was one */
  take(type: string, data: Record<string, unknown>): boolean
  /** Takes in what another tab heard. */
  hear(told: unknown): void
  /** The message is there that was being written, or typed. */
  end(message: Known): void
}

/** What the looks and the page's loader hand to a talk. */
export type Surroundings = Pick<Mounting, 'api' | 'site' | 'natives' | 'tell' | 'debug' | 'showUnread'>

/** What the parts of a talk work on. What has to outlive the page, or is other tabs' too, is in the store. */
export type Core = {
  readonly surroundings: Surroundings
  readonly machine: Machine
  readonly calls: Calls
  readonly store: Store
  /** To the other tabs of this browser; undefined where there is no way, and each tab is on its own. */
  readonly channel: Channel | undefined
  /** What is only of the moment; how it is heard of, once something is followed. */
  moment: Moment
  moments: Moments | undefined
  /** The window is open and in sight. */
  visible: boolean
  /** The last event that this tab took in. */
  taken: string | undefined
  /** This tab sends what waits. */
  flushing: boolean
  /** Something came while it sent. */
  flushAgain: boolean
  /** This tab waits for what is answered to its own message. */
  awaiting: boolean
  /** The reply arrives with the answer to this tab's own message, piece by piece. */
  streaming: boolean
  /** So many sends in a row came to nothing; the next try can be called off. */
  failures: number
  cancelRetry: () => void
  /** Aborted when the talk is over. */
  readonly life: AbortController
  challenge: (() => Promise<string>) | undefined
  /** With which the page vouches for its visitor. */
  token: string | undefined
  /** Takes in what changed: shows it, tells of it, and follows what is now to be followed. */
  changed(): void
}

export type Moment = { writing: string | null; typing: boolean }

export const accessOf = ({ id, token }: Chat): Access => ({ id, token })

/** Runs `work` later, unless the talk is over by then. @returns what cancels it */
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

/** Longer from try to try, and never the same for all who wait. */
export function backoff({ machine }: Core, failures: number): number {
  return Math.min(30_000, 500 * 2 ** failures) * (0.5 + machine.random() / 2)
}

/** Lets one tab of this browser at a time do this; where tabs do not know of each other, each does it. */
export async function alone(
  { machine, channel, surroundings }: Core,
  what: string,
  work: () => Promise<void>,
  signal?: AbortSignal,
): Promise<void> {
  if (!channel || !machine.locks) return await work()
  const name = `svc:${surroundings.site.id}:${what}`
  await machine.locks.request(name, signal ? { signal } : {}, work)
}

/** The conversation is gone for the server: what was said stays in sight, and the next message begins a new one. */
export function lose({ store }: Core, id: string, error: CallError): boolean {
  if (!isOver(error)) return false
  store.changeChat(id, () => ({ ended: true, status: 'bot', person: null, queue: null }))
  return true
}

/** Takes in messages of the server, each once, whichever way they came. */
export function receive({ store }: Core, id: string, given: Known[]): void {
  store.changeChat(id, ({ messages }) => ({
    messages: [...messages, ...given.filter((message) => !messages.some((known) => isSame(known, message)))],
  }))
}

/** Takes in the visitor's own message behind `last`, where it was sent: what answers it may have come sooner. */
export function receiveOwn({ store }: Core, id: string, own: Known, last: Known | undefined): void {
  store.changeChat(id, ({ messages }) => {
    if (messages.some((known) => isSame(known, own))) return {}
    const place = last ? messages.findIndex((known) => isSame(known, last)) + 1 || messages.length : 0
    return { messages: messages.toSpliced(place, 0, own) }
  })
}

export const isSame = (one: Known, other: Known): boolean => one.id === other.id || keyOf(one) === keyOf(other)

/** The time as the server has it: the device's clock may be a day ahead. */
export const serverTime = ({ store, machine }: Core): number => machine.now() - (store.chat()?.skew ?? 0)

/** What the visitor wrote, as a message. */
export const asMessage = ({ clientMessageId, ts, text }: Outgoing): Known => ({
  id: clientMessageId,
  ts,
  role: 'user',
  type: 'text',
  text,
  clientMessageId,
})

/** The server has it, and answered: nothing is left to do for it, nor for what was sent before it. */
export function settle({ store }: Core, id: string): void {
  store.changeMine(({ outbox }) => {
    const place = outbox.findIndex((item) => item.clientMessageId === id)
    return { outbox: outbox.filter((item, at) => at !== place && !(at < place && item.stored)) }
  })
}

/** Whether the assistant said it. */
export const isReply = ({ role, meta }: Known): boolean => role === 'agent' && !meta?.human
