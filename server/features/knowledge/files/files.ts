import { z } from 'zod'
import { FileType, KnowledgeFile, KnowledgeFiles, maxFileBytes, NewFile } from '../../../../shared/file.ts'
import type { Problem } from '../../../../shared/overview.ts'
import { Deleted, PageQuery } from '../../../../shared/page.ts'
import { exact } from '../../../../shared/text.ts'
import { keepBlob, removeBlobs } from '../../../core/blobs.ts'
import type { Context, Tx } from '../../../core/context.ts'
import { badRequest, notFound, rateLimited } from '../../../core/error.ts'
import { failure, toProblem } from '../../../core/failure.ts'
import { beginsWith, cleanFileName, fileEnding, isText, latin } from '../../../core/file-check.ts'
import { newId } from '../../../core/ids.ts'
import { del, get, upload } from '../../../core/operation.ts'
import { cutPage, readCursor } from '../../../core/paging.ts'
import { defineTask, nothing } from '../../../core/queue.ts'
import type { Sql } from '../../../database/database.ts'
import { deleteDocument, lockKnowledge } from '../documents.ts'

/** Reads the files of a site, one after the other. */
export const readTask = defineTask('knowledge.file.read', nothing)
/** A single task name, so that a site never has two of them. */
export const readName = 'files'

/** Waiting files use disk space; nobody uploads this many by hand. */
const maxWaiting = 100

const columns = (sql: Sql) => sql`
  id, name, type, size, status, passages, truncated, error, reason, params, created_at as "createdAt", created_by as "createdBy",
  processed_at as "processedAt"`

/** The files of the site, newest first. */
async function listFiles({ sql, site }: Context, { before, limit }: PageQuery): Promise<KnowledgeFiles> {
  const from = before === undefined ? undefined : readCursor(before)
  const found = await sql<KnowledgeFile[]>`
    select ${columns(sql)} from files
    where site = ${site.id} ${from ? sql`and (created_at, id) < (${from.at}, ${from.id})` : sql``}
    order by created_at desc, id desc limit ${limit + 1}`
  const { rows, next } = cutPage(found, limit, ({ createdAt, id }) => ({ at: createdAt, id }))
  return { site: site.id, files: rows, next }
}

async function admitFile(ctx: Context): Promise<number> {
  await refuseMany(ctx)
  return maxFileBytes
}

/**
 * Accepts a file for reading in the background. 400 if its name or first bytes show that it cannot be read, 429 while
 * too many files wait.
 */
async function addFile(ctx: Context, { file }: NewFile): Promise<KnowledgeFile> {
  const name = cleanFileName(file.name)
  const type = typeOf(name)
  refuseDisguised(type, file.head)
  const id = newId('file')
  return await ctx.tx(async (tx) => {
    const { sql, site } = tx
    await refuseMany(tx)
    const row = { id, site: site.id, name, type, size: file.size, status: 'queued' }
    const [added] = await sql<[KnowledgeFile]>`
      insert into files ${sql({ ...row, created_at: tx.now(), created_by: ctx.actor.id })} returning ${columns(sql)}`
    await keepBlob(tx, file, { kind: 'knowledge_file', id }, mediaOf(type))
    await tx.enqueue(readTask, {}, { name: readName })
    tx.emit('file.changed', { id })
    return added
  })
}

async function refuseMany({ sql, site }: Context): Promise<void> {
  const [{ waiting }] = await sql<[{ waiting: number }]>`
    select count(*)::int as waiting from files where site = ${site.id} and status in ('queued', 'processing')`
  if (waiting >= maxWaiting) throw rateLimited(60)
}

/** Deletes a file, what was learned from it, and its unread parts. */
async function deleteFile(ctx: Context, { id }: { id: string }): Promise<Deleted> {
  await ctx.tx(async (tx) => {
    await lockKnowledge(tx)
    if (!(await removeFile(tx, id))) throw notFound('file')
  })
  return { id, deleted: true }
}

/** Call `lockKnowledge` before. Returns false if the site has no such file. */
export async function removeFile(tx: Tx, id: string): Promise<boolean> {
  const { count } = await tx.sql`delete from files where id = ${id} and site = ${tx.site.id}`
  if (count === 0) return false
  await removeBlobs(tx.sql, 'knowledge_file', [id])
  await deleteDocument(tx, 'file', id)
  tx.emit('file.changed', { id })
  return true
}

const types: Record<string, FileType> = { markdown: 'md', htm: 'html' }

/** The type of a file by its extension. 400 for unsupported types. */
function typeOf(name: string): FileType {
  const ending = fileEnding(name)
  const type = FileType.safeParse(types[ending] ?? ending)
  if (type.success) return type.data
  throw badRequest('file: Must be a .pdf, .docx, .txt, .md, .html, .csv or .json file.')
}

const docx = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document'

/** The media type that the first bytes of a file of this type prove. */
const mediaOf = (type: FileType): string => (type === 'pdf' ? 'application/pdf' : type === 'docx' ? docx : 'text/plain')

/** PDF readers search this many bytes for the header. */
const maxHeadBytes = 1024

/** The first bytes of password-protected Office files and of old Word files, which the reader reports. */
const compound = [0xd0, 0xcf, 0x11, 0xe0]
const zip = [0x50, 0x4b, 0x03, 0x04]

/** Rejects a file whose first bytes contradict its name. Its reader checks the rest. */
function refuseDisguised(type: FileType, bytes: Uint8Array): void {
  if (bytes.length === 0) throw badRequest('file: The file is empty.')
  if (type === 'pdf' && !latin(bytes.subarray(0, maxHeadBytes)).includes('%PDF-'))
    throw badRequest('file: This is not a PDF, although its extension says so.')
  if (type === 'docx' && ![zip, compound].some((mark) => beginsWith(bytes, mark)))
    throw badRequest('file: This is not a Word document, although its extension says so.')
  if (type !== 'pdf' && type !== 'docx' && !isText(bytes))
    throw badRequest('file: This is not text, although its extension says so.')
}

const maxNamed = 5

/** Files that could not be read, listed until somebody deletes them. */
export async function fileProblem({ sql, site }: Context): Promise<Problem[]> {
  const failed = await sql<{ name: string; error: string | null }[]>`
    select name, error from files where site = ${site.id} and status = 'error'
    order by created_at desc, id desc limit ${maxNamed}`
  if (failed.length === 0) return []
  const detail = failed.map(({ name, error }) => `${name}: ${error ?? ''}`).join(' · ')
  const names = failed.map(({ name }) => name).join(', ')
  return [toProblem('file_failed', 'Files could not be read', failure('files_failed', detail, { names }))]
}

export const fileOperations = {
  list: get('/knowledge/files', {
    summary: 'List files',
    description: 'Returns knowledge files, newest first.',
    scope: 'knowledge:read',
    input: PageQuery,
    output: KnowledgeFiles,
    run: listFiles,
  }),
  delete: del('/knowledge/files/:id', {
    summary: 'Delete a file',
    description: 'Deletes the file and what was learned from it.',
    scope: 'knowledge:write',
    errors: [404],
    input: z.object({ id: exact(64, 1) }),
    output: Deleted,
    run: deleteFile,
  }),
}

/** The input is multipart, so it has no tRPC procedure. */
export const fileUploads = {
  add: upload('/knowledge/files', {
    summary: 'Add a file',
    description:
      'The file is read in the background; `knowledge.file.processed` reports the result. Once learned, it replaces ' +
      'files with the same name.',
    scope: 'knowledge:write',
    status: 201,
    input: NewFile,
    output: KnowledgeFile,
    admitFile,
    run: addFile,
  }),
}
