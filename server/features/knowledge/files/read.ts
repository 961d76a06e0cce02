import type { KnowledgeFile } from '../../../../shared/file.ts'
import type { Context, Tx } from '../../../core/context.ts'
import { type FileText, Unreadable } from '../../../core/reader.ts'
import { siteTask } from '../../../core/tasks.ts'
import { deleteDocument, lockKnowledge, type NewDocument, piece, storeDocument } from '../documents.ts'
import { languageOf } from '../lexemes.ts'
import { localeOfText } from '../text-language.ts'
import { partTask, readName, readTask, removeFile } from './files.ts'

const retry = [1_000, 10_000, 60_000]
/** How often it is looked whether a file that is being read is still wanted. */
const lookEvery = 1_000

/** What reads files in the background: a site's one after the other, so that they never fill the queue. */
export const fileTasks = [
  siteTask(readTask, { retry, lane: 'work', run: (ctx, _, attempt) => readNext(ctx, attempt) }),
  partTask,
]

type FileRow = Pick<KnowledgeFile, 'id' | 'name' | 'type' | 'size' | 'createdAt'>

async function readNext(ctx: Context, attempt: number): Promise<void> {
  const file = await takeUp(ctx)
  if (!file) return
  try {
    const found = await readOne(ctx, file)
    for (let isLearned = !found; found && !isLearned; ) isLearned = await ctx.tx((tx) => learn(tx, file, found))
  } catch (error) {
    // A server that stops gives up what it reads, which says nothing of the file.
    if (attempt <= retry.length || ctx.parts.stopping.aborted) throw error
    ctx.log.error({ err: error, file: file.id }, 'a file could not be learned')
    await ctx.tx(async (tx) => {
      await deleteDocument(tx, 'file', file.id)
      await end(tx, file, { status: 'error', error: 'It was tried four times. The log says why it failed.' })
    })
  }
  await ctx.tx((tx) => goOn(tx))
}

/** The oldest that waits, or that a server which was killed had begun. */
function takeUp(ctx: Context): Promise<FileRow | undefined> {
  return ctx.tx(async (tx) => {
    const { sql, site } = tx
    const [file] = await sql<FileRow[]>`
      update files set status = 'processing' where id = (
        select id from files where site = ${site.id} and status in ('queued', 'processing')
        order by created_at, id limit 1)
      returning id, name, type, size, created_at as "createdAt"`
    if (file) tx.emit('file.changed', { id: file.id })
    return file
  })
}

async function goOn(tx: Tx): Promise<void> {
  const [more] = await tx.sql`
    select from files where site = ${tx.site.id} and status in ('queued', 'processing') limit 1`
  if (more) await tx.enqueue(readTask, {}, { name: readName })
}

/** What the file says, or why it says nothing; undefined where it was deleted meanwhile. */
async function readOne(ctx: Context, file: FileRow): Promise<FileText | Unreadable | undefined> {
  const { id, type } = file
  const bytes = await bytesOf(ctx, file)
  const unwanted = new AbortController()
  const look = setInterval(async () => {
    try {
      const [found] = await ctx.sql`select from files where id = ${id} and status = 'processing'`
      if (!found) unwanted.abort()
    } catch (err) {
      // That says nothing of the file: its reading goes on.
      ctx.log.warn({ err, file: id }, 'it could not be looked up whether a file is still wanted')
    }
  }, lookEvery)
  try {
    return await ctx.parts.reader.readFile(type, bytes, unwanted.signal)
  } catch (error) {
    if (unwanted.signal.aborted) return undefined
    if (error instanceof Unreadable) return error
    throw error
  } finally {
    clearInterval(look)
  }
}

/** In memory of its own, which can be handed to the thread that reads it. Part by part: others are answered in between. */
async function bytesOf({ sql }: Context, { id, size }: FileRow): Promise<Uint8Array<ArrayBuffer>> {
  const bytes = new Uint8Array(size)
  for (let at = 0, part = 0; at < size; part++) {
    const [found] = await sql<
      { bytes: Uint8Array }[]
    >`select bytes from file_parts where file = ${id} and part = ${part}`
    // It was deleted meanwhile, as will be seen before anything of it is kept.
    if (!found) break
    bytes.set(found.bytes, at)
    at += found.bytes.length
  }
  return bytes
}

/**
 * Keeps what came of a file, unless it was deleted meanwhile, or another server came first. Answers false where there is more
 * of it to keep.
 */
async function learn(tx: Tx, file: FileRow, found: FileText | Unreadable): Promise<boolean> {
  await lockKnowledge(tx)
  const [wanted] = await tx.sql`select from files where id = ${file.id} and status = 'processing' for update`
  if (!wanted) return true
  if (found instanceof Unreadable) {
    await end(tx, file, { status: 'error', error: found.message })
    return true
  }
  const { locale } = tx.site.settings.assistant
  const document: NewDocument = {
    ...{ id: file.id, kind: 'file', title: file.name, url: null, category: null, updatedBy: null },
    language: languageOf(found.language || (await localeOfText(tx.sql, found.markdown, locale))),
    content: found.markdown,
  }
  const { passages, isWhole } = await storeDocument(tx, document, { cut: found.passages, most: piece })
  if (!isWhole) return false
  await end(tx, file, { status: 'indexed', passages, truncated: found.truncated })
  const before = await tx.sql<{ id: string }[]>`
    select id from files where site = ${tx.site.id} and name = ${file.name} and (created_at, id) < (${file.createdAt}, ${file.id})`
  for (const { id } of before) await removeFile(tx, id)
  return true
}

type End = { status: 'indexed' | 'error'; passages?: number; truncated?: boolean; error?: string }

async function end(tx: Tx, { id, name }: FileRow, { status, passages = 0, truncated = false, error }: End) {
  const { sql } = tx
  const row = { status, passages, truncated, error: error ?? null, processed_at: tx.now() }
  const { count } = await sql`update files set ${sql(row)} where id = ${id} and status = 'processing'`
  if (count === 0) return
  await sql`delete from file_parts where file = ${id}`
  tx.emit('knowledge.file.processed', { fileId: id, name, status, passages, truncated, error: error ?? null })
}
