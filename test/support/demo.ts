import { readdirSync, readFileSync } from 'node:fs'
import { vi } from 'vitest'
import type { Context } from '../../server/core/context.ts'
import { planHistory } from '../../server/features/demo/make.ts'
import { lockKnowledge, storeDocument } from '../../server/features/knowledge/documents.ts'
import { readPage } from '../../server/features/knowledge/reading/page.ts'

const folder = new URL('../../widget/demo/', import.meta.url)

/** The demo's pages, read from their files. */
export const readDemoPages = () =>
  readdirSync(folder)
    .filter((name) => name.endsWith('.html') && name !== 'chat.html')
    .map((name) => {
      const url = `http://localhost/demo/${name}`
      return { name, url, ...readPage(readFileSync(new URL(name, folder), 'utf8'), url) }
    })

/** Learns the demo's pages without a server that serves them. */
export async function learnDemoPages(ctx: Context): Promise<void> {
  for (const { name, url, title, markdown: content } of readDemoPages()) {
    const document = {
      id: `page_${name}`,
      kind: 'page',
      title,
      url,
      category: null,
      language: 'english',
      content,
    } as const
    await ctx.tx(async (tx) => {
      await lockKnowledge(tx)
      await storeDocument(tx, { ...document, updatedBy: null })
    })
  }
}

/**
 * Creates the demo's history from the pages that it quotes, and waits until it is complete.
 * @param most how many of its oldest conversations to create; default: all
 */
export async function makeDemoHistory(ctx: Context, most?: number): Promise<void> {
  await learnDemoPages(ctx)
  const run = { id: 'run_demo', site: 'demo', status: 'done', trigger: 'schedule', follows: true }
  const counted = { include: [], exclude: [], total: 1, created_at: ctx.now() }
  await ctx.sql`insert into crawl_runs ${ctx.sql({ ...run, ...counted })}`
  await ctx.tx(planHistory)
  const isMade = async () => {
    // Nothing follows the last piece, so its task ends there.
    if (most) await ctx.sql`update demo_histories set next = 10000 where next > ${most}`
    const [{ count }] = await ctx.sql<[{ count: number }]>`
      select count(*)::int as count from queue where type = 'demo.makeHistory'`
    return count === 0
  }
  await vi.waitUntil(isMade, { interval: most ? 20 : 250, timeout: 100_000 })
}
