import { Buffer } from 'node:buffer'
import { z } from 'zod'
import { FileType, KnowledgeFile, KnowledgeFiles, NewFile } from '../../../../shared/file.ts'
import { type Problem, problemPages } from '../../../../shared/overview.ts'
import { Deleted, PageQuery } from '../../../../shared/page.ts'
import { exact } from '../../../../shared/text.ts'
import type { Context, Tx } from '../../../core/context.ts'
import { cutPage, readCursor } from '../../../core/cursor.ts'
import { badRequest, notFound, rateLimited } from '../../../core/error.ts'
import { newId } from '../../../core/ids.ts'
import { del, get, post } from '../../../core/operation.ts'
import { defineTask, nothing } from '../../../core/queue.ts'
import { serverTask } from '../../../core/tasks.ts'
import type { Sql } from '../../../database/database.ts'
import { deleteDocument, lockKnowledge } from '../documents.ts'

/** Reads the files of a site, one after the other. */
export const readTask = defineTask('knowledge.file.read', nothing)
/** Under its one name, so that a site never has two of them. */
export const readName = 'files'

/** Forgets the first parts of a file of which the last never came. */
const forgetTask = defineTask('knowledge.file.forget', z.object({ file: z.string() }))
/** Longer than it takes to store what was received already. */
const forgetAfter = 60 * 60_000

const partBytes = 256 * 1024
/** What waits takes room; nobody sends so many by hand. */
const mostWaiting = 100

const columns = (sql: Sql) => sql`
  id, name, type, size, status, passages, truncated, error, created_at as "createdAt", created_by as "createdBy",
  processed_at as "processedAt"`

/** The files of the site, the last added first. */
async function listFiles({ sql, site }: Context, { before, limit }: PageQuery): Promise<KnowledgeFiles> {
  const from = before === undefined ? undefined : readCursor(before)
  const found = await sql<KnowledgeFile[]>`
    select ${columns(sql)} from files
    where site = ${site.id} ${from ? sql`and (created_at, id) < (${from.at}, ${from.id})` : sql``}
    order by created_at desc, id desc limit ${limit + 1}`
  const { rows, next } = cutPage(found, limit, ({ createdAt, id }) => ({ at: createdAt, id }))
  return { site: site.id, files: rows, next }
}

/**
 * Takes a file up, to be read in the background. 400 where its name or its first bytes say that it cannot be, 429 while too
 * many wait to be read.
 */
async function addFile(ctx: Context, { file }: NewFile): Promise<KnowledgeFile> {
  const name = nameOf(file.name)
  const type = typeOf(name)
  const bytes = Buffer.from(await file.arrayBuffer())
  refuseDisguised(type, bytes)
  await refuseMany(ctx)
  const id = newId('file')
  const last = await storeAllButLast(ctx, id, bytes)
  return await ctx.tx(async (tx) => {
    const { sql, site } = tx
    await refuseMany(tx)
    const row = { id, site: site.id, name, type, size: bytes.length, status: 'queued' }
    const [added] = await sql<[KnowledgeFile]>`
      insert into files ${sql({ ...row, created_at: tx.now(), created_by: ctx.actor.id })} returning ${columns(sql)}`
    await storePart(sql, id, bytes, last)
    await tx.enqueue(readTask, {}, { name: readName })
    tx.emit('file.changed', { id })
    return added
  })
}

async function refuseMany({ sql, site }: Context): Promise<void> {
  const [{ waiting }] = await sql<[{ waiting: number }]>`
    select count(*)::int as waiting from files where site = ${site.id} and status in ('queued', 'processing')`
  if (waiting >= mostWaiting) throw rateLimited(60)
}

/**
 * Stores the parts of a file but the last one, which comes with the file itself. Each in a transaction of its own: on the
 * embedded database all others wait while one is open. Whatever comes between, what nobody asks for is forgotten later.
 */
async function storeAllButLast({ sql, site, now, parts }: Context, id: string, bytes: Buffer): Promise<number> {
  const last = Math.floor((bytes.length - 1) / partBytes)
  if (last > 0) await parts.queue.add(forgetTask, site.id, { file: id }, { name: id, at: now() + forgetAfter })
  for (let part = 0; part < last; part++) await storePart(sql, id, bytes, part)
  return last
}

const storePart = (sql: Sql, file: string, bytes: Buffer, part: number) =>
  sql`insert into file_parts ${sql({ file, part, bytes: bytes.subarray(part * partBytes, (part + 1) * partBytes) })}`

/** What forgets the parts of files that never came to be, as the server was killed or the file refused meanwhile. */
export const partTask = serverTask(forgetTask, {
  retry: [60_000, 60 * 60_000],
  async run({ database: { sql } }, { file }) {
    await sql`delete from file_parts where file = ${file} and not exists (select from files where id = ${file})`
  },
})

/** Deletes a file, what was learned of it, and what waits to be read of it. */
async function deleteFile(ctx: Context, { id }: { id: string }): Promise<Deleted> {
  await ctx.tx(async (tx) => {
    await lockKnowledge(tx)
    if (!(await removeFile(tx, id))) throw notFound('file')
  })
  return { id, deleted: true }
}

