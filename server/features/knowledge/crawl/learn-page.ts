import type { PageStatus } from '../../../../shared/crawl.ts'
import type { Tx } from '../../../core/context.ts'
import { type Failure, failure, failureColumns } from '../../../core/failure.ts'
import type { Page } from '../../../core/reader.ts'
import { findTwin, lockKnowledge, type NewDocument, piece, type Stored, storeDocument } from '../documents.ts'
import { languageOf } from '../lexemes.ts'
import { cutPassages, type Passage } from '../passages.ts'
import { findBookingLink } from '../reading/booking-link.ts'
import { localeOfText } from '../text-language.ts'
import { isOfSite } from './address.ts'
import { addressOf } from './canonical.ts'
import { type PageText, storeBlocks, withoutCommon } from './common-blocks.ts'
import { type Fetched, hashOf, leadsElsewhere, type ReadPage } from './fetch.ts'
import { forgetLearned, type PageRow } from './pages.ts'

/** The result of a page, as stored. */
type Outcome = {
  status: PageStatus
  http_status: number | null
  failed?: Failure
  passing?: boolean
  final_url?: string | null
  title?: string
  etag?: string | null
  last_modified?: string | null
  content_hash?: string
  details?: Page['details']
  booking_url?: string | null
  booking_provider?: string | null
}

/**
 * Stores the result of a page and updates the knowledge. Returns the number of passages, and the status `queued` if
 * there is more to learn in another transaction.
 */
export async function learnPage(
  tx: Tx,
  row: PageRow,
  fetched: Fetched,
  read: ReadPage | undefined,
): Promise<{ status: PageStatus; chunks: number; failed?: Failure }> {
  await lockKnowledge(tx)
  const { locale } = tx.site.settings.assistant
  if (read) read.page.language ||= await localeOfText(tx.sql, read.page.markdown, locale)
  const text = read && (await withoutCommon(tx, row.id, read.page.markdown))
  const outcome = await outcomeOf(tx, row, fetched, read, text)
  const { status } = outcome
  let chunks = row.chunks
  if (status === 'indexed' && read && text) {
    const stored = await store(tx, row, outcome, read, text)
    chunks = stored.passages
    if (!stored.isWhole) return await leaveForLater(tx, row, chunks)
  } else if (status === 'gone' || status === 'blocked') {
    await forgetLearned(tx, row.id)
    chunks = 0
  }
  const { details, failed, ...result } = outcome
  // An unchanged page brings no new details.
  const forMachines = details === undefined ? {} : { details: details && tx.sql.json(details) }
  const why = failureColumns(tx.sql, failed)
  const kept = { passing: false, ...result, ...why, ...forMachines, chunks, crawled_at: tx.now(), run: null }
  await tx.sql`update pages set ${tx.sql(kept)} where id = ${row.id}`
  return { status, chunks, failed }
}

/** If learning stops here, the page must be read again instead of counting as unchanged. */
async function leaveForLater({ sql }: Tx, { id }: PageRow, chunks: number) {
  await sql`update pages set etag = null, last_modified = null, content_hash = null, chunks = ${chunks} where id = ${id}`
  return { status: 'queued' as const, chunks }
}

async function outcomeOf(
  tx: Tx,
  row: PageRow,
  fetched: Fetched,
  read: ReadPage | undefined,
  text: PageText | undefined,
): Promise<Outcome> {
  const { httpStatus } = fetched
  if (fetched.kind === 'unchanged') return { status: 'unchanged', http_status: httpStatus }
  if (fetched.kind !== 'page') {
    const { kind, failed } = fetched
    return { status: kind, http_status: httpStatus, failed, passing: kind === 'failed' && fetched.passing }
  }
  const edition = { etag: fetched.etag, last_modified: fetched.lastModified, content_hash: hashOf(fetched.text) }
  const common = { http_status: httpStatus, ...edition }
  if (!read || !text) return { ...common, status: 'unchanged' }
  const { page } = read
  const left = (failed: Failure): Outcome => ({ ...common, status: 'blocked', failed, title: page.title })
  const duplicateOf = (url: string) => left(failure('page_duplicate', `Another page stands for it: ${url}`, { url }))
  if (page.robots.has('noindex')) return left(failure('page_noindex', 'The page asks not to be learned.'))
  const final = await addressOf(tx, row, read, text.content)
  if (!isOfSite(final, row.url)) return left(leadsElsewhere(final).failed)
  if (final !== row.url && (await isKnown(tx, row, final))) return duplicateOf(final)
  if (page.markdown === '')
    return { ...common, status: 'failed', failed: failure('page_empty', 'There is no text on the page.') }
  // One of two identical pages may have been learned before their common blocks were known, so both forms are compared.
  const [whole, own] = [page.markdown, text.content].map((content) => documentOf(row.id, final, page, content))
  const twin = (whole && (await findTwin(tx, whole))) ?? (own && (await findTwin(tx, own)))
  if (twin !== undefined) return duplicateOf(twin)
  const booking = findBookingLink(page.markdown)
  return {
    ...common,
    status: 'indexed',
    final_url: final === row.url ? null : final,
    title: page.title,
    details: page.details,
    booking_url: booking?.url ?? null,
    booking_provider: booking?.provider ?? null,
  }
}

const documentOf = (id: string, url: string, page: Page, content: string): NewDocument => ({
  ...{ id, kind: 'page', title: page.title || url, url, category: null, content, updatedBy: null },
  language: languageOf(page.language),
})

async function isKnown({ sql, site }: Tx, { id }: PageRow, address: string): Promise<boolean> {
  const [other] = await sql`
    select from pages where site = ${site.id} and id <> ${id}
      and (md5(url) = md5(${address}) or md5(final_url) = md5(${address})) limit 1`
  return other !== undefined
}

async function store(
  tx: Tx,
  row: PageRow,
  { final_url: final }: Outcome,
  read: ReadPage,
  text: PageText,
): Promise<Stored> {
  const url = final ?? row.url
  const [other] = await tx.sql<{ id: string }[]>`
    select id from documents where site = ${tx.site.id} and kind = 'page' and md5(url) = md5(${url}) and id <> ${row.id}`
  if (other) await forgetLearned(tx, other.id)
  const document = documentOf(row.id, url, read.page, text.content)
  const stored = await storeDocument(tx, document, { cut: cutOf(read, text.content), max: piece })
  if (stored.isWhole) await storeBlocks(tx, row.id, text)
  return stored
}

function cutOf(read: ReadPage, content: string): Passage[] {
  if (content === read.page.markdown) return read.page.passages
  if (content !== read.cut?.content) read.cut = { content, passages: cutPassages(content) }
  return read.cut.passages
}
