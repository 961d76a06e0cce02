import type { Message, MessageContent } from '../../../shared/message.ts'
import type { Tx } from '../../core/context.ts'
import { notFound, unavailable } from '../../core/error.ts'
import { finishTask } from '../../core/queue.ts'
import type { Written } from '../assistant/reply/turn.ts'
import { checkedDetails } from '../contacts/leads/details.ts'
import { type Captured, captureLead } from '../contacts/leads/leads.ts'
import { recordGap } from '../knowledge/gaps.ts'
import { spendNeurons } from '../usage.ts'
import { emitSent } from './add-messages.ts'
import { completeWhenQuiet, isCompleted } from './completion.ts'
import { type ConversationRow, lockConversation, updateConversation } from './conversation.ts'
import {
  insertMessages,
  insertTrace,
  type Outcome,
  type PreparedMessage,
  prepareMessage,
  toMessage,
} from './messages.ts'
import type { PendingReply } from './reply-input.ts'
import { requestHandover } from './request-handover.ts'
import type { StopReason } from './turn-queue.ts'

/**
 * Stores a reply with its trace and token counts, and finishes its task. Throws if the conversation was deleted, or the
 * queue gave the reply to another server.
 */
export async function storeReply(
  tx: Tx,
  reply: PendingReply,
  written: Written,
  interrupted: StopReason | null,
): Promise<Message[]> {
  const [conversation, end] = await Promise.all([lockConversation(tx, reply.id), finishTask(tx.sql, reply.claim)])
  if (!conversation) throw notFound('conversation')
  if (end === 'lost') throw unavailable('The reply was lost. Send the message again.', 'reply_lost')
  const replaced = reply.message.outcome === null ? [] : await removeAnswers(tx, reply.message)
  const messages = prepareReply(tx, reply, written, interrupted !== null)
  const captured = await captureFound(tx, conversation, reply, written)
  const count = conversation.message_count - replaced.length + messages.length
  const shown = messages.map(toMessage)
  if (written.unanswered) await recordGap(tx, reply.id, written.unanswered)
  const again = isCompleted(conversation) ? await completeAgain(tx, conversation) : undefined
  const data = written.data ? { data: { ...conversation.data, ...written.data } } : {}
  const changes = { last_at: tx.now(), message_count: count, ...captured?.link, ...again, ...data }
  await Promise.all([
    insertMessages(tx, messages),
    insertTrace(tx, messages, written.trace),
    endMessage(tx, reply.message.id, interrupted === null || interrupted === 'asked' ? 'answered' : 'interrupted'),
    updateConversation(tx.sql, reply.id, changes),
    spendNeurons(tx, written.neurons),
  ])
  emitSent(tx, reply.id, messages, { replaces: replaced })
  if (written.handover) await handOver(tx, conversation, written.handover)
  return shown
}

/**
 * Completes and summarises a conversation again, because it was completed before its last message had a whole reply.
 */
async function completeAgain(tx: Tx, { id, visitor_count }: ConversationRow): Promise<Partial<ConversationRow>> {
  await completeWhenQuiet(tx, id)
  return { completed_count: visitor_count - 1 }
}

async function handOver(tx: Tx, conversation: ConversationRow, handover: NonNullable<Written['handover']>) {
  const changes = await requestHandover(tx, conversation, handover)
  if (Object.keys(changes).length > 0) await updateConversation(tx.sql, conversation.id, changes)
}

export const endMessage = (tx: Tx, id: string, outcome: Outcome) =>
  tx.sql`update messages set outcome = ${outcome} where id = ${id}`

/** Deletes the messages that an earlier attempt stored, and returns their ids. */
async function removeAnswers(tx: Tx, message: PreparedMessage): Promise<string[]> {
  const removed = await tx.sql<{ id: string }[]>`
    with old as (
      delete from messages where conversation_id = ${message.conversation_id} and answers = ${message.id}
      returning id, seq, trace_id
    ), old_traces as (delete from traces where id in (select trace_id from old))
    select id from old order by seq`
  return removed.map(({ id }) => id)
}

/** The reply as messages. The first text has the sources and the trace. */
function prepareReply(tx: Tx, reply: PendingReply, written: Written, interrupted: boolean): PreparedMessage[] {
  const isText = (content: MessageContent) => content.type === 'text'
  // The text of a reply that was stopped at once may be only white space.
  const said = written.messages.filter((content) => content.type !== 'text' || content.text.trim() !== '')
  const first = Math.max(0, said.findIndex(isText))
  return said.map((content, place) =>
    prepareMessage(tx, reply.id, {
      role: 'agent',
      content,
      answers: reply.message.id,
      meta: interrupted && isText(content) ? { interrupted: true } : null,
      sources: place === first ? written.sources : null,
      trace_id: place === first ? written.trace.id : null,
    }),
  )
}

/** Adds to the contact the details that the assistant found in the visitor's own messages. */
function captureFound(
  tx: Tx,
  conversation: ConversationRow,
  reply: PendingReply,
  written: Written,
): Promise<Captured> | null {
  if (!written.lead) return null
  const { leadSource: source = 'ai' } = written
  const details = checkedDetails(written.lead)
  return captureLead(tx, conversation, { details, source, trusted: false, message: reply.message.text })
}
