import { applyEvents } from './apply.ts'
import { availability } from './availability.ts'
import type { Cache } from './cache.ts'
import type { Connection } from './connection.ts'
import { type Connection as Bar, type ConnectionEvent, connectionAfter, firstConnection } from './connection-state.ts'
import { applyEphemeral, clearEphemeral } from './ephemeral.ts'
import { publishEvent } from './event-listeners.ts'
import { createIntake } from './intake.ts'
import { keys } from './keys.ts'
import { createRefetch, refetchLists } from './refetch.ts'
import type { LogEvent } from './row-events.ts'
import { createStore, useStore } from './store.ts'

/** The state of the connection. */
export const connectionState = createStore<Bar>(firstConnection)

export const useConnection = (): Bar => useStore(connectionState, (state) => state)

const happen = (happening: ConnectionEvent) => connectionState.set((before) => connectionAfter(before, happening))

/** Events within this time, in milliseconds, are applied together. */
const bunchedWithin = 50
const backShownFor = 3_000
const retryAfter = 2_000

type Options = {
  cache: Cache
  connection: Pick<Connection, 'client' | 'online'>
  /** This window's id. An open window makes the person present. */
  window: string
  /** The stream restarted, and missed events arrived. */
  caughtUp(): void
}

/** The last position of each site. Returning to a site continues from there, without fetching everything again. */
const places = new Map<string, string>()

/**
 * Subscribes to a site's events, and applies them to the cache and the ephemeral state. The subscription ends with the
 * connection, and continues with the next one from the last position. @returns a function that unsubscribes
 */
export function followSite(given: Options): () => void {
  const { cache, connection } = given
  const refetch = createRefetch({
    cache,
    read: (id) => connection.client.conversations.get.query({ site: cache.site, id }),
  })
  const intake = createIntake<LogEvent>((events) => applyEvents(cache, refetch, events), bunchedWithin)
  const settle = createSettle(given.caughtUp)
  let stop: (() => void) | undefined
  let retry: ReturnType<typeof setTimeout> | undefined
  let hasTried = false
  const take = (item: Item) => takeItem(cache, item, intake, settle)
  const begin = () => {
    if (stop) return
    // An earlier try ended before it had a place to continue from, but the lists may have been read by then.
    const isBlind = hasTried && !places.has(cache.site)
    hasTried = true
    const takeBlind = (item: Item) => {
      take(item)
      if (item.type === 'subscribed') take({ ...item, type: 'resync' })
    }
    stop = subscribe(given, isBlind ? takeBlind : take, ended)
  }
  const end = () => {
    clearTimeout(retry)
    stop?.()
    stop = undefined
    settle.cancel()
    clearEphemeral()
  }
  // The server ended the subscription although the socket is open: the database was unavailable, or a limit was
  // reached.
  const ended = () => {
    end()
    retry = setTimeout(begin, retryAfter)
  }
  const changed = () => {
    if (connection.online.get()) return begin()
    end()
    happen('closed')
  }
  const unsubscribe = connection.online.subscribe(changed)
  if (connection.online.get()) begin()
  return () => {
    unsubscribe()
    end()
    intake.clear()
    refetch.close()
  }
}

type Item = { id: string | undefined; type: string; createdAt: string; data: unknown }

function subscribe(
  { cache: { site }, connection, window }: Options,
  take: (item: Item) => void,
  ended: () => void,
): () => void {
  const lastEventId = places.get(site)
  const input = { site, window, available: availability.get(), ...(lastEventId !== undefined && { lastEventId }) }
  let isOver = false
  const over = () => {
    if (!isOver) ended()
  }
  const subscription = connection.client.events.subscribe(input, {
    onData: (value) => take(readItem(value)),
    onError: over,
    onComplete: over,
  })
  return () => {
    isOver = true
    subscription.unsubscribe()
  }
}

/** Tracked events are wrapped with their id. */
function readItem(value: unknown): Item {
  const { id, data } = value as { id?: string; data: unknown }
  const isTracked = typeof data === 'object' && data !== null && 'type' in data && 'createdAt' in data
  return (isTracked ? { ...data, id } : { ...(value as object), id: undefined }) as Item
}

function takeItem(
  cache: Cache,
  { id, type, createdAt, data }: Item,
  intake: { add(event: LogEvent): void; clear(): void },
  settle: Settle,
): void {
  if (id !== undefined) places.set(cache.site, id)
  publishEvent({ type, data: data as Record<string, unknown>, at: Date.parse(createdAt) })
  // The server sends the ephemeral state after all missed events.
  if (applyEphemeral({ type, data })) settle.now()
  else if (type === 'subscribed') happen('subscribed')
  else if (type === 'resync') {
    intake.clear()
    rereadSite(cache)
    happen('resync')
  } else {
    intake.add({ type, data, at: Date.parse(createdAt), id } as LogEvent)
    happen('event')
  }
}

/** Fetches everything of a site again, with lists from their beginning. */
function rereadSite(cache: Cache): void {
  refetchLists(cache)
  void cache.client.invalidateQueries({
    queryKey: ['site', cache.site],
    predicate: ({ queryKey }) => queryKey[2] !== keys.lists(cache.site)[2],
  })
}

type Settle = { now(): void; cancel(): void }

/** Reports once that missed events arrived, and clears the report after a moment. */
function createSettle(caughtUp: () => void): Settle {
  let timer: ReturnType<typeof setTimeout> | undefined
  let isDone = false
  return {
    now() {
      if (isDone) return
      isDone = true
      happen('caughtUp')
      timer = setTimeout(() => happen('settled'), backShownFor)
      caughtUp()
    },
    cancel() {
      clearTimeout(timer)
      isDone = false
    },
  }
}
