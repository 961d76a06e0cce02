import { z } from 'zod'
import type { Pull, PullModel, PullStarted } from '../../../shared/model.ts'
import type { Context, Services, Tx } from '../../core/context.ts'
import { badRequest, notFound, taken } from '../../core/error.ts'
import { newId } from '../../core/ids.ts'
import { defineTask } from '../../core/queue.ts'
import { serverTask } from '../../core/tasks.ts'
import type { Sql } from '../../database/database.ts'
import type { PullError, PullProgress } from '../../outside/model.ts'
import { embedAll } from '../knowledge/embedding/tasks.ts'

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

/** The number of downloads to remember. */
const kept = 50

/**
 * Starts a model download in the background. Requesting the same model returns the running download; requesting another
 * while one runs is a 409. Keys get 400, because they belong to one site and a model uses the disk of all.
 */
export async function startPull(ctx: Context, { model }: PullModel): Promise<PullStarted> {
  refuseKey(ctx)
  return await ctx.tx((tx) => addPull(tx, model))
}

async function addPull(tx: Tx, model: string): Promise<PullStarted> {
  const { sql } = tx
  const row = { id: newId('pull'), model, status: 'queued', asked_by: tx.actor.id, created_at: tx.now() }
  const { count } = await sql`insert into model_pulls ${sql(row)} on conflict do nothing`
  // The conflicting download may have ended before it was read.
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
    throw taken(found.id, `Another model is being downloaded: ${found.model}.`, 'model_fetch_running', {
      model: found.model,
    })
  return found
}

function refuseKey({ actor }: Context): void {
  if (actor.kind === 'key')
    throw badRequest('Models belong to the whole deployment. Sign in to download one.', 'person_only')
}

/** Cancels a download. Ollama keeps the part that was downloaded. Returns false if it had ended. */
export async function cancelPull(ctx: Context, { id }: { id: string }): Promise<{ cancelled: boolean }> {
  refuseKey(ctx)
  const cancelled = await ctx.tx(async (tx) => {
    const [found] = await tx.sql<{ status: string }[]>`select status from model_pulls where id = ${id} for update`
    if (!found) throw notFound('pull')
    return await endPull(tx, id, 'cancelled')
  })
  return { cancelled }
}

/** Ends a running download and notifies the screens. Returns whether it was running. */
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

/** The running download, or the last one; null if there was none. */
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

/** Publishes the progress of a download on every site. */
function publishPull({ sites, ephemeral }: Services, row: PullRow): void {
  for (const site of sites.ids()) ephemeral.publish(site, 'pull.changed', { pull: pullOf(row) })
}

const second = 1_000
/** How often to check whether a silent download is still wanted. */
const checkEvery = 5 * second
/** The progress is published in steps of this share of the total. */
const step = 1 / 400

export const modelTasks = [
  serverTask(pullTask, {
    lane: 'models',
    // A large model takes hours on a slow connection.
    limit: 24 * 60 * 60 * second,
    retry: [second, 10 * second],
    run: (ctx, { pullId }) => pullModel(ctx, pullId),
  }),
]

async function pullModel(ctx: Context, id: string): Promise<void> {
  const { services } = ctx
  const [row] = await ctx.sql<PullRow[]>`
    update model_pulls set status = 'running' where id = ${id} and status in ('queued', 'running') returning *`
  if (!row) return
  publishPull(services, row)
  const watch = watchPull(ctx, row)
  try {
    await fetchModel(ctx, row, watch)
    await ctx.tx((tx) => endPull(tx, id, 'done'))
    await onNewModel(ctx)
  } catch (error) {
    // Another server, or this one after its start, goes on: Ollama continues where it stopped.
    if (ctx.signal.aborted) throw error
    if (watch.signal.aborted) return
    await ctx.tx((tx) => endPull(tx, id, 'failed', whyOf(ctx, error)))
  } finally {
    watch.end()
  }
}

async function fetchModel(ctx: Context, row: PullRow, { signal, wanted }: Watch): Promise<void> {
  const { store } = ctx.services.outside.models
  if (!store) throw Object.assign(new Error('This deployment does not use Ollama.'), { kind: 'not_ollama' })
  let published = { completed: 0, total: 0 }
  let saving = Promise.resolve()
  await store.pull(row.model, signal, (progress) => {
    if (!isFurther(published, progress)) return
    published = progress
    saving = saving.then(() => saveProgress(ctx, row, progress, wanted))
    // Awaited after the download. Until then, nothing else handles a rejection.
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
  if (row) publishPull(ctx.services, row)
}

type Watch = {
  /** Aborted when the download was cancelled or the server stops. */
  signal: AbortSignal
  /** Reports whether the download is still wanted. */
  wanted: (is: boolean) => void
  end: () => void
}

/** Checks on a download periodically, because Ollama can be silent for a long time. */
function watchPull({ services, sql, log, signal }: Context, { id }: PullRow): Watch {
  const cancelled = new AbortController()
  let cancel = () => {}
  const wanted = (is: boolean) => {
    if (!is) cancelled.abort(new Error('The download was cancelled.'))
  }
  const look = async () => {
    const [row] = await sql`select from model_pulls where id = ${id} and status = 'running'`
    wanted(row !== undefined)
  }
  const plan = () => {
    cancel = services.clock.after(checkEvery, () => {
      look().catch((err) => log.warn({ err, pull: id }, 'could not check on a model download'))
      plan()
    })
  }
  plan()
  return { signal: AbortSignal.any([cancelled.signal, signal]), wanted, end: () => cancel() }
}

/** Errors from outside are recognised by name, because their classes are injected. */
function whyOf({ log }: Context, error: unknown) {
  const { kind, message } = error as PullError
  if (kind === undefined) log.error({ err: error }, 'could not download a model')
  return kind === undefined
    ? { kind: 'other' as const, message: 'An error occurred on this server. See its log.' }
    : { kind, message: message.slice(0, 500) }
}

/** The new model may now be the default. */
async function onNewModel({ services }: Context): Promise<void> {
  await services.outside.models.refresh()
  await embedAll(services)
}
