import { createHash } from 'node:crypto'
import type { Tx } from '../../../core/context.ts'

/** A block of text is common if at least this many other pages of the website have it, … */
const minPages = 6
/** … and at least this share of them. The opening hours repeated for a few shops are not common. */
const minShare = 0.8
/** Shorter blocks, such as “Sold out”, are about the page that they are on. */
const minLength = 30

/** The text of a page to learn, without the blocks that nearly all pages have, which are learned from another page. */
export type PageText = { content: string; blocks: number[]; leftOut: number[] }

/** Reads a page's text. Call `lockKnowledge` before, and `noteBlocks` when the page is learned. */
export async function withoutCommon(tx: Tx, page: string, markdown: string): Promise<PageText> {
  const parts = markdown.split(/\n{2,}/).map((text) => ({ text, hash: hashOf(text) }))
  const blocks = [...new Set(parts.flatMap(({ hash }) => hash ?? []))]
  const common = await commonOf(tx, page, blocks)
  if (common.size === 0) return { content: markdown, blocks, leftOut: [] }
  const left = parts.filter(({ hash }) => hash === undefined || !common.has(hash))
  // A page that has only common blocks is learned unchanged.
  if (!left.some(({ text }) => !/^(?:#|\s*$)/.test(text))) return { content: markdown, blocks, leftOut: [] }
  return { content: left.map(({ text }) => text).join('\n\n'), blocks, leftOut: [...common] }
}

/** Headings are never removed, because the text below them may be unique to this page. */
function hashOf(text: string): number | undefined {
  const words = text.toLowerCase().replace(/\s+/g, ' ').trim()
  if (words.startsWith('#') || words.length < minLength) return undefined
  return createHash('sha256').update(words).digest().readInt32BE()
}

/** The blocks that are common and were learned from another page. */
async function commonOf({ sql, site }: Tx, page: string, blocks: number[]): Promise<Set<number>> {
  const rows = await sql<{ hash: number }[]>`
    with own as (select blocks, left_out from pages where id = ${page}),
      others as (select count(*) as pages from documents where site = ${site.id} and kind = 'page' and id <> ${page})
    select hash from page_blocks, own, others
    where site = ${site.id} and hash = any(${blocks}::integer[])
      and page_blocks.pages - (hash = any(own.blocks))::int >= greatest(${minPages}, others.pages * ${minShare}::float8)
      and page_blocks.learned - (hash = any(own.blocks) and not hash = any(own.left_out))::int > 0`
  return new Set(rows.map(({ hash }) => hash))
}

/** Replaces the stored blocks of a page. */
export async function storeBlocks(
  { sql, site }: Tx,
  page: string,
  { blocks, leftOut }: Pick<PageText, 'blocks' | 'leftOut'>,
): Promise<void> {
  const [before] = await sql<{ blocks: number[]; left_out: number[] }[]>`
    select blocks, left_out from pages where id = ${page}`
  const old = before?.blocks ?? []
  await sql`
    update page_blocks set pages = pages - 1, learned = learned - (not hash = any(${before?.left_out ?? []}::integer[]))::int
    where site = ${site.id} and hash = any(${old}::integer[])`
  await sql`
    insert into page_blocks (site, hash, pages, learned)
    select ${site.id}, hash, 1, (not hash = any(${leftOut}::integer[]))::int from unnest(${blocks}::integer[]) as given (hash)
    order by hash
    on conflict (site, hash) do update
    set pages = page_blocks.pages + 1, learned = page_blocks.learned + excluded.learned`
  await sql`update pages set blocks = ${blocks}::integer[], left_out = ${leftOut}::integer[] where id = ${page}`
  if (old.length > 0) await handOn({ sql, site }, old)
}

/**
 * Deletes blocks that no page has. If no page has learned a block any more, the pages that have it learn it in the next
 * run.
 */
async function handOn({ sql, site }: Pick<Tx, 'sql' | 'site'>, old: number[]): Promise<void> {
  await sql`delete from page_blocks where site = ${site.id} and hash = any(${old}::integer[]) and pages <= 0`
  const lost = await sql<{ hash: number }[]>`
    select hash from page_blocks where site = ${site.id} and hash = any(${old}::integer[]) and learned <= 0`
  if (lost.length === 0) return
  await sql`
    update pages set etag = null, last_modified = null, content_hash = null
    where site = ${site.id} and left_out && ${lost.map(({ hash }) => hash)}::integer[]`
}
