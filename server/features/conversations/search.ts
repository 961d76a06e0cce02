import type { Context } from '../../core/context.ts'
import { writeCursor } from '../../core/paging.ts'
import { byIndex, hasWords, maxRare, type Words } from '../../core/words.ts'
import type { Order, Piece } from './filters.ts'

/** The maximum number of conversations that one request scans, which bounds its time. */
const maxScanned = 10_000

type Place = { id: string; at: number }

/**
 * What is searched, and in which order. `wanted` are conditions on conversations `c`, `filter` on those that are
 * scanned, each with its own `and`.
 */
export type Search = { words: Words | null; wanted: Piece; filter: Piece; order: Order; limit: number }

/**
 * Finds conversations by filters without an index, and by words in messages, summaries and contacts, in the order of
 * the list, in any script and inside words. Rare words are found by an index. Otherwise each conversation has to be
 * examined, so a request scans a bounded number, and `next` continues where it stopped.
 */
export async function searchPage(ctx: Context, search: Search): Promise<{ ids: string[]; next: string | null }> {
  const { limit } = search
  const rare = await findRare(ctx, search.words)
  const found = await findHits(ctx, search, rare, limit + 1)
  const page = found.slice(0, limit)
  const last = found.length > limit ? page.at(-1) : rare ? undefined : await findBorder(ctx, search)
  return { ids: page.map(({ id }) => id), next: last ? writeCursor(last) : null }
}

/**
 * The ids of the conversations that match best, the best first: of contacts that begin with the words, of those that
 * contain them, then others; the order of the list decides between equals. Unless the words are rare, scans the first
 * conversations of the list.
 */
export async function bestMatches(ctx: Context, search: Search): Promise<string[]> {
  const rare = await findRare(ctx, search.words)
  const hits = await findHits(ctx, search, rare, search.limit, ctx.sql`${closeness(ctx, search.words)} desc,`)
  return hits.map(({ id }) => id)
}

/** The ids of all conversations with these words; undefined if there are many, or no index knows them. */
async function findRare(ctx: Context, words: Words | null): Promise<string[] | undefined> {
  if (!words?.isIndexed) return undefined
  const { site } = ctx
  const rows = await byIndex<{ id: string; source: string }>(ctx, (sql) => {
    const some = (what: Piece) => sql`(${what} limit ${maxRare + 1})`
    const has = (column: Piece) => hasWords(sql, column, words)
    return sql`
      ${some(sql`select 'messages' as source, conversation_id as id from messages where site = ${site.id} and ${has(sql`folded`)}`)}
      union all ${some(sql`select 'summaries', id from conversations where site = ${site.id} and ${has(sql`folded`)}`)}
      union all ${some(sql`
        select 'contacts', c.id from (${some(sql`select id from leads where site = ${site.id} and ${has(sql`folded`)}`)}) l
        join conversations c on c.lead_id = l.id`)}`
  })
  const counts = Map.groupBy(rows, ({ source }) => source)
  if ([...counts.values()].some((of) => of.length > maxRare)) return undefined
  return [...new Set(rows.map(({ id }) => id))]
}

/**
 * @param rare the only conversations that may match, which contain the words
 * @param first what to order by before the order of the list
 */
function findHits(
  ctx: Context,
  { words, wanted, filter, order }: Search,
  rare: string[] | undefined,
  max: number,
  first = ctx.sql``,
) {
  const { sql } = ctx
  return sql<Place[]>`
    select scanned.id, scanned.${sql(order.at)} as at from (
      select c.id, c.last_at, c.waiting_since, c.missed_at, c.started_at, c.lead_id, c.folded, c.had_person, c.came_back,
        c.visitor_count, c.country, c.page_url, c.asked_person, c.missed_person, c.waited, c.answered_by
      from conversations c where c.site = ${ctx.site.id} ${wanted} ${rare ? sql`and c.id = any(${rare}::text[])` : sql``}
      order by ${order.by('c')} limit ${maxScanned}
    ) scanned
    where true ${filter} ${words === null || rare ? sql`` : containing(ctx, words)}
    order by ${first} ${order.by('scanned')} limit ${max}`
}

/** Scalar subqueries, because `exists` may be planned as a join with all messages. */
function containing({ sql }: Context, words: Words): Piece {
  const has = (column: Piece) => hasWords(sql, column, words)
  return sql`
    and (${has(sql`scanned.folded`)}
      or (select true from messages where conversation_id = scanned.id and ${has(sql`messages.folded`)} limit 1)
      or (select true from leads where leads.id = scanned.lead_id and ${has(sql`leads.folded`)} limit 1))`
}

/** How well a conversation `scanned` matches, from 0. The folded text of a contact begins with its name. */
function closeness({ sql }: Context, words: Words | null): Piece {
  const starts = { patterns: (words?.patterns ?? []).map((pattern) => pattern.slice(1)) }
  const inside = { patterns: starts.patterns.map((pattern) => `% ${pattern}`) }
  return sql`coalesce((
    select case
      when ${hasWords(sql, sql`leads.folded`, starts)} then 3
      when ${hasWords(sql, sql`leads.folded`, inside)} then 2
      when ${hasWords(sql, sql`leads.folded`, { patterns: words?.patterns ?? [] })} then 1
      else 0 end
    from leads where leads.id = scanned.lead_id), 0)`
}

/** Characters of an excerpt, and of those before the match. */
const excerptLength = 200
const excerptBefore = 40

/**
 * The part of the newest message of a conversation `c`, or of its summary, that contains the words; otherwise null.
 * Folding moves the place of a match by a few characters at most, unless the text is full of what is left out.
 */
export function excerpt({ sql }: Context, words: Words): Piece {
  const has = (column: Piece) => hasWords(sql, column, words)
  return sql`(
    select substring(text from greatest(1, strpos(folded, ${words.folded}) - ${excerptBefore}) for ${excerptLength}) from (
      select text, folded from (
        select text, folded, seq from messages where conversation_id = c.id and ${has(sql`folded`)}
        union all select c.summary, c.folded, 0 where ${has(sql`c.folded`)}
      ) found order by seq desc limit 1
    ) newest_found)`
}

/** The last conversation that was scanned, if there are more after it. */
async function findBorder(ctx: Context, { wanted, order }: Search): Promise<Place | undefined> {
  const [border] = await ctx.sql<Place[]>`
    select c.id, c.${ctx.sql(order.at)} as at from conversations c
    where c.site = ${ctx.site.id} ${wanted} order by ${order.by('c')} offset ${maxScanned - 1} limit 1`
  return border
}
