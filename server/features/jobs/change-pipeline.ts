import { rule } from '../../../shared/fault.ts'
import type {
  ApplyTemplate,
  JobField,
  JobStatus,
  NewJobField,
  NewStage,
  Pipeline,
  PipelineSetup,
  PutPipeline,
  SetUpPipeline,
} from '../../../shared/job.ts'
import type { Context, Tx } from '../../core/context.ts'
import { conflict, invalidField } from '../../core/error.ts'
import { unknown } from './create.ts'
import { findJobs } from './job.ts'
import { enterStage } from './move.ts'
import { insertStages, lockPipeline, type PipelineRow, type StageRow, toPipeline } from './pipeline.ts'
import { placesAtEnd } from './places.ts'
import { colorAt, stagesOf } from './templates.ts'

/** One request changes at most this many jobs, because each has its own events. */
const maxAtOnce = 2_000

/** Changes currency, stages and fields. What is left out stays. */
export async function putPipeline(ctx: Context, given: PutPipeline): Promise<Pipeline> {
  return await ctx.tx(async (tx) => {
    const before = await lockPipeline(tx)
    if (given.stages) await changeStages(tx, before.stages, given.stages, given.moveTo ?? {})
    const fields = given.fields?.map(toField)
    if (fields) await removeFields(tx, before.fields, fields, given.dropFields)
    await savePipeline(tx, {
      currency: given.currency ?? before.currency,
      fields: fields ?? before.fields,
      from_chat: given.fromChat ?? before.from_chat,
    })
    return await toPipeline(tx, await lockPipeline(tx))
  })
}

/** Replaces the stages by those of a template. Stages with the same name and kind stay, with their jobs. */
export async function applyTemplate(ctx: Context, { template }: ApplyTemplate): Promise<Pipeline> {
  return await ctx.tx(async (tx) => {
    const before = await lockPipeline(tx)
    await replaceStages(tx, before.stages, template)
    await savePipeline(tx, before)
    return await toPipeline(tx, await lockPipeline(tx))
  })
}

/** Sets the pipeline up, unless somebody did, or there are jobs. */
export async function setUpPipeline(ctx: Context, given: SetUpPipeline): Promise<PipelineSetup> {
  return await ctx.tx(async (tx) => {
    const before = await lockPipeline(tx)
    if (before.set_up || before.next_number > 1) return { created: false, pipeline: await toPipeline(tx, before) }
    await replaceStages(tx, before.stages, given.template)
    await savePipeline(tx, {
      currency: given.currency ?? before.currency,
      fields: given.fields?.map(toField) ?? before.fields,
      from_chat: before.from_chat,
    })
    return { created: true, pipeline: await toPipeline(tx, await lockPipeline(tx)) }
  })
}

async function replaceStages(tx: Tx, before: StageRow[], template: ApplyTemplate['template']): Promise<void> {
  const stages = stagesOf(tx.site, template).map((stage): NewStage => {
    const same = before.find(({ name, kind }) => isSameName(name, stage.name) && kind === stage.kind)
    return same ? { id: same.id } : stage
  })
  await changeStages(tx, before, stages, {})
}

type Saved = Pick<PipelineRow, 'currency' | 'fields' | 'from_chat'>

async function savePipeline(tx: Tx, { currency, fields, from_chat }: Saved): Promise<void> {
  const row = { currency, fields: tx.sql.json(fields), from_chat, set_up: true }
  await tx.sql`update pipelines set ${tx.sql(row as never)} where site = ${tx.site.id}`
  tx.emit('pipeline.changed', { id: tx.site.id })
}

const toField = ({ name, label, type, options = [], required }: NewJobField): JobField => ({
  ...{ name, label: label ?? name, type },
  ...(type === 'choice' && { options: [...new Set(options)] }),
  required,
})

const isSameName = (one: string, other: string) => one.toLowerCase() === other.toLowerCase()

/** Stores all stages of the site, in order. Jobs of a removed stage move; those of a stage with another kind follow it. */
async function changeStages(
  tx: Tx,
  before: StageRow[],
  given: NewStage[],
  moveTo: Record<string, string>,
): Promise<void> {
  const wanted = plan(before, given)
  const kept = wanted.filter((stage): stage is StageRow => stage.id !== undefined)
  const removed = before.filter((stage) => !kept.some(({ id }) => id === stage.id))
  const targets = await planMoves(tx, removed, kept, moveTo)
  for (const { id, name, color, kind, rot_days, position } of kept)
    await tx.sql`update stages set ${tx.sql({ name, color, kind, rot_days, position })} where id = ${id}`
  await insertStages(
    tx.sql,
    tx.site.id,
    wanted.filter(({ id }) => id === undefined),
  )
  for (const { from, to } of targets) await moveAll(tx, from, to)
  for (const stage of kept)
    if (before.find(({ id }) => id === stage.id)?.kind !== stage.kind) await followKind(tx, stage)
  const gone = removed.map(({ id }) => id)
  if (gone.length > 0) await tx.sql`delete from stages where id = any(${gone}::text[])`
}

type Wanted = Omit<StageRow, 'id'> & { id?: string }

