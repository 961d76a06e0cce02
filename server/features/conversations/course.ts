import type { PendingQuery, Row } from 'postgres'
import { CourseFilter } from '../../../shared/course-filter.ts'
import type { Context } from '../../core/context.ts'
import { within } from '../../core/period.ts'
import { offsetsIn } from '../../core/zone.ts'

/** A piece of a statement about a conversation named `c`. */
export type Piece = PendingQuery<Row[]>

const names = Object.keys(CourseFilter.shape) as (keyof CourseFilter)[]

/** Whether a query asks for conversations by when they began, how they went, or what came of them. */
export const asksCourse = (query: CourseFilter): boolean => names.some((name) => query[name] !== undefined)

/** When they began, as conditions on a conversation named `c`, each with its own `and`: an index finds these. */
export const begun = (ctx: Context, query: CourseFilter): Piece => within(ctx, ctx.sql`c.started_at`, query)

/** All else of it, as conditions on a conversation named `looked`, each looked at one by one. They are those of the tallies. */
export function courseOf(ctx: Context, query: CourseFilter): Piece {
  const { sql } = ctx
  const { handled, rated, page, country, visitor, handover, answeredBy, asked, hour } = query
  const none = sql``
  return sql`
    ${handled === 'person' ? sql`and looked.had_person` : none}
    ${handled === 'assistant' ? sql`and not looked.had_person` : none}
    ${handover === 'requested' ? sql`and looked.asked_person` : none}
    ${handover === 'answered' ? sql`and looked.waited is not null` : none}
    ${handover === 'missed' ? sql`and looked.missed_person` : none}
    ${answeredBy === undefined ? none : sql`and ${answeredBy} = any(looked.answered_by)`}
    ${asked === undefined ? none : sql`and looked.id in (select conversation_id from gap_askings where gap = ${asked})`}
    ${hour === undefined ? none : beganIn(ctx, hour, query)}
    ${visitor === 'returning' ? sql`and looked.came_back` : none}
    ${visitor === 'oneMessage' ? sql`and looked.visitor_count = 1` : none}
    ${country === undefined ? none : sql`and looked.country = ${country}`}
    ${page === undefined ? none : sql`and left(split_part(split_part(looked.page_url, '#', 1), '?', 1), 500) = ${page}`}
    ${rated === undefined ? none : ratedSo(ctx, rated)}
    ${summarised(ctx, query)}`
}

/** Its quarter of an hour is told from the others as the overview does. */
function beganIn(ctx: Context, hour: number, { tz = 0, from = 0, to = Number.POSITIVE_INFINITY }: CourseFilter): Piece {
  const offsets = offsetsIn(tz, from, Math.min(to, ctx.now()))
  const column = (name: 'at' | 'offset') => offsets.map((one) => one[name])
  return ctx.sql`
    and ${hour} = (looked.started_at / 900000 * 900000 + (
      select shift from unnest(${column('at')}::bigint[], ${column('offset')}::bigint[]) as clock (at, shift)
      where clock.at <= looked.started_at order by clock.at desc limit 1)) / 3600000 % 24`
}

/** Written out so that the partial index fits. */
const ratedSo = ({ sql }: Context, rated: 'up' | 'down'): Piece => sql`
  and (select true from messages where conversation_id = looked.id and feedback <> 0
    and ${rated === 'up' ? sql`feedback > 0` : sql`feedback < 0`} limit 1)`

function summarised({ sql }: Context, { outcome, sentiment, quality, topic }: CourseFilter): Piece {
  const none = sql``
  if ([outcome, sentiment, quality, topic].every((asked) => asked === undefined)) return none
  return sql`
    and (select true from summaries s where s.conversation_id = looked.id
      ${outcome === undefined ? none : sql`and s.outcome = any(${outcome.split(',')}::text[])`}
      ${sentiment === undefined ? none : sql`and s.sentiment = ${sentiment}`}
      ${quality === undefined ? none : sql`and s.lead_quality = ${quality}`}
      ${topic === undefined ? none : sql`and ${topic} in (select left(one, 200) from jsonb_array_elements_text(s.topics) one)`})`
}
