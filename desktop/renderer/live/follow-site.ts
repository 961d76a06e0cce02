import type { Connection } from '../app/connection.ts'
import { createAgain, rereadLists } from './again.ts'
import { applyEvents } from './apply.ts'
import { availability } from './availability.ts'
import type { Cache } from './cache.ts'
import { type Connection as Bar, connectionAfter, firstConnection, type Happening } from './connection-state.ts'
import { hear } from './heard.ts'
import { createIntake } from './intake.ts'
import { keys } from './keys.ts'
import { forgetMoments, takeMoment } from './moments.ts'
import type { LogEvent } from './row-events.ts'
import { createStore, useStore } from './store.ts'

/** How it stands with the server. */
export const connectionState = createStore<Bar>(firstConnection)

export const useConnection = (): Bar => useStore(connectionState, (state) => state)

const happen = (happening: Happening) => connectionState.set((before) => connectionAfter(before, happening))

/** Events are taken in together where they come closer than this, in milliseconds. */
const bunchedWithin = 50
/** Where nothing comes for so long after the connection is back, nothing was missed. */
const quietAfter = 300
const backShownFor = 3_000
const retryAfter = 2_000

type Options = {
  cache: Cache
  connection: Pick<Connection, 'client' | 'online'>
  /** This window, whose being open makes the person present. */
  window: string
  /** The stream is there again, and what was missed came in. */
  caughtUp(): void
}

/** Up to where each site was followed: back on a site, what happened meanwhile comes in, and nothing is read anew. */
const places = new Map<string, string>()

/**
 * Follows a site over the one subscription, and takes what happens there into what is kept and into what is of the moment.
 * It ends with the connection and begins anew with it, from the last place. The answer ends it for good.
 */
export function followSite(given: Options): () => void {
  const { cache, connection } = given
  const again = createAgain({
    cache,
    read: (id) => connection.client.conversations.get.query({ site: cache.site, id }),
  })
  const intake = createIntake<LogEvent>((events) => applyEvents(cache, again, events), bunchedWithin)
  const settle = createSettle(given.caughtUp)
  let stop: (() => void) | undefined
  let retry: ReturnType<typeof setTimeout> | undefined
  const begin = () => {
    stop ??= subscribe(given, (item) => takeItem(cache, item, intake, settle), ended)
  }
  const end = () => {
    clearTimeout(retry)
    stop?.()
    stop = undefined
    settle.cancel()
    forgetMoments()
  }
  // The server ended it although the socket stands: the database was away, or this dashboard asked too much.
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
    again.close()
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

/** What is tracked comes with its id around it. */
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
  hear({ type, data: data as Record<string, unknown>, at: Date.parse(createdAt) })
  // What is of the moment is told last: by then, all that was missed came in.
  if (takeMoment({ type, data })) {
    settle.now()
    return
  }
  settle.soon()
  if (type === 'subscribed') happen('subscribed')
  else if (type === 'resync') {
    intake.clear()
    rereadSite(cache)
    happen('resync')
  } else {
    intake.add({ type, data, at: Date.parse(createdAt), id } as LogEvent)
    happen('event')
  }
}

/** Everything of a site is read anew, the lists from their beginning. */
function rereadSite(cache: Cache): void {
  rereadLists(cache)
  void cache.client.invalidateQueries({
    queryKey: ['site', cache.site],
    predicate: ({ queryKey }) => queryKey[2] !== keys.lists(cache.site)[2],
  })
}

type Settle = { soon(): void; now(): void; cancel(): void }

/** Tells once that what was missed came in, and ends the word about it after a moment. */
function createSettle(caughtUp: () => void): Settle {
  let timer: ReturnType<typeof setTimeout> | undefined
  let isDone = false
  const finish = () => {
    if (isDone) return
    isDone = true
    happen('caughtUp')
    timer = setTimeout(() => happen('settled'), backShownFor)
    caughtUp()
  }
  const cancel = () => {
    clearTimeout(timer)
    isDone = false
  }
  return {
    cancel,
    now() {
      if (isDone) return
      clearTimeout(timer)
      finish()
    },
    soon() {
      if (isDone) return
      clearTimeout(timer)
      timer = setTimeout(finish, quietAfter)
    },
  }
}
