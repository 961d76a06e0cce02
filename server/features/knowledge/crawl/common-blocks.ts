import { createHash } from 'node:crypto'
import type { Tx } from '../../../core/context.ts'

/** A block of text is common where so many other pages of the website have it, … */
const leastPages = 6
/** … and so much of them: the hours of a few shops, told in the same words, are not. */
const leastShare = 0.8
/** Fewer characters, such as “Sold out”, say something of the page that they are on. */
const shortest = 30

/** What is learned of a page: its text without the blocks that nearly every page has, which are learned from another one. */
export type PageText = { content: string; blocks: number[]; leftOut: number[] }

/** Reads a page's text. Call `lockKnowledge` before, and `noteBlocks` where it is learned. */
export async function withoutCommon(tx: Tx, page: string, markdown: string): Promise<PageText> {
  const parts = markdown.split(/\n{2,}/).map((text) => ({ text, hash: hashOf(text) }))
  const blocks = [...new Set(parts.flatMap(({ hash }) => hash ?? []))]
  const common = await commonOf(tx, page, blocks)
  if (common.size === 0) return { content: markdown, blocks, leftOut: [] }
  const left = parts.filter(({ hash }) => hash === undefined || !common.has(hash))
  // A page that says nothing of its own is learned as it is.
  if (!left.some(({ text }) => !/^(?:#|\s*$)/.test(text))) return { content: markdown, blocks, leftOut: [] }
  return { content: left.map(({ text }) => text).join('\n\n'), blocks, leftOut: [...common] }
}

/** Headings are never left out: what stands under them may be of this page alone. */
function hashOf(text: string): number | undefined {
  const words = text.toLowerCase().replace(/\s+/g, ' ').trim()
  if (words.startsWith('#') || words.length < shortest) return undefined
  return createHash('sha256').update(words).digest().readInt32BE()
}

/** Those of the blocks that are common, and that another page has learned. */
async function commonOf({ sql, site }: Tx, page: string, blocks: number[]): Promise<Set<number>> {
  const rows = await sql<{ hash: number }[]>`
    with own as (select blocks, left_out from pages where id = ${page}),
      others as (select count(*) as pages from documents where site = ${site.id} and kind = 'page' and id <> ${page})
    select hash from page_blocks, own, others
    where site = ${site.id} and hash = any(${blocks}::integer[])
      and page_blocks.pages - (hash = any(own.blocks))::int >= greatest(${leastPages}, others.pages * ${leastShare}::float8)
      and page_blocks.learned - (hash = any(own.blocks) and not hash = any(own.left_out))::int > 0`
  return new Set(rows.map(({ hash }) => hash))
}

/** Keeps which blocks a page has, in the place of what was known of it. */
export async function noteBlocks(
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

/** Forgets blocks that no page has; one that no page has learned any more is learned by those that have it, in the next run. */
async function handOn({ sql, site }: Pick<Tx, 'sql' | 'site'>, old: number[]): Promise<void> {
  await sql`delete from page_blocks where site = ${site.id} and hash = any(${old}::integer[]) and pages <= 0`
  const lost = await sql<{ hash: number }[]>`
    select hash from page_blocks where site = ${site.id} and hash = any(${old}::integer[]) and learned <= 0`
  if (lost.length === 0) return
  await sql`
    update pages set etag = null, last_modified = null, content_hash = null
    where site = ${site.id} and left_out && ${lost.map(({ hash }) => hash)}::integer[]`
}
