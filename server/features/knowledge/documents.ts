import { createHash } from 'node:crypto'
import { newId } from '../../core/ids.ts'
import { defineTask, nothing } from '../../core/queue.ts'
import { lock } from '../../core/transaction.ts'
import { embedTask } from './embedding/tasks.ts'
import { countPassages, type Language } from './lexemes.ts'
import { cleanText, cutPassages, type Passage } from './passages.ts'
import {
  addPostings,
  edition,
  type NewPassage,
  recountPostings,
  removePostings,
  sweepLexemes,
  type Writing,
} from './postings.ts'

export type { Writing }

export type DocumentKind = 'manual' | 'page' | 'file' | 'facts'

export type NewDocument = {
  /** Begins with `man_`, `page_`, `file_` or `facts_`. A document with the same id is replaced. */
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

export type Stored = {
  content: string
  passages: number
  createdAt: number
  updatedAt: number
  unchanged: boolean
  /** False if only some of the passages are stored. Store it again in another transaction. */
  isWhole: boolean
}

/**
 * Maximum new passages per transaction for long documents, because an open transaction blocks all others on the
 * embedded database.
 */
export const piece = 20

export type Storing = {
  /** The passages, if the content was already cut. */
  cut?: Passage[]
  /** Maximum number of passages to store in this call. Further calls store the rest. */
  max?: number
}

/**
 * Replaces the hash of a partly stored document. It is continued later and not searched until it is complete. The same
 * marks deleted documents whose passages are not yet all removed.
 */
export const inPart = ''

/**
 * Serialises writers of a site until the end of the transaction, so that its statistics can be updated without
 * recounting and writers never wait for each other's rows. Lock it before reading any knowledge.
 */
export const lockKnowledge = ({ sql, site }: Writing) => lock(sql, 'knowledge', site.id)

type Before = { content_hash: string; language: Language; passages: number; created_at: number }

/** Adds a document with its passages and search index, or replaces the one with its id. Call `lockKnowledge` before. */
export async function storeDocument(
  tx: Writing,
  document: NewDocument,
  { cut, max = Number.POSITIVE_INFINITY }: Storing = {},
): Promise<Stored> {
  const { sql, site } = tx
  const content = cleanText(document.content)
  const hash = hashOf(document, content)
  const [before] = await sql<Before[]>`
    select content_hash, language, passages, created_at from documents where id = ${document.id} and site = ${site.id}`
  const unchanged = before?.content_hash === hash
  const change = unchanged
    ? undefined
    : await changeOf(tx, document, { passages: cut ?? cutPassages(content), before, max })
  const count = change ? change.kept.size + change.fresh.length : (before?.passages ?? 0)
  const isWhole = change?.isWhole ?? true
  const row = { ...columns(document), content, content_hash: isWhole ? hash : inPart, passages: count }
  const createdAt = before?.created_at ?? tx.now()
  // Later than the creation time, so that a replaced entry differs from an added one.
  const updatedAt = before ? Math.max(tx.now(), createdAt + 1) : createdAt
  if (before) await sql`update documents set ${sql({ ...row, updated_at: updatedAt })} where id = ${document.id}`
  else
    await sql`insert into documents ${sql({ ...row, id: document.id, site: site.id, created_at: createdAt, updated_at: updatedAt })}`
  if (change) {
    await replacePassages(tx, document, change, before)
    await tx.enqueue(embedTask, {}, { name: 'next' })
  }
  return { content, passages: count, createdAt, updatedAt, unchanged, isWhole }
}

/** The URL of another page with identical text, or undefined. */
export async function findTwin({ sql, site }: Writing, document: NewDocument): Promise<string | undefined> {
  const hash = hashOf(document, cleanText(document.content))
  const [twin] = await sql<{ url: string }[]>`
    select url from documents
    where site = ${site.id} and kind = 'page' and content_hash = ${hash} and id <> ${document.id} limit 1`
  return twin?.url
}

const columns = ({ kind, title, url, category, language, updatedBy }: NewDocument) => ({
  kind,
  title,
  url,
  category,
  language,
  updated_by: updatedBy,
})

const hashOf = ({ title, language }: Named, content: string) =>
  createHash('sha256')
    .update(JSON.stringify([language, title, content]))
    .digest('base64url')

/** The parts of a document that are indexed with each passage. */
type Named = Pick<NewDocument, 'id' | 'title' | 'language'>

type NewCut = Passage & { ordinal: number; hash: string }
type Known = { number: number; ordinal: number; hash: string }
type Change = {
  /** Passages that stay, by their new positions. */
  kept: Map<number, Known>
  gone: number[]
  fresh: NewCut[]
  isWhole: boolean
}

/** Compares stored and new passages. A passage that exists anywhere in the document stays. */
async function changeOf(
  tx: Writing,
  document: Named,
  { passages, before, max }: { passages: Passage[]; before: Pick<Before, 'language'> | undefined; max: number },
): Promise<Change> {
  const cut = passages.map((passage, ordinal) => ({ ...passage, ordinal, hash: hashOfPassage(document, passage) }))
  const { kept, gone } = before ? await compare(tx, document.id, cut) : { kept: new Map(), gone: [] }
  const missing = cut.filter(({ ordinal }) => !kept.has(ordinal))
  return { kept, gone, fresh: missing.slice(0, max), isWhole: missing.length <= max }
}

/** Replaces removed passages with new ones. Passages that stay keep their ids and derived data. */
async function replacePassages(
  tx: Writing,
  document: Named,
  { kept, gone, fresh }: Change,
  before?: Pick<Before, 'language'>,
): Promise<void> {
  const left = before ? await removePostings(tx, gone, before.language) : []
  await reorder(tx, kept)
  const { title, language } = document
  const texts = fresh.map(({ headingPath, content }) => ({ title, headingPath, content }))
  const counts = await countPassages(tx.sql, language, texts)
  const rows = fresh.map(
    ({ headingPath, ...passage }, at): NewPassage => ({
      ...{ id: newId('psg'), document: document.id, heading_path: headingPath, ...passage },
      counts: counts[at] ?? new Map(),
    }),
  )
  await addPostings(tx, language, rows)
  await sweepLexemes(tx, left)
}

const hashOfPassage = ({ title, language }: Named, { headingPath, content }: Passage) =>
  createHash('sha256')
    .update(JSON.stringify([language, title, headingPath, content]))
    .digest('base64url')

/** The passages that stay, by new position, and the numbers of those to remove. */
async function compare({ sql }: Writing, document: string, cut: NewCut[]) {
  const rows = await sql<Known[]>`
    select number, ordinal, hash from passages where document = ${document} order by ordinal`
  const free = Map.groupBy(rows, ({ hash }) => hash)
  const kept = new Map<number, Known>()
  for (const { ordinal, hash } of cut) {
    const row = free.get(hash)?.shift()
    if (row) kept.set(ordinal, row)
  }
  return { kept, gone: [...free.values()].flat().map(({ number }) => number) }
}

/** Moves passages to their new positions. Uses temporary positions, because positions are unique at all times. */
async function reorder({ sql }: Writing, kept: Map<number, { number: number; ordinal: number }>): Promise<void> {
  const moved = [...kept].filter(([place, { ordinal }]) => place !== ordinal)
  if (moved.length === 0) return
  const numbers = moved.map(([, { number }]) => number)
  await sql`update passages set ordinal = -1 - ordinal where number = any(${numbers}::integer[])`
  await sql`
    update passages set ordinal = moved.place
    from unnest(${numbers}::integer[], ${moved.map(([place]) => place)}::integer[]) as moved (number, place)
    where passages.number = moved.number`
}

type Stale = Named & { content: string }

/** A document with passages of an earlier edition, or a partly stored one that was not continued. */
export async function findStale({ sql, site }: Pick<Writing, 'sql' | 'site'>): Promise<Stale | undefined> {
  const [passage] = await sql<Stale[]>`
    select documents.id, title, language, documents.content from passages join documents on documents.id = document
    where passages.site = ${site.id} and edition < ${edition} and kind <> 'gone' limit 1`
  if (passage) return passage
  const [document] = await sql<Stale[]>`
    select id, title, language, content from documents
    where site = ${site.id} and kind <> 'gone' and content_hash = ${inPart} order by id limit 1`
  return document
}

/**
 * Cuts a stored document with the current rules. Unchanged passages keep their ids and vectors. Call `lockKnowledge`
 * before. Returns whether this is complete or the document was replaced.
 */
export async function recutDocument(tx: Writing, document: Stale, cut: Passage[]): Promise<boolean> {
  const { id, content } = document
  const [before] = await tx.sql<Stale[]>`
    select id, title, language, content from documents where id = ${id} and site = ${tx.site.id} and kind <> 'gone'`
  if (before?.content !== content || before.title !== document.title || before.language !== document.language)
    return true
  const change = await changeOf(tx, document, { passages: cut, before, max: piece })
  const { kept, gone, fresh, isWhole } = change
  await tx.sql`
    update documents set content_hash = ${isWhole ? hashOf(document, content) : inPart}, passages = ${kept.size + fresh.length}
    where id = ${id}`
  if (gone.length + fresh.length > 0) await tx.enqueue(embedTask, {}, { name: 'next' })
  await replacePassages(tx, document, change, before)
  return isWhole
}

/**
 * Recounts some of a document's passages that have an earlier edition. Call `lockKnowledge` before. Returns false if
 * there were none.
 */
export async function recountPiece(tx: Writing, { id }: { id: string }): Promise<boolean> {
  const rows = await tx.sql<
    { number: number; title: string; language: Language; headingPath: string; content: string }[]
  >`
    select number, title, language, heading_path as "headingPath", passages.content
    from passages join documents on documents.id = document
    where document = ${id} and passages.site = ${tx.site.id} and edition < ${edition} and kind <> 'gone'
    order by ordinal limit ${piece}`
  const language = rows[0]?.language
  if (language === undefined) return false
  const counts = await countPassages(tx.sql, language, rows)
  const passages = rows.map(({ number }, at) => ({ number, counts: counts[at] ?? new Map() }))
  await sweepLexemes(tx, await recountPostings(tx, language, passages))
  return true
}

/** Removes the remains of deleted documents. */
export const sweepTask = defineTask('knowledge.sweep', nothing)

/**
 * Deletes a document of this kind and everything learned from it; false if there is none. It cannot be found from this
 * transaction on. The passages of a long document are removed in pieces afterwards.
 */
export async function deleteDocument(tx: Writing, kind: DocumentKind, id: string): Promise<boolean> {
  const { sql, site } = tx
  await lockKnowledge(tx)
  const [found] = await sql<{ language: Language }[]>`
    select language from documents where id = ${id} and site = ${site.id} and kind = ${kind}`
  if (!found) return false
  await sql`update documents set kind = 'gone', content = '', content_hash = ${inPart} where id = ${id}`
  if (await removePiece(tx, { id, ...found })) await tx.enqueue(sweepTask, {}, { name: 'next' })
  return true
}

/**
 * Removes a piece of one of the site's deleted documents. Call `lockKnowledge` before. Returns whether there may be
 * more.
 */
export async function sweepPiece(tx: Writing): Promise<boolean> {
  const { sql, site } = tx
  const [document] = await sql<{ id: string; language: Language }[]>`
    select id, language from documents where site = ${site.id} and kind = 'gone' order by updated_at, id limit 1`
  if (!document) return false
  await removePiece(tx, document)
  return true
}

/** Removes passages, and the document with the last of them. Returns whether there are more. */
async function removePiece(tx: Writing, { id, language }: { id: string; language: Language }): Promise<boolean> {
  const { sql } = tx
  const rows = await sql<{ number: number }[]>`
    select number from passages where document = ${id} order by ordinal limit ${piece + 1}`
  const numbers = rows.slice(0, piece).map(({ number }) => number)
  await sweepLexemes(tx, await removePostings(tx, numbers, language))
  const isMore = rows.length > piece
  if (isMore) await sql`update documents set passages = passages - ${piece} where id = ${id}`
  else await sql`delete from documents where id = ${id}`
  return isMore
}
