import type { TeamReply } from '../../../shared/live.ts'
import type { Message } from '../../../shared/message.ts'
import type { Context, Tx } from '../../core/context.ts'
import { badRequest, conflict } from '../../core/error.ts'
import { addMessages } from '../conversations/add-messages.ts'
import { type ConversationRow, updateConversation } from '../conversations/conversation.ts'
import { dropDraft } from '../conversations/drafts.ts'
import { interrupting } from '../conversations/interrupt.ts'
import { type MessageRow, toMessage, toStoredMessage } from '../conversations/messages.ts'
import { shownName } from '../conversations/shown-name.ts'
import { becomeLive } from '../conversations/waiting.ts'
import { agentOf, authorOf, refuseLiveOff } from './agent.ts'

const mostUnseen = 100

/**
 * Answers a visitor as somebody of the team. A conversation that the assistant has, that is closed or that nobody has
 * becomes the writer's; what the assistant is just writing is stopped before. 409 with `unseen` where somebody wrote what
 * the writer has not seen.
 */
export async function replyToVisitor(ctx: Context, input: TeamReply & { id: string }): Promise<Message> {
  refuseLiveOff(ctx)
  const agent = agentOf(ctx)
  const agentName = shownName(ctx, agent) ?? ctx.site.settings.botName
  return await interrupting(ctx, input.id, {
    check: (tx, conversation) => refuseUnseen(tx, conversation, agent.id, input),
    stops: () => true,
    async run(tx, conversation) {
      const { messages, changes } = await addMessages(tx, conversation, [
        {
          role: 'agent',
          content: { type: 'text', text: input.text },
          author: authorOf(agent),
          meta: { human: true, agentName },
        },
      ])
      const isTaken = conversation.status === 'live' && conversation.assigned_to !== null
      const mine = { assigned_to: agent.id, assigned_name: agent.name, taken_at: null }
      const taken = isTaken ? {} : { ...(await becomeLive(tx, conversation)), ...mine }
      await updateConversation(tx.sql, conversation.id, { ...changes, waiting_since: null, ...taken })
      await dropDraft(tx, conversation.id, agent.id)
      if (!isTaken) tx.emit('conversation.changed', { id: conversation.id })
      return toMessage(messages[0]!)
    },
  })
}

/** Refuses what was written without having seen what the visitor, or a colleague, wrote meanwhile. */
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
    throw badRequest('lastSeenMessageId: This conversation has no such message.', 'unknown_record', {
      record: 'message',
    })
  const rows = await tx.sql<MessageRow[]>`
    select * from messages where conversation_id = ${id} and seq > ${seen.seq}
      and (role = 'user' or (author is not null and author ->> 'id' <> ${me}))
    order by seq limit ${mostUnseen}`
  if (rows.length > 0)
    throw conflict('Somebody wrote in the meantime. Read it first, or send yours all the same.', 'newer_messages', {
      extra: { unseen: rows.map(toStoredMessage) },
    })
}
