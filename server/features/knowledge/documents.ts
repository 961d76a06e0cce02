import { createHash } from 'node:crypto'
import { newId } from '../../core/ids.ts'
import { countLexemes, type Language } from './lexemes.ts'
import { cleanText, cutPassages, type Passage } from './passages.ts'
import { addPostings, removePostings, sweepLexemes, type Writing } from './postings.ts'

export type { Writing }

export type DocumentKind = 'manual' | 'page' | 'file'

export type NewDocument = {
  /** Begins with `man_`, `page_` or `file_`; a document with the same id is replaced. */
  id: string
  kind: DocumentKind
  title: string
  url: string | null
  category: string | null
  language: Language
  /** Markdown or plain text. */
  content: string
  updatedBy: string | null
}

export type Stored = { content: string; passages: number; createdAt: number; updatedAt: number; unchanged: boolean }

/** Raised when texts are cut or counted in another way, so that the same text is learned anew. */
const edition = 1

/**
 * One writer for a site at a time, from here to the end of the transaction. Its statistics can so be changed without
 * counting again, and two writers never wait for each other's rows. Take it before anything else of the knowledge is read.
 */
export const lockKnowledge = ({ sql, site }: Writing) =>
  sql`select pg_advisory_xact_lock(hashtextextended(${`knowledge ${site.id}`}, 0))`

type Before = { content_hash: string; language: Language; passages: number; created_at: number }

/** Adds a document with its passages and what finds them, or replaces the one with its id. Call `lockKnowledge` before. */
export async function storeDocument(tx: Writing, document: NewDocument): Promise<Stored> {
  const { sql, site } = tx
  const content = cleanText(document.content)
  const hash = hashOf(document, content)
  const [before] = await sql<Before[]>`
    select content_hash, language, passages, created_at from documents where id = ${document.id} and site = ${site.id}`
  const unchanged = before?.content_hash === hash
  const passages = unchanged ? [] : cutPassages(content)
  const count = unchanged ? before.passages : passages.length
  const row = { ...columns(document), content, content_hash: hash, passages: count }
  const createdAt = before?.created_at ?? tx.now()
  // Later than the first time, so that a replaced entry can be told from an added one.
  const updatedAt = before ? Math.max(tx.now(), createdAt + 1) : createdAt
  if (before) await sql`update documents set ${sql({ ...row, updated_at: updatedAt })} where id = ${document.id}`
  else
    await sql`insert into documents ${sql({ ...row, id: document.id, site: site.id, created_at: createdAt, updated_at: updatedAt })}`
  if (!unchanged) await replacePassages(tx, document, passages, before)
  return { content, passages: count, createdAt, updatedAt, unchanged }
}

const columns = ({ kind, title, url, category, language, updatedBy }: NewDocument) => ({
  kind,
  title,
  url,
  category,
  language,
  updated_by: updatedBy,
})

const hashOf = ({ title, language }: NewDocument, content: string) =>
  createHash('sha256')
    .update(JSON.stringify([edition, language, title, content]))
    .digest('base64url')

async function replacePassages(
  tx: Writing,
  document: NewDocument,
  passages: Passage[],
  before?: Before,
): Promise<void> {
  const { sql } = tx
  const texts = passages.map(({ headingPath, content }) =>
    [document.title, document.title, headingPath, content].join('\n'),
  )
  const counts = await countLexemes(sql, document.language, texts)
  const left = before ? await removePostings(tx, document.id, before.language) : []
  const rows = passages.map((passage, at) => ({
    id: newId('psg'),
    document: document.id,
    ordinal: at,
    heading_path: passage.headingPath,
    content: passage.content,
    tokens: passage.tokens,
    counts: counts[at] ?? new Map(),
  }))
  await addPostings(tx, document.language, rows)
  await sweepLexemes(tx, left)
}

/** Deletes a document of this kind with everything that was learned from it; false where there is none. */
export async function deleteDocument(tx: Writing, kind: DocumentKind, id: string): Promise<boolean> {
  const { sql, site } = tx
  await lockKnowledge(tx)
  const [found] = await sql<{ language: Language }[]>`
    select language from documents where id = ${id} and site = ${site.id} and kind = ${kind}`
  if (!found) return false
  await sweepLexemes(tx, await removePostings(tx, id, found.language))
  await sql`delete from documents where id = ${id}`
  return true
}
