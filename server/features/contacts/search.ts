import type { LeadStatus, LeadsQuery } from '../../../shared/lead.ts'
import type { Context } from '../../core/context.ts'
import { readCursor, writeCursor } from '../../core/cursor.ts'
import { emailOf, hasWords, type Piece, sourceOf } from './filter.ts'

/** How many contacts one request looks at: what bounds its time, however many there are. */
const mostScanned = 10_000

type Place = { id: string; at: number }

/**
 * The ids of contacts that hold these words, in the order of the list; `next` goes on where the look at them ended. Who
 * has the words for an email is found by that, wherever they stand: first of all.
 */
export async function searchPage(
  ctx: Context,
  query: LeadsQuery,
  words: string,
): Promise<{ ids: string[]; next: string | null }> {
  const email = emailOf(words)
  const exact = email !== null && query.before === undefined ? await findEmail(ctx, query, email) : []
  const room = query.limit - exact.length
  const looked = lookedAt(ctx, query)
  const { at, asked } = sourceOf(ctx, query)
  const others = email === null ? ctx.sql`` : ctx.sql`and l.email is distinct from ${email}`
  const found = await ctx.sql<Place[]>`
    select l.id, l.${ctx.sql(at)} as at from (${looked}) l
    where ${hasWords(ctx, words)} ${asked} ${others} order by l.${ctx.sql(at)} desc, l.id desc limit ${room + 1}`
  const page = found.slice(0, room)
  const last = found.length > room ? page.at(-1) : await findBorder(ctx, query)
  return { ids: [...exact, ...page.map(({ id }) => id)], next: last ? writeCursor(last) : null }
}

/** How many there are of each status among the contacts that a search begins with, and the one with that email. */
export async function countFound(
  ctx: Context,
  { q: _, before: __, status: ___, ...query }: LeadsQuery,
  words: string,
): Promise<{ status: LeadStatus; count: number }[]> {
  const { from, others, asked } = sourceOf(ctx, query)
  return await ctx.sql`
    select status, count(*)::int as count from (
      select l.id, l.status from (${lookedAt(ctx, query)}) l where ${hasWords(ctx, words)} ${asked}
      union select l.id, l.status from ${from} where ${others} ${asked} and l.email = ${emailOf(words)}
    ) found group by status`
}

/** The contacts that are looked at, from the query's place on. */
function lookedAt(ctx: Context, query: Omit<LeadsQuery, 'q'>): Piece {
  const { from, others, status, order, behind } = sourceOf(ctx, query)
  const after = query.before === undefined ? ctx.sql`` : behind(readCursor(query.before))
  return ctx.sql`select l.* from ${from} where ${others} ${status} ${after} order by ${order} limit ${mostScanned}`
}

/** The last that was looked at, where there may be more behind it. */
async function findBorder(ctx: Context, query: LeadsQuery): Promise<Place | undefined> {
  const at = ctx.sql(sourceOf(ctx, query).at)
  const [border] = await ctx.sql<Place[]>`
    select l.id, l.${at} as at from (${lookedAt(ctx, query)}) l order by l.${at} desc, l.id desc offset ${mostScanned - 1}`
  return border
}

async function findEmail(ctx: Context, query: LeadsQuery, email: string): Promise<string[]> {
  const { from, others, status, asked } = sourceOf(ctx, query)
  const rows = await ctx.sql<{ id: string }[]>`
    select l.id from ${from} where ${others} ${status} ${asked} and l.email = ${email}`
  return rows.map(({ id }) => id)
}
