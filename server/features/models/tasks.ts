import type { Context, Parts } from '../../core/context.ts'
import { deploymentContext, serverTask } from '../../core/tasks.ts'
import type { PullError, PullProgress } from '../../outside/model-store.ts'
import { embedAll } from '../knowledge/embedding/tasks.ts'
import { endPull, type PullRow, pullTask, tellPull } from './pulls.ts'

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
