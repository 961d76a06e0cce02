import type { ConversationListItem, ConversationsQuery } from '../../../shared/conversation.ts'
import type { Context } from '../../core/context.ts'
import { writeCursor } from '../../core/cursor.ts'
import {
  among,
  asksCourse,
  begun,
  behindCursor,
  courseOf,
  filtersOf,
  type Order,
  orderOf,
  type Piece,
  readMarked,
} from './filters.ts'
import { isUnread, newest } from './reads.ts'
import { searchPage } from './search.ts'

type Item = ConversationListItem

/**
 * Conversations, newest activity first, or longest waiting first; with contact, callback, labels and last message read for
 * the rows of the page alone. A search, in words or by how they went, may answer fewer than `limit` although there is a next page: it looks at so many
 * conversations at a time.
 */
export async function listConversations(
  ctx: Context,
  query: ConversationsQuery,
): Promise<{ items: Item[]; next: string | null }> {
  const order = orderOf(ctx, query)
  const filters = filtersOf(ctx, query, await readMarked(ctx, query))
  const wanted = ctx.sql`${filters} ${begun(ctx, query)} ${behindCursor(ctx, order, query)}`
  const { q: words = '', limit } = query
  if (words || asksCourse(query)) {
    const { ids, next } = await searchPage(ctx, { words, wanted, course: courseOf(ctx, query), order, limit })
    return { items: ids.length > 0 ? await readItems(ctx, order, among(ctx, ids), ids.length) : [], next }
  }
  const found = await readItems(ctx, order, wanted, limit + 1)
  const items = found.slice(0, limit)
  const last = found.length > items.length ? items.at(-1) : undefined
  const at = (query.filter === 'waiting' ? last?.waitingSince : last?.lastAt) ?? 0
  return { items, next: last ? writeCursor({ at, id: last.id }) : null }
}

/** How much of its last message a conversation shows in a list. */
const shown = 200

/** What the person who asks has not read; a key reads nothing. */
function unread({ sql, actor }: Context): { column: Piece; join: Piece } {
  if (actor.kind !== 'person') return { column: sql`false`, join: sql`` }
  const join = sql`left join reads on reads.conversation_id = c.id and reads.email = ${actor.id}`
  return { column: isUnread(sql, actor.id), join }
}

async function readItems(ctx: Context, order: Order, wanted: Piece, most: number): Promise<Item[]> {
  const { sql } = ctx
  const { column, join } = unread(ctx)
  return await sql<Item[]>`
    with c as (
      select * from conversations c where c.site = ${ctx.site.id} ${wanted} order by ${order.by('c')} limit ${most}
    )
    select c.id, c.site, c.started_at as "startedAt", c.last_at as "lastAt", c.page_url as "pageUrl",
      c.country, c.first_message as "firstMessage", c.message_count as "messageCount", c.summary, c.intent,
      leads.name as "leadName", leads.email as "leadEmail", leads.phone as "leadPhone", leads.status as "leadStatus",
      case when c.lead_id is not null then c.lead_proof is not null end as "leadVerified",
      callback.status as callback, c.status, c.assigned_to as "assignedTo", c.assigned_name as "assignedName",
      c.waiting_since as "waitingSince", c.attributes, marked.labels, c.external_id as "externalId", c.metadata, c.spam,
      ${column} as unread, left(newest.text, ${shown}) as "lastMessage", newest.role as "lastRole"
    from c
    left join leads on leads.id = c.lead_id
    left join lateral (
      select status from callbacks where conversation_id = c.id order by requested_at desc, id desc limit 1
    ) callback on true
    cross join lateral (
      select coalesce(json_agg(json_build_object('id', labels.id, 'name', labels.name, 'color', labels.color)
        order by lower(labels.name collate "und-x-icu")), '[]') as labels
      from conversation_labels join labels on labels.id = label_id where conversation_id = c.id
    ) marked
    left join lateral ${newest(sql)} newest on true
    ${join}
    order by ${order.by('c')}`
}
