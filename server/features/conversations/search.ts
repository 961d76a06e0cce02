import type { Context } from '../../core/context.ts'
import { writeCursor } from '../../core/paging.ts'
import type { Order, Piece } from './filters.ts'

/** The maximum number of conversations that one request scans, which bounds its time. */
const maxScanned = 10_000

type Place = { id: string; at: number }

/**
 * What is searched, and in which order. `wanted` are conditions on conversations `c`, `filter` on those that are
 * scanned, each with its own `and`.
 */
export type Search = { words: string; wanted: Piece; filter: Piece; order: Order; limit: number }

/**
 * Finds conversations by filters without an index, and by words in messages, summaries and contacts, in the order of
 * the list, in any script and inside words. Each conversation has to be examined, so a request scans a bounded number,
 * and `next` continues where it stopped.
 */
export async function searchPage(ctx: Context, search: Search): Promise<{ ids: string[]; next: string | null }> {
  const { limit } = search
  const found = await findHits(ctx, search, limit + 1)
  const page = found.slice(0, limit)
  const last = found.length > limit ? page.at(-1) : await findBorder(ctx, search)
  return { ids: page.map(({ id }) => id), next: last ? writeCursor(last) : null }
}

/**
 * The ids of the conversations that match best, the best first: of contacts that begin with the words, of those that
 * contain them, then others; the order of the list decides between equals. Scans the first conversations of the list.
 */
export async function bestMatches(ctx: Context, search: Search): Promise<string[]> {
  const hits = await findHits(ctx, search, search.limit, ctx.sql`${closeness(ctx, search.words)} desc,`)
  return hits.map(({ id }) => id)
}

/** @param first what to order by before the order of the list */
function findHits(ctx: Context, { words, wanted, filter, order }: Search, max: number, first = ctx.sql``) {
  const { sql } = ctx
  return sql<Place[]>`
    select scanned.id, scanned.${sql(order.at)} as at from (
      select c.id, c.last_at, c.waiting_since, c.missed_at, c.started_at, c.lead_id, c.summary, c.had_person, c.came_back,
        c.visitor_count, c.country, c.page_url, c.asked_person, c.missed_person, c.waited, c.answered_by
      from conversations c where c.site = ${ctx.site.id} ${wanted} order by ${order.by('c')} limit ${maxScanned}
    ) scanned
    where true ${filter} ${words === '' ? sql`` : containing(ctx, words)}
    order by ${first} ${order.by('scanned')} limit ${max}`
}

/** Scalar subqueries, because `exists` may be planned as a join with all messages. */
function containing(ctx: Context, words: string): Piece {
  const { sql } = ctx
  const like = (column: Piece) => isLike(ctx, column, `%${escaped(words)}%`)
  return sql`
    and (${like(sql`scanned.summary`)}
      or (select true from messages where conversation_id = scanned.id and ${like(sql`messages.text`)} limit 1)
      or (select true from leads where leads.id = scanned.lead_id and ${like(contactText(ctx))} limit 1))`
}

const escaped = (words: string) => words.replace(/[\\%_]/g, '\\$&')

const isLike = ({ sql }: Context, column: Piece, pattern: string): Piece =>
  sql`${column} collate "und-x-icu" ilike ${pattern}`

/** How well a conversation `scanned` matches, from 0. */
function closeness(ctx: Context, words: string): Piece {
  const { sql } = ctx
  const like = (column: Piece, before: string) => isLike(ctx, column, `${before}${escaped(words)}%`)
  return sql`coalesce((
    select case
      when ${like(sql`leads.name`, '')} or ${like(sql`leads.email`, '')} or ${like(sql`leads.phone`, '')} then 3
      when ${like(sql`leads.name`, '% ')} then 2
      when ${like(contactText(ctx), '%')} then 1
      else 0 end
    from leads where leads.id = scanned.lead_id), 0)`
}

/** Characters of an excerpt, and of those before the match. */
const excerptLength = 200
const excerptBefore = 40

/** The part of the newest message of a conversation `c`, or of its summary, that contains the words; otherwise null. */
export function excerpt(ctx: Context, words: string): Piece {
  const { sql } = ctx
  const pattern = `%${escaped(words)}%`
  return sql`(
    select substring(text from greatest(1, strpos(lower(text), lower(${words})) - ${excerptBefore}) for ${excerptLength}) from (
      select text from (
        select text, seq from messages where conversation_id = c.id and ${isLike(ctx, sql`text`, pattern)}
        union all select c.summary, 0 where ${isLike(ctx, sql`c.summary`, pattern)}
      ) found order by seq desc limit 1
    ) newest_found)`
}

const contactText = ({ sql }: Context) =>
  sql`concat_ws(' ', leads.name, leads.email, leads.phone, leads.company, leads.address, leads.notes,
    leads.fields::text, leads.attributes::text)`

/** The last conversation that was scanned, if there are more after it. */
async function findBorder(ctx: Context, { wanted, order }: Search): Promise<Place | undefined> {
  const [border] = await ctx.sql<Place[]>`
    select c.id, c.${ctx.sql(order.at)} as at from conversations c
    where c.site = ${ctx.site.id} ${wanted} order by ${order.by('c')} offset ${maxScanned - 1} limit 1`
  return border
}
