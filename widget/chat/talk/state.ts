import type { Entry, TalkState } from '../talk.ts'
import { asMessage, type Core } from './core.ts'
import { type Known, keyOf } from './message.ts'
import { asksDetails, isHeld } from './send.ts'
import type { Chat, Mine, Outgoing, Store } from './store.ts'

/** Compares with the browser's own JSON, because a page may have replaced it. */
type Compare = (one: unknown, other: unknown) => boolean
type Inputs = { messages: Known[]; outbox: Outgoing[]; answers: Mine['answers']; online: boolean }

/** Derives the shown state. Unchanged parts keep their identity. */
export function createState(core: Core): () => TalkState {
  const { site, natives } = core.surroundings
  const isEqual: Compare = (one, other) => natives.stringify(one) === natives.stringify(other)
  let inputs: Inputs | undefined
  let state: TalkState | undefined
  return () => {
    const { store, machine, ephemeral } = core
    const chat = store.chat()
    const mine = store.mine()
    const online = machine.online()
    const now: Inputs = { messages: chat?.messages ?? none, outbox: mine.outbox, answers: mine.answers, online }
    const entries =
      state && inputs && isSame(inputs, now, isEqual) ? state.entries : entriesOf(now, state?.entries ?? [], isEqual)
    inputs = now
    const next: TalkState = {
      site,
      conversation: chat?.id ?? null,
      entries,
      writing: ephemeral.writing,
      activity: activityOf(core, chat, mine),
      place: ephemeral.place,
      queue: chat?.queue ?? null,
      person: chat?.person ?? null,
      failure: mine.outbox.at(-1)?.failure ?? null,
      rating: ratingOf(chat, mine),
      online,
      unread: core.visible ? 0 : countUnread(store),
      ended: chat?.ended ?? false,
      consented: mine.consented,
      asksDetails: asksDetails(core),
      draft: store.draft(),
      known: { ...mine.details, ...mine.identity, ...core.prefill },
      skew: chat?.skew ?? 0,
      picking: store.booking()?.open === true,
      lostLink: core.lostLink,
    }
    state = state && isSame(state, next, isEqual) ? state : next
    return state
  }
}

const none: Known[] = []

const isSame = <T extends object>(one: T, other: T, isEqual: Compare): boolean =>
  (Object.keys(other) as (keyof T)[]).every((name) => {
    const [before, now] = [one[name], other[name]]
    return before === now || (!Array.isArray(now) && isPlainSame(before, now, isEqual))
  })

/** For the small objects: the person, and the place in the queue. */
const isPlainSame = (one: unknown, other: unknown, isEqual: Compare) =>
  typeof one === 'object' && typeof other === 'object' && isEqual(one, other)

/** A chat with a person can be rated after it ended, until the visitor writes again. */
function ratingOf(chat: Chat | null, { outbox }: Mine): TalkState['rating'] {
  const isOver = chat?.status === 'closed' && chat.messages.at(-1)?.role === 'system' && outbox.length === 0
  return isOver && chat.messages.some(({ meta }) => meta?.human) ? (chat.rating ?? 'open') : null
}

function activityOf(core: Core, chat: Chat | null, { outbox }: Mine): TalkState['activity'] {
  const { ephemeral, machine } = core
  if (ephemeral.writing) return 'writing'
  if (ephemeral.typing && chat?.person) return 'typing'
  const isAwaited = outbox.some((item) => !item.failure) && machine.online() && !isHeld(core)
  return isAwaited && chat?.status !== 'live' ? 'looking' : 'none'
}

/** The number of replies after the last message that was visible. */
export function countUnread(store: Store): number {
  const messages = store.chat()?.messages ?? []
  const read = store.read()
  const place = messages.findIndex((message) => keyOf(message) === read)
  // A message that is no longer stored was far back, or deleted.
  if (place < 0 && read) return 0
  return messages.slice(place + 1).filter(({ role }) => role === 'agent').length
}

function entriesOf({ messages, outbox, answers, online }: Inputs, before: readonly Entry[], isEqual: Compare): Entry[] {
  const isStored = (item: Outgoing) => messages.some(({ clientMessageId: id }) => id === item.clientMessageId)
  // A person who answered has read the messages before.
  const spoken = messages.findLastIndex(({ meta }) => meta?.human)
  const entries = [
    ...messages.map((message, at) => toEntry(message, answers, at < spoken)),
    ...outbox
      .filter((item) => !isStored(item))
      .map((item) => ({ ...asMessage(item), sending: sendingOf(item, online) })),
  ]
  return entries.map((entry, at) => {
    const known = before[at]?.id === entry.id ? before[at] : before.find(({ id }) => id === entry.id)
    return known && isEqual(known, entry) ? known : entry
  })
}

function toEntry(known: Known, answers: Mine['answers'], isRead: boolean): Entry {
  const { clientMessageId, seenAt, ...message } = known
  if (message.role === 'user') return { ...message, id: keyOf(known), seen: isRead || seenAt !== undefined }
  return { ...message, answer: answerOf(message, answers) }
}

/** For a card, the pressed action. */
function answerOf(message: Known, answers: Mine['answers']): string | undefined {
  const cards = message.type === 'carousel' ? message.cards : message.type === 'card' ? [message] : []
  const pressed = cards.flatMap((card) => card.actions ?? []).find(({ id }) => Object.hasOwn(answers, id))
  return pressed?.id ?? (Object.hasOwn(answers, message.id) ? answers[message.id] : undefined)
}

function sendingOf({ failure, passing }: Outgoing, online: boolean): Entry['sending'] {
  if (failure) return passing ? 'kept' : 'failed'
  return online ? 'sending' : 'kept'
}
