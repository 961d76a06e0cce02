import type { ConversationStatus, ConversationsQuery } from '../../../shared/conversation.ts'
import type { Context } from '../../core/context.ts'
import type { Piece } from './course.ts'

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
export type Marked = { labelId: string | null; labelled: string[] | undefined; called: string[] | undefined }

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
