import { Buffer } from 'node:buffer'
import type { KnowledgeFile, KnowledgeFiles, NewFile } from '../../../shared/file.ts'
import type { Deleted, PageQuery } from '../../../shared/page.ts'
import type { Context, Tx } from '../../core/context.ts'
import { cutPage, readCursor } from '../../core/cursor.ts'
import { notFound, rateLimited } from '../../core/error.ts'
import { newId } from '../../core/ids.ts'
import type { Sql } from '../../core/sql.ts'
import { deleteDocument, lockKnowledge } from '../knowledge/documents.ts'
import { refuseDisguised } from './content.ts'
import { nameOf, typeOf } from './name.ts'

/** The job that reads the files of a site, one after the other. */
export const readJob = 'knowledge.file.read'
/** Under its one name, so that a site never has two of them. */
export const readName = 'files'

const partBytes = 1024 * 1024
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
  return await ctx.tx(async (tx) => {
    const { sql, site } = tx
    const [{ waiting }] = await sql<[{ waiting: number }]>`
      select count(*)::int as waiting from files where site = ${site.id} and status in ('queued', 'processing')`
    if (waiting >= mostWaiting) throw rateLimited(60)
    const row = { id: newId('file'), site: site.id, name, type, size: bytes.length, status: 'queued' }
    const [added] = await sql<[KnowledgeFile]>`
      insert into files ${sql({ ...row, created_at: tx.now(), created_by: ctx.actor.id })} returning ${columns(sql)}`
    for (let part = 0; part * partBytes < bytes.length; part++) {
      const some = bytes.subarray(part * partBytes, (part + 1) * partBytes)
      await sql`insert into file_parts ${sql({ file: row.id, part, bytes: some })}`
    }
    await tx.enqueue(readJob, {}, { name: readName })
    tx.emit('file.changed', { id: row.id })
    return added
  })
}

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
  await deleteDocument(tx, 'file', id)
  tx.emit('file.changed', { id })
  return true
}
