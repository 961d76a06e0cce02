import type { EventType } from '../../../../shared/event.ts'
import type { Context, Parts } from '../../../core/context.ts'
import { systemContext } from '../../../core/transaction.ts'
import { medianWait, placesOf, type QueueState, readQueue } from '../availability.ts'
import { routeTask } from './gone.ts'

/** After what in the log somebody may wait who did not, or the other way round, or somebody may have room again. */
const types = new Set<EventType>([
  'handover.requested',
  'handover.missed',
  'handover.ended',
  'conversation.assigned',
  'conversation.closed',
  'conversation.changed',
  'message.received',
  'message.sent',
  'settings.changed',
])

/** At most five times a second for a site. */
const tellEvery = 200
const medianKept = 60_000

/** What dashboards take it to be until they are told. */
const nobodyWaits: QueueState['summary'] = { waiting: 0, unassigned: 0, longestSince: null }

type Watched = {
  told: string
  places: Map<string, string>
  median: { value: number | null; until: number }
  lookedAt: number
  cancel: (() => void) | undefined
}

/**
 * Tells this server's dashboards how many wait, and waiting visitors their place, whenever that changes. Each server tells
 * its own, from what the database says.
 */
export function createQueueWatch(parts: Parts) {
  const sites = new Map<string, Watched>()
  const running = new Set<Promise<void>>()
  let closed = false
  let unsubscribe = () => {}

  const of = (site: string): Watched => {
    const known = sites.get(site)
    if (known) return known
    const watched = {
      told: JSON.stringify(nobodyWaits),
      places: new Map(),
      median: { value: null, until: 0 },
      lookedAt: 0,
      cancel: undefined,
    }
    sites.set(site, watched)
    return watched
  }
  const look = (site: string) => {
    const watched = of(site)
    watched.lookedAt = parts.clock.now()
    watched.cancel = undefined
    const work = lookAt(parts, site, watched)
      .catch((err) =>
        parts.log.warn({ err, site }, 'the waiting queue could not be read; it is read again with the next change'),
      )
      .finally(() => running.delete(work))
    running.add(work)
  }
  const soon = (site: string) => {
    const watched = of(site)
    const wait = watched.lookedAt + tellEvery - parts.clock.now()
    if (closed || watched.cancel) return
    if (wait <= 0) look(site)
    else watched.cancel = parts.clock.after(wait, () => look(site))
  }
  return {
    start() {
      unsubscribe = parts.events.subscribe(({ site, type }) => {
        if (types.has(type)) soon(site)
      })
      for (const site of parts.sites.ids()) soon(site)
    },
    /** Tells the waiting their place once more, whose time goes on, and whoever came back to their page. */
    tellAgain() {
      for (const [site, { places }] of sites) {
        if (places.size === 0) continue
        places.clear()
        soon(site)
      }
    },
    async close() {
      closed = true
      unsubscribe()
      for (const { cancel } of sites.values()) cancel?.()
      await Promise.all(running)
    },
  }
}

async function lookAt(parts: Parts, id: string, watched: Watched): Promise<void> {
  const site = await parts.sites.find(id)
  if (!site) return
  const ctx = systemContext(parts, site)
  const state = await readQueue(ctx)
  const text = JSON.stringify(state.summary)
  if (text !== watched.told) parts.moments.tellHere(id, 'queue.changed', state.summary)
  watched.told = text
  await tellPlaces(ctx, watched, state)
  if (isForRouting(ctx, state)) await ctx.tx((tx) => tx.enqueue(routeTask, {}, { name: 'route' }))
}

const isForRouting = ({ site }: Context, { first }: QueueState) =>
  site.settings.live.routing !== 'manual' && first.some(({ owner }) => owner === null)

async function tellPlaces(ctx: Context, watched: Watched, { first }: QueueState): Promise<void> {
  const now = ctx.now()
  if (first.length > 0 && watched.median.until <= now)
    watched.median = { value: await medianWait(ctx), until: now + medianKept }
  const places = placesOf(first, watched.median.value, now)
  const before = watched.places
  watched.places = new Map(places.map((place) => [place.conversationId, `${place.place} ${place.minutes}`]))
  for (const place of places)
    if (before.get(place.conversationId) !== watched.places.get(place.conversationId))
      ctx.parts.moments.tellHere(ctx.site.id, 'place.changed', place)
}
