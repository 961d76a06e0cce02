import { Buffer } from 'node:buffer'
import { z } from 'zod'
import type { KnowledgeFile, KnowledgeFiles, NewFile } from '../../../../shared/file.ts'
import type { Deleted, PageQuery } from '../../../../shared/page.ts'
import type { Context, Tx } from '../../../core/context.ts'
import { cutPage, readCursor } from '../../../core/cursor.ts'
import { notFound, rateLimited } from '../../../core/error.ts'
import { newId } from '../../../core/ids.ts'
import { defineTask, nothing } from '../../../core/queue.ts'
import { serverTask } from '../../../core/tasks.ts'
import type { Sql } from '../../../database/database.ts'
import { deleteDocument, lockKnowledge } from '../documents.ts'
import { refuseDisguised } from './content.ts'
import { nameOf, typeOf } from './name.ts'

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
export async function listFiles({ sql, site }: Context, { before, limit }: PageQuery): Promise<KnowledgeFiles> {
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
export async function addFile(ctx: Context, { file }: NewFile): Promise<KnowledgeFile> {
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
export async function deleteFile(ctx: Context, { id }: { id: string }): Promise<Deleted> {
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
