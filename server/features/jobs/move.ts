import type { Job, JobHistoryKind, MoveJob } from '../../../shared/job.ts'
import type { Context, Tx } from '../../core/context.ts'
import { invalidField } from '../../core/error.ts'
import { updateJob } from './change.ts'
import { unknown } from './create.ts'
import { findJobs, getRow, type HistoryEntry, readJob, remember, toJob, type WholeJob } from './job.ts'
import { lockPipeline, type StageRow } from './pipeline.ts'
import { placeIn } from './places.ts'

/** Moves a job to another stage, or to another place in its stage. */
export async function moveJob(
  ctx: Context,
  { id, stageId, lostReason, ...place }: MoveJob & { id: string },
): Promise<Job> {
  return await ctx.tx(async (tx) => {
    const { stages } = await lockPipeline(tx)
    const job = await getRow(tx, id)
    const stage = stages.find((one) => one.id === stageId)
    if (!stage) throw unknown('stageId', 'stage')
    if (lostReason !== undefined && stage.kind !== 'lost')
      throw invalidField('lostReason', { error: 'Only for a lost stage.', params: { reason: 'not_valid' } })
    const position = await placeIn(tx, stageId, job, place)
    if (stageId === job.stage_id) await reorder(tx, job, position, lostReason)
    else await enterStage(tx, [{ job, position: position as number }], stage, lostReason)
    return await readJob(tx, id)
  })
}

/** A move in the same stage concerns the board only, so it changes no times and sends no public event. */
async function reorder(tx: Tx, job: WholeJob, position: number | undefined, lostReason: string | undefined) {
  const reason = lostReason === undefined ? job.lost_reason : lostReason || null
  if (position === undefined && reason === job.lost_reason) return
  if (position !== undefined) await tx.sql`update jobs set position = ${position} where id = ${job.id}`
  if (reason !== job.lost_reason) {
    await updateJob(tx, job.id, { lost_reason: reason })
    const data = { field: 'lostReason', from: job.lost_reason, to: reason }
    await remember(tx, [{ job: job.id, kind: 'updated', data }])
  }
  tx.emit('job.changed', { id: job.id })
}

type Entry = { job: WholeJob; position: number }

/**
 * Puts jobs into another stage, or into the kind that their stage has now, in order. Their status follows. The caller
 * has locked the pipeline.
 */
export async function enterStage(tx: Tx, entries: Entry[], stage: StageRow, lostReason?: string): Promise<void> {
  const at = tx.now()
  const history: HistoryEntry[] = []
  for (const { job, position } of entries) {
    const isOfKind = job.status === stage.kind
    await updateJob(tx, job.id, {
      ...{ stage_id: stage.id, status: stage.kind, position, stage_changed_at: at },
      closed_at: stage.kind === 'open' ? null : isOfKind ? job.closed_at : at,
      lost_reason: stage.kind === 'lost' ? lostReason || (isOfKind ? job.lost_reason : null) : null,
    })
    const data = { from: job.stage_name, to: stage.name }
    history.push({ job: job.id, kind: 'stage_changed', data })
    if (!isOfKind)
      history.push({ job: job.id, kind: reached[stage.kind], data: lostReason ? { reason: lostReason } : {} })
  }
  await remember(tx, history)
  await announce(tx, entries, stage)
}

const reached: Record<StageRow['kind'], JobHistoryKind> = { open: 'reopened', won: 'won', lost: 'lost' }

async function announce(tx: Tx, entries: Entry[], stage: StageRow): Promise<void> {
  const ids = entries.map(({ job }) => job.id)
  const after = new Map((await findJobs(tx, ids)).map((row) => [row.id, toJob(row, tx.now())]))
  for (const { job: before } of entries) {
    const job = after.get(before.id) as Job
    tx.emit('job.stage_changed', { job, from: before.stage_name, to: stage.name })
    if (before.status === job.status) continue
    if (job.status === 'won') tx.emit('job.won', { job })
    if (job.status === 'lost') tx.emit('job.lost', { job, reason: job.lostReason })
  }
}
