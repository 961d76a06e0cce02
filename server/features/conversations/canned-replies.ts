import { z } from 'zod'
import {
  CannedReply,
  CannedReplyList,
  mostCannedReplies,
  NewCannedReply,
  PatchCannedReply,
} from '../../../shared/canned-reply.ts'
import { Deleted } from '../../../shared/page.ts'
import { exact } from '../../../shared/text.ts'
import type { Context, Tx } from '../../core/context.ts'
import { badRequest, notFound, taken } from '../../core/error.ts'
import { newId } from '../../core/ids.ts'
import { lock } from '../../core/lock.ts'
import { del, get, patch, post } from '../../core/operation.ts'

type Row = Pick<CannedReply, 'id' | 'shortcut' | 'title' | 'text'> & {
  site: string
  created_by: string
  created_at: number
  updated_at: number
}

/** The site's canned replies, by shortcut. */
async function listCannedReplies({ sql, site }: Context): Promise<CannedReplyList> {
  const rows = await sql<Row[]>`
    select * from canned_replies where site = ${site.id}
    order by lower(shortcut collate "und-x-icu") limit ${mostCannedReplies}`
  return { items: rows.map(toCannedReply) }
}

/** Makes one. 409 where its shortcut is another's, in any case; 400 where the site has as many as it may. */
export async function createCannedReply(ctx: Context, given: NewCannedReply): Promise<CannedReply> {
  return await ctx.tx(async (tx) => {
    await lockShortcuts(tx)
    const [{ count }] = await tx.sql<[{ count: number }]>`
      select count(*)::int as count from canned_replies where site = ${tx.site.id}`
    if (count >= mostCannedReplies)
      throw badRequest(
        `A site has at most ${mostCannedReplies} canned replies. Delete one first.`,
        'too_many_canned_replies',
        {
          limit: mostCannedReplies,
        },
      )
    await refuseTaken(tx, given.shortcut)
    const { shortcut, title, text } = given
    const at = tx.now()
    const row = { id: newId('can'), site: tx.site.id, shortcut, title, text, created_by: tx.actor.id }
    const stored: Row = { ...row, created_at: at, updated_at: at }
    await tx.sql`insert into canned_replies ${tx.sql(stored)}`
    tx.emit('canned-reply.changed', { id: row.id })
    return toCannedReply(stored)
  })
}

/** Changes one. 409 where the new shortcut is another's. */
async function patchCannedReply(
  ctx: Context,
  { id, ...patch }: PatchCannedReply & { id: string },
): Promise<CannedReply> {
  return await ctx.tx(async (tx) => {
    await lockShortcuts(tx)
    const [row] = await tx.sql<Row[]>`select * from canned_replies where id = ${id} and site = ${tx.site.id}`
    if (!row) throw notFound('canned reply')
    if (patch.shortcut !== undefined) await refuseTaken(tx, patch.shortcut, id)
    const { shortcut = row.shortcut, title = row.title, text = row.text } = patch
    if (shortcut === row.shortcut && title === row.title && text === row.text) return toCannedReply(row)
    const changed = { shortcut, title, text, updated_at: tx.now() }
    await tx.sql`update canned_replies set ${tx.sql(changed)} where id = ${id}`
    tx.emit('canned-reply.changed', { id })
    return toCannedReply({ ...row, ...changed })
  })
}

export async function deleteCannedReply(ctx: Context, { id }: { id: string }): Promise<Deleted> {
  return await ctx.tx(async (tx) => {
    const { count } = await tx.sql`delete from canned_replies where id = ${id} and site = ${tx.site.id}`
    if (count === 0) throw notFound('canned reply')
    tx.emit('canned-reply.changed', { id })
    return { id, deleted: true }
  })
}

/** Who is about to take a shortcut waits for the other who is. */
const lockShortcuts = ({ sql, site }: Tx) => lock(sql, 'canned replies', site.id)

async function refuseTaken(tx: Tx, shortcut: string, but = ''): Promise<void> {
  const [found] = await tx.sql<{ id: string }[]>`
    select id from canned_replies
    where site = ${tx.site.id} and id <> ${but}
      and lower(shortcut collate "und-x-icu") = lower(${shortcut} collate "und-x-icu")`
  if (found)
    throw taken(found.id, `shortcut: /${shortcut} is the canned reply ${found.id}.`, 'shortcut_taken', {
      shortcut: `/${shortcut}`,
    })
}

const toCannedReply = (row: Row): CannedReply => ({
  id: row.id,
  shortcut: row.shortcut,
  title: row.title,
  text: row.text,
  createdBy: row.created_by,
  createdAt: row.created_at,
  updatedAt: row.updated_at,
})

const id = exact(64, 1)

export const cannedReplyOperations = {
  list: get('/canned-replies', {
    summary: 'List the canned replies',
    description: 'Texts that the team sends often, by their shortcuts.',
    scope: 'conversations:read',
    input: z.object({}),
    output: CannedReplyList,
    run: listCannedReplies,
  }),
  create: post('/canned-replies', {
    summary: 'Make a canned reply',
    description: 'No two have the same shortcut, whatever its case. A site has at most 500.',
    scope: 'settings:write',
    status: 201,
    errors: [409],
    input: NewCannedReply,
    output: CannedReply,
    run: createCannedReply,
  }),
  update: patch('/canned-replies/:id', {
    summary: 'Change a canned reply',
    scope: 'settings:write',
    errors: [409],
    input: PatchCannedReply.extend({ id }),
    output: CannedReply,
    run: patchCannedReply,
  }),
  delete: del('/canned-replies/:id', {
    summary: 'Delete a canned reply',
    scope: 'settings:write',
    input: z.object({ id }),
    output: Deleted,
    run: deleteCannedReply,
  }),
}
