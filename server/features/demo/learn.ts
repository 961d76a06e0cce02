import { readdir, stat } from 'node:fs/promises'
import type { Context, Services } from '../../core/context.ts'
import { AppError } from '../../core/error.ts'
import { systemContext } from '../../core/transaction.ts'
import { startCrawl } from '../knowledge/crawl/runs.ts'
import { planHistory, resumeHistory } from './make.ts'

const folder = new URL('../../../widget/demo/', import.meta.url)
/** How long the first start waits for the demo, so that it can answer from the beginning; milliseconds. */
const maxWait = 10_000

const websiteOf = ({ config }: Services) => `${config.baseUrl}/demo/`

/** The demo owner's settings. Later changes override them. */
const firstSettings = (services: Services) => ({
  website: websiteOf(services),
  crawl: { schedule: 'daily', include: ['/demo/**'], exclude: ['/demo/chat.html'] },
  botName: 'Wren',
  welcomeMessage: 'Hello, this is the assistant of Wrenmouth Cycle Works. What would you like to know?',
  starterQuestions: [
    'When are you open on Saturdays?',
    'What does a puncture cost?',
    'Can I rent an e-bike for a weekend?',
    'How do I return something I bought?',
  ],
})

/**
 * Crawls the demo's website like any other, unless that was done since its pages last changed. Waits for the crawl if
 * nothing is known yet, for example after BASE_URL changed. Ignores a site called demo that has its own website.
 */
export async function learnDemo(services: Services): Promise<void> {
  const configured = services.config.sites.find(({ id }) => id === 'demo')
  const found = await services.sites.find('demo')
  if (!found || !configured || configured.website !== '') return
  await setUp(systemContext(services, found))
  const ctx = systemContext(services, (await services.sites.find('demo')) ?? found)
  if (ctx.site.settings.website !== websiteOf(services)) return
  const [last] = await ctx.sql<{ at: number }[]>`
    select max(created_at) as at from crawl_runs where site = ${ctx.site.id} and status <> 'failed'
      and exists (select from pages where site = ${ctx.site.id} and starts_with(url, ${websiteOf(services)}))`
  if ((last?.at ?? 0) > (await changedAt())) return
  const isOver = last?.at ? Promise.resolve() : nextEnd(services)
  await begin(ctx)
  await isOver
}

/**
 * Saves the first settings and schedules the history. Updates the website to the current BASE_URL, unless the owner
 * changed it.
 */
async function setUp(ctx: Context): Promise<void> {
  const website = websiteOf(ctx.services)
  await ctx.tx(async (tx) => {
    const [set] = await tx.sql<{ isNew: boolean }[]>`
      insert into site_settings (site, settings) values (${tx.site.id}, ${tx.sql.json(firstSettings(tx.services))})
      on conflict (site) do update set settings = site_settings.settings || ${tx.sql.json({ website })}
      where site_settings.version = 0 and site_settings.settings->>'website' ~ '^https?://[^/]+/demo/$'
        and site_settings.settings->>'website' <> ${website}
      returning xmax = 0 as "isNew"`
    if (set) tx.emit('settings.changed', { version: 0 })
    if (!tx.services.config.demoHistory) return
    await (set?.isNew ? planHistory(tx) : resumeHistory(tx))
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
    // A crawl is already running, for example on another server that starts too.
    if (!(error instanceof AppError && error.code === 'conflict')) throw error
  }
}

/** Resolves when a crawl ended, or after the time limit. */
function nextEnd({ events, clock, stopping }: Services): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>()
  const stop = events.subscribe(({ type, site }) => {
    if (type === 'knowledge.crawl.finished' && site === 'demo') resolve()
  })
  const cancel = clock.after(maxWait, resolve)
  stopping.addEventListener('abort', () => resolve(), { once: true })
  return promise.finally(() => {
    stop()
    cancel()
  })
}
