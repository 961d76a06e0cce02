import type { Entry, TalkState } from '../talk.ts'
import { asMessage, type Core } from './core.ts'
import type { Known } from './message.ts'
import { asksDetails } from './send.ts'
import type { Chat, Mine, Outgoing } from './store.ts'

type Inputs = { messages: Known[]; outbox: Outgoing[]; answers: Mine['answers']; online: boolean }

/** Makes what is shown of what is known. What did not change since the last time stays the same object. */
export function createState(core: Core): () => TalkState {
  const { site } = core.surroundings
  let inputs: Inputs | undefined
  let state: TalkState | undefined
  return () => {
    const { store, machine, moment } = core
    const chat = store.chat()
    const mine = store.mine()
    const online = machine.online()
    const now: Inputs = { messages: chat?.messages ?? none, outbox: mine.outbox, answers: mine.answers, online }
    const entries = state && inputs && isSame(inputs, now) ? state.entries : entriesOf(now, state?.entries ?? [])
    inputs = now
    const next: TalkState = {
      site,
      conversation: chat?.id ?? null,
      entries,
      writing: moment.writing,
      activity: activityOf(core, chat, mine),
      queue: chat?.queue ?? null,
      person: chat?.person ?? null,
      failure: mine.outbox.at(-1)?.failure ?? null,
      online,
      unread: core.visible ? 0 : countUnread(chat),
      ended: chat?.ended ?? false,
      consented: mine.consented,
      asksDetails: asksDetails(core),
      draft: store.draft(),
    }
    state = state && isSame(state, next) ? state : next
    return state
  }
}

const none: Known[] = []

const isSame = <T extends object>(one: T, other: T): boolean =>
  (Object.keys(other) as (keyof T)[]).every((name) => {
    const [before, now] = [one[name], other[name]]
    return before === now || (!Array.isArray(now) && isPlainSame(before, now))
  })

/** For the small objects: who has it, and the place in the queue. */
const isPlainSame = (one: unknown, other: unknown) =>
  typeof one === 'object' && typeof other === 'object' && JSON.stringify(one) === JSON.stringify(other)

function activityOf({ moment, machine }: Core, chat: Chat | null, { outbox }: Mine): TalkState['activity'] {
  if (moment.writing) return 'writing'
  if (moment.typing && chat?.person) return 'typing'
  const isAwaited = outbox.some((item) => !item.failure)
  return isAwaited && machine.online() && chat?.status !== 'live' ? 'looking' : 'none'
}

/** The replies after the last message that was in sight. */
export function countUnread(chat: Chat | null): number {
  if (!chat) return 0
  const place = chat.messages.findIndex(({ id }) => id === chat.read)
  return chat.messages.filter(({ role }, at) => at > place && role === 'agent').length
}

function entriesOf({ messages, outbox, answers, online }: Inputs, before: readonly Entry[]): Entry[] {
  const isStored = (item: Outgoing) => messages.some(({ clientMessageId: id }) => id === item.clientMessageId)
  const entries = [
    ...messages.map((message) => toEntry(message, answers)),
    ...outbox.filter((item) => !isStored(item)).map((item) => ({ ...asMessage(item), sending: fateOf(item, online) })),
  ]
  return entries.map((entry, at) => {
    const known = before[at]?.id === entry.id ? before[at] : before.find(({ id }) => id === entry.id)
    return known && JSON.stringify(known) === JSON.stringify(entry) ? known : entry
  })
}

function toEntry({ clientMessageId, seenAt, ...message }: Known, answers: Mine['answers']): Entry {
  if (message.role === 'user') return { ...message, id: clientMessageId ?? message.id, seen: seenAt !== undefined }
  return { ...message, answer: answerOf(message, answers) }
}

/** Of a card, the action that was pressed. */
function answerOf(message: Known, answers: Mine['answers']): string | undefined {
  const cards = message.type === 'carousel' ? message.cards : message.type === 'card' ? [message] : []
  const pressed = cards.flatMap((card) => card.actions ?? []).find(({ id }) => Object.hasOwn(answers, id))
  return pressed?.id ?? (Object.hasOwn(answers, message.id) ? answers[message.id] : undefined)
}

function fateOf({ failure, passing }: Outgoing, online: boolean): Entry['sending'] {
  if (failure) return passing ? 'kept' : 'failed'
  return online ? 'sending' : 'kept'
}
