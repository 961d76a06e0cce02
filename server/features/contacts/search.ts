import type { LeadStatus, LeadsQuery } from '../../../shared/lead.ts'
import type { Context } from '../../core/context.ts'
import { readCursor, writeCursor } from '../../core/paging.ts'
import { byIndex, foldWords, hasWords, maxRare, type Words } from '../../core/words.ts'
import { emailOf, type Piece, sourceOf } from './filter.ts'

/** How many contacts one request examines, which bounds its duration. */
export const maxScanned = 10_000

type Place = { id: string; at: number }

/** What is searched. `rare`: the only contacts that contain it; undefined if there are many, or no index knows them. */
export type Sought = { text: string; words: Words; rare: string[] | undefined }

/** Prepares a search, in any script and inside words. */
export async function seek(ctx: Context, text: string): Promise<Sought> {
  const words = await foldWords(ctx.services, text)
  if (!words.isIndexed) return { text, words, rare: undefined }
  const found = await byIndex<{ id: string }>(
    ctx,
    (sql) => sql`
      select id from leads where site = ${ctx.site.id} and ${hasWords(sql, sql`folded`, words)} limit ${maxRare + 1}`,
  )
  return { text, words, rare: found.length > maxRare ? undefined : found.map(({ id }) => id) }
}

/**
 * The ids of contacts that contain this text, in list order; `next` continues where the scan ended. If the text is an
 * email, its contact is always found, and comes first.
 */
export async function searchPage(
  ctx: Context,
  query: LeadsQuery,
  sought: Sought,
): Promise<{ ids: string[]; next: string | null }> {
  const email = emailOf(sought.text)
  const exact = email !== null && query.before === undefined ? await findEmail(ctx, query, email) : []
  const room = query.limit - exact.length
  const wanted = scanned(ctx, query, sought)
  const { at, asked } = sourceOf(ctx, query)
  const others = email === null ? ctx.sql`` : ctx.sql`and l.email is distinct from ${email}`
  const found = await ctx.sql<Place[]>`
    select l.id, l.${ctx.sql(at)} as at from (${wanted}) l
    where ${hasWords(ctx.sql, ctx.sql`l.folded`, sought.words)} ${asked} ${others} order by l.${ctx.sql(at)} desc, l.id desc limit ${room + 1}`
  const page = found.slice(0, room)
  const last = found.length > room ? page.at(-1) : sought.rare ? undefined : await findBorder(ctx, query, sought)
  return { ids: [...exact, ...page.map(({ id }) => id)], next: last ? writeCursor(last) : null }
}

/** Counts per status among the contacts that the first page examines, and the contact with that email. */
export async function countFound(
  ctx: Context,
  { q: _, before: __, status: ___, ...query }: LeadsQuery,
  sought: Sought,
): Promise<{ status: LeadStatus; count: number }[]> {
  const { from, others, asked } = sourceOf(ctx, query)
  return await ctx.sql`
    select status, count(*)::int as count from (
      select l.id, l.status from (${scanned(ctx, query, sought)}) l
      where ${hasWords(ctx.sql, ctx.sql`l.folded`, sought.words)} ${asked}
      union select l.id, l.status from ${from} where ${others} ${asked} and l.email = ${emailOf(sought.text)}
    ) found group by status`
}

/** The contacts to examine, starting at the query's position. */
function scanned(ctx: Context, query: Omit<LeadsQuery, 'q'>, { rare }: Sought): Piece {
  const { from, others, status, order, behind } = sourceOf(ctx, query)
  const after = query.before === undefined ? ctx.sql`` : behind(readCursor(query.before))
  const only = rare ? ctx.sql`and l.id = any(${rare}::text[])` : ctx.sql``
  return ctx.sql`
    select l.* from ${from} where ${others} ${status} ${after} ${only} order by ${order} limit ${maxScanned}`
}

/** The last examined contact, if there may be more after it. */
async function findBorder(ctx: Context, query: LeadsQuery, sought: Sought): Promise<Place | undefined> {
  const at = ctx.sql(sourceOf(ctx, query).at)
  const [border] = await ctx.sql<Place[]>`
    select l.id, l.${at} as at from (${scanned(ctx, query, sought)}) l order by l.${at} desc, l.id desc offset ${maxScanned - 1}`
  return border
}

async function findEmail(ctx: Context, query: LeadsQuery, email: string): Promise<string[]> {
  const { from, others, status, asked } = sourceOf(ctx, query)
  const rows = await ctx.sql<{ id: string }[]>`
    select l.id from ${from} where ${others} ${status} ${asked} and l.email = ${email}`
  return rows.map(({ id }) => id)
}
