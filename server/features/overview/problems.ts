import { type Problem, problemPages } from '../../../shared/overview.ts'
import type { Context } from '../../core/context.ts'
import { writeFault } from '../../core/write-probe.ts'
import { assistantState } from '../assistant/state.ts'
import { dayOf, readBudget } from '../assistant/usage.ts'
import { crawlProblem } from '../knowledge/crawl/pages.ts'
import { helperFaults } from '../knowledge/embedding/state.ts'
import { fileProblem } from '../knowledge/files/files.ts'
import { telegramProblems } from '../live/telegram/state.ts'

const lateMs = 5 * 60_000
/** So often a job may fail before anybody is told: most succeed when they are tried again. */
const failures = 3

/** What fails now for this site, each with the page on which it is put right. */
export async function listProblems(ctx: Context): Promise<Problem[]> {
  const { parts, site } = ctx
  const [database, telegram, budget, ...more] = await Promise.all([
    databaseProblems(ctx),
    telegramProblems(parts),
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

/** That no message, reply or change can be stored. The dashboard still reads. */
async function databaseProblems({ parts }: Context): Promise<Problem[]> {
  const detail = await writeFault(parts)
  if (detail === undefined) return []
  const title = 'The database does not store changes'
  return [{ kind: 'database_failing', title, detail, page: problemPages.database_failing }]
}

function modelProblems({ parts, site }: Context): Problem[] {
  const fault = assistantState(parts).faults.get(site.id) ?? parts.outside.models.fault()
  if (fault === undefined) return []
  return [{ kind: 'ai_backend', title: 'The model does not answer', detail: fault, page: problemPages.ai_backend }]
}

function searchProblems({ parts }: Context): Problem[] {
  return helperFaults(parts).map(({ helper, message }) => ({
    kind: `${helper}_failing`,
    title: helper === 'embedding' ? 'The search by meaning does not work' : 'The reranker does not answer',
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

/** That the site's messages of this day are used up: visitors are refused until midnight in UTC. */
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

/** That a built-in assistant has learned nothing. An AI backend of the site's own has its own knowledge. */
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

/** Work of the server that failed again and again, or that nobody begins. */
async function lateJobs({ parts: { database, clock } }: Context): Promise<Problem[]> {
  const now = clock.now()
  const [late] = await database.sql<{ last_error: string | null }[]>`
    select last_error from queue
    where (last_error is not null and attempts >= ${failures}) or (run_at <= ${now - lateMs} and leased_until <= ${now})
    order by last_error is null, run_at limit 1`
  if (!late) return []
  const detail = late.last_error ?? 'What is done in the background waits for more than five minutes.'
  return [{ kind: 'jobs_late', title: 'Work in the background is not done', detail, page: problemPages.jobs_late }]
}
