import type { LeadFilter, LeadList, LeadListItem, LeadStatus, LeadsQuery } from '../../../shared/lead.ts'
import type { Context } from '../../core/context.ts'
import { cutPage, isPeriod, readCursor, within } from '../../core/paging.ts'
import { countByStatus } from '../overview/tallies.ts'
import { type Piece, type Source, sourceOf } from './filter.ts'
import type { LeadRow } from './leads/leads.ts'
import { countFound, searchPage, seek } from './search.ts'
import { tagsOf } from './tags.ts'

type Item = LeadListItem

/**
 * Contacts, last changed first; within a period, newest first. A search, or a tag within a period, examines a limited
 * number of contacts per request, so a page may have fewer than `limit` items although there is a next page.
 */
export async function listContacts(ctx: Context, query: LeadsQuery): Promise<LeadList> {
  if (query.q || (isPeriod(query) && query.tag)) return await findContacts(ctx, query, query.q ?? '')
  const { from, others, status, at, order, behind } = sourceOf(ctx, query)
  const after = query.before === undefined ? ctx.sql`` : behind(readCursor(query.before))
  const chosen = ctx.sql`
    select l.* from ${from} where ${others} ${status} ${after} order by ${order} limit ${query.limit + 1}`
  const [found, counts] = await Promise.all([readItems(ctx, chosen, at), countAll(ctx, query)])
  const { rows, next } = cutPage(found, query.limit, ({ id, ...lead }) => ({
    at: at === 'created_at' ? lead.createdAt : lead.updatedAt,
    id,
  }))
  return { items: rows, next, counts }
}

async function findContacts(ctx: Context, query: LeadsQuery, text: string): Promise<LeadList> {
  const sought = await seek(ctx, text)
  const [{ ids, next }, counts] = await Promise.all([searchPage(ctx, query, sought), countFound(ctx, query, sought)])
  const chosen = ctx.sql`select * from leads where id = any(${ids}::text[])`
  const items = ids.length > 0 ? await readItems(ctx, chosen) : []
  const place = new Map(ids.map((id, at) => [id, at]))
  return { items: items.toSorted((a, b) => place.get(a.id)! - place.get(b.id)!), next, counts: statuses(counts) }
}

/** Exact counts. Those of a tag or a period are counted row by row, all others by triggers. */
async function countAll(ctx: Context, filter: LeadFilter): Promise<LeadList['counts']> {
  if (isPeriod(filter)) return statuses(await countWithin(ctx, filter))
  if (filter.tag === undefined) return statuses(await countByStatus(ctx, 'contacts now'))
  if (filter.tag === 'untagged') return statuses(await countByStatus(ctx, 'contacts untagged'))
  const { from, others } = sourceOf(ctx, filter)
  const rows = await ctx.sql<{ status: LeadStatus; count: number }[]>`
    select l.status, count(*)::int as count from ${from} where ${others} group by l.status`
  return statuses(rows)
}

const countWithin = (ctx: Context, filter: LeadFilter) => ctx.sql<{ status: LeadStatus; count: number }[]>`
  select l.status, count(*)::int as count from leads l
  where l.site = ${ctx.site.id} ${within(ctx, ctx.sql`l.created_at`, filter)} group by l.status`

const none = { new: 0, contacted: 0, qualified: 0, won: 0, lost: 0 }
const statuses = (rows: { status: LeadStatus; count: number }[]): LeadList['counts'] => ({
  ...none,
  ...Object.fromEntries(rows.map(({ status, count }) => [status, count])),
})

/** List items for the contacts that a query selects. Counts and lookups are limited to these. */
export async function readItems(
  { sql }: Pick<Context, 'sql'>,
  chosen: Piece,
  at: Source['at'] = 'updated_at',
): Promise<Item[]> {
  const rows = await sql<(Omit<Item, 'fields'> & Pick<LeadRow, 'fields'>)[]>`
    with l as materialized (${chosen})
    select l.id, l.site, l.conversation_id as "conversationId", l.name, l.email, l.phone, l.company, l.address,
      l.fields, l.attributes, ${tagsOf(sql, sql`l.id`)} as tags, l.source, l.status, l.notes,
      l.created_at as "createdAt", l.updated_at as "updatedAt",
      (select count(*)::int from conversations c where c.lead_id = l.id) as conversations,
      (select c.id from conversations c where c.lead_id = l.id order by c.last_at desc, c.id desc limit 1)
        as "lastConversationId",
      (select count(*)::int from callbacks b where b.lead_id = l.id and b.status = 'open') as "openCallbacks"
    from l order by l.${sql(at)} desc, l.id desc`
  return rows.map((row) => ({ ...row, fields: row.fields && JSON.stringify(row.fields) }))
}
