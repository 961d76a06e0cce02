import type { VisitorAction } from '../../../shared/conversation.ts'
import type { SvcIdentity } from '../../api.ts'
import type { Natives } from '../mounting.ts'
import type { Machine } from './machine.ts'
import { isPlain, type Known, readMessages } from './message.ts'

/** The conversation as far as this browser knows it. */
export type Chat = {
  id: string
  token: string
  /** When it was used last. */
  at: number
  /** Oldest first. */
  messages: Known[]
  status: 'bot' | 'live' | 'closed'
  person: { name: string } | null
  queue: { place: number; minutes: number | null } | null
  /** Who a small line just named, empty for nobody: they have joined where the chat is then said to be theirs. */
  named?: string | undefined
  /** The last event that was taken in. */
  position?: string | undefined
  ended: boolean
  /** How far the device's clock is ahead of the server's, in milliseconds. */
  skew?: number
  /** Who the server was told that the visitor is. */
  identified?: string | undefined
}

type Standing = Pick<Chat, 'status' | 'person' | 'queue' | 'ended'>

/** What the visitor sent and the server has not answered. */
export type Outgoing = {
  clientMessageId: string
  /** What the server knows the start by, where it begins a chat. It opens the chat, as its token does. */
  startId?: string
  ts: number
  text: string
  action?: VisitorAction
  /** The server has it; its answer is awaited. */
  stored?: boolean
  /** Why it was not answered. */
  failure?: string
  /** It is sent again by itself. */
  passing?: boolean
  /** The server does not take it as it is. */
  wrong?: boolean
  /** A new conversation was begun for it. */
  renewed?: boolean
}

/** What the visitor and the page did. */
export type Mine = {
  at: number
  outbox: Outgoing[]
  /** By the id of a message or an action: the value that was chosen. */
  answers: Record<string, string>
  consented: boolean
  /** What was asked before the first message; null until it was answered. */
  details: Record<string, string> | null
  /** What the page said of its visitor, without its token. */
  identity: Omit<SvcIdentity, 'token'> | null
}

export type Store = ReturnType<typeof createStore>

const mostKept = 200
const minute = 60_000
const hour = 60 * minute

export const nothing: Mine = { at: 0, outbox: [], answers: {}, consented: false, details: null, identity: null }

/**
 * What this browser keeps for a site, in all of its tabs: under keys that begin with `svc:`, for as long as a conversation can
 * be used. Where the browser refuses to keep it, it lives as long as the page.
 */
export function createStore(site: { id: string; sessionTtlHours: number }, machine: Machine, natives: Natives) {
  const isOld = (at: number) => machine.now() - at > site.sessionTtlHours * hour
  const slot = <T>(name: string, read: (value: unknown) => T) =>
    createSlot(`svc:${site.id}:${name}`, machine, natives, read)
  const chat = slot('chat', (value) => readChat(value, isOld))
  const mine = slot('mine', (value) => readMine(value, isOld))
  const words = (value: unknown) => textOf(value) ?? ''
  const draft = slot('draft', words)
  // Not in the chat: of all tabs, the one that shows it is seldom the one that takes in what comes.
  const read = slot('read', words)
  return {
    chat: chat.get,
    mine: mine.get,
    draft: draft.get,
    /** The last message that was in sight, or nothing. */
    read: read.get,
    setChat: (value: Chat | null) =>
      chat.set(value && { ...value, at: machine.now(), messages: value.messages.slice(-mostKept) }),
    /**
     * Changes the conversation of this id, where it is still the one. What changes nothing is not written: it would take away
     * what another tab wrote a moment ago, which reaches this one late.
     */
    changeChat(id: string, change: (chat: Chat) => Partial<Chat>) {
      const now = chat.get()
      if (now?.id !== id) return
      const next = { ...now, ...change(now) }
      const isUsed = machine.now() - now.at < minute
      if (!isUsed || natives.stringify(next) !== natives.stringify(now)) this.setChat(next)
    },
    changeMine: (change: (mine: Mine) => Partial<Mine>) => {
      const now = mine.get()
      mine.set({ ...now, ...change(now), at: machine.now() })
    },
    changeOutgoing(id: string, changes: Partial<Outgoing>) {
      this.changeMine(({ outbox }) => ({
        outbox: outbox.map((item) => (item.clientMessageId === id ? { ...item, ...changes } : item)),
      }))
    },
    setDraft: (text: string) => draft.set(text || null),
    setRead: read.set,
    /** Forgets all. */
    clear() {
      for (const { set } of [chat, mine, draft, read]) set(null)
    },
  }
}

