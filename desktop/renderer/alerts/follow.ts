import type { EventData } from '../../../shared/event.ts'
import type { Client } from '../app/connection.ts'
import type { Desk } from '../live/desk.tsx'
import { listen } from '../live/heard.ts'
import {
  type AlertState,
  afterEvent,
  afterMineList,
  afterWaitingList,
  begin,
  isMine,
  type Told,
  waitingIn,
} from './alert-state.ts'
import type { Runtime } from './runtime.ts'

/** Of more than this, the rest is known from what happens. */
const mostAsked = 100
/** What is asked for after several events is asked once. */
const restsFor = 400
/** Who named me longer ago is no news: the window was cut off meanwhile. */
const freshNote = 60_000

type Options = { client: Client; site: string; me: Pick<Desk['me'], 'email'> }

/**
 * Takes what this window is told into what stands. At first, where the server counts others who wait than this window knows,
 * and where events are missing for good, it is asked who they are; after a mere cut the events say it.
 */
export function followServer({ client, site, me }: Options, runtime: Runtime): () => void {
  const asks = createAsks(runtime, {
    waiting: () => client.conversations.list.query({ site, filter: 'waiting', limit: mostAsked }),
    mine: () => client.conversations.list.query({ site, assigned: 'me', status: 'live', limit: mostAsked }),
  })
  /** Messages that came before it was known which conversations are mine. */
  let early: Told[] | undefined = []
  const takeEarly = () => {
    const events = early ?? []
    early = undefined
    for (const event of events) take(event)
  }
  let counted: unknown
  const isOff = () => counted !== undefined && counted !== waitingIn(runtime.standing()).length
  const take = (event: Told) => {
    const { type, data } = event
    if (type === 'message.received' && early) {
      if (early.length < mostAsked) early.push(event)
      return
    }
    runtime.change((standing, now) => afterEvent(standing, event, me.email, now))
    if (type === 'resync') asks.everything()
    if (type === 'queue.changed') counted = data.waiting
    if (type === 'queue.changed' && isOff()) asks.waiting(isOff)
    if (type === 'conversation.changed' && waitingIn(runtime.standing()).includes(String(data.id))) asks.waiting()
    if (type === 'message.sent' && isByMe(event, me.email) && !isMine(runtime.standing(), idOf(event))) asks.mine()
    if (type === 'note.changed') void readNote(event)
  }
  const readNote = async ({ data, at }: Told) => {
    const { conversationId, leadId, mentions } = data as EventData<'note.changed'>
    if (!mentions.includes(me.email) || Date.now() - (at ?? 0) > freshNote) return
    const id = conversationId ?? (leadId && (await newestOf(leadId)))
    if (id) runtime.change((standing, now) => begin(standing, 'mention', id, now, true))
  }
  /** A note on a contact is shown beside each of their conversations. Whoever has none cannot be gone to. */
  const newestOf = (id: string) =>
    client.leads.get.query({ site, id }).then(
      ({ conversations }) => conversations[0]?.id,
      () => undefined,
    )
  const end = listen(take)
  void asks.first().then(takeEarly)
  return () => {
    end()
    asks.close()
  }
}

const idOf = ({ data }: Told) => String(data.conversationId)
const isByMe = ({ data }: Told, me: string) => (data.author as { id?: string } | undefined)?.id === me

type Answer = { items: { id: string }[]; next: string | null }
type Lists = Record<'waiting' | 'mine', () => Promise<Answer>>

/** Asks for lists, each once for however many reasons came in a moment. */
function createAsks(runtime: Runtime, lists: Lists) {
  const timers = new Map<keyof Lists, ReturnType<typeof setTimeout>>()
  let closed = false
  const ask = async (name: keyof Lists) => {
    const asked = Date.now()
    // Where the server cannot be reached, what it tells when it is back says the same.
    const answer = await lists[name]().catch(() => undefined)
    if (answer && !closed) runtime.change((standing, now) => afterAnswer(standing, name, answer, asked, now))
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

/** A list that goes on says only who is on it, not who is not. */
function afterAnswer(standing: AlertState, name: keyof Lists, { items, next }: Answer, asked: number, now: number) {
  const listed = items.map(({ id }) => id)
  if (name === 'waiting')
    return afterWaitingList(standing, next === null ? listed : [...listed, ...waitingIn(standing)], asked, now)
  const known = [...standing.known].flatMap(([id, { mine }]) => (mine ? [id] : []))
  return afterMineList(standing, next === null ? listed : [...listed, ...known], asked)
}
