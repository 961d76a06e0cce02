import type { Problem } from '../../../shared/overview.ts'
import type { Context } from '../../core/context.ts'
import { type Failure, failure, toProblem } from '../../core/failure.ts'
import { writeFault } from '../../core/write-probe.ts'
import { assistantState } from '../assistant/reply/state.ts'
import { busyProblems } from '../bookings/busy.ts'
import { syncProblems } from '../bookings/calendars/sync.ts'
import { integrationProblems } from '../integrations/integrations.ts'
import { crawlProblem } from '../knowledge/crawl/pages.ts'
import { helperFaults } from '../knowledge/embedding/search-health.ts'
import { fileProblem } from '../knowledge/files/files.ts'
import { telegramProblems } from '../live/telegram/state.ts'
import { emailProblems } from '../notifications/health.ts'
import { toolProblems } from '../tools/tools.ts'
import { dayOf, readBudget } from '../usage.ts'
import { webhookProblems } from '../webhooks/endpoints.ts'

const lateMs = 5 * 60_000
/** A job must fail this often before it is reported, because most retries succeed. */
const failures = 3

/** The site's current problems, each with the dashboard page on which to fix it. */
export async function listProblems(ctx: Context): Promise<Problem[]> {
  const { services, site } = ctx
  const [database, telegram, budget, ...more] = await Promise.all([
    databaseProblems(ctx),
    telegramProblems(services),
    readBudget(ctx),
    ...[
      dailyCapProblem(ctx),
      emptyKnowledge(ctx),
      crawlProblem(ctx),
      fileProblem(ctx),
      lateJobs(ctx),
      webhookProblems(ctx),
      toolProblems(ctx),
      emailProblems(ctx),
      integrationProblems(ctx),
      syncProblems(ctx),
      busyProblems(ctx),
    ],
  ])
  return [
    ...database,
    ...modelProblems(ctx),
    ...searchProblems(ctx),
    ...budgetProblems(budget),
    ...more.flat(),
    ...telegram.filter((problem) => problem.site === site.id).map(({ site: _, ...problem }) => problem),
  ]
}

/** The database stores no changes, but the dashboard can still read. */
async function databaseProblems({ services }: Context): Promise<Problem[]> {
  const fault = await writeFault(services)
  return fault ? [toProblem('database_failing', 'The database does not store changes', fault)] : []
}

function modelProblems({ services, site }: Context): Problem[] {
  const fault = assistantState(services).faults.get(site.id) ?? services.outside.models.fault()
  return fault ? [toProblem('ai_backend', 'The model is not responding', fault)] : []
}

function searchProblems({ services }: Context): Problem[] {
  return helperFaults(services).map(({ helper, fault }) =>
    helper === 'embedding'
      ? toProblem('embedding_failing', 'Semantic search is not working', fault)
      : toProblem('reranker_failing', 'The reranker is not responding', fault),
  )
}

function budgetProblems(state: Awaited<ReturnType<typeof readBudget>>): Problem[] {
  if (state === 'ok') return []
  return state === 'exhausted'
    ? [toProblem('ai_budget', 'The AI budget for today is used up', budgetUsedUp)]
    : [toProblem('ai_budget', 'Over 80 % of the AI budget for today is used', budgetLow)]
}

const budgetUsedUp = failure(
  'budget_used_up',
  'Until midnight UTC, visitors see your contact details and a form to request a callback.',
)
const budgetLow = failure(
  'budget_low',
  'Answers are shorter until midnight UTC. When the budget is used up, the assistant stops answering until then.',
)

/** The site's daily message limit is reached, so visitors are rejected until midnight UTC. */
async function dailyCapProblem(ctx: Context): Promise<Problem[]> {
  const cap = ctx.site.settings.security.limits.messagesPerSitePerDay
  const [row] = await ctx.sql<{ messages: number }[]>`
    select messages from usage_days where site = ${ctx.site.id} and day = ${dayOf(ctx.now())}`
  if ((row?.messages ?? 0) < cap) return []
  const detail = `Visitors cannot send messages until midnight UTC. The limit is ${cap} messages a day.`
  return [toProblem('daily_cap', 'The daily message limit is reached', failure('daily_cap', detail, { limit: cap }))]
}

/** A built-in assistant without knowledge. A custom AI backend has its own knowledge. */
async function emptyKnowledge({ sql, site }: Context): Promise<Problem[]> {
  if (site.connector !== 'assistant') return []
  const [found] = await sql`select from passages where site = ${site.id} limit 1`
  if (found) return []
  const detail = 'Import your website, upload files or write an entry.'
  return [toProblem('knowledge_empty', 'The assistant has learned nothing yet', failure('knowledge_empty', detail))]
}

/** Background work that failed repeatedly or does not start. */
async function lateJobs({ services: { database, clock } }: Context): Promise<Problem[]> {
  const now = clock.now()
  const [late] = await database.sql<{ last_error: string | null }[]>`
    select last_error from queue
    where (last_error is not null and failures >= ${failures}) or (run_at <= ${now - lateMs} and not blocked and not lease_holds(lease))
    order by last_error is null, run_at limit 1`
  if (!late) return []
  return [toProblem('jobs_late', 'Background work is late', lateness(late.last_error))]
}

function lateness(why: string | null): Failure {
  if (why !== null) return failure('task_failed', why, { why })
  const sentence = 'What is done in the background waits for more than five minutes.'
  return failure('tasks_late', sentence, { minutes: lateMs / 60_000 })
}
