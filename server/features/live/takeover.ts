import type { Closed, HandedBack, TakeConversation, Takeover, Undone } from '../../../shared/live.ts'
import type { Context, Tx } from '../../core/context.ts'
import { conflict } from '../../core/error.ts'
import { addMessages, emitSent } from '../conversations/add-messages.ts'
import { changeConversation } from '../conversations/change-conversation.ts'
import { closeConversation } from '../conversations/close.ts'
import { type ConversationRow, type Undo, updateConversation, whyNotUndone } from '../conversations/conversation.ts'
import { backToAssistant, becomeLive, beginWaiting, undoOf } from '../conversations/queue-entry.ts'
import { planWaking } from '../conversations/snooze.ts'
import { type Agent, handedBackLine, joinedLine, personOf, refuseLiveOff } from './agent.ts'

/**
 * Two people who take over within this time race, and the first wins. Later takeovers from a colleague are deliberate.
 */
const raceLength = 3_000

/**
 * Assigns a conversation to the caller, from the assistant, the queue, a colleague or the closed ones. A running reply
 * of the assistant is stopped before. If several people do so at once, the first one gets it and the others get an
 * error with the name of that person.
 */
export async function takeOver(ctx: Context, input: TakeConversation & { id: string }): Promise<Takeover> {
  const person = personOf(ctx)
  refuseLiveOff(ctx)
  return await changeConversation(ctx, input.id, {
    check: (tx, conversation) => refuseLate(tx, conversation, person, input.assignedTo),
    stops: (conversation) => !isWith(conversation, person),
    async run(tx, conversation) {
      if (!isWith(conversation, person)) await take(tx, conversation, person)
      const { id, name } = person
      return { conversationId: conversation.id, status: 'live' as const, assignedTo: id, assignedName: name }
    },
  })
}

const isWith = ({ status, assigned_to, waiting_since }: ConversationRow, { id }: Agent) =>
  status === 'live' && assigned_to === id && waiting_since === null

function refuseLate(ctx: Context, conversation: ConversationRow, me: Agent, seen: string | null | undefined): void {
  const { assigned_to: owner, assigned_name, taken_at } = conversation
  if (owner === null || owner === me.id) return
  const isExpected = seen === undefined ? taken_at === null || ctx.now() - taken_at >= raceLength : owner === seen
  if (isExpected) return
  throw conflict(`${assigned_name ?? owner} has taken over this conversation.`, 'conversation_taken', {
    params: { name: assigned_name ?? owner },
    extra: { assignedTo: owner, assignedName: assigned_name },
  })
}

async function take(tx: Tx, conversation: ConversationRow, { id: assignedTo, ...person }: Agent): Promise<void> {
  const { id } = conversation
  const line = joinedLine(tx, conversation, { id: assignedTo, ...person })
  const { changes } = await addMessages(tx, conversation, [line])
  await updateConversation(tx.sql, id, {
    ...changes,
    ...(await becomeLive(tx, conversation)),
    assigned_to: assignedTo,
    assigned_name: person.name,
    waiting_since: null,
    missed_open: false,
    taken_at: tx.now(),
  })
  tx.emit('conversation.assigned', { conversationId: id, assignedTo, name: person.name, by: tx.actor.id })
}

type Named = { id: string }

/**
 * Hands a conversation back to the assistant, which answers the visitor's next message. 409 if it already handles it.
 */
export async function handBack(ctx: Context, { id }: Named): Promise<HandedBack> {
  return await changeConversation(ctx, id, {
    check(_, { status }) {
      if (status === 'bot') throw conflict('The assistant already handles this conversation.', 'assistant_has_it')
    },
    stops: () => false,
    async run(tx, conversation) {
      const wasLive = conversation.status === 'live'
      const lines = wasLive ? [handedBackLine(tx, conversation)] : []
      const { messages, changes } = await addMessages(tx, conversation, lines)
      const undo = undoOf(conversation, 'bot', messages)
      await updateConversation(tx.sql, id, { ...(wasLive ? changes : {}), ...backToAssistant, undo })
      tx.emit('handover.ended', { conversationId: id, by: tx.actor.id, outcome: 'handback' })
      return { conversationId: id, status: 'bot' as const }
    },
  })
}

/** Closes a conversation. Closing a closed conversation changes nothing. */
export async function closeChat(ctx: Context, { id }: Named): Promise<Closed> {
  return await changeConversation(ctx, id, {
    stops: ({ status }) => status === 'live',
    async run(tx, conversation) {
      const closedAt = await closeConversation(tx, conversation, { by: tx.actor.id, reason: 'team' })
      return { conversationId: id, status: 'closed' as const, closedAt }
    },
  })
}

const reasons = {
  nothing_to_undo: 'Nobody closed this conversation or handed it back.',
  chat_continued: 'The conversation has continued since.',
  already_read: 'The visitor has already read it.',
}

/**
 * Undoes that the team closed a conversation or handed it back: its status, assignee and place in the queue are as
 * before, and the visitor never sees the message about it. 409 once the visitor has read that message, or the
 * conversation has continued.
 */
export async function undoLeaving(ctx: Context, { id }: Named): Promise<Undone> {
  return await changeConversation(ctx, id, {
    async check({ sql }, conversation) {
      const [last] = await sql<{ id: string; seen_at: number | null }[]>`
        select id, seen_at from messages where conversation_id = ${id} order by seq desc limit 1`
      const why = whyNotUndone(conversation, last)
      if (why) throw conflict(reasons[why], why)
    },
    stops: () => false,
    async run(tx, conversation) {
      const { to: _, notice, waiting_since, ...before } = conversation.undo as Undo
      const isLive = before.status === 'live'
      if (notice !== null) await removeNotice(tx, conversation, notice)
      await updateConversation(tx.sql, id, {
        ...(isLive ? await becomeLive(tx, conversation) : {}),
        ...before,
        ...(waiting_since === null ? {} : await beginWaiting(tx, { id, waiting_since })),
        undo: null,
      })
      await planWaking(tx, id, before.snoozed_until)
      const { status, assigned_to: assignedTo, assigned_name: assignedName } = before
      if (isLive)
        tx.emit('conversation.assigned', { conversationId: id, assignedTo, name: assignedName, by: tx.actor.id })
      tx.emit('conversation.changed', { id })
      return { conversationId: id, status, assignedTo, assignedName }
    },
  })
}

async function removeNotice(tx: Tx, { id, message_count }: ConversationRow, notice: string): Promise<void> {
  await tx.sql`delete from messages where id = ${notice} and conversation_id = ${id}`
  await updateConversation(tx.sql, id, { message_count: message_count - 1 })
  emitSent(tx, id, [], { replaces: [notice] })
}
