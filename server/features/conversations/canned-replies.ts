import { isDeepStrictEqual } from 'node:util'
import { z } from 'zod'
import {
  CannedActions,
  CannedReply,
  CannedReplyList,
  maxCannedReplies,
  NewCannedReply,
  PatchCannedReply,
} from '../../../shared/canned-reply.ts'
import { Deleted } from '../../../shared/page.ts'
import { exact } from '../../../shared/text.ts'
import type { Context, Tx } from '../../core/context.ts'
import { badRequest, notFound, taken } from '../../core/error.ts'
import { newId } from '../../core/ids.ts'
import { del, get, patch, post } from '../../core/operation.ts'
import { lock } from '../../core/transaction.ts'

type Row = Pick<CannedReply, 'id' | 'shortcut' | 'title' | 'text' | 'actions'> & {
  site: string
  created_by: string
  created_at: number
  updated_at: number
}

/** Lists the site's canned replies by shortcut. */
async function listCannedReplies({ sql, site }: Context): Promise<CannedReplyList> {
  const rows = await sql<Row[]>`
    select * from canned_replies where site = ${site.id}
    order by lower(shortcut collate "und-x-icu") limit ${maxCannedReplies}`
  return { items: rows.map(toCannedReply) }
}

/** Creates a canned reply. 409 if another one has the shortcut, ignoring case; 400 at the site's limit. */
export async function createCannedReply(ctx: Context, given: NewCannedReply): Promise<CannedReply> {
  return await ctx.tx(async (tx) => {
    await lockShortcuts(tx)
    const [{ count }] = await tx.sql<[{ count: number }]>`
      select count(*)::int as count from canned_replies where site = ${tx.site.id}`
    if (count >= maxCannedReplies)
      throw badRequest(
        `A site can have at most ${maxCannedReplies} canned replies. Delete one first.`,
        'too_many_canned_replies',
        {
          limit: maxCannedReplies,
        },
      )
    await refuseTaken(tx, given.shortcut)
    const { shortcut, title, text, actions = CannedActions.parse({}) } = given
    await refuseUnknownLabels(tx, actions)
    const at = tx.now()
    const row = { id: newId('can'), site: tx.site.id, shortcut, title, text, created_by: tx.actor.id }
    const stored: Row = { ...row, actions, created_at: at, updated_at: at }
    await tx.sql`insert into canned_replies ${tx.sql({ ...stored, actions: tx.sql.json(actions) })}`
    tx.emit('canned-reply.changed', { id: row.id })
    return toCannedReply(stored)
  })
}

/** Updates a canned reply. 409 if another one has the new shortcut. */
async function patchCannedReply(
  ctx: Context,
  { id, ...patch }: PatchCannedReply & { id: string },
): Promise<CannedReply> {
  return await ctx.tx(async (tx) => {
    await lockShortcuts(tx)
    const [row] = await tx.sql<Row[]>`select * from canned_replies where id = ${id} and site = ${tx.site.id}`
    if (!row) throw notFound('canned reply')
    if (patch.shortcut !== undefined) await refuseTaken(tx, patch.shortcut, id)
    const before = { shortcut: row.shortcut, title: row.title, text: row.text, actions: actionsOf(row) }
    const given = Object.entries(patch).filter(([, value]) => value !== undefined)
    const after: typeof before = { ...before, ...Object.fromEntries(given) }
    if (isDeepStrictEqual(before, after)) return toCannedReply(row)
    if (patch.actions) await refuseUnknownLabels(tx, patch.actions)
    const changed = { ...after, updated_at: tx.now() }
    await tx.sql`
      update canned_replies set ${tx.sql({ ...changed, actions: tx.sql.json(after.actions) })} where id = ${id}`
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

/** Serialises changes of shortcuts, so that two calls cannot both take the same one. */
const lockShortcuts = ({ sql, site }: Tx) => lock(sql, 'canned replies', site.id)

async function refuseTaken(tx: Tx, shortcut: string, but = ''): Promise<void> {
  const [found] = await tx.sql<{ id: string }[]>`
    select id from canned_replies
    where site = ${tx.site.id} and id <> ${but}
      and lower(shortcut collate "und-x-icu") = lower(${shortcut} collate "und-x-icu")`
  if (found)
    throw taken(found.id, `shortcut: /${shortcut} is already used by canned reply ${found.id}.`, 'shortcut_taken', {
      shortcut: `/${shortcut}`,
    })
}

/** 400 for a label that the site does not have. */
async function refuseUnknownLabels({ sql, site }: Tx, { addLabels }: CannedActions): Promise<void> {
  const known = await sql<{ id: string }[]>`
    select id from labels where site = ${site.id} and id = any(${addLabels}::text[])`
  if (known.length < new Set(addLabels).size)
    throw badRequest('actions.addLabels: No such label.', 'unknown_record', { record: 'label' })
}

/** Actions that were stored before there were others do nothing of those. */
const actionsOf = ({ actions }: Row): CannedActions => CannedActions.parse(actions)

const toCannedReply = (row: Row): CannedReply => ({
  id: row.id,
  shortcut: row.shortcut,
  title: row.title,
  text: row.text,
  actions: actionsOf(row),
  createdBy: row.created_by,
  createdAt: row.created_at,
  updatedAt: row.updated_at,
})

const id = exact(64, 1)

export const cannedReplyOperations = {
  list: get('/canned-replies', {
    summary: 'List canned replies',
    description: 'Returns the texts that the team inserts by shortcut.',
    scope: 'conversations:read',
    input: z.object({}),
    output: CannedReplyList,
    run: listCannedReplies,
  }),
  create: post('/canned-replies', {
    summary: 'Create a canned reply',
    description: 'Shortcuts are unique per site and case-insensitive. A site can have at most 500 canned replies.',
    scope: 'settings:write',
    status: 201,
    errors: [409],
    input: NewCannedReply,
    output: CannedReply,
    run: createCannedReply,
  }),
  update: patch('/canned-replies/:id', {
    summary: 'Update a canned reply',
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
