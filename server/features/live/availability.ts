import type { EventData } from '../../../shared/event.ts'
import { isOpenAt } from '../../../shared/opening-hours.ts'
import type { Context } from '../../core/context.ts'
import { telegramState } from './telegram/state.ts'

type AvailablePerson = { email: string; name: string | null }

/** Team members with an open dashboard of the site that is set to available, by email. */
export async function availablePeople({ sql, site, now }: Context): Promise<AvailablePerson[]> {
  return await sql<AvailablePerson[]>`
    select email, name from accounts
    where email in (select email from presence where site = ${site.id} and available and until > ${now()})
    order by email`
}

/** Whether a person has an open dashboard of the site, whether available or away. */
export async function isThere({ sql, site, now }: Context, email: string): Promise<boolean> {
  const [row] = await sql`
    select from presence where site = ${site.id} and email = ${email} and until > ${now()} limit 1`
  return row !== undefined
}

/** Whether live chat is on and within opening hours. */
function isLiveOpen({ site, now }: Context): boolean {
  const { live, assistant } = site.settings
  return live.enabled && isOpenAt(live.hours, live.timezone || assistant.timezone, now())
}

/**
 * Whether somebody on the team is available now. It is unknown who reads the team's Telegram chat, so a linked one
 * counts as available.
 */
export async function isSomebodyAvailable(ctx: Context): Promise<boolean> {
  if (!isLiveOpen(ctx)) return false
  return (await availablePeople(ctx)).length > 0 || (await telegramState(ctx)).linked
}

type Waiting = { id: string; since: number; owner: string | null }
export type QueueState = { summary: EventData<'queue.changed'>; first: Waiting[] }

/** The number of visitors who receive their place; those further back receive it when they advance. */
const maxPlaces = 200
const minute = 60_000

/** The site's queue of waiting visitors, longest wait first. */
export async function readQueue({ sql, site }: Context): Promise<QueueState> {
  const first = await sql<Waiting[]>`
    select id, waiting_since as since, assigned_to as owner from conversations
    where site = ${site.id} and waiting_since is not null and not spam
    order by waiting_since, id limit ${maxPlaces}`
  const [summary] = await sql<[QueueState['summary']]>`
    select (count(*) filter (where waiting_since is not null))::int as waiting,
      (count(*) filter (where assigned_to is null))::int as unassigned, min(waiting_since) as "longestSince"
    from conversations where site = ${site.id} and status = 'live' and not spam`
  return { summary, first: [...first] }
}

/**
 * The place and estimated minutes of each waiting visitor.
 * @param median the median wait of others in milliseconds; null if unknown
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

/** The place of one visitor, for a page that was reloaded; null if they are not waiting. */
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

const maxScanned = 20
const minWaits = 3
const daysBack = 7
const day = 86_400_000

/** The median wait for a person, in milliseconds, of the last answered visitors. Null if there were too few. */
export async function medianWait({ sql, site, now }: Context): Promise<number | null> {
  const [{ median, count }] = await sql<[{ median: number | null; count: number }]>`
    select percentile_cont(0.5) within group (order by (came.at - asked.at)::double precision) as median, count(*)::int as count
    from (
      select data ->> 'conversationId' as id, seq, at from events
      where site = ${site.id} and type = 'handover.requested' and at > ${now() - daysBack * day}
      order by seq desc limit ${maxScanned}) asked,
    lateral (
      select type, at from events
      where data ? 'conversationId' and data ->> 'conversationId' = asked.id and seq > asked.seq
        and (type in ('handover.missed', 'conversation.closed', 'handover.ended')
          or type = 'conversation.assigned' and data ->> 'assignedTo' is not null
          or type = 'message.sent' and data ? 'author')
      order by seq limit 1) came
    where came.type in ('conversation.assigned', 'message.sent')`
  return count < minWaits ? null : median
}
