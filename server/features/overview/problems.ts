import { type Problem, problemPages } from '../../../shared/overview.ts'
import type { Context } from '../../core/context.ts'
import { writeFault } from '../../core/write-probe.ts'
import { assistantState } from '../assistant/state.ts'
import { dayOf, readBudget } from '../assistant/usage.ts'
import { crawlProblem } from '../knowledge/crawl/pages.ts'
import { helperFaults } from '../knowledge/embedding/search-health.ts'
import { fileProblem } from '../knowledge/files/files.ts'
import { telegramProblems } from '../live/telegram/state.ts'

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
    ...[dailyCapProblem(ctx), emptyKnowledge(ctx), crawlProblem(ctx), fileProblem(ctx), lateJobs(ctx)],
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
  const detail = await writeFault(services)
  if (detail === undefined) return []
  const title = 'The database does not store changes'
  return [{ kind: 'database_failing', title, detail, page: problemPages.database_failing }]
}

function modelProblems({ services, site }: Context): Problem[] {
  const fault = assistantState(services).faults.get(site.id) ?? services.outside.models.fault()
  if (fault === undefined) return []
  return [{ kind: 'ai_backend', title: 'The model is not responding', detail: fault, page: problemPages.ai_backend }]
}

function searchProblems({ services }: Context): Problem[] {
  return helperFaults(services).map(({ helper, message }) => ({
    kind: `${helper}_failing`,
    title: helper === 'embedding' ? 'Semantic search is not working' : 'The reranker is not responding',
    detail: message,
    page: problemPages[`${helper}_failing`],
  }))
}

function budgetProblems(state: Awaited<ReturnType<typeof readBudget>>): Problem[] {
  if (state === 'ok') return []
  const isUsedUp = state === 'exhausted'
  return [
    {
      kind: 'ai_budget',
      title: isUsedUp ? 'The AI budget for today is used up' : 'Over 80 % of the AI budget for today is used',
      detail: isUsedUp
        ? 'Until midnight UTC, visitors see your contact details and a form to request a callback.'
        : 'Answers are shorter until midnight UTC. When the budget is used up, the assistant stops answering until then.',
      page: problemPages.ai_budget,
    },
  ]
}

/** The site's daily message limit is reached, so visitors are rejected until midnight UTC. */
async function dailyCapProblem(ctx: Context): Promise<Problem[]> {
  const cap = ctx.site.settings.security.limits.messagesPerSitePerDay
  const [row] = await ctx.sql<{ messages: number }[]>`
    select messages from usage_days where site = ${ctx.site.id} and day = ${dayOf(ctx.now())}`
  if ((row?.messages ?? 0) < cap) return []
  return [
    {
      kind: 'daily_cap',
      title: 'The daily message limit is reached',
      detail: `Visitors cannot send messages until midnight UTC. The limit is ${cap} messages a day.`,
      page: problemPages.daily_cap,
    },
  ]
}

/** A built-in assistant without knowledge. A custom AI backend has its own knowledge. */
async function emptyKnowledge({ sql, site }: Context): Promise<Problem[]> {
  if (site.connector !== 'assistant') return []
  const [found] = await sql`select from passages where site = ${site.id} limit 1`
  if (found) return []
  return [
    {
      kind: 'knowledge_empty',
      title: 'The assistant has learned nothing yet',
      detail: 'Import your website, upload files or write an entry.',
      page: problemPages.knowledge_empty,
    },
  ]
}

/** Background work that failed repeatedly or does not start. */
async function lateJobs({ services: { database, clock } }: Context): Promise<Problem[]> {
  const now = clock.now()
  const [late] = await database.sql<{ last_error: string | null }[]>`
    select last_error from queue
    where (last_error is not null and failures >= ${failures}) or (run_at <= ${now - lateMs} and not blocked and not lease_holds(lease))
    order by last_error is null, run_at limit 1`
  if (!late) return []
  const detail = late.last_error ?? 'What is done in the background waits for more than five minutes.'
  return [{ kind: 'jobs_late', title: 'Background work is late', detail, page: problemPages.jobs_late }]
}
