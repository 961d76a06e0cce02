import type { KnowledgeFile } from '../../../../shared/file.ts'
import { readWholeBlob, removeBlobs } from '../../../core/blobs.ts'
import type { Context, Tx } from '../../../core/context.ts'
import { errorFields, type Failure, failure, failureColumns } from '../../../core/failure.ts'
import type { RunResult } from '../../../core/queue.ts'
import { type FileText, Unreadable } from '../../../core/reader.ts'
import { siteTask } from '../../../core/tasks.ts'
import { deleteDocument, lockKnowledge, type NewDocument, piece, storeDocument } from '../documents.ts'
import { languageOf } from '../lexemes.ts'
import { localeOfText } from '../text-language.ts'
import { readName, readTask, removeFile } from './files.ts'

const retry = [1_000, 10_000, 60_000]
/** How often to check whether the file being read still exists. */
const checkEvery = 1_000

/** Reads files in the background, one per site at a time, so that they never fill the queue. */
export const fileTasks = [siteTask(readTask, { retry, lane: 'work', run: readNext, gaveUp: failFile })]

type FileRow = Pick<KnowledgeFile, 'id' | 'name' | 'type' | 'createdAt'>

async function readNext(ctx: Context): Promise<RunResult> {
  const file = await ctx.tx(takeNextFile)
  if (!file) return
  const found = await readOne(ctx, file)
  for (let isLearned = !found; found && !isLearned; ) isLearned = await ctx.tx((tx) => learn(tx, file, found))
  return 'again'
}

/** The oldest waiting file, or one that was begun before. */
async function takeNextFile(tx: Tx): Promise<FileRow | undefined> {
  const { sql, site } = tx
  const [file] = await sql<FileRow[]>`
    update files set status = 'processing' where id = (
      select id from files where site = ${site.id} and status in ('queued', 'processing')
      order by created_at, id limit 1)
    returning id, name, type, created_at as "createdAt"`
  if (file) tx.emit('file.changed', { id: file.id })
  return file
}

/** Gives up the file that could not be read, and goes on with the next. */
async function failFile(tx: Tx): Promise<void> {
  const file = await takeNextFile(tx)
  if (!file) return
  await deleteDocument(tx, 'file', file.id)
  const sentence = 'It was tried four times. The log says why it failed.'
  await end(tx, file, { status: 'error', failed: failure('file_gave_up', sentence, { times: retry.length + 1 }) })
  await tx.enqueue(readTask, {}, { name: readName })
}

/** The text of the file, or why it has none. Undefined if it was deleted in the meantime. */
async function readOne(ctx: Context, file: FileRow): Promise<FileText | Unreadable | undefined> {
  const { id, type } = file
  const bytes = await readWholeBlob(ctx.sql, { kind: 'knowledge_file', id })
  const unwanted = new AbortController()
  const look = setInterval(async () => {
    try {
      const [found] = await ctx.sql`select from files where id = ${id} and status = 'processing'`
      if (!found) unwanted.abort()
    } catch (err) {
      // An error here says nothing about the file, so reading continues.
      ctx.log.warn({ err, file: id }, 'could not check whether a file still exists')
    }
  }, checkEvery)
  try {
    return await ctx.services.reader.readFile(type, bytes, AbortSignal.any([unwanted.signal, ctx.signal]))
  } catch (error) {
    if (unwanted.signal.aborted) return undefined
    if (error instanceof Unreadable) return error
    throw error
  } finally {
    clearInterval(look)
  }
}

/**
 * Stores the result of a file, unless it was deleted or another server came first. Returns false if there is more to
 * store.
 */
async function learn(tx: Tx, file: FileRow, found: FileText | Unreadable): Promise<boolean> {
  await lockKnowledge(tx)
  const [wanted] = await tx.sql`select from files where id = ${file.id} and status = 'processing' for update`
  if (!wanted) return true
  if (found instanceof Unreadable) {
    await end(tx, file, { status: 'error', failed: found })
    return true
  }
  const { locale } = tx.site.settings.assistant
  const document: NewDocument = {
    ...{ id: file.id, kind: 'file', title: file.name, url: null, category: null, updatedBy: null },
    language: languageOf(found.language || (await localeOfText(tx.sql, found.markdown, locale))),
    content: found.markdown,
  }
  const { passages, isWhole } = await storeDocument(tx, document, { cut: found.passages, max: piece })
  if (!isWhole) return false
  await end(tx, file, { status: 'indexed', passages, truncated: found.truncated })
  const before = await tx.sql<{ id: string }[]>`
    select id from files where site = ${tx.site.id} and name = ${file.name} and (created_at, id) < (${file.createdAt}, ${file.id})`
  for (const { id } of before) await removeFile(tx, id)
  return true
}

type End = { status: 'indexed' | 'error'; passages?: number; truncated?: boolean; failed?: Failure }

async function end(tx: Tx, { id, name }: FileRow, { status, passages = 0, truncated = false, failed }: End) {
  const { sql } = tx
  const row = { status, passages, truncated, ...failureColumns(sql, failed), processed_at: tx.now() }
  const { count } = await sql`update files set ${sql(row)} where id = ${id} and status = 'processing'`
  if (count === 0) return
  await removeBlobs(sql, 'knowledge_file', [id])
  tx.emit('knowledge.file.processed', { fileId: id, name, status, passages, truncated, ...errorFields(failed) })
}
