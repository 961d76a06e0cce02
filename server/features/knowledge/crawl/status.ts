import type { KnowledgeStatus } from '../../../../shared/crawl.ts'
import type { Context, Site } from '../../../core/context.ts'
import { getUsage } from '../../assistant/usage/usage.ts'
import { listRuns } from './progress.ts'

/** How far the site's knowledge is. */
export async function getKnowledgeStatus(ctx: Context): Promise<KnowledgeStatus> {
  const { sql, site } = ctx
  const {
    runs: [run],
  } = await listRuns(ctx, { limit: 1 })
  const pages = await sql<{ status: string; count: number }[]>`
    select status, count(*)::int as count from pages where site = ${site.id} group by status`
  const [size] = await sql<{ chunks: number }[]>`
    select coalesce(sum(passages), 0)::int as chunks from knowledge_sizes where site = ${site.id}`
  const [last] = await sql<{ at: number | null }[]>`select max(updated_at) as at from documents where site = ${site.id}`
  const { today } = await getUsage(ctx)
  return {
    ...{ site: site.id, connector: nameOf(site), workflow: true },
    browserRendering: ctx.parts.outside.renderer.browser() !== undefined,
    ...{ schedule: site.settings.crawl.schedule, run: run ?? null },
    pages: Object.fromEntries(pages.map(({ status, count }) => [status, count])),
    ...{ chunks: size?.chunks ?? 0, lastIndexedAt: last?.at ?? null, usage: today },
  }
}

const nameOf = ({ connector }: Site) => (connector === 'assistant' ? connector : connector.kind)
