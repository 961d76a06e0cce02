import { z } from 'zod'
import type { Pull, PullModel, PullStarted } from '../../../shared/model.ts'
import type { Context, Parts, Tx } from '../../core/context.ts'
import { badRequest, notFound, taken } from '../../core/error.ts'
import { newId } from '../../core/ids.ts'
import { defineTask } from '../../core/queue.ts'
import { deploymentContext, serverTask } from '../../core/tasks.ts'
import type { Sql } from '../../database/database.ts'
import type { PullError, PullProgress } from '../../outside/model-store.ts'
import { embedAll } from '../knowledge/embedding/tasks.ts'

/** Fetches a model. */
const pullTask = defineTask('model.pull', z.object({ pullId: z.string() }))

type PullRow = {
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
async function endPull(
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
function tellPull({ sites, moments }: Parts, row: PullRow): void {
  for (const site of sites.ids()) moments.tell(site, 'pull.changed', { pull: pullOf(row) })
}

const second = 1_000
/** How often a pull that says nothing is looked after: whether it is still wanted. */
const lookEvery = 5 * second
/** The screens are told each time that it is so much further: as a share of the whole. */
const step = 1 / 400

/** What fetches models in the background. */
export const modelTasks = [
  serverTask(pullTask, {
    retry: [second, 10 * second],
    lane: 'models',
    run: (parts, { pullId }) => pullModel(parts, pullId),
  }),
]

async function pullModel(parts: Parts, id: string): Promise<void> {
  const ctx = deploymentContext(parts)
  const [row] = await ctx.sql<PullRow[]>`
    update model_pulls set status = 'running' where id = ${id} and status in ('queued', 'running') returning *`
  if (!row) return
  tellPull(parts, row)
  const watch = watchPull(ctx, row)
  try {
    await fetchModel(ctx, row, watch)
    await ctx.tx((tx) => endPull(tx, id, 'done'))
    await takeUp(ctx)
  } catch (error) {
    // After a restart, Ollama goes on where it was.
    if (parts.stopping.aborted) return await parts.queue.add(pullTask, '', { pullId: id }, { name: id })
    if (watch.signal.aborted) return
    await ctx.tx((tx) => endPull(tx, id, 'failed', whyOf(ctx, error)))
  } finally {
    watch.end()
  }
}

async function fetchModel(ctx: Context, row: PullRow, { signal, wanted }: Watch): Promise<void> {
  const { store } = ctx.parts.outside.models
  if (!store) throw Object.assign(new Error('Models do not come from Ollama here.'), { kind: 'not_ollama' })
  let told = { completed: 0, total: 0 }
  let saving = Promise.resolve()
  await store.pull(row.model, signal, (progress) => {
    if (!isFurther(told, progress)) return
    told = progress
    saving = saving.then(() => saveProgress(ctx, row, progress, wanted))
    // Looked at once the pull is over: until then, nobody would catch it.
    saving.catch(() => {})
  })
  await saving
}

const isFurther = (before: PullProgress, { completed, total }: PullProgress): boolean =>
  total !== before.total || completed === total || completed - before.completed >= total * step

async function saveProgress(ctx: Context, { id }: PullRow, now: PullProgress, wanted: (is: boolean) => void) {
  const [row] = await ctx.sql<PullRow[]>`
    update model_pulls set completed = ${now.completed}, total = ${now.total}
    where id = ${id} and status = 'running' returning *`
  wanted(row !== undefined)
  if (row) tellPull(ctx.parts, row)
}

type Watch = {
  /** Aborted when the pull was cancelled, and when the server stops. */
  signal: AbortSignal
  /** Says whether somebody still wants it. */
  wanted: (is: boolean) => void
  end: () => void
}

/** Looks after a pull from time to time, as Ollama may be silent for long. */
function watchPull({ parts, sql, log }: Context, { id }: PullRow): Watch {
  const cancelled = new AbortController()
  let cancel = () => {}
  const wanted = (is: boolean) => {
    if (!is) cancelled.abort(new Error('The pull was cancelled.'))
  }
  const look = async () => {
    const [row] = await sql`select from model_pulls where id = ${id} and status = 'running'`
    wanted(row !== undefined)
  }
  const plan = () => {
    cancel = parts.clock.after(lookEvery, () => {
      look().catch((err) => log.warn({ err, pull: id }, 'a pull could not be looked after'))
      plan()
    })
  }
  plan()
  return { signal: AbortSignal.any([cancelled.signal, parts.stopping]), wanted, end: () => cancel() }
}

/** What is outside is handed in, and its errors with it: they are known by their names. */
function whyOf({ log }: Context, error: unknown) {
  const { kind, message } = error as PullError
  if (kind === undefined) log.error({ err: error }, 'a model could not be fetched')
  return kind === undefined
    ? { kind: 'other' as const, message: 'It failed on this server. The log says why.' }
    : { kind, message: message.slice(0, 500) }
}

/** The new model may be the one to use from now on. */
async function takeUp({ parts }: Context): Promise<void> {
  await parts.outside.models.lookAgain()
  await embedAll(parts)
}
