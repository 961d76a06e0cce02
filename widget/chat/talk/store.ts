import type { VisitorAction } from '../../../shared/conversation.ts'
import type { SvcIdentity } from '../../api.ts'
import type { Natives } from '../mounting.ts'
import type { Machine } from './machine.ts'
import { isPlain, type Known, readMessages } from './message.ts'

/** The conversation as this browser knows it. */
export type Chat = {
  id: string
  token: string
  /** When it was last used. */
  at: number
  /** Oldest first. */
  messages: Known[]
  status: 'bot' | 'live' | 'closed'
  person: { name: string } | null
  queue: { place: number; minutes: number | null } | null
  /** How the visitor rated the chat with the team. */
  rating: 'good' | 'bad' | null
  /** The person just named by a system message, empty for nobody. They have joined if the chat is then assigned. */
  named?: string | undefined
  /** The last processed event. */
  position?: string | undefined
  ended: boolean
  /** How far the device's clock is ahead of the server's, in milliseconds. */
  skew?: number
  /** The identity that the server has received. */
  identified?: string | undefined
}

type ConversationState = Pick<Chat, 'status' | 'person' | 'queue' | 'ended' | 'rating'>

/** A message that the server has not answered. */
export type Outgoing = {
  clientMessageId: string
  /** Identifies the start of a chat to the server. Grants access to the chat, like its token. */
  startId?: string
  ts: number
  text: string
  action?: VisitorAction
  /** The server stored it; its answer is awaited. */
  stored?: boolean
  /** Why it was not answered. */
  failure?: string
  /** It is retried automatically. */
  passing?: boolean
  /** The server rejects it permanently. */
  wrong?: boolean
  /** A new conversation was started for it. */
  renewed?: boolean
  /** Its reply was stopped early, and is wanted again. */
  regenerate?: boolean
}

/** What the visitor and the page did. */
export type Mine = {
  at: number
  outbox: Outgoing[]
  /** The chosen value, by id of the message or action. */
  answers: Record<string, string>
  consented: boolean
  /** The details asked for before the first message; null until answered. */
  details: Record<string, string> | null
  /** The identity given by the page, without its token. */
  identity: Omit<SvcIdentity, 'token'> | null
  /** The attributes that the page sets for the visitor. */
  attributes: Record<string, string> | null
}

export type Store = ReturnType<typeof createStore>

const maxKept = 200
const minute = 60_000
const hour = 60 * minute

export const nothing: Mine = {
  at: 0,
  outbox: [],
  answers: {},
  consented: false,
  details: null,
  identity: null,
  attributes: null,
}

/**
 * What this browser stores for a site, shared by all tabs, under keys that begin with `svc:`, for as long as a
 * conversation can be used. If the browser denies storage, it lasts as long as the page.
 */
export function createStore(site: { id: string; sessionTtlHours: number }, machine: Machine, natives: Natives) {
  const isOld = (at: number) => machine.now() - at > site.sessionTtlHours * hour
  const slot = <T>(name: string, read: (value: unknown) => T) =>
    createSlot(`svc:${site.id}:${name}`, machine, natives, read)
  const chat = slot('chat', (value) => readChat(value, isOld))
  const mine = slot('mine', (value) => readMine(value, isOld))
  const words = (value: unknown) => textOf(value) ?? ''
  const draft = slot('draft', words)
  // Stored separately, because the tab that shows the chat is often not the one that receives events.
  const read = slot('read', words)
  // Checked by the calendar, which is loaded on use.
  const booking = slot('booking', (value) => (isPlain(value) ? value : null))
  return {
    chat: chat.get,
    mine: mine.get,
    draft: draft.get,
    /** The last message that was visible, or nothing. */
    read: read.get,
    /** What was entered in the calendar, or nothing. */
    booking: booking.get,
    setBooking: booking.set,
    setChat: (value: Chat | null) =>
      chat.set(value && { ...value, at: machine.now(), messages: value.messages.slice(-maxKept) }),
    /**
     * Changes the conversation with this id, if it is still current. Does not write if nothing changes, because that
     * could overwrite a change of another tab that this one has not seen yet.
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
    /** Clears everything. */
    clear() {
      for (const { set } of [chat, mine, draft, read, booking]) set(null)
    },
  }
}

/** One value under one key; null is none. The value keeps its identity until it changes. */
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
        // Full, or denied: the open page continues without storage.
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

/** Ignores what something else wrote under our key. */
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
    ...readConversationState(given),
    named: textOf(given.named),
    position: textOf(given.position),
    identified: textOf(given.identified),
    ...(typeof given.skew === 'number' && { skew: given.skew }),
  }
}

/** Who handles the conversation, according to the storage or the server. */
export const readConversationState = ({
  status,
  person,
  queue,
  ended,
  rating,
}: Record<string, unknown>): ConversationState => ({
  status: status === 'live' || status === 'closed' ? status : 'bot',
  person: isPlain(person) ? { name: textOf(person.name) ?? '' } : null,
  queue: isPlain(queue) ? readPlace(queue) : null,
  ended: ended === true,
  rating: rating === 'good' || rating === 'bad' ? rating : null,
})

const textOf = (value: unknown) => (typeof value === 'string' ? value : undefined)

export const readPlace = ({ place, minutes }: Record<string, unknown>) => ({
  place: typeof place === 'number' ? place : 0,
  minutes: typeof minutes === 'number' ? minutes : null,
})

function readMine(given: unknown, isOld: (at: number) => boolean): Mine {
  if (!isPlain(given) || typeof given.at !== 'number' || isOld(given.at)) return nothing
  const { at, outbox, answers, consented, details, identity, attributes } = given
  return {
    at,
    outbox: Array.isArray(outbox) ? outbox.filter(isOutgoing) : [],
    answers: textsOf(answers) ?? {},
    consented: consented === true,
    details: textsOf(details),
    identity: textsOf(identity),
    attributes: textsOf(attributes),
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
