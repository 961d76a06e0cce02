import { z } from 'zod'
import { ConversationsQuery } from '../../../shared/conversation.ts'
import { rule } from '../../../shared/fault.ts'
import { Deleted } from '../../../shared/page.ts'
import { exact } from '../../../shared/text.ts'
import { maxSavedViews, NewSavedView, SavedView, SavedViewList } from '../../../shared/view.ts'
import type { Context } from '../../core/context.ts'
import { badRequest, invalidField, notFound } from '../../core/error.ts'
import { newId } from '../../core/ids.ts'
import { del, get, post } from '../../core/operation.ts'
import { lock } from '../../core/transaction.ts'

const columns = ({ sql }: Pick<Context, 'sql'>) =>
  sql`id, name, query, shared, created_by as "createdBy", created_at as "createdAt"`

/** The views of the caller and those that are shared, oldest first. */
async function listViews(ctx: Context): Promise<SavedViewList> {
  const { sql, site, actor } = ctx
  const items = await sql<SavedView[]>`
    select ${columns(ctx)} from saved_views where site = ${site.id} and (shared or created_by = ${actor.id})
    order by created_at, id limit ${maxSavedViews}`
  return { items: [...items] }
}

/** Stores a view. 400 if its query is none of the list of conversations, and at the site's limit. */
async function createView(ctx: Context, { name, query, shared }: NewSavedView): Promise<SavedView> {
  const filters = ConversationsQuery.omit({ before: true, limit: true }).strict()
  if (!filters.safeParse(Object.fromEntries(new URLSearchParams(query))).success)
    throw invalidField('query', rule('not_valid', 'Must be parameters of GET /conversations.'))
  return await ctx.tx(async (tx) => {
    const { sql, site, actor } = tx
    await lock(sql, 'saved views', site.id)
    const [{ count }] = await sql<[{ count: number }]>`
      select count(*)::int as count from saved_views where site = ${site.id}`
    if (count >= maxSavedViews)
      throw badRequest(`A site can have at most ${maxSavedViews} saved views. Delete one first.`, 'too_many_views', {
        limit: maxSavedViews,
      })
    const row = { id: newId('view'), site: site.id, name, query, shared, created_by: actor.id, created_at: tx.now() }
    await sql`insert into saved_views ${sql(row)}`
    tx.emit('view.changed', { id: row.id })
    const [view] = await sql<[SavedView]>`select ${columns(tx)} from saved_views where id = ${row.id}`
    return view
  })
}

/** Deletes a view. Anybody may delete a shared one, as with labels of conversations; 404 for another's own. */
async function deleteView(ctx: Context, { id }: { id: string }): Promise<Deleted> {
  return await ctx.tx(async (tx) => {
    const { count } = await tx.sql`
      delete from saved_views
      where id = ${id} and site = ${tx.site.id} and (shared or created_by = ${tx.actor.id})`
    if (count === 0) throw notFound('view')
    tx.emit('view.changed', { id })
    return { id, deleted: true }
  })
}

export const viewOperations = {
  list: get('/views', {
    summary: 'List saved views',
    description: 'Returns your own views and the shared ones, oldest first.',
    scope: 'conversations:read',
    input: z.object({}),
    output: SavedViewList,
    run: listViews,
  }),
  create: post('/views', {
    summary: 'Create a saved view',
    description: `A site can have at most ${maxSavedViews} views.`,
    scope: 'conversations:write',
    status: 201,
    input: NewSavedView,
    output: SavedView,
    run: createView,
  }),
  delete: del('/views/:id', {
    summary: 'Delete a saved view',
    description: 'Deletes one of your own views, or a shared one.',
    scope: 'conversations:write',
    input: z.object({ id: exact(64, 1) }),
    output: Deleted,
    run: deleteView,
  }),
}
