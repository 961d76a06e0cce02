import { type Problem, problemPages } from '../../../shared/overview.ts'
import type { Context } from '../../core/context.ts'
import { assistantState } from '../assistant/state.ts'
import { crawlProblem } from '../crawl/problem.ts'
import { searchState } from '../embedding/state.ts'
import { fileProblem } from '../files/problem.ts'
import { telegramProblems } from '../telegram/state.ts'
import { readBudget } from '../usage/usage.ts'

const lateMs = 5 * 60_000
/** So often a job may fail before anybody is told: most succeed when they are tried again. */
const failures = 3

/** What fails now for this site, each with the page on which it is put right. */
export async function listProblems(ctx: Context): Promise<Problem[]> {
  const { parts, site } = ctx
  const [telegram, budget, ...more] = await Promise.all([
    telegramProblems(parts),
    readBudget(ctx),
    ...[crawlProblem(ctx), fileProblem(ctx), lateJobs(ctx)],
  ])
  return [
    ...modelProblems(ctx),
    ...searchProblems(ctx),
    ...budgetProblems(budget),
    ...more.flat(),
    ...telegram.filter((problem) => problem.site === site.id).map(({ site: _, ...problem }) => problem),
  ]
}

function modelProblems({ parts, site }: Context): Problem[] {
  const fault = assistantState(parts).faults.get(site.id) ?? parts.outside.models.fault()
  if (fault === undefined) return []
  return [
    { kind: 'model_failing', title: 'The model does not answer', detail: fault, page: problemPages.model_failing },
  ]
}

function searchProblems({ parts }: Context): Problem[] {
  return [...searchState(parts)].map(([helper, { message }]) => ({
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
      kind: `budget_${state}`,
      title: isUsedUp ? 'The budget of the day is used up' : 'Over 80 % of the budget of the day is used',
      detail: isUsedUp ? 'The assistant answers from the knowledge without a model until midnight UTC.' : '',
      page: problemPages[`budget_${state}`],
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
