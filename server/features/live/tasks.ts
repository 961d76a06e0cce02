import type { Context, Tx } from '../../core/context.ts'
import { siteTask } from '../../core/tasks.ts'
import { callbackOffer } from '../assistant/reply/handover.ts'
import { addMessages, ofAssistant } from '../conversations/add-messages.ts'
import { closeConversation } from '../conversations/close.ts'
import { type ConversationRow, lockConversation, updateConversation } from '../conversations/conversation.ts'
import { backToAssistant, idleAt, missed, waitsUntil } from '../conversations/queue-entry.ts'
import { idleTask, missTask } from '../settings/settings.ts'

const minute = 60_000
const retry = [1_000, 5_000, 30_000, minute, 5 * minute, 30 * minute]

type Work = (tx: Tx, conversation: ConversationRow) => Promise<void>

/** Runs the work on a conversation if it still exists. */
export const withConversation = (ctx: Context, id: string, work: Work): Promise<void> =>
  ctx.tx(async (tx) => {
    const conversation = await lockConversation(tx, id)
    if (conversation) await work(tx, conversation)
  })

/**
 * Hands a visitor whom nobody answered in time back to the assistant and offers a callback. Does nothing if somebody
 * answered in time; a later wait has its own task.
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
    ...missed(tx),
  })
  if (assigned_to !== null)
    tx.emit('conversation.assigned', { conversationId: id, assignedTo: null, name: null, by: tx.actor.id })
}

/**
 * Closes a live chat that was inactive for `live.closeAfterMinutes`, but never one with a waiting visitor: that wait
 * has its own end, even if this task is late, as after a downtime. A snoozed chat stays open.
 */
export async function closeIdle(tx: Tx, conversation: ConversationRow): Promise<void> {
  const { id, status, waiting_since: since, snoozed_at } = conversation
  if (status !== 'live') return
  if (snoozed_at !== null) {
    const at = await idleAt(tx, { last_at: tx.now(), handover_at: null })
    return await tx.enqueue(idleTask, { conversationId: id }, { at, name: id })
  }
  const afterWait = since === null ? 0 : Math.max((await waitsUntil(tx, since)) + 1, tx.now() + minute)
  const at = Math.max(await idleAt(tx, conversation), afterWait)
  if (tx.now() < at) return await tx.enqueue(idleTask, { conversationId: id }, { at, name: id })
  await closeConversation(tx, conversation, { by: tx.actor.id, reason: 'idle' })
}

/** Tasks triggered by time: the end of a wait, and of an inactive live chat. */
export const liveTasks = [
  siteTask(missTask, {
    lane: 'timers',
    retry,
    run: (ctx, { conversationId }) => withConversation(ctx, conversationId, missHandover),
  }),
  siteTask(idleTask, {
    lane: 'timers',
    retry,
    run: (ctx, { conversationId }) => withConversation(ctx, conversationId, closeIdle),
  }),
]