/** One value under one key; null is none. The same value is the same object, until somebody changed it. */
function createSlot<T>(key: string, { storage }: Machine, natives: Natives, read: (value: unknown) => T) {
  let kept = storage
  let text: string | null = null
  let value = read(null)
  return {
    get(): T {
      const now = kept ? readItem(kept, key) : text
      if (now === text) return value
      text = now
      value = read(parseItem(now, natives))
      return value
    },
    set(next: T | null) {
      text = next === null ? null : natives.stringify(next)
      value = next === null ? read(null) : next
      try {
        if (text === null) kept?.removeItem(key)
        else kept?.setItem(key, text)
      } catch {
        // Full, or forbidden by now: the open page goes on alone.
        kept = undefined
      }
    },
  }
}

function readItem(storage: Pick<Storage, 'getItem'>, key: string): string | null {
  try {
    return storage.getItem(key)
  } catch {
    return null
  }
}

/** What something else wrote under our key is nothing to us. */
function parseItem(text: string | null, { parse }: Natives): unknown {
  try {
    return text === null ? null : parse(text)
  } catch {
    return null
  }
}

function readChat(given: unknown, isOld: (at: number) => boolean): Chat | null {
  if (!isPlain(given) || typeof given.id !== 'string' || typeof given.token !== 'string') return null
  const { id, token, at } = given
  if (typeof at !== 'number' || isOld(at)) return null
  return {
    id,
    token,
    at,
    messages: readMessages(given.messages),
    ...readStanding(given),
    named: textOf(given.named),
    position: textOf(given.position),
    identified: textOf(given.identified),
    ...(typeof given.skew === 'number' && { skew: given.skew }),
  }
}

/** Who has the conversation, as the storage or the server says. */
export const readStanding = ({ status, person, queue, ended }: Record<string, unknown>): Standing => ({
  status: status === 'live' || status === 'closed' ? status : 'bot',
  person: isPlain(person) ? { name: textOf(person.name) ?? '' } : null,
  queue: isPlain(queue) ? readPlace(queue) : null,
  ended: ended === true,
})

const textOf = (value: unknown) => (typeof value === 'string' ? value : undefined)

export const readPlace = ({ place, minutes }: Record<string, unknown>) => ({
  place: typeof place === 'number' ? place : 0,
  minutes: typeof minutes === 'number' ? minutes : null,
})

function readMine(given: unknown, isOld: (at: number) => boolean): Mine {
  if (!isPlain(given) || typeof given.at !== 'number' || isOld(given.at)) return nothing
  const { at, outbox, answers, consented, details, identity } = given
  return {
    at,
    outbox: Array.isArray(outbox) ? outbox.filter(isOutgoing) : [],
    answers: textsOf(answers) ?? {},
    consented: consented === true,
    details: textsOf(details),
    identity: textsOf(identity),
  }
}

const isOutgoing = (item: unknown) =>
  isPlain(item) &&
  typeof item.clientMessageId === 'string' &&
  typeof item.text === 'string' &&
  typeof item.ts === 'number' &&
  (item.action === undefined || (isPlain(item.action) && typeof item.action.id === 'string'))

const textsOf = (value: unknown): Record<string, string> | null =>
  isPlain(value)
    ? (Object.fromEntries(Object.entries(value).filter(([, one]) => typeof one === 'string')) as Record<string, string>)
    : null
