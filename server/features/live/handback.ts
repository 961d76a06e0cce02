import type { Closed, HandedBack } from '../../../shared/live.ts'
import type { Context } from '../../core/context.ts'
import { conflict } from '../../core/error.ts'
import { addMessages } from '../conversations/add-messages.ts'
import { closeConversation } from '../conversations/close.ts'
import { updateConversation } from '../conversations/conversation.ts'
import { interrupting } from '../conversations/interrupt.ts'
import { backToAssistant } from '../conversations/waiting.ts'
import { handedBackLine } from './lines.ts'

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
