import type { ChangeGap, Gap, GapQuery, Gaps } from '../../../../shared/gap.ts'
import type { Context } from '../../../core/context.ts'
import { cutPage, readCursor } from '../../../core/cursor.ts'
import { notFound } from '../../../core/error.ts'
import type { Sql } from '../../../database/database.ts'
import { lockGaps } from './lock.ts'

/** A row of `gaps` as answers show it. */
const columns = (sql: Sql) => sql`
  id, question, count, first_asked_at as "firstAskedAt", last_asked_at as "lastAskedAt",
  (select conversation_id from gap_askings where gap = gaps.id order by at desc, gap_askings.id desc limit 1)
    as "conversationId",
  status, answer, answered_at as "answeredAt", answered_by as "answeredBy", entry_id as "entryId"`

/** The questions that the knowledge did not cover, those asked most first, and how many of each status there are. */
export async function listGaps({ sql, site }: Context, { status, before, limit }: GapQuery): Promise<Gaps> {
  const from = before === undefined ? undefined : readCursor(before)
  const [found, counted] = await Promise.all([
    sql<Gap[]>`
      select ${columns(sql)} from gaps
      where site = ${site.id} ${status === 'all' ? sql`` : sql`and status = ${status}`}
        ${from ? sql`and (count, id) < (${from.at}, ${from.id})` : sql``}
      order by count desc, id desc limit ${limit + 1}`,
    sql<{ status: Gap['status']; count: number }[]>`
      select status, count(*)::int as count from gaps where site = ${site.id} group by status`,
  ])
  const { rows, next } = cutPage(found, limit, ({ count, id }) => ({ at: count, id }))
  const counts = Object.fromEntries(counted.map((row) => [row.status, row.count]))
  return { gaps: rows, counts: { open: 0, answered: 0, dismissed: 0, ...counts }, next }
}

/** 404 where the site has no such gap. */
export async function readGap({ sql, site }: Context, id: string): Promise<Gap> {
  const [gap] = await sql<Gap[]>`select ${columns(sql)} from gaps where id = ${id} and site = ${site.id}`
  if (!gap) throw notFound('gap')
  return gap
}

/** Dismisses a gap, or opens it again; an answer that was given stays with it. */
export async function changeGap(ctx: Context, { id, status }: ChangeGap): Promise<Gap> {
  return await ctx.tx(async (tx) => {
    await lockGaps(tx)
    const { status: before } = await readGap(tx, id)
    if (before !== status) {
      await tx.sql`update gaps set status = ${status} where id = ${id}`
      tx.emit('gap.changed', { id })
    }
    return await readGap(tx, id)
  })
}
