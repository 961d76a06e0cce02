import type { PendingQuery, Row } from 'postgres'
import type { ConversationStatus, ConversationsQuery } from '../../../shared/conversation.ts'
import { CourseFilter } from '../../../shared/course-filter.ts'
import type { Context } from '../../core/context.ts'
import { type Cursor, readCursor } from '../../core/cursor.ts'
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

/** How a list is walked; the id settles equal times. */
export type Order = {
  /** The column that it goes by. */
  at: 'last_at' | 'waiting_since' | 'started_at'
  /** What stands behind `order by`, of conversations under this name. */
  by(name: 'c' | 'looked'): Piece
  /** What comes behind a place, as one more condition. */
  behind(cursor: Cursor): Piece
}

/** Newest activity first; who waits for a person, the longest first; by how they went, those that began last. */
export function orderOf({ sql }: Context, query: ConversationsQuery): Order {
  if (query.filter === 'waiting')
    return {
      at: 'waiting_since',
      by: (name) => sql`${sql(name)}.waiting_since, ${sql(name)}.id`,
      behind: ({ at, id }) => sql`and (c.waiting_since, c.id) > (${at}, ${id})`,
    }
  if (asksCourse(query))
    return {
      at: 'started_at',
      by: (name) => sql`${sql(name)}.started_at desc, ${sql(name)}.id desc`,
      behind: ({ at, id }) => sql`and (c.started_at, c.id) < (${at}, ${id})`,
    }
  return {
    at: 'last_at',
    by: (name) => sql`${sql(name)}.last_at desc, ${sql(name)}.id desc`,
    behind: ({ at, id }) => sql`and (c.last_at, c.id) < (${at}, ${id})`,
  }
}

/** What comes behind the cursor of a query; nothing where it has none. */
export const behindCursor = ({ sql }: Context, order: Order, { before }: Pick<ConversationsQuery, 'before'>): Piece =>
  before === undefined ? sql`` : order.behind(readCursor(before))

/** The conditions of a query beside its search and its place, each with its own `and`. */
export function filtersOf(ctx: Context, query: ConversationsQuery, marked: Marked): Piece {
  const { sql } = ctx
  const { filter, status, label, assigned, externalId } = query
  const none = sql``
  return sql`
    ${spam(ctx, query)}
    ${status === 'all' ? none : withStatus(ctx, status)}
    ${filter === 'leads' ? sql`and c.lead_id is not null` : none}
    ${filter === 'unsummarized' ? sql`and c.summarized_at is null` : none}
    ${filter === 'waiting' ? sql`and c.waiting_since is not null` : none}
    ${filter === 'callbacks' ? isAmong(ctx, withCallback(ctx), marked.called) : none}
    ${label === undefined ? none : isAmong(ctx, withLabel(ctx, marked.labelId), marked.labelled)}
    ${assigned === undefined ? none : assignedTo(ctx, assigned)}
    ${externalId === undefined ? none : sql`and c.external_id = ${externalId}`}`
}

/** Written out, not a parameter, so that the partial indexes fit. */
const withStatus = ({ sql }: Context, status: ConversationStatus): Piece =>
  ({ bot: sql`and c.status = 'bot'`, live: sql`and c.status = 'live'`, closed: sql`and c.status = 'closed'` })[status]

/** Written out as well. Who names a conversation by its own id finds it anyway. */
function spam({ sql }: Context, { filter, externalId }: ConversationsQuery): Piece {
  if (filter === 'spam') return sql`and c.spam`
  return externalId === undefined ? sql`and not c.spam` : sql``
}

const withLabel = ({ sql }: Context, id: string | null): Piece => sql`
  select conversation_id from conversation_labels marked where marked.label_id = ${id}`

const withCallback = ({ sql, site }: Context): Piece => sql`
  select conversation_id from callbacks marked where marked.site = ${site.id} and conversation_id is not null`

/**
 * The ids of conversations with the label and with a callback, where they are few; undefined where they are many.
 * `labelId`: null where the site has no such label.
 */
type Marked = { labelId: string | null; labelled: string[] | undefined; called: string[] | undefined }

const few = 1_000

/**
 * A few are read first and looked up. Where there are many, the list is walked and each conversation asked for: that finds
 * a page soon. Either way alone is slow where the other is not. They are read in the order of their index: without one, the
 * database looks for them through all rows of the table, as if they lay among the first.
 */
export async function readMarked(ctx: Context, { label, filter }: ConversationsQuery): Promise<Marked> {
  const { sql } = ctx
  const read = async (marked: Piece, order: Piece) => {
    const rows = await sql<{ conversation_id: string }[]>`${marked} order by ${order} limit ${few + 1}`
    return rows.length > few ? undefined : rows.map((row) => row.conversation_id)
  }
  const labelId = label === undefined ? null : await findLabel(ctx, label)
  const [labelled, called] = await Promise.all([
    label === undefined ? undefined : read(withLabel(ctx, labelId), sql`spam`),
    filter === 'callbacks' ? read(withCallback(ctx), sql`status, requested_at`) : undefined,
  ])
  return { labelId, labelled, called }
}

/** By its id or its name; an id stands over a name. */
async function findLabel({ sql, site }: Context, label: string): Promise<string | null> {
  const [found] = await sql<{ id: string }[]>`
    select id from labels where site = ${site.id}
      and (id = ${label} or lower(name collate "und-x-icu") = lower(${label} collate "und-x-icu"))
    order by id = ${label} desc limit 1`
  return found?.id ?? null
}

const isAmong = (ctx: Context, marked: Piece, ids: string[] | undefined): Piece =>
  ids ? among(ctx, ids) : ctx.sql`and (${marked} and marked.conversation_id = c.id limit 1) is not null`

/** These conversations alone. */
export const among = ({ sql }: Context, ids: string[]): Piece => sql`and c.id = any(${ids}::text[])`

function assignedTo({ sql, actor }: Context, assigned: string): Piece {
  if (assigned === 'none') return sql`and c.assigned_to is null`
  const person = assigned.includes('@') ? assigned.toLowerCase() : assigned
  return sql`and c.assigned_to = ${assigned === 'me' ? actor.id : person}`
}
