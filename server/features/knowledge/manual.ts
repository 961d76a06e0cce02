import type { ManualEntries, ManualEntry, NewManualEntry } from '../../../shared/knowledge.ts'
import type { PageQuery } from '../../../shared/page.ts'
import type { Context } from '../../core/context.ts'
import { badRequest, notFound } from '../../core/error.ts'
import { newId } from '../../core/ids.ts'
import { cutPage, readCursor } from '../../core/paging.ts'
import { deleteDocument, lockKnowledge, storeDocument, type Writing } from './documents.ts'
import { languageOf } from './lexemes.ts'
import { localeOfText } from './text-language.ts'

/** The manual entries of the site, last changed first. */
export async function listManual({ sql, site }: Context, { before, limit }: PageQuery): Promise<ManualEntries> {
  const from = before === undefined ? undefined : readCursor(before)
  const found = await sql<ManualEntry[]>`
    select id, title, content, category, url, passages as chunks, created_at as "createdAt", updated_at as "updatedAt",
      updated_by as "updatedBy"
    from documents
    where site = ${site.id} and kind = 'manual' ${from ? sql`and (updated_at, id) < (${from.at}, ${from.id})` : sql``}
    order by updated_at desc, id desc limit ${limit + 1}`
  const { rows, next } = cutPage(found, limit, ({ updatedAt, id }) => ({ at: updatedAt, id }))
  return { site: site.id, entries: rows, next }
}

/**
 * Adds an entry, or replaces the one with this id or, without an id, the one with the same title. A replaced entry has
 * an `updatedAt` later than its `createdAt`. 400 for an unknown id.
 */
export function saveManual(ctx: Context, entry: NewManualEntry): Promise<ManualEntry> {
  return ctx.tx(async (tx) => {
    await lockKnowledge(tx)
    const document = {
      id: (await findReplaced(tx, entry)) ?? newId('man'),
      title: entry.title,
      category: entry.category || null,
      url: entry.url || null,
      content: entry.content,
      updatedBy: ctx.actor.id,
    }
    const text = `${entry.title}\n${entry.content}`
    const language = languageOf(await localeOfText(tx.sql, text, ctx.site.settings.assistant.locale))
    const { content, passages, createdAt, updatedAt } = await storeDocument(tx, {
      ...document,
      kind: 'manual',
      language,
    })
    return { ...document, content, chunks: passages, createdAt, updatedAt }
  })
}

/** The id of the entry to replace; undefined to add one. */
async function findReplaced(tx: Writing, { id, title }: NewManualEntry): Promise<string | undefined> {
  const { sql, site } = tx
  const rows = await sql<{ id: string; title: string }[]>`
    select id, title from documents
    where site = ${site.id} and kind = 'manual' and (title = ${title} or id = ${id ?? ''})`
  const titled = rows.find((row) => row.title === title)
  if (id === undefined) return titled?.id
  if (!rows.some((row) => row.id === id)) throw badRequest('id: No such entry.', 'unknown_record', { record: 'entry' })
  // The named entry takes over the title, because two entries with the same title would look the same.
  if (titled && titled.id !== id) await deleteDocument(tx, 'manual', titled.id)
  return id
}

export async function deleteManual(ctx: Context, { id }: { id: string }): Promise<{ id: string; deleted: true }> {
  await ctx.tx(async (tx) => {
    if (!(await deleteDocument(tx, 'manual', id))) throw notFound('entry')
  })
  return { id, deleted: true }
}