/** The stages as they are to be. 400 unless there is at least one of each kind, with different names. */
function plan(before: StageRow[], given: NewStage[]): Wanted[] {
  const wanted = given.map(({ id, name, color, kind, rotDays }, position): Wanted => {
    const known = before.find((stage) => stage.id === id)
    if (id !== undefined && !known) throw unknown(`stages.${position}.id`, 'stage')
    const { name: own = '', color: ownColor = colorAt(position), kind: ownKind = 'open', rot_days = null } = known ?? {}
    return {
      ...(known && { id: known.id }),
      ...{ name: name ?? own, color: color ?? ownColor, kind: kind ?? ownKind, position },
      rot_days: rotDays === undefined ? rot_days : rotDays,
    }
  })
  if (new Set(given.map(({ id }, place) => id ?? place)).size < given.length)
    throw invalidField('stages', rule('ids_differ', 'Two entries have the same id.'))
  if (new Set(wanted.map(({ name }) => name.toLowerCase())).size < wanted.length)
    throw invalidField('stages', rule('names_differ', 'Two stages have the same name.'))
  for (const kind of ['open', 'won', 'lost'] satisfies JobStatus[])
    if (!wanted.some((stage) => stage.kind === kind))
      throw invalidField('stages', rule('not_valid', `Must have at least one ${kind} stage.`))
  return wanted
}

type Move = { from: StageRow; to: StageRow }

/** Where the jobs of removed stages go. 409 if that is not said for a stage with jobs. */
async function planMoves(
  tx: Tx,
  removed: StageRow[],
  kept: StageRow[],
  moveTo: Record<string, string>,
): Promise<Move[]> {
  const moves: Move[] = []
  for (const from of removed) {
    const count = await countIn(tx, from)
    if (count === 0) continue
    const target = moveTo[from.id]
    if (target === undefined)
      throw conflict(`The stage ${from.name} has ${count} jobs. Say in moveTo where they go.`, 'stage_in_use', {
        params: { stage: from.name, count },
      })
    const to = kept.find(({ id }) => id === target)
    if (!to) throw invalidField('moveTo', rule('not_valid', `Must name a stage that stays for ${from.id}.`))
    moves.push({ from, to })
  }
  return moves
}

/** The jobs in a stage. 409 if they are too many to change at once. */
async function countIn({ sql }: Tx, { id, name }: StageRow): Promise<number> {
  const [{ count }] = await sql<[{ count: number }]>`
    select coalesce(sum(count), 0)::int as count from job_tallies where stage_id = ${id}`
  if (count > maxAtOnce)
    throw conflict(`The stage ${name} has ${count} jobs, more than ${maxAtOnce}. Move some first.`, 'stage_too_full', {
      params: { stage: name, count, limit: maxAtOnce },
    })
  return count
}

async function jobsIn(tx: Tx, stage: string) {
  const rows = await tx.sql<{ id: string }[]>`select id from jobs where stage_id = ${stage}`
  return await findJobs(
    tx,
    rows.map(({ id }) => id),
  )
}

async function moveAll(tx: Tx, from: StageRow, to: StageRow): Promise<void> {
  const jobs = await jobsIn(tx, from.id)
  const positions = await placesAtEnd(tx, to.id, jobs.length)
  await enterStage(
    tx,
    jobs.map((job, place) => ({ job, position: positions[place] as number })),
    to,
  )
}

/** The status of jobs follows the kind of their stage, as if they had moved to it. */
async function followKind(tx: Tx, stage: StageRow): Promise<void> {
  await countIn(tx, stage)
  const jobs = await jobsIn(tx, stage.id)
  const others = jobs.filter(({ status }) => status !== stage.kind)
  await enterStage(
    tx,
    others.map((job) => ({ job, position: job.position })),
    stage,
  )
}

/** Removes the values of fields that the pipeline no longer has. 409 if there are some, and nobody says to delete them. */
async function removeFields(tx: Tx, before: JobField[], after: JobField[], isDropped: boolean): Promise<void> {
  const { sql, site } = tx
  for (const { name } of before.filter((field) => !after.some((one) => one.name === field.name))) {
    const [{ count }] = await sql<[{ count: number }]>`
      select count(*)::int as count from jobs where site = ${site.id} and fields ? ${name}`
    if (count === 0) continue
    if (!isDropped)
      throw conflict(
        `${count} jobs have a value of the field ${name}. Send dropFields to delete them.`,
        'field_in_use',
        {
          params: { field: name, count },
        },
      )
    await sql`
      insert into job_history (id, job_id, at, actor, actor_name, kind, data)
      select 'jhist_' || replace(gen_random_uuid()::text, '-', ''), id, ${tx.now()}, ${tx.actor.id}, ${tx.actor.name}, 'updated',
        jsonb_build_object('field', ${`fields.${name}`}::text, 'from', fields ->> ${name}::text, 'to', null)
      from jobs where site = ${site.id} and fields ? ${name}`
    await sql`
      update jobs set fields = fields - ${name}::text, updated_at = ${tx.now()} where site = ${site.id} and fields ? ${name}`
  }
}
