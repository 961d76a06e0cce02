import type { CrawlRun } from '../../../shared/crawl.ts'
import type { EventData } from '../../../shared/event.ts'
import type { Pull } from '../../../shared/model.ts'
import type { CheckPoint } from '../../../shared/model-check.ts'
import type { Presence, VisitorPresence } from '../../../shared/presence.ts'
import { isRefused } from './connection.ts'
import { createStore, useStore } from './store.ts'

export type Viewer = EventData<'viewers.changed'>['viewers'][number]
export type Typing = Pick<EventData<'typing.changed'>, 'who' | 'name'>
export type Queue = EventData<'queue.changed'>

/**
 * Ephemeral state, as last reported by the server. Cleared when the connection is lost, and reported again afterwards.
 */
type Moments = {
  presence: ReadonlyMap<string, Presence>
  viewers: ReadonlyMap<string, Viewer[]>
  visitors: ReadonlyMap<string, VisitorPresence>
  typing: ReadonlyMap<string, Typing[]>
  writing: ReadonlyMap<string, string>
  queue: Queue | undefined
  /** The current run of learning the website. */
  run: CrawlRun | undefined
  /** The model that is being downloaded. */
  pull: Pull | undefined
  /** The points of the model's check that are finished. */
  checked: readonly CheckPoint[]
}

const nothing: Moments = {
  presence: new Map(),
  viewers: new Map(),
  visitors: new Map(),
  typing: new Map(),
  writing: new Map(),
  queue: undefined,
  run: undefined,
  pull: undefined,
  checked: [],
}

export const ephemeral = createStore(nothing)

/** Typing ends after this long without a signal. */
const typesFor = 8_000

const timers = new Map<string, ReturnType<typeof setTimeout>>()

/** Clears everything, for another site or after the connection was lost. */
export function clearEphemeral(): void {
  for (const timer of timers.values()) clearTimeout(timer)
  timers.clear()
  ephemeral.set(nothing)
}

/** Applies an ephemeral event. @returns false for every other type */
export function applyEphemeral({ type, data }: { type: string; data: unknown }): boolean {
  switch (type) {
    case 'presence.changed':
      return put('presence', (data as Presence).email, data as Presence)
    case 'viewers.changed': {
      const { conversationId, viewers } = data as EventData<'viewers.changed'>
      return put('viewers', conversationId, viewers.length > 0 ? viewers : undefined)
    }
    case 'visitor.changed': {
      const { conversationId, ...presence } = data as EventData<'visitor.changed'>
      return put('visitors', conversationId, presence)
    }
    case 'typing.changed':
      return takeTyping(data as EventData<'typing.changed'>)
    case 'reply.writing': {
      const { conversationId, text, done } = data as EventData<'reply.writing'>
      return put('writing', conversationId, done ? undefined : text)
    }
    case 'queue.changed':
      ephemeral.set((before) => ({ ...before, queue: data as Queue }))
      return true
    case 'crawl.changed':
      ephemeral.set((before) => ({ ...before, run: (data as EventData<'crawl.changed'>).run }))
      return true
    case 'pull.changed':
      ephemeral.set((before) => ({ ...before, pull: (data as EventData<'pull.changed'>).pull }))
      return true
    case 'model.checked': {
      const { point } = data as EventData<'model.checked'>
      // A check begins with the server.
      ephemeral.set((before) => ({
        ...before,
        checked: point.point === 'server' ? [point] : [...before.checked, point],
      }))
      return true
    }
    // The contacts screen handles it.
    case 'bulk-change.changed':
    case 'place.changed':
      return true
    default:
      return false
  }
}

/** Ends typing and writing in a conversation, because a message arrived. */
export function endWriting(conversationId: string, by: 'visitor' | 'team' | 'assistant'): void {
  if (by === 'assistant') put('writing', conversationId, undefined)
  else takeTyping({ conversationId, who: by, name: null, typing: false }, by === 'visitor')
}

