import type { EventData } from '../../../../shared/event.ts'
import type { Context } from '../../../core/context.ts'
import { medianWait } from './waits.ts'

export type Waiting = { id: string; since: number; owner: string | null }
export type QueueState = { summary: EventData<'queue.changed'>; first: Waiting[] }

/** So many visitors are told their place; who is further back is told when they come nearer. */
const mostPlaces = 200
const minute = 60_000

/** Who waits for a person on the site, in the order in which they are served: the longest waiting first. */
export async function readQueue({ sql, site }: Context): Promise<QueueState> {
  const first = await sql<Waiting[]>`
    select id, waiting_since as since, assigned_to as owner from conversations
    where site = ${site.id} and waiting_since is not null and not spam
    order by waiting_since, id limit ${mostPlaces}`
  const [summary] = await sql<[QueueState['summary']]>`
    select (count(*) filter (where waiting_since is not null))::int as waiting,
      (count(*) filter (where assigned_to is null))::int as unassigned, min(waiting_since) as "longestSince"
    from conversations where site = ${site.id} and status = 'live' and not spam`
  return { summary, first: [...first] }
}

/**
 * What the waiting are told: the place, and in how many minutes about it is their turn.
 * @param median how long others waited, in milliseconds; null where it is not known
 */
export const placesOf = (first: Waiting[], median: number | null, now: number): EventData<'place.changed'>[] =>
  first.map(({ id, since }, index) => ({
    conversationId: id,
    place: index + 1,
    minutes: minutesLeft(since, median, now),
  }))

const minutesLeft = (since: number, median: number | null, now: number) =>
  median === null ? null : Math.max(1, Math.ceil((median - (now - since)) / minute))

type Place = Pick<EventData<'place.changed'>, 'place' | 'minutes'>

/** The place of one visitor, for a page that was loaded anew; null where they wait for nobody. */
export async function findPlace(
  ctx: Context,
  { id, waiting_since: since }: { id: string; waiting_since: number | null },
): Promise<Place | null> {
  if (since === null) return null
  const [{ before }] = await ctx.sql<[{ before: number }]>`
    select count(*)::int as before from conversations
    where site = ${ctx.site.id} and waiting_since is not null and not spam and (waiting_since, id) < (${since}, ${id})`
  return { place: before + 1, minutes: minutesLeft(since, await medianWait(ctx), ctx.now()) }
}
