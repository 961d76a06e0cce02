import { expect } from 'vitest'
import { deleteDocument } from '../../server/features/knowledge/documents.ts'
import { runOver, startWebsite } from './website.ts'
import { createWorld } from './world.ts'

export type Shown = {
  id: string
  url: string
  status: string
  error: string | null
  reason: string | null
  params: Record<string, string | number> | null
  title: string | null
  chunks: number
}

export const paragraph = (about: string) => `<p>${`${about} is told of here at length. `.repeat(4)}</p>`

export type Crawling = Awaited<ReturnType<typeof createCrawling>>

/** A world whose site `demo` has a website that the test writes; `bare` has none. URLs are shown without its origin. */
export async function createCrawling(file: Record<string, unknown> = {}) {
  const website = await startWebsite()
  const world = await createWorld({
    file: {
      sites: [{ id: 'demo', website: website.url }, { id: 'bare' }],
      ...file,
      outbound: { allow: [`127.0.0.1:${website.port}`, `localhost:${website.port}`] },
    },
  })
  const key = await world.key()
  const post = (path: string, body: unknown = {}) => world.api('POST', path, { body, key })
  const get = (path: string) => world.api('GET', path, { key })
  return {
    ...{ website, world, key, post, get },
    sitemap: (paths: string[]) =>
      `<?xml version="1.0"?><urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">${paths
        .map((path) => `<url><loc>${website.url}${path}</loc></url>`)
        .join('')}</urlset>`,
    async crawl(body: unknown = {}, step?: number) {
      const started = await post('/knowledge/crawl', body)
      expect(started.status).toBe(202)
      return { started: started.body, run: await runOver(world, started.body.runId, 'demo', step) }
    },
    async pages(query = ''): Promise<Record<string, Shown>> {
      const { body } = await get(`/knowledge/pages${query}`)
      return Object.fromEntries(body.pages.map((page: Shown) => [page.url.replace(website.url, ''), page]))
    },
    search: async (query: string): Promise<string[]> =>
      (await post('/knowledge/search', { query })).body.chunks.map(({ url }: { url: string }) =>
        url.replace(website.url, ''),
      ),
    finished: async () =>
      (await get('/events?limit=500')).body.items.filter(
        ({ type }: { type: string }) => type === 'knowledge.crawl.finished',
      ),
    /** Removes all pages of the website, and everything that was learned from it. */
    async clear() {
      const { sql } = world.services.database
      await sql`delete from pages`
      await sql`delete from page_blocks`
      await sql`delete from crawl_runs`
      for (const { id } of await sql<{ id: string }[]>`select id from documents where kind = 'page'`) {
        const ctx = await world.context()
        await ctx.tx((tx) => deleteDocument(tx, 'page', id))
      }
      website.clear()
    },
    async close() {
      await world.close()
      await website.close()
    },
  }
}
