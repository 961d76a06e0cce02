import type { Context } from '../../core/context.ts'
import { writeCursor } from '../../core/cursor.ts'
import type { Order, Piece } from './filters.ts'

/** How many conversations one request looks at: what bounds its time, however many there are. */
const mostScanned = 10_000

type Place = { id: string; at: number }

/**
 * What is searched, and how it is walked. `wanted` are conditions on conversations named `c`, `course` on those that are
 * looked at, each with its own `and`.
 */
export type Search = { words: string; wanted: Piece; course: Piece; order: Order; limit: number }

/**
 * Finds conversations by how they went, and by words in messages, summaries and contacts, in the order of the list, in any
 * script and inside of words. What no index knows costs a look at every message; so a request looks at a bounded number of
 * conversations, and `next` goes on where it ended.
 */
export async function searchPage(ctx: Context, search: Search): Promise<{ ids: string[]; next: string | null }> {
  const { limit } = search
  const found = await findHits(ctx, search, limit + 1)
  const page = found.slice(0, limit)
  const last = found.length > limit ? page.at(-1) : await findBorder(ctx, search)
  return { ids: page.map(({ id }) => id), next: last ? writeCursor(last) : null }
}

function findHits(ctx: Context, { words, wanted, course, order }: Search, most: number) {
  const { sql } = ctx
  return sql<Place[]>`
    select looked.id, looked.${sql(order.at)} as at from (
      select c.id, c.last_at, c.waiting_since, c.started_at, c.lead_id, c.summary, c.had_person, c.came_back,
        c.visitor_count, c.country, c.page_url, c.asked_person, c.missed_person, c.waited, c.answered_by
      from conversations c where c.site = ${ctx.site.id} ${wanted} order by ${order.by('c')} limit ${mostScanned}
    ) looked
    where true ${course} ${words === '' ? sql`` : holding(ctx, words)}
    order by ${order.by('looked')} limit ${most}`
}

/** Scalar subqueries, because `exists` may be planned as a join with every message there is. */
function holding(ctx: Context, words: string): Piece {
  const { sql } = ctx
  const pattern = `%${words.replace(/[\\%_]/g, '\\$&')}%`
  const like = (column: Piece) => sql`${column} collate "und-x-icu" ilike ${pattern}`
  return sql`
    and (${like(sql`looked.summary`)}
      or (select true from messages where conversation_id = looked.id and ${like(sql`messages.text`)} limit 1)
      or (select true from leads where leads.id = looked.lead_id and ${like(contactText(ctx))} limit 1))`
}

const contactText = ({ sql }: Context) =>
  sql`concat_ws(' ', leads.name, leads.email, leads.phone, leads.company, leads.address, leads.notes,
    leads.fields::text, leads.attributes::text)`

/** The last conversation that was looked at, where there are more behind it. */
async function findBorder(ctx: Context, { wanted, order }: Search): Promise<Place | undefined> {
  const [border] = await ctx.sql<Place[]>`
    select c.id, c.${ctx.sql(order.at)} as at from conversations c
    where c.site = ${ctx.site.id} ${wanted} order by ${order.by('c')} offset ${mostScanned - 1} limit 1`
  return border
}
