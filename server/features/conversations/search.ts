import type { PendingQuery, Row } from 'postgres'
import type { Context } from '../../core/context.ts'
import { writeCursor } from './cursor.ts'

/** Conditions on a conversation named `c`, each with its own `and`. */
export type Filters = PendingQuery<Row[]>

/** How many conversations one request looks at: what bounds its time, however many there are. */
const mostScanned = 10_000

type Place = { id: string; at: number }

/**
 * Finds words in messages, summaries and contacts, newest activity first, in any script and inside of words. What no
 * index knows costs a look at every message; so a request looks at a bounded number of conversations, and `next` goes
 * on where it ended.
 */
export async function searchPage(
  ctx: Context,
  words: string,
  wanted: Filters,
  limit: number,
): Promise<{ ids: string[]; next: string | null }> {
  const found = await findHits(ctx, words, wanted, limit + 1)
  const page = found.slice(0, limit)
  const last = found.length > limit ? page.at(-1) : await findBorder(ctx, wanted)
  return { ids: page.map(({ id }) => id), next: last ? writeCursor(last) : null }
}

/** Scalar subqueries, because `exists` may be planned as a join with every message there is. */
function findHits(ctx: Context, words: string, wanted: Filters, most: number) {
  const { sql } = ctx
  const pattern = `%${words.replace(/[\\%_]/g, '\\$&')}%`
  const like = (column: Filters) => sql`${column} collate "und-x-icu" ilike ${pattern}`
  return sql<Place[]>`
    select looked.id, looked.last_at as at from (
      select c.id, c.last_at, c.lead_id, c.summary from conversations c
      where c.site = ${ctx.site.id} ${wanted} order by c.last_at desc, c.id desc limit ${mostScanned}
    ) looked
    where ${like(sql`looked.summary`)}
      or (select true from messages where conversation_id = looked.id and ${like(sql`messages.text`)} limit 1)
      or (select true from leads where leads.id = looked.lead_id and ${like(contactText(ctx))} limit 1)
    order by looked.last_at desc, looked.id desc limit ${most}`
}

const contactText = ({ sql }: Context) =>
  sql`concat_ws(' ', leads.name, leads.email, leads.phone, leads.company, leads.address, leads.notes,
    leads.fields::text, leads.attributes::text)`

/** The last conversation that was looked at, where there are more behind it. */
async function findBorder(ctx: Context, wanted: Filters): Promise<Place | undefined> {
  const [border] = await ctx.sql<Place[]>`
    select c.id, c.last_at as at from conversations c
    where c.site = ${ctx.site.id} ${wanted} order by c.last_at desc, c.id desc offset ${mostScanned - 1} limit 1`
  return border
}