type Keyed = 'presence' | 'viewers' | 'visitors' | 'typing' | 'writing'
type Value<K extends Keyed> = Moments[K] extends ReadonlyMap<string, infer V> ? V : never

function put<K extends Keyed>(name: K, key: string, value: Value<K> | undefined): true {
  ephemeral.set((before) => {
    if (value === undefined && !before[name].has(key)) return before
    const next = new Map(before[name] as ReadonlyMap<string, Value<K>>)
    if (value === undefined) next.delete(key)
    else next.set(key, value)
    return { ...before, [name]: next }
  })
  return true
}

function takeTyping({ conversationId, who, name, typing }: EventData<'typing.changed'>, anyName = false): true {
  const same = (one: Typing) => one.who === who && (anyName || one.name === name)
  const others = (ephemeral.get().typing.get(conversationId) ?? []).filter((one) => !same(one))
  const key = `${conversationId} ${who} ${name}`
  clearTimeout(timers.get(key))
  timers.delete(key)
  const now = typing ? [...others, { who, name }] : others
  if (typing) {
    const stop = () => takeTyping({ conversationId, who, name, typing: false })
    timers.set(key, setTimeout(stop, typesFor))
  }
  return put('typing', conversationId, now.length > 0 ? now : undefined)
}

const nobody: never[] = []

/** The team's presence by email, for those who came or went since this dashboard connected. */
export const usePresence = (): ReadonlyMap<string, Presence> => useStore(ephemeral, ({ presence }) => presence)

/** The team members who view a conversation, including this person. */
export const useViewers = (id: string): readonly Viewer[] =>
  useStore(ephemeral, ({ viewers }) => viewers.get(id) ?? nobody)

/**
 * Whether the visitor is there.
 * @param known what the server said when the conversation was read
 */
export const useVisitorPresence = (id: string, known: VisitorPresence | null): VisitorPresence | null =>
  useStore(ephemeral, ({ visitors }) => visitors.get(id) ?? known)

/** Who is typing in a conversation: the visitor, team members. */
export const useTyping = (id: string): readonly Typing[] =>
  useStore(ephemeral, ({ typing }) => typing.get(id) ?? nobody)

/** The assistant's reply so far; undefined while none is being written. */
export const useWriting = (id: string): string | undefined => useStore(ephemeral, ({ writing }) => writing.get(id))

/** The number of waiting visitors, and since when the first has waited; undefined until the server reported it. */
export const useQueue = (): Queue | undefined => useStore(ephemeral, ({ queue }) => queue)

/** The last reported run; undefined if none was reported since this dashboard connected. */
export const useReportedRun = (): CrawlRun | undefined => useStore(ephemeral, ({ run }) => run)

/** The last reported download of a model; undefined if none was reported since this dashboard connected. */
export const useReportedPull = (): Pull | undefined => useStore(ephemeral, ({ pull }) => pull)

/** The finished points of the latest check of the model, since this dashboard connected. */
export const useCheckedPoints = (): readonly CheckPoint[] => useStore(ephemeral, ({ checked }) => checked)

/** Forgets an earlier check, because another one begins. */
export const clearCheckedPoints = () => ephemeral.set((before) => ({ ...before, checked: [] }))

const againAfter = 1_000

/**
 * Sends ephemeral state to the server: typing, or viewing a conversation. Retries once, if it still applies. After
 * that, it only logs to the console, because the next change sends it again.
 */
export async function publishEphemeral(send: () => Promise<unknown>, isStillSo: () => boolean): Promise<void> {
  try {
    await send()
  } catch (error) {
    if (isRefused(error)) return logFailure(error)
    await new Promise((resolve) => setTimeout(resolve, againAfter))
    if (isStillSo()) await send().catch(logFailure)
  }
}

const logFailure = (error: unknown): void => console.warn('an ephemeral event could not be sent:', error)
