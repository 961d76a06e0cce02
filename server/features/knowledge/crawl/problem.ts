import { type Problem, problemPages } from '../../../../shared/overview.ts'
import type { Context } from '../../../core/context.ts'

/** That the website could not be learned, if it was the last run that failed. */
export async function crawlProblem({ sql, site }: Context): Promise<Problem[]> {
  const [run] = await sql<{ status: string; error: string | null }[]>`
    select status, error from crawl_runs where site = ${site.id} and status in ('done', 'failed')
    order by created_at desc, id desc limit 1`
  if (run?.status !== 'failed') return []
  const title = 'The website could not be learned'
  return [{ kind: 'crawl_failed', title, detail: run.error ?? '', page: problemPages.crawl_failed }]
}
