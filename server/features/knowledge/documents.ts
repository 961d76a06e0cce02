import { createHash } from 'node:crypto'
import { newId } from '../../core/ids.ts'
import { lock } from '../../core/lock.ts'
import { defineTask, nothing } from '../../core/queue.ts'
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
  /** Begins with `man_`, `page_`, `file_` or `facts_`; a document with the same id is replaced. */
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
  /** False where only some of its passages were stored so far: store it again, in a transaction of its own. */
  isWhole: boolean
}

/**
 * How many new passages are stored in one transaction of what may be as long as a book: on the embedded database all others
 * wait while one is open.
 */
export const piece = 20

export type Storing = {
  /** The passages of the content, where it was cut already. */
  cut?: Passage[]
  /** How many new passages are stored now at most; the rest by further calls. */
  most?: number
}

/**
 * In the place of a hash where a document was stored in part: it is gone on with, and not searched before it is whole. Nor is
 * one that is gone, while some of its passages are left.
 */
export const inPart = ''

/**
 * One writer for a site at a time, from here to the end of the transaction. Its statistics can so be changed without
 * counting again, and two writers never wait for each other's rows. Take it before anything else of the knowledge is read.
 */
export const lockKnowledge = ({ sql, site }: Writing) => lock(sql, 'knowledge', site.id)

type Before = { content_hash: string; language: Language; passages: number; created_at: number }

/** Adds a document with its passages and what finds them, or replaces the one with its id. Call `lockKnowledge` before. */
export async function storeDocument(
  tx: Writing,
  document: NewDocument,
  { cut, most = Number.POSITIVE_INFINITY }: Storing = {},
): Promise<Stored> {
  const { sql, site } = tx
  const content = cleanText(document.content)
  const hash = hashOf(document, content)
  const [before] = await sql<Before[]>`
    select content_hash, language, passages, created_at from documents where id = ${document.id} and site = ${site.id}`
  const unchanged = before?.content_hash === hash
  const change = unchanged
    ? undefined
    : await changeOf(tx, document, { passages: cut ?? cutPassages(content), before, most })
  const count = change ? change.kept.size + change.fresh.length : (before?.passages ?? 0)
  const isWhole = change?.isWhole ?? true
  const row = { ...columns(document), content, content_hash: isWhole ? hash : inPart, passages: count }
  const createdAt = before?.created_at ?? tx.now()
  // Later than the first time, so that a replaced entry can be told from an added one.
  const updatedAt = before ? Math.max(tx.now(), createdAt + 1) : createdAt
  if (before) await sql`update documents set ${sql({ ...row, updated_at: updatedAt })} where id = ${document.id}`
  else
    await sql`insert into documents ${sql({ ...row, id: document.id, site: site.id, created_at: createdAt, updated_at: updatedAt })}`
  if (change) {
    await replacePassages(tx, document, change, before)
    await tx.enqueue(embedTask, { failures: 0 }, { name: 'next' })
  }
  return { content, passages: count, createdAt, updatedAt, unchanged, isWhole }
}

/** The address of another page that says the same, word for word; undefined where there is none. */
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

/** What of a document each of its passages is found by. */
type Named = Pick<NewDocument, 'id' | 'title' | 'language'>

type NewCut = Passage & { ordinal: number; hash: string }
type Known = { number: number; ordinal: number; hash: string }
type Change = {
  /** Those that stay, by the places that they take. */
  kept: Map<number, Known>
  gone: number[]
  fresh: NewCut[]
  isWhole: boolean
}

/** What of a document's passages stays, goes, and comes. One that is there already, wherever it stood, stays. */
async function changeOf(
  tx: Writing,
  document: Named,
  { passages, before, most }: { passages: Passage[]; before: Pick<Before, 'language'> | undefined; most: number },
): Promise<Change> {
  const cut = passages.map((passage, ordinal) => ({ ...passage, ordinal, hash: hashOfPassage(document, passage) }))
  const { kept, gone } = before ? await compare(tx, document.id, cut) : { kept: new Map(), gone: [] }
  const missing = cut.filter(({ ordinal }) => !kept.has(ordinal))
  return { kept, gone, fresh: missing.slice(0, most), isWhole: missing.length <= most }
}

/** Puts new passages in the place of those that go; those that stay keep their ids and all that was made of them. */
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

/** Which of the document's passages stay, by the places that they take, and the numbers of those that go. */
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

/** Gives passages that stay their new places; by way of places that none has, as no two may have the same at any time. */
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

/** A document with passages of an earlier edition, or one that was stored in part and not gone on with. */
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
 * Cuts a stored document as it is cut now; passages that stay the same keep their ids and vectors. Call `lockKnowledge` before.
 * Answers whether that is done, or the document another one by now.
 */
export async function recutDocument(tx: Writing, document: Stale, cut: Passage[]): Promise<boolean> {
  const { id, content } = document
  const [before] = await tx.sql<Stale[]>`
    select id, title, language, content from documents where id = ${id} and site = ${tx.site.id} and kind <> 'gone'`
  if (before?.content !== content || before.title !== document.title || before.language !== document.language)
    return true
  const change = await changeOf(tx, document, { passages: cut, before, most: piece })
  const { kept, gone, fresh, isWhole } = change
  await tx.sql`
    update documents set content_hash = ${isWhole ? hashOf(document, content) : inPart}, passages = ${kept.size + fresh.length}
    where id = ${id}`
  if (gone.length + fresh.length > 0) await tx.enqueue(embedTask, { failures: 0 }, { name: 'next' })
  await replacePassages(tx, document, change, before)
  return isWhole
}

/** Counts a piece of a document's passages of an earlier edition anew. Call `lockKnowledge` before. False: there were none. */
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

/** The job that takes away what is left of documents that are gone. */
export const sweepTask = defineTask('knowledge.sweep', nothing)

/**
 * Deletes a document of this kind with everything that was learned from it; false where there is none. It is not found from
 * this transaction on; the passages of a long one are taken away piece by piece afterwards.
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
 * Takes away a piece of a document of the site that is gone. Call `lockKnowledge` before. Answers whether there may be more.
 */
export async function sweepPiece(tx: Writing): Promise<boolean> {
  const { sql, site } = tx
  const [document] = await sql<{ id: string; language: Language }[]>`
    select id, language from documents where site = ${site.id} and kind = 'gone' order by updated_at, id limit 1`
  if (!document) return false
  await removePiece(tx, document)
  return true
}

/** Takes passages away, and with the last of them the document. Answers whether there are more. */
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
