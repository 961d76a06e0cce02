import type { Closed, HandedBack, TakeConversation, Takeover } from '../../../shared/live.ts'
import type { Context, Tx } from '../../core/context.ts'
import { conflict } from '../../core/error.ts'
import { addMessages } from '../conversations/add-messages.ts'
import { closeConversation } from '../conversations/close.ts'
import { type ConversationRow, updateConversation } from '../conversations/conversation.ts'
import { interrupting } from '../conversations/interrupt.ts'
import { backToAssistant, becomeLive } from '../conversations/waiting.ts'
import { type Agent, personOf, refuseLiveOff } from './agent.ts'
import { handedBackLine, joinedLine } from './lines.ts'

/** People who press the same button within this time race; whoever comes later decided to take it from a colleague. */
const raceLength = 3_000

/**
 * Gives a conversation to the caller, from the assistant, from the queue, from a colleague or from the closed ones; what
 * the assistant is just writing is stopped before. Of several who do so at once, the first has it; the others are told who.
 */
export async function takeOver(ctx: Context, input: TakeConversation & { id: string }): Promise<Takeover> {
  const person = personOf(ctx)
  refuseLiveOff(ctx)
  return await interrupting(ctx, input.id, {
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
  throw conflict(`${assigned_name ?? owner} has taken this conversation.`, 'conversation_taken', {
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
    taken_at: tx.now(),
  })
  tx.emit('conversation.assigned', { conversationId: id, assignedTo, name: person.name, by: tx.actor.id })
}

type Named = { id: string }

/** Gives a conversation back to the assistant, which answers the visitor's next message. 409 where it has it already. */
export async function handBack(ctx: Context, { id }: Named): Promise<HandedBack> {
  return await interrupting(ctx, id, {
    check(_, { status }) {
      if (status === 'bot') throw conflict('The assistant already has this conversation.', 'assistant_has_it')
    },
    stops: () => false,
    async run(tx, conversation) {
      const wasLive = conversation.status === 'live'
      const { changes } = await addMessages(tx, conversation, wasLive ? [handedBackLine(tx, conversation)] : [])
      await updateConversation(tx.sql, id, { ...(wasLive ? changes : {}), ...backToAssistant })
      tx.emit('handover.ended', { conversationId: id, by: tx.actor.id, outcome: 'handback' })
      return { conversationId: id, status: 'bot' as const }
    },
  })
}

/** Closes a conversation. Twice is once. */
export async function closeChat(ctx: Context, { id }: Named): Promise<Closed> {
  return await interrupting(ctx, id, {
    stops: ({ status }) => status === 'live',
    async run(tx, conversation) {
      const closedAt = await closeConversation(tx, conversation, { by: tx.actor.id, reason: 'team' })
      return { conversationId: id, status: 'closed' as const, closedAt }
    },
  })
}
