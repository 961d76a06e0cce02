import type { CrawlRun, CrawlRuns } from '../../../../shared/crawl.ts'
import type { PageQuery } from '../../../../shared/page.ts'
import type { Context } from '../../../core/context.ts'
import { cutPage, readCursor } from '../../../core/cursor.ts'
import type { Sql } from '../../../database/database.ts'

const columns = (sql: Sql) => sql`
  id, status, trigger, total, done, failed, chunks, error, started_at as "startedAt", finished_at as "finishedAt"`

/** The runs of the site, the newest first. */
export async function listRuns({ sql, site }: Context, { before, limit }: PageQuery): Promise<CrawlRuns> {
  const from = before === undefined ? undefined : readCursor(before)
  const found = await sql<(CrawlRun & { at: number })[]>`
    select ${columns(sql)}, created_at as at from crawl_runs
    where site = ${site.id} ${from ? sql`and (created_at, id) < (${from.at}, ${from.id})` : sql``}
    order by created_at desc, id desc limit ${limit + 1}`
  const { rows, next } = cutPage(found, limit, ({ at, id }) => ({ at, id }))
  return { site: site.id, runs: rows.map(({ at: _, ...run }) => run), next }
}

/** Tells dashboards how far a run is now. Its end is an event of the log. */
export async function tellRun({ sql, site, parts }: Context, id: string): Promise<void> {
  const [run] = await sql<CrawlRun[]>`select ${columns(sql)} from crawl_runs where id = ${id}`
  if (run) parts.moments.tell(site.id, 'crawl.changed', { run })
}
