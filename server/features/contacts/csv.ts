import { stringify } from 'csv-stringify/sync'
import type { LeadFilter, LeadListItem } from '../../../shared/lead.ts'
import type { Context } from '../../core/context.ts'
import type { Download } from '../../core/operation.ts'
import { foldWords, hasWords, type Words } from '../../core/words.ts'
import { tagged } from './filter.ts'
import { readItems } from './list.ts'

/** Small batches, so that other work gets its turn in between. */
const batch = 500

/** The columns of the tables of contacts, and their cells. */
export const tableColumns: Record<string, (lead: LeadListItem) => string | number | null> = {
  id: ({ id }) => id,
  name: ({ name }) => name,
  email: ({ email }) => email,
  phone: ({ phone }) => phone,
  company: ({ company }) => company,
  address: ({ address }) => address,
  status: ({ status }) => status,
  source: ({ source }) => source,
  tags: ({ tags }) => tags.map(({ name }) => name).join('; '),
  notes: ({ notes }) => notes,
  attributes: ({ attributes }) => JSON.stringify(attributes),
  fields: ({ fields }) => fields,
  conversations: ({ conversations }) => conversations,
  openCallbacks: ({ openCallbacks }) => openCallbacks,
  createdAt: ({ createdAt }) => new Date(createdAt).toISOString(),
  updatedAt: ({ updatedAt }) => new Date(updatedAt).toISOString(),
}

/** All contacts that match the filter, newest first, as CSV (RFC 4180). */
export const exportContacts = async (ctx: Context, filter: LeadFilter): Promise<Download> => ({
  name: 'contacts.csv',
  parts: writeTable(ctx, filter),
})

const encoder = new TextEncoder()
const lines = (rows: unknown[][]) => encoder.encode(stringify(rows, { record_delimiter: 'windows' }))

async function* writeTable(ctx: Context, filter: LeadFilter): AsyncGenerator<Uint8Array> {
  yield lines([Object.keys(tableColumns)])
  for await (const leads of readAll(ctx, filter)) {
    const rows = leads.map((lead) => Object.values(tableColumns).map((cell) => safe(cell(lead))))
    if (rows.length > 0) yield lines(rows)
  }
}

/**
 * Prevents CSV injection: spreadsheets would run text that begins like a formula. Some split a line at semicolons or
 * tabs, so what follows one, or a line break, is a beginning too.
 */
export const safe = (cell: string | number | null): string =>
  String(cell ?? '').replace(/([\s";]+|^)([=+\-@＝＋－＠]?)/g, (all, before: string, sign: string, at: number) => {
    const marked = sign && /[;\t\r\n]/.test(before) ? `${before}'${sign}` : all
    return at === 0 && (sign || /[\t\r]/.test(before)) ? `'${marked}` : marked
  })

/** Pages by creation time, which never changes, so each contact that existed at the start is exported exactly once. */
export async function* readAll(ctx: Context, filter: LeadFilter): AsyncGenerator<LeadListItem[]> {
  const words = filter.q ? await foldWords(ctx.services, filter.q) : undefined
  let place = { at: filter.to ?? Number.MAX_SAFE_INTEGER, id: '' }
  for (;;) {
    const { sql, site } = ctx
    const batchRows = sql`
      select l.* from leads l where l.site = ${site.id} and (l.created_at, l.id) < (${place.at}, ${place.id})
      order by l.created_at desc, l.id desc limit ${batch}`
    const [border] = await sql<{ at: number; id: string; count: number }[]>`
      select min(created_at) as at, (array_agg(id order by created_at, id))[1] as id, count(*)::int as count
      from (${batchRows}) l having count(*) > 0`
    if (!border) return
    const found = await readItems(ctx, sql`select l.* from (${batchRows}) l where ${wanted(ctx, filter, words)}`)
    yield found.toSorted((a, b) => b.createdAt - a.createdAt || (a.id < b.id ? 1 : -1))
    if (border.count < batch || border.at < (filter.from ?? 0)) return
    place = border
  }
}

const wanted = (ctx: Context, { status, tag, from = 0 }: LeadFilter, words: Words | undefined) => ctx.sql`
  l.created_at >= ${from} ${status === undefined ? ctx.sql`` : ctx.sql`and l.status = ${status}`}
  ${words ? ctx.sql`and ${hasWords(ctx.sql, ctx.sql`l.folded`, words)}` : ctx.sql``}
  ${tagged(ctx, tag)}`
