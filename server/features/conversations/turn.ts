import type { Message, MessageContent, StoredMessage } from '../../../shared/message.ts'
import type { Context, Tx } from '../../core/context.ts'
import { Refusal, unavailable } from '../../core/error.ts'
import { writeReply } from '../assistant/reply.ts'
import type { Turn, Written } from '../assistant/turn.ts'
import { spendNeurons } from '../assistant/usage.ts'
import { checkedDetails } from '../contacts/leads/details.ts'
import type { KnownContact } from '../contacts/leads/known.ts'
import { type Captured, captureLead } from '../contacts/leads/leads.ts'
import { noteGap } from '../knowledge/gaps.ts'
import { announce } from './add-messages.ts'
import { completeWhenQuiet, isCompleted } from './completion.ts'
import { type ConversationRow, updateConversation } from './conversation.ts'
import { insertMessages, type Outcome, type PreparedMessage, prepareMessage, toMessage } from './messages.ts'
import { askForPerson } from './person.ts'
import { insertTrace } from './traces.ts'
import { keepLease, lockTurn, turnOver } from './turn-lease.ts'
import type { StopReason } from './turn-places.ts'
import { showWriting } from './writing.ts'

/**
 * Writes the reply to a visitor's message and stores it. No transaction is open while it is written. Throws what the
 * assistant threw, with the conversation's id beside the error; the visitor's message stays, and nothing of the reply.
 * Where the caller left, what was written is kept, and a repeat of the request writes it anew.
 */
export async function runTurn(ctx: Context, turn: OpenTurn, stop: AbortController): Promise<Message[]> {
  const endLease = keepLease(ctx, turn.id, turn.turnId, stop)
  const gone = () => stop.abort('gone' satisfies StopReason)
  ctx.signal.addEventListener('abort', gone)
  if (ctx.signal.aborted) gone()
  try {
    const written = await write(ctx, turn, stop.signal)
    const interrupted = written.interrupted ? (stop.signal.reason as StopReason) : null
    const messages = await ctx.tx((tx) => keepReply(tx, turn, written, interrupted))
    // Nobody reads this answer; refused, it is not kept for a repeat of the request.
    if (interrupted === 'gone') throw unavailable('The caller left.', 'caller_left')
    return messages
  } catch (error) {
    await giveUp(ctx, turn)
    throw error instanceof Refusal ? error.beside({ id: turn.id }) : error
  } finally {
    endLease()
    ctx.signal.removeEventListener('abort', gone)
  }
}

async function write(ctx: Context, turn: OpenTurn, signal: AbortSignal): Promise<Written> {
  const writing = showWriting(ctx, turn.id)
  try {
    return await writeReply(ctx, forAssistant(turn), {
      open: () => ctx.stream?.open(),
      text(delta) {
        ctx.stream?.text(delta)
        writing.text(delta)
      },
      signal,
    })
  } finally {
    writing.end()
  }
}

/** Frees the conversation after a failure, so that the visitor may try again. */
async function giveUp(ctx: Context, { id, turnId, message }: OpenTurn): Promise<void> {
  try {
    const { sql } = ctx
    // One statement: a server that dies between two would leave a message that nobody answers and nobody marks.
    await sql`
      with mine as (
        update conversations set ${sql(turnOver)} where id = ${id} and turn_id = ${turnId} returning id)
      update messages set outcome = 'failed' from mine where messages.id = ${message.id} and outcome is null`
  } catch (err) {
    // The caller is told why the reply failed; the conversation is free again when the lease runs out.
    ctx.log.warn({ err, conversation: id }, 'a failed turn could not be ended')
  }
}

/** How many messages before the new one the assistant is given. */
export const mostHistory = 60

/** A turn that was begun: the visitor's message is stored, and the conversation is this turn's until it ends. */
export type OpenTurn = {
  /** The conversation's id. */
  id: string
  turnId: string
  conversation: ConversationRow
  message: PreparedMessage
  lead: KnownContact | null
  /** Oldest first; the visitor's message is the last. */
  history: StoredMessage[]
  isBegun?: boolean
}

/** What the assistant is given: neither metadata nor anything of the team. */
export function forAssistant({
  conversation,
  lead,
  history,
  isBegun = false,
}: Pick<OpenTurn, 'conversation' | 'lead' | 'history' | 'isBegun'>): Turn {
  return {
    conversation: {
      id: conversation.id,
      channel: conversation.channel,
      pageUrl: conversation.page_url,
      pageTitle: conversation.page_title,
      referrer: conversation.referrer,
      utm: conversation.utm,
      locale: conversation.locale,
      timezone: conversation.timezone,
      user: conversation.visitor,
      prechat: conversation.prechat,
    },
    lead: lead && contactOf(lead),
    history,
    isBegun,
  }
}

function contactOf({ name, email, phone, company, address, fields }: KnownContact): NonNullable<Turn['lead']> {
  const more = { ...fields, ...(company === null ? {} : { company }), ...(address === null ? {} : { address }) }
  return { name, email, phone, more }
}

/** Ends a turn: stores the reply, what it rests on and what it cost. Throws where the turn is no longer this server's. */
async function keepReply(tx: Tx, turn: OpenTurn, written: Written, interrupted: StopReason | null): Promise<Message[]> {
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
