import type { EventData } from '../../../shared/event.ts'
import type { Client } from '../live/connection.ts'
import type { Desk } from '../live/desk.tsx'
import { onEvent } from '../live/event-listeners.ts'
import {
  type AlertEvent,
  type AlertState,
  addAlert,
  afterEvent,
  afterMineList,
  afterWaitingList,
  isMine,
  waitingIn,
} from './alert-state.ts'
import type { Runtime } from './runtime.ts'

/** The maximum length of a requested list. The rest becomes known from events. */
const maxAsked = 100
/** Requests for several events within this time are combined. */
const restsFor = 400
/** An older mention is not news: it happened while this window was disconnected. */
const freshNote = 60_000

type Options = { client: Client; site: string; me: Pick<Desk['me'], 'email'> }

/**
 * Updates the alerts from events. Requests the lists of waiting and own conversations at the start, when the server's
 * count differs from this window's, and after a gap in the events. After a short disconnection, the events are enough.
 */
export function followServer({ client, site, me }: Options, runtime: Runtime): () => void {
  const asks = createAsks(runtime, {
    waiting: () => client.conversations.list.query({ site, filter: 'waiting', limit: maxAsked }),
    mine: () => client.conversations.list.query({ site, assigned: 'me', status: 'live', limit: maxAsked }),
  })
  /** Messages that arrived before the list of my conversations. */
  let early: AlertEvent[] | undefined = []
  const takeEarly = () => {
    const events = early ?? []
    early = undefined
    for (const event of events) take(event)
  }
  let counted: unknown
  const isOff = () => counted !== undefined && counted !== waitingIn(runtime.state()).length
  const take = (event: AlertEvent) => {
    const { type, data } = event
    if (type === 'message.received' && early) {
      if (early.length < maxAsked) early.push(event)
      return
    }
    runtime.change((state, now) => afterEvent(state, event, me.email, now))
    if (type === 'resync') asks.everything()
    if (type === 'queue.changed') counted = data.waiting
    if (type === 'queue.changed' && isOff()) asks.waiting(isOff)
    if (type === 'conversation.changed' && waitingIn(runtime.state()).includes(String(data.id))) asks.waiting()
    if (type === 'message.sent' && isByMe(event, me.email) && !isMine(runtime.state(), idOf(event))) asks.mine()
    if (type === 'note.changed') void readNote(event)
  }
  const readNote = async ({ data, at }: AlertEvent) => {
    const { conversationId, leadId, mentions } = data as EventData<'note.changed'>
    if (!mentions.includes(me.email) || Date.now() - (at ?? 0) > freshNote) return
    const id = conversationId ?? (leadId && (await newestOf(leadId)))
    if (id) runtime.change((state, now) => addAlert(state, 'mention', id, now, true))
  }
  /** A note on a contact is shown in each of their conversations. Without a conversation, there is nothing to open. */
  const newestOf = (id: string) =>
    client.leads.get.query({ site, id }).then(
      ({ conversations }) => conversations[0]?.id,
      () => undefined,
    )
  const end = onEvent(take)
  void asks.first().then(takeEarly)
  return () => {
    end()
    asks.close()
  }
}

const idOf = ({ data }: AlertEvent) => String(data.conversationId)
const isByMe = ({ data }: AlertEvent, me: string) => (data.author as { id?: string } | undefined)?.id === me

type Answer = { items: { id: string }[]; next: string | null }
type Lists = Record<'waiting' | 'mine', () => Promise<Answer>>

/** Requests lists, once for several reasons at the same time. */
function createAsks(runtime: Runtime, lists: Lists) {
  const timers = new Map<keyof Lists, ReturnType<typeof setTimeout>>()
  let closed = false
  const ask = async (name: keyof Lists) => {
    const asked = Date.now()
    // If the server is unreachable, its events after reconnecting say the same.
    const answer = await lists[name]().catch(() => undefined)
    if (answer && !closed) runtime.change((state, now) => afterAnswer(state, name, answer, asked, now))
  }
  const soon = (name: keyof Lists, isStillWanted = () => true) => {
    if (timers.has(name)) return
    const due = () => {
      timers.delete(name)
      if (isStillWanted()) void ask(name)
    }
    timers.set(name, setTimeout(due, restsFor))
  }
  return {
    first: () => Promise.all([ask('waiting'), ask('mine')]),
    waiting: (isStillWanted?: () => boolean) => soon('waiting', isStillWanted),
    mine: () => soon('mine'),
    everything() {
      soon('waiting')
      soon('mine')
    },
    close() {
      closed = true
      for (const timer of timers.values()) clearTimeout(timer)
    },
  }
}

/** An incomplete list does not tell who is not on it. */
function afterAnswer(state: AlertState, name: keyof Lists, { items, next }: Answer, asked: number, now: number) {
  const listed = items.map(({ id }) => id)
  if (name === 'waiting')
    return afterWaitingList(state, next === null ? listed : [...listed, ...waitingIn(state)], asked, now)
  const known = [...state.known].flatMap(([id, { mine }]) => (mine ? [id] : []))
  return afterMineList(state, next === null ? listed : [...listed, ...known], asked)
}
