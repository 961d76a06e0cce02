import type { PendingQuery, Row } from 'postgres'
import type { JobDetail, JobHistoryEntry, JobList, JobNote, JobsQuery } from '../../../shared/job.ts'
import { covers } from '../../../shared/scope.ts'
import type { Context } from '../../core/context.ts'
import { byIndex, foldWords, hasWords, maxRare, type Words } from '../../core/words.ts'
import { getRow, jobColumns, toJob, type WholeJob } from './job.ts'
import { readPipeline, readTallies, sumOf, type Tally, toStages } from './pipeline.ts'

type Piece = PendingQuery<Row[]>

const maxItems = 500
/** How many jobs of each stage a search without an index reads, which bounds its time. */
const maxScanned = 2_000

/** What is searched. `rare`: the only jobs that match; undefined if there are many, or no index knows them. */
type Sought = { words: Words; number: number; rare: string[] | undefined }

/** Lists jobs in the order of the board. */
export async function listJobs(ctx: Context, query: JobsQuery): Promise<JobList> {
  const { stages } = await readPipeline(ctx)
  const sought = query.q ? await seek(ctx, query.q) : undefined
  const found = matching(ctx, query, sought)
  const [items, tallies] = await Promise.all([readBoard(ctx, query, found), countMatching(ctx, query, found)])
  const now = ctx.now()
  return { items: items.map((row) => toJob(row, now)), stages: toStages(stages, tallies) }
}

/** Reads each stage up to the limit only, by its index. */
function readBoard(ctx: Context, { stage, status = stage === undefined ? 'open' : 'all' }: JobsQuery, found: Piece) {
  const { sql, site } = ctx
  return sql<WholeJob[]>`
    select ${jobColumns(sql)} from (
      select id, name, rot_days, position from stages
      where site = ${site.id} ${stage === undefined ? sql`` : sql`and id = ${stage}`}
        ${status === 'all' ? sql`` : sql`and kind = ${status}`}
      order by position
    ) s
    cross join lateral (select * from (${found}) j order by position limit ${maxItems}) j
    left join leads l on l.id = j.lead_id
    order by s.position, j.position limit ${maxItems}`
}

/** Counts without a search read no jobs, or those of one contact or conversation. */
async function countMatching(ctx: Context, query: JobsQuery, found: Piece): Promise<readonly Tally[]> {
  const { q, contact, conversation, source, assigned } = query
  if (!q && contact === undefined && conversation === undefined)
    return await readTallies(ctx, {
      source,
      assigned: assigned === undefined ? undefined : (personOf(ctx, assigned) ?? ''),
    })
  const { sql, site } = ctx
  return await sql<Tally[]>`
    select s.id, count(*)::int as count, ${sumOf(sql, sql`j.value_cents`)} as "valueCents"
    from stages s cross join lateral (${found}) j where s.site = ${site.id} group by s.id`
}

/** An assignee; null for nobody. */
function personOf({ actor }: Context, assigned: string): string | null {
  if (assigned === 'none') return null
  return assigned === 'me' ? actor.id : assigned.toLowerCase()
}

/** The jobs of a stage `s` that match all filters except stage and status. */
function matching(ctx: Context, query: JobsQuery, sought: Sought | undefined): Piece {
  const { sql } = ctx
  const { source, contact, conversation, assigned } = query
  const none = sql``
  const person = assigned === undefined ? undefined : personOf(ctx, assigned)
  const filters = sql`
    ${person === undefined ? none : person === null ? sql`and j.assigned_to is null` : sql`and j.assigned_to = ${person}`}
    ${source === undefined ? none : sql`and j.source = ${source}`}
    ${contact === undefined ? none : sql`and j.lead_id = ${contact}`}
    ${conversation === undefined ? none : sql`and j.conversation_id = ${conversation}`}`
  if (!sought) return sql`select j.* from jobs j where j.stage_id = s.id ${filters}`
  if (sought.rare)
    return sql`select j.* from jobs j where j.stage_id = s.id and j.id = any(${sought.rare}::text[]) ${filters}`
  return sql`
    select j.* from (
      select * from jobs j where j.stage_id = s.id ${filters} order by j.position limit ${maxScanned}
    ) j
    where j.number = ${sought.number} or ${hasWords(sql, sql`j.folded`, sought.words)}
      or j.claim is null and exists (
        select from leads l where l.id = j.lead_id and ${hasWords(sql, sql`l.folded`, sought.words)})`
}

/** Prepares a search in the jobs and their contacts. */
async function seek(ctx: Context, text: string): Promise<Sought> {
  const words = await foldWords(ctx.services, text)
  const number = Number(/^#?(\d{1,9})$/.exec(text)?.[1] ?? 0)
  // No index finds one or two digits inside of texts.
  if (number > 0 && (text.startsWith('#') || text.length < 3)) {
    const rows = await ctx.sql<{ id: string }[]>`select id from jobs where site = ${ctx.site.id} and number = ${number}`
    return { words, number, rare: rows.map(({ id }) => id) }
  }
  if (!words.isIndexed) return { words, number, rare: undefined }
  const most = maxRare + 1
  const found = await byIndex<{ id: string }>(ctx, (sql) => {
    const has = sql`site = ${ctx.site.id} and ${hasWords(sql, sql`folded`, words)}`
    return sql`
      (select id from jobs where ${has} limit ${most})
      union (select j.id from (select id from leads where ${has} limit ${most}) l
        join jobs j on j.lead_id = l.id where j.claim is null limit ${most})
      union select id from jobs where site = ${ctx.site.id} and number = ${number}`
  })
  return { words, number, rare: found.length > maxRare ? undefined : found.map(({ id }) => id) }
}

const maxHistory = 500
const maxNotes = 500

/** A job with its history and notes. */
export async function getJob(ctx: Context, { id }: { id: string }): Promise<JobDetail> {
  const { sql } = ctx
  const row = await getRow(ctx, id)
  const [history, notes, [conversation]] = await Promise.all([
    sql<JobHistoryEntry[]>`
      select id, at, actor, actor_name as "actorName", kind, data from (
        (select * from job_history where job_id = ${id} order by seq limit 1)
        union (select * from job_history where job_id = ${id} order by seq desc limit ${maxHistory - 1})) h
      order by seq`,
    sql<JobNote[]>`
      select * from (
        select id, author, author_name as "authorName", text, created_at as "createdAt", updated_at as "updatedAt"
        from notes where job_id = ${id} order by created_at desc, id desc limit ${maxNotes}) n
      order by "createdAt", id`,
    sql<{ id: string; firstMessage: string | null; startedAt: number }[]>`
      select id, first_message as "firstMessage", started_at as "startedAt" from conversations
      where id = ${row.conversation_id} and site = ${ctx.site.id}`,
  ])
  return { ...toJob(row, ctx.now()), history, notes, conversation: shown(ctx, conversation) }
}

function shown({ actor }: Context, conversation: Exclude<JobDetail['conversation'], null> | undefined) {
  if (!conversation) return null
  return covers(actor.scopes, 'conversations:read') ? conversation : { ...conversation, firstMessage: null }
}
