import type { ChatLeft, ChatRated, RateChat } from '../../../../shared/chat.ts'
import type { Context, Tx } from '../../../core/context.ts'
import { conflict, notFound } from '../../../core/error.ts'
import { languageFor } from '../../../language/languages.ts'
import { addMessages, chatLine } from '../add-messages.ts'
import { closeConversation } from '../close.ts'
import { type ConversationRow, lockConversation, updateConversation } from '../conversation.ts'
import { backToAssistant } from '../queue-entry.ts'

/** Who did it, in events: visitors have no account. */
const visitor = 'visitor'

/**
 * Ends what a visitor began with the team: they leave the queue, and the assistant answers again, or they end their
 * live chat, which closes. Changes nothing if the assistant has the chat or it is closed.
 */
export async function leaveTeam(ctx: Context, id: string): Promise<ChatLeft> {
  return await ctx.tx(async (tx) => {
    const conversation = await lockConversation(tx, id)
    if (!conversation) throw notFound('conversation')
    const { status, assigned_to, waiting_since } = conversation
    if (status !== 'live') return { id, status }
    if (assigned_to === null || waiting_since !== null) return await leaveQueue(tx, conversation)
    await closeConversation(tx, conversation, { by: visitor, reason: 'visitor' })
    return { id, status: 'closed' }
  })
}

async function leaveQueue(tx: Tx, conversation: ConversationRow): Promise<ChatLeft> {
  const { id, locale, assigned_to } = conversation
  const { leftQueue } = languageFor(locale, tx.site.settings.assistant.locale).handover
  const { changes } = await addMessages(tx, conversation, [chatLine(leftQueue)])
  await updateConversation(tx.sql, id, { ...changes, ...backToAssistant })
  tx.emit('handover.ended', { conversationId: id, by: visitor, outcome: 'left' })
  if (assigned_to !== null)
    tx.emit('conversation.assigned', { conversationId: id, assignedTo: null, name: null, by: visitor })
  return { id, status: 'bot' }
}

const values = { good: 1, bad: -1 } as const

/** Stores how the visitor rates their chat with the team. A later rating replaces it. 409 if no person answered in it. */
export async function rateChat(ctx: Context, id: string, { rating, comment }: RateChat): Promise<ChatRated> {
  return await ctx.tx(async (tx) => {
    const conversation = await lockConversation(tx, id)
    if (!conversation) throw notFound('conversation')
    const [person] = await tx.sql`
      select from messages where conversation_id = ${id} and role = 'agent' and author is not null limit 1`
    if (!person) throw conflict('No person has answered in this chat.', 'no_person')
    const rated = { rating: values[rating], rating_comment: comment || null, rated_at: tx.now() }
    await updateConversation(tx.sql, id, rated)
    tx.emit('conversation.changed', { id })
    return { id, rating, comment: rated.rating_comment }
  })
}
