import type { Context, Tx } from '../../core/context.ts'
import { siteTask } from '../../core/tasks.ts'
import { callbackOffer } from '../assistant/handover.ts'
import { addMessages, ofAssistant } from '../conversations/add-messages.ts'
import { closeConversation } from '../conversations/close.ts'
import { type ConversationRow, lockConversation, updateConversation } from '../conversations/conversation.ts'
import { backToAssistant, idleAt, waitsUntil } from '../conversations/waiting.ts'
import { idleTask, missTask } from '../settings/settings.ts'

const minute = 60_000
const retry = [1_000, 5_000, 30_000, minute, 5 * minute, 30 * minute]

type Work = (tx: Tx, conversation: ConversationRow) => Promise<void>

/** Does the work with a conversation, while that is there. */
export const withConversation = (ctx: Context, id: string, work: Work): Promise<void> =>
  ctx.tx(async (tx) => {
    const conversation = await lockConversation(tx, id)
    if (conversation) await work(tx, conversation)
  })

/**
 * Gives a visitor for whom nobody came back to the assistant, and offers them to be called. Whoever came in time ended the
 * wait; a wait that began later is looked at when it is over.
 */
export async function missHandover(tx: Tx, conversation: ConversationRow): Promise<void> {
  const { id, waiting_since: since, assigned_to, ended_at, locale } = conversation
  if (since === null) return
  const until = await waitsUntil(tx, since)
  if (tx.now() < until) return await tx.enqueue(missTask, { conversationId: id }, { at: until, name: id })
  const offer = ended_at === null ? callbackOffer(tx, locale, 'nobodyCame') : []
  tx.emit('handover.missed', { conversationId: id })
  const { changes } = await addMessages(
    tx,
    conversation,
    offer.map((content) => ofAssistant(content)),
  )
  await updateConversation(tx.sql, id, {
    ...(offer.length > 0 ? changes : {}),
    ...backToAssistant,
    missed_person: true,
  })
  if (assigned_to !== null)
    tx.emit('conversation.assigned', { conversationId: id, assignedTo: null, name: null, by: tx.actor.id })
}

/**
 * Closes a live chat in which nobody wrote for `live.closeAfterMinutes`. One whose visitor waits is never closed so: that wait
 * has an end of its own, also where this task comes late, as after a stop of the server.
 */
export async function closeIdle(tx: Tx, conversation: ConversationRow): Promise<void> {
  const { id, status, waiting_since: since } = conversation
  if (status !== 'live') return
  const afterWait = since === null ? 0 : Math.max((await waitsUntil(tx, since)) + 1, tx.now() + minute)
  const at = Math.max(await idleAt(tx, conversation), afterWait)
  if (tx.now() < at) return await tx.enqueue(idleTask, { conversationId: id }, { at, name: id })
  await closeConversation(tx, conversation, { by: tx.actor.id, reason: 'idle' })
}

/** What time does to live chats: a wait that nobody ends, and a chat in which nobody writes any more. */
export const liveTasks = [
  siteTask(missTask, { retry, run: (ctx, { conversationId }) => withConversation(ctx, conversationId, missHandover) }),
  siteTask(idleTask, { retry, run: (ctx, { conversationId }) => withConversation(ctx, conversationId, closeIdle) }),
]
