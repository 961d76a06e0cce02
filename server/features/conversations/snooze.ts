import { z } from 'zod'
import { rule } from '../../../shared/fault.ts'
import { maxSnooze, type Snooze, type Snoozed } from '../../../shared/inbox.ts'
import type { Context, Tx } from '../../core/context.ts'
import { conflict, invalidField, notFound } from '../../core/error.ts'
import { defineTask } from '../../core/queue.ts'
import { zonedTime } from '../../core/time.ts'
import { type ConversationRow, lockConversation, snoozeOf, updateConversation } from './conversation.ts'

/** Ends the snooze of a conversation whose time has come. */
export const wakeTask = defineTask('conversation.wake', z.object({ conversationId: z.string() }))

/** The hour of "tomorrow morning" in the site's time zone. */
const morning = 9

/** Snoozes a conversation, or ends its snooze. 409 if its visitor waits for a person, which cannot be put off. */
export async function snoozeConversation(ctx: Context, { id, until }: Snooze & { id: string }): Promise<Snoozed> {
  return await ctx.tx(async (tx) => {
    const conversation = await lockConversation(tx, id)
    if (!conversation) throw notFound('conversation')
    if (until !== null && conversation.waiting_since !== null)
      throw conflict('The visitor is waiting for a person.', 'visitor_waits')
    const snoozed_until = timeOf(tx, until)
    const snooze = until === null ? awake : { snoozed_at: tx.now(), snoozed_until }
    await updateConversation(tx.sql, id, snooze)
    await planWaking(tx, id, snoozed_until)
    tx.emit('conversation.changed', { id })
    return { conversationId: id, snoozed: snoozeOf(snooze) }
  })
}

/** The columns of a conversation that is not snoozed. */
export const awake = { snoozed_at: null, snoozed_until: null } as const

/** Ends the snooze at this time, if there is one. */
export async function planWaking(tx: Tx, id: string, at: number | null): Promise<void> {
  if (at !== null) await tx.enqueue(wakeTask, { conversationId: id }, { at, name: id })
}

function timeOf(tx: Tx, until: Snooze['until']): number | null {
  if (until === null || until === 'message') return null
  if (until === 'tomorrow') {
    const tomorrow = zonedTime(tx.site.settings.assistant.timezone, tx.now()).toPlainDate().add({ days: 1 })
    return tomorrow.toZonedDateTime({
      timeZone: zonedTime(tx.site.settings.assistant.timezone, tx.now()).timeZoneId,
      plainTime: { hour: morning },
    }).epochMilliseconds
  }
  const [min, max] = [tx.now() + 1, tx.now() + maxSnooze]
  if (until < min) throw invalidField('until', rule('too_low', 'Must be in the future.', { min }))
  if (until > max) throw invalidField('until', rule('too_high', 'Must be within a year.', { max }))
  return until
}

/**
 * Ends the snooze of a conversation that the caller has locked: it is on top of its list, and its assignee is alerted.
 * @returns the changes of the conversation, which the caller stores
 */
export function endSnooze(tx: Tx, conversation: ConversationRow, reason: 'time' | 'message') {
  if (conversation.snoozed_at === null) return {}
  const { id: conversationId, assigned_to: assignedTo } = conversation
  tx.emit('conversation.unsnoozed', { conversationId, assignedTo, reason })
  return { ...awake, last_at: tx.now() }
}

/** Wakes a conversation if it is due. It may have been snoozed again, or no longer be snoozed. */
export async function wakeConversation(ctx: Context, id: string): Promise<void> {
  await ctx.tx(async (tx) => {
    const conversation = await lockConversation(tx, id)
    if (!conversation || conversation.snoozed_at === null) return
    const { snoozed_until: at } = conversation
    if (at === null || tx.now() < at) return await planWaking(tx, id, at)
    await updateConversation(tx.sql, id, endSnooze(tx, conversation, 'time'))
  })
}
