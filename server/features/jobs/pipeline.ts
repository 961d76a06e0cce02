import type { JobField, JobSource, JobStatus, Pipeline, Stage } from '../../../shared/job.ts'
import type { Context, Tx } from '../../core/context.ts'
import { newId } from '../../core/ids.ts'
import { lock } from '../../core/transaction.ts'
import type { Sql } from '../../database/database.ts'
import { listTemplates, stagesOf, startingCurrency, type TemplateStage } from './templates.ts'

/**
 * The pipeline of a site. It exists from the site's beginning: it is made when it is first needed, with the stages of the
 * template `simple`.
 */

export type StageRow = {
  id: string
  name: string
  color: string
  kind: JobStatus
  position: number
  rot_days: number | null
}

export type PipelineRow = {
  currency: string
  fields: JobField[]
  next_number: number
  set_up: boolean
  from_chat: boolean
  stages: StageRow[]
}

const selectPipeline = (sql: Sql, site: string) => sql<PipelineRow[]>`
  select currency, fields, next_number, set_up, from_chat, (
    select json_agg(json_build_object('id', id, 'name', name, 'color', color, 'kind', kind, 'position', position,
      'rot_days', rot_days) order by position)
    from stages where site = ${site}) as stages
  from pipelines where site = ${site}`

/** The pipeline of the site, which is made if it has none. */
export async function readPipeline(ctx: Context): Promise<PipelineRow> {
  const [row] = await selectPipeline(ctx.sql, ctx.site.id)
  return row ?? (await ctx.tx(lockPipeline))
}

/**
 * Locks the pipeline of the site, which is made if it has none. All changes of jobs take this lock, so numbers have no
 * gaps and places in a stage do not conflict. Lock conversations, callbacks and contacts before it.
 */
export async function lockPipeline(tx: Tx): Promise<PipelineRow> {
  const { sql, site } = tx
  const lockRow = () => sql`select from pipelines where site = ${site.id} for update`
  if ((await lockRow()).count === 0) {
    await makePipeline(tx)
    // Somebody else may have made it.
    await lockRow()
  }
  const [row] = await selectPipeline(sql, site.id)
  return row as PipelineRow
}

async function makePipeline({ sql, site }: Tx): Promise<void> {
  await lock(sql, 'pipeline', site.id)
  const made = await sql`
    insert into pipelines ${sql({ site: site.id, currency: startingCurrency(site), fields: sql.json([]) } as never)}
    on conflict do nothing`
  if (made.count > 0) await insertStages(sql, site.id, stagesOf(site, 'simple'))
}

export async function insertStages(sql: Sql, site: string, stages: (TemplateStage & Partial<StageRow>)[]) {
  const rows = stages.map(({ name, color, kind, position, rot_days = null }, place) => ({
    ...{ id: newId('stg'), site, name, color, kind, rot_days },
    position: position ?? place,
  }))
  if (rows.length > 0) await sql`insert into stages ${sql(rows)}`
  return rows
}

export type Tally = { id: string; count: number; valueCents: number }

/** Numbers and values by stage, of the jobs of an assignee or source if one is given. Reads no jobs. */
export const readTallies = (
  { sql, site }: Context,
  { assigned, source }: { assigned?: string | undefined; source?: JobSource | undefined } = {},
) => sql<Tally[]>`
  select stage_id as id, sum(t.count)::int as count, ${sumOf(sql, sql`t.value_cents`)} as "valueCents"
  from stages s join job_tallies t on t.stage_id = s.id
  where s.site = ${site.id} ${assigned === undefined ? sql`` : sql`and t.assigned_to = ${assigned}`}
    ${source === undefined ? sql`` : sql`and t.source = ${source}`}
  group by stage_id`

/** A sum of cents. A larger one is not exact in JSON. */
export const sumOf = (sql: Sql, column: ReturnType<Sql>) =>
  sql`least(coalesce(sum(${column}), 0), ${Number.MAX_SAFE_INTEGER}::bigint)::bigint`

/** The stages as the API returns them, in order. */
export function toStages(stages: StageRow[], tallies: readonly Tally[]): Stage[] {
  const byId = new Map(tallies.map((tally) => [tally.id, tally]))
  return stages.map(({ id, name, color, kind, rot_days }, position) => {
    const { count = 0, valueCents = 0 } = byId.get(id) ?? {}
    return { id, name, color, position, kind, rotDays: rot_days, count, valueCents }
  })
}

export async function getPipeline(ctx: Context): Promise<Pipeline> {
  return await toPipeline(ctx, await readPipeline(ctx))
}

export const toPipeline = async (ctx: Context, row: PipelineRow): Promise<Pipeline> => ({
  site: ctx.site.id,
  currency: row.currency,
  stages: toStages(row.stages, await readTallies(ctx)),
  fields: row.fields,
  fromChat: row.from_chat,
  templates: listTemplates(ctx.site),
})

type Won = { value: number; currency: string | null; weeks: { date: string; count: number; value: number }[] }

/**
 * The value of the jobs won in these weeks, in the currency of the pipeline, which is null without one.
 * @param to when the last week ends
 */
export async function readWon(
  { sql, site }: Context,
  weeks: readonly { date: string; from: number }[],
  to: number,
): Promise<Won> {
  const begins = weeks.map(({ from }) => from)
  const rows = await sql<{ currency: string; week: number | null; count: number; cents: number }[]>`
    select p.currency, width_bucket(closed_at, ${begins}::bigint[]) as week, count(j.closed_at)::int as count,
      coalesce(sum(value_cents), 0)::float8 as cents
    from pipelines p left join jobs j on j.site = p.site and j.currency = p.currency and j.status = 'won'
      and closed_at >= ${begins[0] ?? to} and closed_at < ${to}
    where p.site = ${site.id} group by 1, 2`
  const amountOf = (cents = 0) => cents / 100
  return {
    value: amountOf(rows.reduce((sum, { cents }) => sum + cents, 0)),
    currency: rows[0]?.currency ?? null,
    weeks: weeks.map(({ date }, at) => {
      const found = rows.find(({ week }) => week === at + 1)
      return { date, count: found?.count ?? 0, value: amountOf(found?.cents) }
    }),
  }
}
