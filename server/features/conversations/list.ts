import type { ConversationListItem, ConversationsQuery } from '../../../shared/conversation.ts'
import type { Context } from '../../core/context.ts'
import { writeCursor } from '../../core/paging.ts'
import { foldWords, type Words } from '../../core/words.ts'
import { visitorPresenceJson } from '../live/presence/visitor-lease.ts'
import {
  afterCursor,
  among,
  filtersOf,
  hasHistoryFilter,
  historyFilter,
  type Order,
  orderOf,
  type Piece,
  readFilterIds,
  startedWithin,
} from './filters.ts'
import { isUnread, newest, newestOfVisitor } from './reads.ts'
import { bestMatches, excerpt, searchPage } from './search.ts'

type Item = ConversationListItem

/**
 * Lists conversations, newest activity first or longest wait first. Contact, callback, labels and last message are read
 * only for the rows of the page. A search or a filter without an index may return fewer than `limit` rows although
 * there is a next page, because one request scans a bounded number of conversations.
 */
export async function listConversations(
  ctx: Context,
  query: ConversationsQuery,
): Promise<{ items: Item[]; next: string | null }> {
  const order = orderOf(ctx, query)
  const filters = filtersOf(ctx, query, await readFilterIds(ctx, query))
  const wanted = ctx.sql`${filters} ${startedWithin(ctx, query)} ${afterCursor(ctx, order, query)}`
  const { q = '', limit } = query
  const words = q === '' ? null : await foldWords(ctx.services, q)
  if (words && query.sort === 'relevance') {
    const ids = await bestMatches(ctx, { words, wanted, filter: historyFilter(ctx, query), order, limit })
    const items = ids.length > 0 ? await readItems(ctx, order, among(ctx, ids), ids.length, words) : []
    return { items: items.toSorted((a, b) => ids.indexOf(a.id) - ids.indexOf(b.id)), next: null }
  }
  if (words || hasHistoryFilter(query)) {
    const { ids, next } = await searchPage(ctx, { words, wanted, filter: historyFilter(ctx, query), order, limit })
    return { items: ids.length > 0 ? await readItems(ctx, order, among(ctx, ids), ids.length, words) : [], next }
  }
  const found = await readItems(ctx, order, wanted, limit + 1)
  const items = found.slice(0, limit)
  const last = found.length > items.length ? items.at(-1) : undefined
  return { items, next: last ? writeCursor({ at: last[times[order.at]] ?? 0, id: last.id }) : null }
}

/** The field of a row for the column of its order. */
const times = {
  last_at: 'lastAt',
  started_at: 'startedAt',
  waiting_since: 'waitingSince',
  missed_at: 'missedAt',
} as const

/** How many characters of its last message a conversation shows in a list. */
const shown = 200

/** Computes whether the caller has unread messages. An API key has none. */
function unread({ sql, actor }: Context): { column: Piece; join: Piece } {
  if (actor.kind !== 'person') return { column: sql`false`, join: sql`` }
  const join = sql`left join reads on reads.conversation_id = c.id and reads.email = ${actor.id}`
  return { column: isUnread(sql, actor.id), join }
}

/** @param words what was searched */
async function readItems(
  ctx: Context,
  order: Order,
  wanted: Piece,
  max: number,
  words: Words | null = null,
): Promise<Item[]> {
  const { sql } = ctx
  const { column, join } = unread(ctx)
  return await sql<Item[]>`
    with c as (
      select * from conversations c where c.site = ${ctx.site.id} ${wanted} order by ${order.by('c')} limit ${max}
    )
    select c.id, c.site, c.started_at as "startedAt", c.last_at as "lastAt", c.page_url as "pageUrl",
      c.country, c.first_message as "firstMessage", c.message_count as "messageCount", c.summary, c.intent,
      leads.name as "leadName", leads.email as "leadEmail", leads.phone as "leadPhone", leads.status as "leadStatus",
      case when c.lead_id is not null then c.lead_proof is not null end as "leadVerified",
      callback.status as callback, c.status, c.assigned_to as "assignedTo", c.assigned_name as "assignedName",
      c.waiting_since as "waitingSince", case when c.missed_open then c.missed_at end as "missedAt", c.reply_email as "replyEmail",
      case when c.snoozed_at is not null then json_build_object('until', c.snoozed_until) end as snoozed, ${visitorPresenceJson(sql, ctx.now())} as "visitorPresence",
      c.attributes, marked.labels, c.external_id as "externalId", c.metadata, c.spam,
      ${column} as unread, left(newest.text, ${shown}) as "lastMessage", left(${newestOfVisitor(sql)}, ${shown}) as "lastVisitorMessage", newest.role as "lastRole",
      newest.author as "lastAuthor",
      ${words === null ? sql`null` : excerpt(ctx, words)} as match
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
