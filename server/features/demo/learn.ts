import { readdir, stat } from 'node:fs/promises'
import type { Context, Parts } from '../../core/context.ts'
import { Refusal } from '../../core/error.ts'
import { systemContext } from '../../core/transaction.ts'
import { startCrawl } from '../knowledge/crawl/runs.ts'
import { planHistory } from './make.ts'

const folder = new URL('../../../widget/demo/', import.meta.url)
/** How long the first start waits for the demo, so that it answers from its first minute; milliseconds. */
const mostWait = 10_000

const websiteOf = ({ config }: Parts) => `${config.baseUrl}/demo/`

/** What the demo's owner would have set; whatever is saved later stands. */
const firstSettings = (parts: Parts) => ({
  website: websiteOf(parts),
  crawl: { schedule: 'daily', include: ['/demo/**'], exclude: ['/demo/chat.html'] },
  welcomeMessage: 'Hello, this is the assistant of Wrenmouth Cycle Works. What would you like to know?',
  starterQuestions: [
    'When are you open on Saturdays?',
    'What does a puncture cost?',
    'Can I rent an e-bike for a weekend?',
    'How do I return something I bought?',
  ],
})

/**
 * Has the demo's website learned like every other, unless that was done since its pages were last changed. Waits for it
 * where nothing of it is known yet, such as where the product has moved to another address. A site that is called demo and
 * has a website of its own is left alone.
 */
export async function learnDemo(parts: Parts): Promise<void> {
  const configured = parts.config.sites.find(({ id }) => id === 'demo')
  const found = await parts.sites.find('demo')
  if (!found || !configured || configured.website !== '') return
  await setUp(systemContext(parts, found))
  const ctx = systemContext(parts, (await parts.sites.find('demo')) ?? found)
  if (ctx.site.settings.website !== websiteOf(parts)) return
  const [last] = await ctx.sql<{ at: number }[]>`
    select max(created_at) as at from crawl_runs where site = ${ctx.site.id} and status <> 'failed'
      and exists (select from pages where site = ${ctx.site.id} and starts_with(url, ${websiteOf(parts)}))`
  if ((last?.at ?? 0) > (await changedAt())) return
  const isOver = last?.at ? Promise.resolve() : nextEnd(parts)
  await begin(ctx)
  await isOver
}

/** The first settings, with a past; and where the product is now, while its owner left the website to be the demo's. */
async function setUp(ctx: Context): Promise<void> {
  const website = websiteOf(ctx.parts)
  await ctx.tx(async (tx) => {
    const [set] = await tx.sql<{ isNew: boolean }[]>`
      insert into site_settings (site, settings) values (${tx.site.id}, ${tx.sql.json(firstSettings(tx.parts))})
      on conflict (site) do update set settings = site_settings.settings || ${tx.sql.json({ website })}
      where site_settings.version = 0 and site_settings.settings->>'website' ~ '^https?://[^/]+/demo/$'
        and site_settings.settings->>'website' <> ${website}
      returning xmax = 0 as "isNew"`
    if (set) tx.emit('settings.changed', { version: 0 })
    if (set?.isNew && tx.parts.config.demoHistory) await planHistory(tx)
  })
}

async function changedAt(): Promise<number> {
  const names = (await readdir(folder)).filter((name) => name.endsWith('.html'))
  const times = await Promise.all(names.map(async (name) => (await stat(new URL(name, folder))).mtimeMs))
  return Math.max(...times)
}

async function begin(ctx: Context): Promise<void> {
  try {
    await startCrawl(ctx, {}, 'schedule')
  } catch (error) {
    // It is being learned already, such as by another server that starts too.
    if (!(error instanceof Refusal && error.code === 'conflict')) throw error
  }
}

/** Resolves when a run is over, or was waited for long enough. */
function nextEnd({ events, clock, stopping }: Parts): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>()
  const stop = events.subscribe(({ type, site }) => {
    if (type === 'knowledge.crawl.finished' && site === 'demo') resolve()
  })
  const cancel = clock.after(mostWait, resolve)
  stopping.addEventListener('abort', () => resolve(), { once: true })
  return promise.finally(() => {
    stop()
    cancel()
  })
}
