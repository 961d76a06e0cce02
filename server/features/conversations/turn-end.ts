import type { Message, MessageContent } from '../../../shared/message.ts'
import type { Tx } from '../../core/context.ts'
import type { Written } from '../assistant/turn.ts'
import { spendNeurons } from '../assistant/usage/usage.ts'
import { checkedDetails } from '../contacts/leads/details.ts'
import { type Captured, captureLead } from '../contacts/leads/leads.ts'
import { noteGap } from '../knowledge/gaps/note.ts'
import { announce } from './add-messages.ts'
import { type ConversationRow, updateConversation } from './conversation.ts'
import { insertMessages, type Outcome, type PreparedMessage, prepareMessage, toMessage } from './messages.ts'
import type { OpenTurn } from './open-turn.ts'
import { askForPerson } from './person.ts'
import { completeWhenQuiet, isCompleted } from './quiet.ts'
import { insertTrace } from './traces.ts'
import { lockTurn, turnOver } from './turn-lease.ts'
import type { StopReason } from './turn-places.ts'

/** Ends a turn: stores the reply, what it rests on and what it cost. Throws where the turn is no longer this server's. */
export async function keepReply(
  tx: Tx,
  turn: OpenTurn,
  written: Written,
  interrupted: StopReason | null,
): Promise<Message[]> {
  const conversation = await lockTurn(tx, turn.id, turn.turnId)
  const replaced = turn.message.outcome === null ? [] : await removeAnswers(tx, turn.message)
  const messages = prepareReply(tx, turn, written, interrupted !== null)
  const captured = await captureFound(tx, conversation, turn, written)
  const count = conversation.message_count - replaced.length + messages.length
  const shown = messages.map(toMessage)
  if (written.unanswered) await noteGap(tx, turn.id, written.unanswered)
  const again = isCompleted(conversation) ? await completeAgain(tx, conversation) : undefined
  const changes = { ...turnOver, last_at: tx.now(), message_count: count, ...captured?.link, ...again }
  await Promise.all([
    insertMessages(tx, messages),
    insertTrace(tx, messages, written.trace),
    endMessage(tx, turn.message.id, interrupted === null || interrupted === 'asked' ? 'answered' : 'interrupted'),
    updateConversation(tx.sql, turn.id, changes),
    spendNeurons(tx, written.neurons),
  ])
  announce(tx, turn.id, messages, { replaces: replaced })
  if (written.handover) await handOver(tx, conversation, written.handover)
  return shown
}

/**
 * Has a conversation completed and summarised again. It was completed while its last message had no whole reply, and the
 * visitor repeated that message.
 */
async function completeAgain(tx: Tx, { id, visitor_count }: ConversationRow): Promise<Partial<ConversationRow>> {
  await completeWhenQuiet(tx, id)
  return { completed_count: visitor_count - 1 }
}

async function handOver(tx: Tx, conversation: ConversationRow, handover: NonNullable<Written['handover']>) {
  const changes = await askForPerson(tx, conversation, handover)
  if (Object.keys(changes).length > 0) await updateConversation(tx.sql, conversation.id, changes)
}

export const endMessage = (tx: Tx, id: string, outcome: Outcome) =>
  tx.sql`update messages set outcome = ${outcome} where id = ${id}`

/** Takes away what an earlier try kept; answers the ids of those messages. */
async function removeAnswers(tx: Tx, message: PreparedMessage): Promise<string[]> {
  const removed = await tx.sql<{ id: string }[]>`
    with old as (
      delete from messages where conversation_id = ${message.conversation_id} and answers = ${message.id}
      returning id, seq, trace_id
    ), old_traces as (delete from traces where id in (select trace_id from old))
    select id from old order by seq`
  return removed.map(({ id }) => id)
}

/** The reply as messages; its sources and its trace stand on the first text. */
function prepareReply(tx: Tx, turn: OpenTurn, written: Written, interrupted: boolean): PreparedMessage[] {
  const isText = (content: MessageContent) => content.type === 'text'
  // A reply that was stopped at once may be nothing but white space.
  const said = written.messages.filter((content) => content.type !== 'text' || content.text.trim() !== '')
  const first = Math.max(0, said.findIndex(isText))
  return said.map((content, place) =>
    prepareMessage(tx, turn.id, {
      role: 'agent',
      content,
      answers: turn.message.id,
      meta: interrupted && isText(content) ? { interrupted: true } : null,
      sources: place === first ? written.sources : null,
      trace_id: place === first ? written.trace.id : null,
    }),
  )
}

/** The contact, with what the assistant found out of the visitor's own words. */
function captureFound(
  tx: Tx,
  conversation: ConversationRow,
  turn: OpenTurn,
  written: Written,
): Promise<Captured> | null {
  if (!written.lead) return null
  const { leadSource: source = 'ai' } = written
  const details = checkedDetails(written.lead)
  return captureLead(tx, conversation, { details, source, trusted: false, message: turn.message.text })
}
