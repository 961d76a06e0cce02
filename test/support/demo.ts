import { readdirSync, readFileSync } from 'node:fs'
import type { Context } from '../../server/core/context.ts'
import { lockKnowledge, storeDocument } from '../../server/features/knowledge/documents.ts'
import { readPage } from '../../server/features/reading/page.ts'

const folder = new URL('../../widget/demo/', import.meta.url)

/** Learns the demo's pages from their files, where no server is there to ask for them. */
export async function learnDemoPages(ctx: Context): Promise<void> {
  const names = readdirSync(folder).filter((name) => name.endsWith('.html') && name !== 'chat.html')
  for (const name of names) {
    const url = `http://localhost/demo/${name}`
    const { title, markdown: content } = readPage(readFileSync(new URL(name, folder), 'utf8'), url)
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
