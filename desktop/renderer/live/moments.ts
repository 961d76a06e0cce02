import type { CrawlRun } from '../../../shared/crawl.ts'
import type { EventData } from '../../../shared/event.ts'
import type { Pull } from '../../../shared/model.ts'
import type { Presence } from '../../../shared/presence.ts'
import { createStore, useStore } from './store.ts'

export type Viewer = EventData<'viewers.changed'>['viewers'][number]
export type Typing = Pick<EventData<'typing.changed'>, 'who' | 'name'>
export type Queue = EventData<'queue.changed'>

/** What is only of the moment, as the server told it last: gone with the connection, and told anew after it. */
type Moments = {
  presence: ReadonlyMap<string, Presence>
  viewers: ReadonlyMap<string, Viewer[]>
  typing: ReadonlyMap<string, Typing[]>
  writing: ReadonlyMap<string, string>
  queue: Queue | undefined
  /** The run that the website is learned by, as far as it is. */
  run: CrawlRun | undefined
  /** The model that is being fetched, as far as it is. */
  pull: Pull | undefined
}

const nothing: Moments = {
  presence: new Map(),
  viewers: new Map(),
  typing: new Map(),
  writing: new Map(),
  queue: undefined,
  run: undefined,
  pull: undefined,
}

export const moments = createStore(nothing)

/** Whoever does not say that they stopped is taken to have stopped after this. */
const typesFor = 8_000

const timers = new Map<string, ReturnType<typeof setTimeout>>()

/** Forgets all of it: another site, or a connection that is gone. */
export function forgetMoments(): void {
  for (const timer of timers.values()) clearTimeout(timer)
  timers.clear()
  moments.set(nothing)
}

/** Takes in an event of the moment. Answers false for every other type. */
export function takeMoment({ type, data }: { type: string; data: unknown }): boolean {
  switch (type) {
    case 'presence.changed':
      return put('presence', (data as Presence).email, data as Presence)
    case 'viewers.changed': {
      const { conversationId, viewers } = data as EventData<'viewers.changed'>
      return put('viewers', conversationId, viewers.length > 0 ? viewers : undefined)
    }
    case 'typing.changed':
      return takeTyping(data as EventData<'typing.changed'>)
    case 'reply.writing': {
      const { conversationId, text, done } = data as EventData<'reply.writing'>
      return put('writing', conversationId, done ? undefined : text)
    }
    case 'queue.changed':
      moments.set((before) => ({ ...before, queue: data as Queue }))
      return true
    case 'crawl.changed':
      moments.set((before) => ({ ...before, run: (data as EventData<'crawl.changed'>).run }))
      return true
    case 'pull.changed':
      moments.set((before) => ({ ...before, pull: (data as EventData<'pull.changed'>).pull }))
      return true
    case 'place.changed':
      return true
    default:
      return false
  }
}

/** What was being written or typed is there, or was given up: called when a message came. */
export function endWriting(conversationId: string, by: 'visitor' | 'team' | 'assistant'): void {
  if (by === 'assistant') put('writing', conversationId, undefined)
  else takeTyping({ conversationId, who: by, name: null, typing: false }, by === 'visitor')
}

type Keyed = 'presence' | 'viewers' | 'typing' | 'writing'
type Value<K extends Keyed> = Moments[K] extends ReadonlyMap<string, infer V> ? V : never

function put<K extends Keyed>(name: K, key: string, value: Value<K> | undefined): true {
  moments.set((before) => {
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
  const others = (moments.get().typing.get(conversationId) ?? []).filter((one) => !same(one))
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

/** Who of the team is there, by email, as far as somebody came or went since this dashboard did. */
export const usePresence = (): ReadonlyMap<string, Presence> => useStore(moments, ({ presence }) => presence)

/** Who looks at a conversation just now, this person too. */
export const useViewers = (id: string): readonly Viewer[] =>
  useStore(moments, ({ viewers }) => viewers.get(id) ?? nobody)

/** Who types in a conversation just now: the visitor, people of the team. */
export const useTyping = (id: string): readonly Typing[] => useStore(moments, ({ typing }) => typing.get(id) ?? nobody)

/** As far as the assistant's reply is written; undefined while it writes none. */
export const useWriting = (id: string): string | undefined => useStore(moments, ({ writing }) => writing.get(id))

/** How many wait, and since when the longest of them; undefined until the server told it. */
export const useQueue = (): Queue | undefined => useStore(moments, ({ queue }) => queue)

/** The run of which was told last; undefined where none was, since this dashboard is connected. */
export const useToldRun = (): CrawlRun | undefined => useStore(moments, ({ run }) => run)

/** The fetching of a model of which was told last; undefined where none was, since this dashboard is connected. */
export const useToldPull = (): Pull | undefined => useStore(moments, ({ pull }) => pull)
