import { readdir, readFile, stat } from 'node:fs/promises'
import type { Context, Parts } from '../../core/context.ts'
import { systemContext } from '../../core/transaction.ts'
import { lockKnowledge, storeDocument } from '../knowledge/documents.ts'
import { languageOf } from '../knowledge/lexemes.ts'
import { readPage } from '../reading/page.ts'

const folder = new URL('../../../widget/demo/', import.meta.url)
/** A page of the demo that is no text to learn. */
const chatPage = 'chat.html'

/** What the demo's owner would have set; whatever is saved later stands. */
const firstSettings = ({ config }: Parts) => ({
  website: `${config.baseUrl}/demo/`,
  welcomeMessage: 'Hello, this is the assistant of Wrenmouth Cycle Works. What would you like to know?',
  starterQuestions: [
    'When are you open on Saturdays?',
    'What does a puncture cost?',
    'Can I rent an e-bike for a weekend?',
    'How do I return something I bought?',
  ],
})

/**
 * Learns the demo's own pages, so that it answers at once. A page that is known and has not changed since is left alone;
 * so is a site that is called demo and has a website of its own.
 */
export async function learnDemo(parts: Parts): Promise<void> {
  const site = await parts.sites.find('demo')
  const ownWebsite = parts.config.sites.some(({ id, website }) => id === 'demo' && website !== '')
  if (!site || ownWebsite) return
  const ctx = systemContext(parts, site)
  await setUp(ctx)
  const known = new Map(
    (
      await ctx.sql<{ url: string; updated_at: number }[]>`
      select url, updated_at from documents where site = ${site.id} and kind = 'page'`
    ).map((row) => [row.url, row.updated_at]),
  )
  const names = (await readdir(folder)).filter((name) => name.endsWith('.html') && name !== chatPage)
  for (const name of names.sort()) {
    const url = `${parts.config.baseUrl}/demo/${name === 'index.html' ? '' : name}`
    const { mtimeMs } = await stat(new URL(name, folder))
    if ((known.get(url) ?? 0) < mtimeMs) await learnPage(ctx, name, url)
  }
}

async function setUp(ctx: Context): Promise<void> {
  await ctx.tx(async (tx) => {
    const { count } = await tx.sql`
      insert into site_settings (site, settings) values (${tx.site.id}, ${tx.sql.json(firstSettings(tx.parts))})
      on conflict do nothing`
    if (count > 0) tx.emit('settings.changed', { version: 0 })
  })
}

async function learnPage(ctx: Context, name: string, url: string): Promise<void> {
  const page = await readPage(await readFile(new URL(name, folder), 'utf8'), url)
  await ctx.tx(async (tx) => {
    await lockKnowledge(tx)
    await storeDocument(tx, {
      id: `page_demo_${name.replace('.html', '')}`,
      kind: 'page',
      title: page.title,
      url,
      category: null,
      language: languageOf(tx.site.settings.assistant.locale),
      content: page.markdown,
      updatedBy: null,
    })
  })
}
