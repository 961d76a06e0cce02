import type { EventType } from '../../../../shared/event.ts'
import type { Context, Services } from '../../../core/context.ts'
import { systemContext } from '../../../core/transaction.ts'
import { medianWait, placesOf, type QueueState, readQueue } from '../availability.ts'
import { routeTask } from './absence.ts'

/** Events after which the queue may change, or somebody may have capacity again. */
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

/** At most five times a second per site. */
const publishEvery = 200
const medianKept = 60_000

/** What dashboards assume until they are notified. */
const nobodyWaits: QueueState['summary'] = { waiting: 0, unassigned: 0, longestSince: null }

type Watched = {
  published: string
  places: Map<string, string>
  median: { value: number | null; until: number }
  readAt: number
  isReading: boolean
  /** Whether the queue may have changed since its reading began. */
  isStale: boolean
  cancel: (() => void) | undefined
}

const unread = (): Watched => ({
  published: JSON.stringify(nobodyWaits),
  places: new Map(),
  median: { value: null, until: 0 },
  readAt: 0,
  isReading: false,
  isStale: false,
  cancel: undefined,
})

/**
 * Publishes the size of the queue to this server's dashboards, and their place to waiting visitors, whenever they
 * change. Each server publishes from the database to its own clients.
 */
export function createQueueWatch(services: Services) {
  const sites = new Map<string, Watched>()
  const running = new Set<Promise<void>>()
  let closed = false
  let unsubscribe = () => {}

  const of = (site: string): Watched => {
    const known = sites.get(site)
    if (known) return known
    const watched = unread()
    sites.set(site, watched)
    return watched
  }
  const look = (site: string) => {
    const watched = of(site)
    watched.readAt = services.clock.now()
    watched.cancel = undefined
    watched.isReading = true
    watched.isStale = false
    const work = publishQueue(services, site, watched)
      .catch((err) => services.log.warn({ err, site }, 'could not read the queue; retrying with the next change'))
      .finally(() => {
        running.delete(work)
        watched.isReading = false
        if (watched.isStale) soon(site)
      })
    running.add(work)
  }
  const soon = (site: string) => {
    const watched = of(site)
    // One after the other, because a slow reading would otherwise be published after a later one.
    watched.isStale = watched.isReading
    const wait = watched.readAt + publishEvery - services.clock.now()
    if (closed || watched.cancel || watched.isReading) return
    if (wait <= 0) look(site)
    else watched.cancel = services.clock.after(wait, () => look(site))
  }
  return {
    start() {
      unsubscribe = followQueues(services, soon)
    },
    /** Publishes places again, because the estimated time changes, and for visitors who reloaded their page. */
    publishPlacesAgain() {
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

/** Calls `changed` with each site now, and when its queue may have changed. Returns a function that stops it. */
function followQueues({ events, sites }: Services, changed: (site: string) => void): () => void {
  const all = () => {
    for (const site of sites.ids()) changed(site)
  }
  const ends = [
    events.subscribe(({ site, type }) => {
      if (types.has(type)) changed(site)
    }),
    events.onRewind(all),
  ]
  all()
  return () => {
    for (const end of ends) end()
  }
}

async function publishQueue(services: Services, id: string, watched: Watched): Promise<void> {
  const site = await services.sites.find(id)
  if (!site) return
  const ctx = systemContext(services, site)
  const state = await readQueue(ctx)
  const text = JSON.stringify(state.summary)
  if (text !== watched.published) services.ephemeral.publishLocally(id, 'queue.changed', state.summary)
  watched.published = text
  await publishPlaces(ctx, watched, state)
  if (isForRouting(ctx, state)) await ctx.tx((tx) => tx.enqueue(routeTask, {}, { name: 'route' }))
}

const isForRouting = ({ site }: Context, { first }: QueueState) =>
  site.settings.live.routing !== 'manual' && first.some(({ owner }) => owner === null)

async function publishPlaces(ctx: Context, watched: Watched, { first }: QueueState): Promise<void> {
  const now = ctx.now()
  if (first.length > 0 && watched.median.until <= now)
    watched.median = { value: await medianWait(ctx), until: now + medianKept }
  const places = placesOf(first, watched.median.value, now)
  const before = watched.places
  watched.places = new Map(places.map((place) => [place.conversationId, `${place.place} ${place.minutes}`]))
  for (const place of places)
    if (before.get(place.conversationId) !== watched.places.get(place.conversationId))
      ctx.services.ephemeral.publishLocally(ctx.site.id, 'place.changed', place)
}
