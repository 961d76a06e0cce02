import type { ConversationListItem, ConversationsQuery } from '../../../shared/conversation.ts'
import type { Context } from '../../core/context.ts'
import { readCursor, writeCursor } from './cursor.ts'
import { type Filters, searchPage } from './search.ts'

type Item = ConversationListItem

/**
 * Conversations, newest activity first; with contact, callback and labels read for the rows of the page alone. A search
 * may answer fewer than `limit` although there is a next page: it looks at so many conversations at a time.
 */
export async function listConversations(
  ctx: Context,
  query: ConversationsQuery,
): Promise<{ items: Item[]; next: string | null }> {
  const wanted = filtersOf(ctx, query, await readMarked(ctx, query))
  if (query.q) {
    const { ids, next } = await searchPage(ctx, query.q, wanted, query.limit)
    return { items: ids.length > 0 ? await readItems(ctx, among(ctx, ids), ids.length) : [], next }
  }
  const found = await readItems(ctx, wanted, query.limit + 1)
  const items = found.slice(0, query.limit)
  const last = items.at(-1)
  return { items, next: found.length > items.length && last ? writeCursor({ at: last.lastAt, id: last.id }) : null }
}

/** The conditions of a query beside its search, on a conversation named `c`. */
function filtersOf(ctx: Context, query: ConversationsQuery, marked: Marked): Filters {
  const { sql } = ctx
  const { filter, status, label, assigned, externalId } = query
  const cursor = query.before === undefined ? undefined : readCursor(query.before)
  const none = sql``
  return sql`
    ${status === 'all' ? none : sql`and c.status = ${status}`}
    ${filter === 'leads' ? sql`and c.lead_id is not null` : none}
    ${filter === 'unsummarized' ? sql`and c.summarized_at is null` : none}
    ${filter === 'waiting' ? sql`and c.waiting_since is not null` : none}
    ${filter === 'callbacks' ? isAmong(ctx, withCallback(ctx), marked.called) : none}
    ${label === undefined ? none : isAmong(ctx, withLabel(ctx, label), marked.labelled)}
    ${assigned === undefined ? none : assignedTo(ctx, assigned)}
    ${externalId === undefined ? none : sql`and c.external_id = ${externalId}`}
    ${cursor === undefined ? none : sql`and (c.last_at, c.id) < (${cursor.at}, ${cursor.id})`}`
}

const withLabel = ({ sql, site }: Context, label: string): Filters => sql`
  select conversation_id from conversation_labels marked join labels on labels.id = marked.label_id
  where labels.site = ${site.id} and (labels.id = ${label} or lower(labels.name) = lower(${label}))`

const withCallback = ({ sql, site }: Context): Filters => sql`
  select conversation_id from callbacks marked where marked.site = ${site.id} and conversation_id is not null`

/** The conversations with a label and with a callback, where they are few; undefined where they are many. */
type Marked = { labelled: string[] | undefined; called: string[] | undefined }

const few = 1_000

/**
 * A few are read first and looked up. Where there are many, the list is walked and each conversation asked for: that finds
 * a page soon. Either way alone is slow where the other is not.
 */
async function readMarked(ctx: Context, { label, filter }: ConversationsQuery): Promise<Marked> {
  const read = async (marked: Filters) => {
    const rows = await ctx.sql<{ conversation_id: string }[]>`${marked} limit ${few + 1}`
    return rows.length > few ? undefined : rows.map((row) => row.conversation_id)
  }
  const [labelled, called] = await Promise.all([
    label === undefined ? undefined : read(withLabel(ctx, label)),
    filter === 'callbacks' ? read(withCallback(ctx)) : undefined,
  ])
  return { labelled, called }
}

const isAmong = (ctx: Context, marked: Filters, ids: string[] | undefined): Filters =>
  ids ? among(ctx, ids) : ctx.sql`and (${marked} and marked.conversation_id = c.id limit 1) is not null`

const among = ({ sql }: Context, ids: string[]): Filters => sql`and c.id = any(${ids}::text[])`

function assignedTo({ sql, actor }: Context, assigned: string): Filters {
  if (assigned === 'none') return sql`and c.assigned_to is null`
  const person = assigned.includes('@') ? assigned.toLowerCase() : assigned
  return sql`and c.assigned_to = ${assigned === 'me' ? actor.id : person}`
}

const readItems = (ctx: Context, wanted: Filters, most: number): Promise<Item[]> => ctx.sql<Item[]>`
  with page as (
    select * from conversations c where c.site = ${ctx.site.id} ${wanted} order by c.last_at desc, c.id desc limit ${most}
  )
  select page.id, page.site, page.started_at as "startedAt", page.last_at as "lastAt", page.page_url as "pageUrl",
    page.country, page.first_message as "firstMessage", page.message_count as "messageCount", page.summary, page.intent,
    leads.name as "leadName", leads.email as "leadEmail", leads.phone as "leadPhone", leads.status as "leadStatus",
    callback.status as callback, page.status, page.assigned_to as "assignedTo", page.assigned_name as "assignedName",
    page.waiting_since as "waitingSince", page.attributes, marked.labels, page.external_id as "externalId", page.metadata
  from page
  left join leads on leads.id = page.lead_id
  left join lateral (
    select status from callbacks where conversation_id = page.id order by requested_at desc, id desc limit 1
  ) callback on true
  cross join lateral (
    select coalesce(json_agg(json_build_object('id', labels.id, 'name', labels.name, 'color', labels.color)
      order by lower(labels.name)), '[]') as labels
    from conversation_labels join labels on labels.id = label_id where conversation_id = page.id
  ) marked
  order by page.last_at desc, page.id desc`
