import type { PendingQuery, Row } from 'postgres'
import type { ConversationStatus, ConversationsQuery } from '../../../shared/conversation.ts'
import { HistoryFilter } from '../../../shared/history-filter.ts'
import type { Context } from '../../core/context.ts'
import { type Cursor, readCursor, within } from '../../core/paging.ts'
import { offsetsIn } from '../../core/time.ts'

/** A fragment of SQL about a conversation with the alias `c`. */
export type Piece = PendingQuery<Row[]>

const names = Object.keys(HistoryFilter.shape) as (keyof HistoryFilter)[]

/** Whether a query filters by when conversations began, how they went, or what came of them. */
export const hasHistoryFilter = (query: HistoryFilter): boolean => names.some((name) => query[name] !== undefined)

/** Conditions on the start time of a conversation `c`, each with its own `and`. They use an index. */
export const startedWithin = (ctx: Context, query: HistoryFilter): Piece => within(ctx, ctx.sql`c.started_at`, query)

/**
 * All other conditions of the filter, on a conversation `scanned`, each with its own `and`. No index serves them, so
 * they are evaluated row by row. The overview counts by the same conditions.
 */
export function historyFilter(ctx: Context, query: HistoryFilter): Piece {
  const { sql } = ctx
  const { handled, rated, page, country, visitor, handover, answeredBy, asked, hour } = query
  const none = sql``
  return sql`
    ${handled === 'person' ? sql`and scanned.had_person` : none}
    ${handled === 'assistant' ? sql`and not scanned.had_person` : none}
    ${handover === 'requested' ? sql`and scanned.asked_person` : none}
    ${handover === 'answered' ? sql`and scanned.waited is not null` : none}
    ${handover === 'missed' ? sql`and scanned.missed_person` : none}
    ${answeredBy === undefined ? none : sql`and ${answeredBy} = any(scanned.answered_by)`}
    ${asked === undefined ? none : sql`and scanned.id in (select conversation_id from gap_askings where gap = ${asked})`}
    ${hour === undefined ? none : startedIn(ctx, hour, query)}
    ${visitor === 'returning' ? sql`and scanned.came_back` : none}
    ${visitor === 'oneMessage' ? sql`and scanned.visitor_count = 1` : none}
    ${country === undefined ? none : sql`and scanned.country = ${country}`}
    ${page === undefined ? none : sql`and left(split_part(split_part(scanned.page_url, '#', 1), '?', 1), 500) = ${page}`}
    ${rated === undefined ? none : ratedAs(ctx, rated)}
    ${summarised(ctx, query)}`
}

/** Uses the same quarters of an hour as the overview. */
function startedIn(
  ctx: Context,
  hour: number,
  { tz = 0, from = 0, to = Number.POSITIVE_INFINITY }: HistoryFilter,
): Piece {
  const offsets = offsetsIn(tz, from, Math.min(to, ctx.now()))
  const column = (name: 'at' | 'offset') => offsets.map((one) => one[name])
  return ctx.sql`
    and ${hour} = (scanned.started_at / 900000 * 900000 + (
      select shift from unnest(${column('at')}::bigint[], ${column('offset')}::bigint[]) as clock (at, shift)
      where clock.at <= scanned.started_at order by clock.at desc limit 1)) / 3600000 % 24`
}

/** Written out as literals, so that the partial index applies. */
const ratedAs = ({ sql }: Context, rated: 'up' | 'down'): Piece => sql`
  and (select true from messages where conversation_id = scanned.id and feedback <> 0
    and ${rated === 'up' ? sql`feedback > 0` : sql`feedback < 0`} limit 1)`

function summarised({ sql }: Context, { outcome, sentiment, quality, topic }: HistoryFilter): Piece {
  const none = sql``
  if ([outcome, sentiment, quality, topic].every((asked) => asked === undefined)) return none
  return sql`
    and (select true from summaries s where s.conversation_id = scanned.id
      ${outcome === undefined ? none : sql`and s.outcome = any(${outcome.split(',')}::text[])`}
      ${sentiment === undefined ? none : sql`and s.sentiment = ${sentiment}`}
      ${quality === undefined ? none : sql`and s.lead_quality = ${quality}`}
      ${topic === undefined ? none : sql`and ${topic} in (select left(one, 200) from jsonb_array_elements_text(s.topics) one)`})`
}

/** The order of a list. The id decides between equal times. */
export type Order = {
  /** The column to order by. */
  at: 'last_at' | 'waiting_since' | 'missed_at' | 'started_at'
  /** The expressions after `order by`, for conversations with this alias. */
  by(name: 'c' | 'scanned'): Piece
  /** The condition for rows after a cursor. */
  after(cursor: Cursor): Piece
}

/**
 * Newest activity first. People who wait for the team are listed longest wait first, filtered conversations by their
 * start, newest first.
 */
