import { z } from 'zod'
import type { UploadedFile } from '../../../shared/file.ts'
import { type MessageFile, maxChatFileBytes } from '../../../shared/message.ts'
import { exact } from '../../../shared/text.ts'
import { findBlob, keepBlob, readBlob, removeBlobs } from '../../core/blobs.ts'
import type { Context, Tx } from '../../core/context.ts'
import { conflict, forbidden, notFound } from '../../core/error.ts'
import { proveFile } from '../../core/file-kinds.ts'
import { newId } from '../../core/ids.ts'
import { type Download, download } from '../../core/operation.ts'
import type { ConversationRow } from './conversation.ts'

/**
 * Files that visitors and the team send in a chat, one per message. The bytes are a blob of the file's id; the message
 * describes it. Nobody is served anything but what the first bytes prove, as a download that runs nothing.
 */

/** A received file that was checked. `keep` finishes its blob, in the transaction that stores the message. */
export type ReceivedFile = { file: MessageFile; keep(tx: Tx): Promise<void> }

/** The maximum bytes of a file in a chat of this site. 403 if the site accepts none. */
export function maxChatFile({ site }: Context): number {
  const { files } = site.settings
  if (files.chat === 'off') throw forbidden('Files in chats are off.', 'files_off')
  return Math.min(files.maxChatMb * 1024 * 1024, maxChatFileBytes)
}

/** Checks a received file by its name and first bytes. @throws 400 if it is of no accepted kind */
export function receiveFile(given: UploadedFile): ReceivedFile {
  const { head, size } = given
  const { name, media, pixels } = proveFile(given.name, head)
  const id = newId('cfile')
  const keep = (tx: Tx) => keepBlob(tx, given, { kind: 'chat_file', id }, media)
  return { file: { id, name, type: media, size, ...pixels }, keep }
}

/** Refuses a visitor's file before its bytes are received. @returns its maximum bytes */
export async function admitVisitorFile(ctx: Context, conversation: ConversationRow): Promise<number> {
  const max = maxChatFile(ctx)
  await refuseVisitorFile(ctx, conversation)
  return max
}

/**
 * Refuses a visitor's file if the site accepts none in this state of the chat, or no more. Call it before the bytes are
 * received, and again in the transaction that stores the message.
 */
export async function refuseVisitorFile(
  ctx: Context,
  { id, status }: Pick<ConversationRow, 'id' | 'status'>,
): Promise<void> {
  const { files } = ctx.site.settings
  if (files.chat === 'live' && status !== 'live')
    throw forbidden('Files can be sent while the team handles the chat.', 'files_live_only')
  const [{ count }] = await ctx.sql<[{ count: number }]>`
    select count(*)::int as count from messages
    where conversation_id = ${id} and role = 'user' and file is not null`
  const limit = files.perConversation
  if (count >= limit)
    throw conflict(`A chat can have ${limit} files of its visitor.`, 'too_many_files', { params: { limit } })
}

/** The bytes of a file of a conversation. 404 if it was deleted. */
export async function downloadFile(ctx: Context, { id, fileId }: { id: string; fileId: string }): Promise<Download> {
  const [found] = await ctx.sql<{ file: MessageFile }[]>`
    select file from messages
    where conversation_id = ${id} and site = ${ctx.site.id} and file ->> 'id' = ${fileId} and not file ? 'deletedAt'`
  if (!found) throw notFound('file')
  const blob = await findBlob(ctx.sql, { kind: 'chat_file', id: fileId })
  if (!blob) throw notFound('file')
  const { name, type } = found.file
  return { name, media: type, parts: readBlob(ctx.sql, blob), stored: blob }
}

/** The files of a conversation that are not deleted, and when they were sent, oldest first. */
export const listFiles = ({ sql, site }: Context, conversationId: string) => sql<{ file: MessageFile; ts: number }[]>`
  select file, ts from messages
  where conversation_id = ${conversationId} and site = ${site.id} and file is not null and not file ? 'deletedAt'
  order by seq`

/** Deletes the files of a conversation, in the transaction that deletes it. */
export async function removeFiles(tx: Tx, conversationId: string): Promise<void> {
  const files = await listFiles(tx, conversationId)
  await removeBlobs(
    tx.sql,
    'chat_file',
    files.map(({ file }) => file.id),
  )
}

/** Deletes up to `max` files that were sent before a time. Their messages stay, and say so. @returns how many */
export async function removeOldFiles(ctx: Context, before: number, max: number): Promise<number> {
  return await ctx.tx(async (tx) => {
    const removed = await tx.sql<{ id: string; conversationId: string }[]>`
      with old as materialized (
        select id from messages where site = ${tx.site.id} and ts < ${before} and file is not null and not file ? 'deletedAt'
        order by ts limit ${max} for update skip locked)
      update messages set file = file || jsonb_build_object('deletedAt', ${tx.now()}::bigint)
      from old where messages.id = old.id
      returning messages.file ->> 'id' as id, conversation_id as "conversationId"`
    await removeBlobs(
      tx.sql,
      'chat_file',
      removed.map(({ id }) => id),
    )
    for (const id of new Set(removed.map(({ conversationId }) => conversationId)))
      tx.emit('conversation.changed', { id })
    return removed.length
  })
}

const id = exact(64, 1)

export const fileDownloads = {
  download: download('/conversations/:id/files/:fileId', {
    summary: 'Download a file of a conversation',
    description:
      'Returns what a visitor or the team sent. Files are deleted with their conversation, or after the days of `files.keepChatDays`.',
    scope: 'conversations:read',
    errors: [404],
    input: z.object({ id, fileId: id }),
    media: 'application/octet-stream',
    run: downloadFile,
  }),
}