/** Call `lockKnowledge` before. False where the site has no such file. */
export async function removeFile(tx: Tx, id: string): Promise<boolean> {
  const { count } = await tx.sql`delete from files where id = ${id} and site = ${tx.site.id}`
  if (count === 0) return false
  await tx.sql`delete from file_parts where file = ${id}`
  await deleteDocument(tx, 'file', id)
  tx.emit('file.changed', { id })
  return true
}

const longest = 200
const types: Record<string, FileType> = { markdown: 'md', htm: 'html' }

/**
 * The name of a file as it is shown: without the folders that some browsers send, and without characters that are not seen
 * or turn others around. At most 200 characters, of which the ending is never cut.
 */
function nameOf(given: string): string {
  const base = given.toWellFormed().normalize('NFC').split(/[/\\]/).at(-1) ?? ''
  const name = base
    .replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Co}\ufffd]/gu, '')
    .replace(/\s+/g, ' ')
    .trim()
  const signs = [...name]
  const ending = [...(/\.[a-z]{1,8}$/i.exec(name)?.[0] ?? '')]
  return signs.length <= longest ? name : [...signs.slice(0, longest - ending.length), ...ending].join('')
}

/** What the ending of a name says that the file is. 400 for what cannot be learned. */
function typeOf(name: string): FileType {
  const ending = /[^.]\.([a-z]+)$/i.exec(name)?.[1]?.toLowerCase() ?? ''
  const type = FileType.safeParse(types[ending] ?? ending)
  if (type.success) return type.data
  throw badRequest('file: Must be a .pdf, .docx, .txt, .md, .html, .csv or .json.')
}

/** As far as readers look for the beginning of a PDF. */
const lookedAt = 1024

/** How a file begins that is protected by a password; so does one of an old Word, of which the reader tells. */
const compound = [0xd0, 0xcf, 0x11, 0xe0]
const zip = [0x50, 0x4b, 0x03, 0x04]
const utf16 = [
  [0xff, 0xfe],
  [0xfe, 0xff],
]

/** Refuses a file that is not what its name says, as far as its first bytes tell. The rest is for its reader. */
function refuseDisguised(type: FileType, bytes: Uint8Array): void {
  if (bytes.length === 0) throw badRequest('file: This file is empty.')
  if (type === 'pdf' && !latin(bytes.subarray(0, lookedAt)).includes('%PDF-'))
    throw badRequest('file: This is not a PDF, although its name ends like one.')
  if (type === 'docx' && ![zip, compound].some((mark) => begins(bytes, mark)))
    throw badRequest('file: This is not a Word document, although its name ends like one.')
  if (type !== 'pdf' && type !== 'docx' && !isText(bytes))
    throw badRequest('file: This is not text, although its name ends like one.')
}

/** Text holds no NUL, unless it is of two bytes a character, which it says at its beginning. */
const isText = (bytes: Uint8Array) =>
  utf16.some((mark) => begins(bytes, mark)) || !(bytes.includes(0) || latin(bytes.subarray(0, 5)) === '%PDF-')

const begins = (bytes: Uint8Array, mark: number[]) => mark.every((byte, at) => bytes[at] === byte)
const latin = (bytes: Uint8Array) => new TextDecoder('latin1').decode(bytes)

const mostNamed = 5

/** Files from which nothing could be learned; they are listed until somebody removes them. */
export async function fileProblem({ sql, site }: Context): Promise<Problem[]> {
  const failed = await sql<{ name: string; error: string | null }[]>`
    select name, error from files where site = ${site.id} and status = 'error'
    order by created_at desc, id desc limit ${mostNamed}`
  if (failed.length === 0) return []
  const detail = failed.map(({ name, error }) => `${name}: ${error ?? ''}`).join(' · ')
  return [{ kind: 'file_failed', title: 'Files could not be read', detail, page: problemPages.file_failed }]
}

export const fileOperations = {
  list: get('/knowledge/files', {
    summary: 'List the files of the knowledge',
    description: 'The last added first.',
    scope: 'knowledge:read',
    input: PageQuery,
    output: KnowledgeFiles,
    run: listFiles,
  }),
  delete: del('/knowledge/files/:id', {
    summary: 'Delete a file of the knowledge',
    description: 'With all that was learned of it.',
    scope: 'knowledge:write',
    errors: [404],
    input: z.object({ id: exact(64, 1) }),
    output: Deleted,
    run: deleteFile,
  }),
}

/** Its input is a form with a file in it, and so it has no twin in tRPC. */
export const fileUploads = {
  add: post('/knowledge/files', {
    summary: 'Add a file to the knowledge',
    description:
      'It is read in the background, and `knowledge.file.processed` tells what came of it. Once it is learned, it takes the ' +
      'place of files of the same name.',
    scope: 'knowledge:write',
    status: 201,
    input: NewFile,
    output: KnowledgeFile,
    run: addFile,
  }),
}
