import { z } from 'zod'
import type { Pull, PullModel, PullStarted } from '../../../shared/model.ts'
import type { Context, Parts, Tx } from '../../core/context.ts'
import { badRequest, notFound, taken } from '../../core/error.ts'
import { newId } from '../../core/ids.ts'
import { defineTask } from '../../core/queue.ts'
import type { Sql } from '../../database/database.ts'

/** Fetches a model. */
export const pullTask = defineTask('model.pull', z.object({ pullId: z.string() }))

export type PullRow = {
  id: string
  model: string
  status: Pull['status']
  completed: number
  total: number
  fault: NonNullable<Pull['error']>['kind'] | null
  error: string | null
  created_at: number
  finished_at: number | null
}

/** So many are remembered. */
const kept = 50

/**
 * Has Ollama fetch a model in the background. The same one again is the pull that is at work; another meanwhile is refused
 * with 409. A key is refused with 400: it belongs to one site, and a model fills the disk of all.
 */
export async function startPull(ctx: Context, { model }: PullModel): Promise<PullStarted> {
  refuseKey(ctx)
  return await ctx.tx((tx) => addPull(tx, model))
}

async function addPull(tx: Tx, model: string): Promise<PullStarted> {
  const { sql } = tx
  const row = { id: newId('pull'), model, status: 'queued', asked_by: tx.actor.id, created_at: tx.now() }
  const { count } = await sql`insert into model_pulls ${sql(row)} on conflict do nothing`
  // What stood in the way may have come to its end before it was read.
  if (count === 0) return (await sameAtWork(sql, model)) ?? (await addPull(tx, model))
  await sql`
    delete from model_pulls
    where id in (select id from model_pulls order by created_at desc, id desc offset ${kept}) and id <> ${row.id}`
  await tx.enqueue(pullTask, { pullId: row.id }, { name: row.id })
  tx.emit('model.changed', { id: row.id })
  return { id: row.id, model }
}

async function sameAtWork(sql: Sql, model: string): Promise<PullStarted | undefined> {
  const [found] = await sql<PullStarted[]>`
    select id, model from model_pulls where status in ('queued', 'running')`
  if (found && found.model !== model)
    throw taken(found.id, `Another model is being fetched: ${found.model}.`, 'model_fetch_running', {
      model: found.model,
    })
  return found
}

function refuseKey({ actor }: Context): void {
  if (actor.kind === 'key')
    throw badRequest('Models are of the whole deployment: a signed-in person fetches them.', 'person_only')
}

/** Stops a pull; what was fetched of it is kept by Ollama for the next. Answers false for one that is over. */
export async function cancelPull(ctx: Context, { id }: { id: string }): Promise<{ cancelled: boolean }> {
  refuseKey(ctx)
  const cancelled = await ctx.tx(async (tx) => {
    const [found] = await tx.sql<{ status: string }[]>`select status from model_pulls where id = ${id} for update`
    if (!found) throw notFound('pull')
    return await endPull(tx, id, 'cancelled')
  })
  return { cancelled }
}

/** Ends a pull that is at work, and has the screens look. Answers whether it was. */
export async function endPull(
  tx: Tx,
  id: string,
  status: 'done' | 'failed' | 'cancelled',
  why?: NonNullable<Pull['error']>,
): Promise<boolean> {
  const { count } = await tx.sql`
    update model_pulls
    set status = ${status}, fault = ${why?.kind ?? null}, error = ${why?.message ?? null}, finished_at = ${tx.now()}
    where id = ${id} and status in ('queued', 'running')`
  if (count > 0) tx.emit('model.changed', { id })
  return count > 0
}

/** The pull that is at work, or the last; null where there was none. */
export async function findLatestPull(sql: Sql): Promise<Pull | null> {
  const [row] = await sql<PullRow[]>`
    select * from model_pulls order by (status in ('queued', 'running')) desc, created_at desc, id desc limit 1`
  return row ? pullOf(row) : null
}

const pullOf = ({ fault, error, created_at, finished_at, ...row }: PullRow): Pull => ({
  id: row.id,
  model: row.model,
  status: row.status,
  completed: row.completed,
  total: row.total,
  error: fault === null ? null : { kind: fault, message: error ?? '' },
  startedAt: created_at,
  finishedAt: finished_at,
})

/** Tells the screens of every site how far a pull is. */
export function tellPull({ sites, moments }: Parts, row: PullRow): void {
  for (const site of sites.ids()) moments.tell(site, 'pull.changed', { pull: pullOf(row) })
}
