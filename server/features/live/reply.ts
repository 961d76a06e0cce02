import type { TeamReply } from '../../../shared/live.ts'
import type { Message, SentFile } from '../../../shared/message.ts'
import type { Context, Tx } from '../../core/context.ts'
import { badRequest, conflict, notFound } from '../../core/error.ts'
import { addMessages } from '../conversations/add-messages.ts'
import { changeConversation } from '../conversations/change-conversation.ts'
import { type ConversationRow, findConversation, updateConversation } from '../conversations/conversation.ts'
import { dropDraft } from '../conversations/drafts.ts'
import { maxChatFile, type ReceivedFile, receiveFile } from '../conversations/files.ts'
import { findMessage, type MessageRow, toMessage, toStoredMessage } from '../conversations/messages.ts'
import { becomeLive } from '../conversations/queue-entry.ts'
import { agentOf, authorOf, refuseLiveOff, replyName } from './agent.ts'

const maxUnseen = 100

/**
 * Sends a reply of the team. If the assistant handles the conversation, or it is closed or unassigned, it is assigned
 * to the writer; a running reply of the assistant is stopped before. 409 with `unseen` if there are messages that the
 * writer has not seen.
 */
export async function replyToVisitor(
  ctx: Context,
  input: TeamReply & { id: string },
  received?: ReceivedFile,
): Promise<Message> {
  refuseLiveOff(ctx)
  const agent = agentOf(ctx)
  return await changeConversation(ctx, input.id, {
    check: (tx, conversation) => refuseUnseen(tx, conversation, agent.id, input),
    stops: () => true,
    async run(tx, conversation) {
      await received?.keep(tx)
      const { messages, changes } = await addMessages(tx, conversation, [
        {
          role: 'agent',
          content: { type: 'text', text: input.text },
          author: authorOf(agent),
          meta: { human: true, agentName: replyName(tx, conversation, agent) },
          file: received?.file ?? null,
          ...(input.original === undefined ? {} : { payload: { original: input.original } }),
        },
      ])
      const isTaken = conversation.status === 'live' && conversation.assigned_to !== null
      const mine = { assigned_to: agent.id, assigned_name: agent.name, taken_at: null }
      const taken = isTaken ? {} : { ...(await becomeLive(tx, conversation)), ...mine }
      await updateConversation(tx.sql, conversation.id, {
        ...changes,
        waiting_since: null,
        missed_open: false,
        ...taken,
      })
      await dropDraft(tx, conversation.id, agent.id)
      // The event of the message, which visitors also receive, has no original.
      if (!isTaken || input.original !== undefined) tx.emit('conversation.changed', { id: conversation.id })
      return toMessage(messages[0]!)
    },
  })
}

/** A message of the team, as it was answered. */
export async function readReply({ sql }: Context, id: string, conversation: { id: string }): Promise<Message> {
  const message = await findMessage(sql, conversation.id, id, 'agent')
  if (!message) throw notFound('message')
  return toMessage(message)
}

/** Refuses a file of the team before its bytes are received. @returns its maximum bytes */
export async function admitTeamFile(ctx: Context, fields: Record<string, unknown>): Promise<number> {
  refuseLiveOff(ctx)
  if (!(await findConversation(ctx, String(fields.id)))) throw notFound('conversation')
  return maxChatFile(ctx)
}

/** Sends a file of the team, like a reply. Its bytes are kept only with its message. */
export async function sendFileToVisitor(
  ctx: Context,
  { id, file, text, lastSeenMessageId }: SentFile & Pick<TeamReply, 'lastSeenMessageId'> & { id: string },
): Promise<Message> {
  const received = receiveFile(file)
  const reply = { id, text: text || received.file.name, lastSeenMessageId, force: false }
  return await replyToVisitor(ctx, reply, received)
}

/** Rejects a reply if there are messages that the writer has not seen. */
async function refuseUnseen(
  tx: Tx,
  { id }: ConversationRow,
  me: string,
  { lastSeenMessageId, force }: TeamReply,
): Promise<void> {
  if (lastSeenMessageId === undefined || force) return
  const [seen] = await tx.sql<{ seq: number }[]>`
    select seq from messages where conversation_id = ${id} and id = ${lastSeenMessageId}`
  if (!seen)
    throw badRequest('lastSeenMessageId: no such message in this conversation.', 'unknown_record', {
      record: 'message',
    })
  const rows = await tx.sql<MessageRow[]>`
    select * from messages where conversation_id = ${id} and seq > ${seen.seq}
      and (role = 'user' or (author is not null and author ->> 'id' <> ${me}))
    order by seq limit ${maxUnseen}`
  if (rows.length > 0)
    throw conflict('There are newer messages. Read them first, or send your reply anyway.', 'newer_messages', {
      extra: { unseen: rows.map(toStoredMessage) },
    })
}
