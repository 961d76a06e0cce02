import { z } from 'zod'
import type { MoveJob } from '../../../shared/job.ts'
import type { Context, Tx } from '../../core/context.ts'
import { invalidField } from '../../core/error.ts'
import { defineTask } from '../../core/queue.ts'
import { siteTask } from '../../core/tasks.ts'
import { lockPipeline } from './pipeline.ts'

/**
 * The order of jobs in a stage. Each has a number with wide gaps, so a job is put between two others without changing
 * them. The caller of all functions has locked the pipeline.
 */
const spacing = 2 ** 30
/** A gap this small is used up after a few more jobs, so the stage is renumbered soon, in the background. */
const smallGap = 2 ** 10
/** Numbers beyond this are renumbered, long before they are no longer exact. */
const maxPosition = 2 ** 50

const renumberTask = defineTask('jobs.renumber', z.object({ stage: z.string() }))

/** The numbers of the jobs between which a job is put; null where there is none. */
type Gap = { previous: number | null; next: number | null }

/** Numbers at the end of a stage, in order. */
export async function placesAtEnd(tx: Tx, stage: string, count: number): Promise<number[]> {
  const first = await place(tx, stage, () => findEnd(tx, stage, ''))
  return Array.from({ length: count }, (_, at) => first + at * spacing)
}

/**
 * A number for a job in a stage.
 * @returns undefined if it is already there
 */
export async function placeIn(
  tx: Tx,
  stage: string,
  job: { id: string; stage_id: string; position: number },
  { position, before }: Pick<MoveJob, 'position' | 'before'>,
): Promise<number | undefined> {
  const isThere = job.stage_id === stage
  if (isThere && (before === job.id || (position === undefined && before === undefined))) return undefined
  const find = async (): Promise<Gap> => {
    if (typeof before === 'string') return await findBefore(tx, stage, job.id, before)
    return position === undefined ? await findEnd(tx, stage, job.id) : await findAt(tx, stage, job.id, position)
  }
  const { previous, next } = await find()
  const { position: own } = job
  if (isThere && (previous ?? -Infinity) < own && own < (next ?? Infinity)) return undefined
  return await place(tx, stage, find)
}

async function place(tx: Tx, stage: string, find: () => Promise<Gap>): Promise<number> {
  const gap = await find()
  const found = between(gap)
  if (found === undefined) {
    await renumber(tx, stage)
    return between(await find()) as number
  }
  if (gap.previous !== null && gap.next !== null && gap.next - gap.previous < smallGap)
    await tx.enqueue(renumberTask, { stage }, { name: stage })
  return found
}

/** A number in a gap; undefined if it has none. */
function between({ previous, next }: Gap): number | undefined {
  if (previous === null && next === null) return spacing
  const found =
    previous === null
      ? (next as number) - spacing
      : next === null
        ? previous + spacing
        : previous + Math.floor((next - previous) / 2)
  return found === previous || Math.abs(found) > maxPosition ? undefined : found
}

async function findEnd({ sql }: Tx, stage: string, job: string): Promise<Gap> {
  const [last] = await sql<{ position: number }[]>`
    select position from jobs where stage_id = ${stage} and id <> ${job} order by position desc limit 1`
  return { previous: last?.position ?? null, next: null }
}

async function findAt(tx: Tx, stage: string, job: string, place: number): Promise<Gap> {
  const rows = await tx.sql<{ position: number }[]>`
    select position from jobs where stage_id = ${stage} and id <> ${job}
    order by position offset ${Math.max(0, place - 1)} limit 2`
  const [first, second] = rows
  if (place === 0) return { previous: null, next: first?.position ?? null }
  return first ? { previous: first.position, next: second?.position ?? null } : await findEnd(tx, stage, job)
}

async function findBefore({ sql }: Tx, stage: string, job: string, before: string): Promise<Gap> {
  const [next] = await sql<{ position: number }[]>`
    select position from jobs where id = ${before} and stage_id = ${stage}`
  if (!next) throw invalidField('before', { error: 'No such job in this stage.', params: { reason: 'not_valid' } })
  const [previous] = await sql<{ position: number }[]>`
    select position from jobs where stage_id = ${stage} and id <> ${job} and position < ${next.position}
    order by position desc limit 1`
  return { previous: previous?.position ?? null, next: next.position }
}

/** Gives the jobs of a stage new numbers in the same order. */
const renumber = ({ sql }: Tx, stage: string) => sql`
  update jobs set position = numbered.place * ${spacing}::bigint
  from (select id, row_number() over (order by position) as place from jobs where stage_id = ${stage}) numbered
  where jobs.id = numbered.id`

export const jobTasks = [
  siteTask(renumberTask, {
    lane: 'work',
    retry: [1_000, 60_000],
    run: (ctx: Context, { stage }) =>
      ctx.tx(async (tx) => {
        await lockPipeline(tx)
        await renumber(tx, stage)
      }),
  }),
]