export function orderOf({ sql }: Context, query: ConversationsQuery): Order {
  if (query.filter === 'waiting')
    return {
      at: 'waiting_since',
      by: (name) => sql`${sql(name)}.waiting_since, ${sql(name)}.id`,
      after: ({ at, id }) => sql`and (c.waiting_since, c.id) > (${at}, ${id})`,
    }
  if (query.filter === 'missed')
    return {
      at: 'missed_at',
      by: (name) => sql`${sql(name)}.missed_at desc, ${sql(name)}.id desc`,
      after: ({ at, id }) => sql`and (c.missed_at, c.id) < (${at}, ${id})`,
    }
  if (hasHistoryFilter(query))
    return {
      at: 'started_at',
      by: (name) => sql`${sql(name)}.started_at desc, ${sql(name)}.id desc`,
      after: ({ at, id }) => sql`and (c.started_at, c.id) < (${at}, ${id})`,
    }
  return {
    at: 'last_at',
    by: (name) => sql`${sql(name)}.last_at desc, ${sql(name)}.id desc`,
    after: ({ at, id }) => sql`and (c.last_at, c.id) < (${at}, ${id})`,
  }
}

/** The condition for rows after the query's cursor; empty without one. */
export const afterCursor = ({ sql }: Context, order: Order, { before }: Pick<ConversationsQuery, 'before'>): Piece =>
  before === undefined ? sql`` : order.after(readCursor(before))

/** The conditions of a query except its search and cursor, each with its own `and`. */
export function filtersOf(ctx: Context, query: ConversationsQuery, ids: FilterIds): Piece {
  const { sql } = ctx
  const { filter, status, label, assigned, externalId, snoozed } = query
  const none = sql``
  return sql`
    ${spam(ctx, query)}
    ${status === 'all' ? none : withStatus(ctx, status)}
    ${filter === 'leads' ? sql`and c.lead_id is not null` : none}
    ${filter === 'unsummarized' ? sql`and c.summarized_at is null` : none}
    ${filter === 'waiting' ? sql`and c.waiting_since is not null` : none}
    ${filter === 'missed' ? isMissed(ctx) : none}
    ${filter === 'mentions' ? isMentioned(ctx) : none}
    ${filter === 'snoozed' || snoozed === 'true' ? sql`and c.snoozed_at is not null` : none}
    ${snoozed === 'false' ? sql`and c.snoozed_at is null` : none}
    ${filter === 'callbacks' ? isAmong(ctx, withCallback(ctx), ids.called) : none}
    ${label === undefined ? none : isAmong(ctx, withLabel(ctx, ids.labelId), ids.labelled)}
    ${assigned === undefined ? none : assignedTo(ctx, assigned)}
    ${externalId === undefined ? none : sql`and c.external_id = ${externalId}`}`
}

/** A visitor who waits again is in the queue instead. */
const isMissed = ({ sql }: Context): Piece => sql`and c.missed_open and c.waiting_since is null`

const maxMentions = 1_000

/** The caller is mentioned in a note of it. A key is never mentioned. */
const isMentioned = ({ sql, site, actor }: Context): Piece => sql`
  and c.id = any(array(
    select conversation_id from mentions where site = ${site.id} and email = ${actor.id} order by at desc limit ${maxMentions}))`

/** Written out as a literal instead of a parameter, so that the partial indexes apply. */
const withStatus = ({ sql }: Context, status: ConversationStatus): Piece =>
  ({ bot: sql`and c.status = 'bot'`, live: sql`and c.status = 'live'`, closed: sql`and c.status = 'closed'` })[status]

/** Also written out as a literal. A query for an external id finds spam, too. */
function spam({ sql }: Context, { filter, externalId }: ConversationsQuery): Piece {
  if (filter === 'spam') return sql`and c.spam`
  return externalId === undefined ? sql`and not c.spam` : sql``
}

const withLabel = ({ sql }: Context, id: string | null): Piece => sql`
  select conversation_id from conversation_labels marked where marked.label_id = ${id}`

const withCallback = ({ sql, site }: Context): Piece => sql`
  select conversation_id from callbacks marked where marked.site = ${site.id} and conversation_id is not null`

/**
 * The ids of the conversations with the label and with a callback, if there are few; undefined if there are many.
 * `labelId` is null if the site has no such label.
 */
type FilterIds = { labelId: string | null; labelled: string[] | undefined; called: string[] | undefined }

const few = 1_000

/**
 * A few ids are read first and looked up. If there are many, the list is scanned and each conversation is tested, which
 * fills a page quickly. Either way alone is slow in the other case. The ids are read in index order: without `order
 * by`, the planner scans all rows of the table, as if the matches were among the first.
 */
export async function readFilterIds(ctx: Context, { label, filter }: ConversationsQuery): Promise<FilterIds> {
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

/** Finds a label by its id or name. An id takes precedence over a name. */
async function findLabel({ sql, site }: Context, label: string): Promise<string | null> {
  const [found] = await sql<{ id: string }[]>`
    select id from labels where site = ${site.id}
      and (id = ${label} or lower(name collate "und-x-icu") = lower(${label} collate "und-x-icu"))
    order by id = ${label} desc limit 1`
  return found?.id ?? null
}

const isAmong = (ctx: Context, marked: Piece, ids: string[] | undefined): Piece =>
  ids ? among(ctx, ids) : ctx.sql`and (${marked} and marked.conversation_id = c.id limit 1) is not null`

/** Limits the list to these conversations. */
export const among = ({ sql }: Context, ids: string[]): Piece => sql`and c.id = any(${ids}::text[])`

function assignedTo({ sql, actor }: Context, assigned: string): Piece {
  if (assigned === 'none') return sql`and c.assigned_to is null`
  const person = assigned.includes('@') ? assigned.toLowerCase() : assigned
  return sql`and c.assigned_to = ${assigned === 'me' ? actor.id : person}`
}
