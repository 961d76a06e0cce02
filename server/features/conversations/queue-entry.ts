import type { ConversationStatus } from '../../../shared/conversation.ts'
import type { Tx } from '../../core/context.ts'
import { idleTask, liveTimes, missTask } from '../settings/settings.ts'
import type { ConversationRow, Undo } from './conversation.ts'

const second = 1_000
const minute = 60_000

/** When the wait of a visitor ends who has waited since this time. */
export const waitsUntil = async (tx: Tx, since: number): Promise<number> =>
  since + (await liveTimes(tx)).waitSeconds * second

/** When a live chat closes if nobody writes any more. */
export async function idleAt(tx: Tx, row: Pick<ConversationRow, 'last_at' | 'handover_at'>): Promise<number> {
  return Math.max(row.last_at, row.handover_at ?? 0) + (await liveTimes(tx)).closeAfterMinutes * minute
}

/**
 * Puts a visitor in the queue, or keeps them there, and returns the changes of the conversation. Only this function may
 * set `waiting_since`, because it enqueues the end of each wait.
 */
export async function beginWaiting(
  tx: Tx,
  { id, waiting_since }: Pick<ConversationRow, 'id' | 'waiting_since'>,
): Promise<{ waiting_since: number }> {
  const since = waiting_since ?? tx.now()
  await tx.enqueue(missTask, { conversationId: id }, { at: await waitsUntil(tx, since), name: id })
  return { waiting_since: since }
}

/**
 * Makes a conversation live and returns its changes. Only this function may set the status, because it enqueues the
 * closing of an idle chat. A chat with the team is not spam.
 */
export async function becomeLive(
  tx: Tx,
  { id, status, handover_at }: Pick<ConversationRow, 'id' | 'status' | 'handover_at'>,
): Promise<Pick<ConversationRow, 'status' | 'closed_at' | 'handover_at' | 'spam'>> {
  const now = tx.now()
  const at = await idleAt(tx, { last_at: now, handover_at: now })
  await tx.enqueue(idleTask, { conversationId: id }, { at, name: id })
  return { status: 'live', closed_at: null, handover_at: status === 'live' ? (handover_at ?? now) : now, spam: false }
}

/** The columns of a conversation whose visitor nobody answered in time. */
export const missed = (tx: Tx) => ({ missed_person: true, missed_at: tx.now(), missed_open: true }) as const

/**
 * The columns of a conversation whose visitor wants a written answer. It is a missed chat until a person takes care of
 * it, even if the visitor did not ask for a person.
 */
export const wantsEmail = (tx: Tx, { missed_at, missed_open }: ConversationRow, replyEmail: string) =>
  ({ reply_email: replyEmail, missed_open: true, missed_at: missed_open ? missed_at : tx.now() }) as const

/** How to undo that a person closes a conversation or hands it back, with these messages to the visitor. */
export const undoOf = (
  {
    status,
    closed_at,
    assigned_to,
    assigned_name,
    waiting_since,
    missed_open,
    snoozed_at,
    snoozed_until,
  }: ConversationRow,
  to: ConversationStatus,
  messages: { id: string }[],
): Undo => ({
  ...{ status, closed_at, assigned_to, assigned_name, waiting_since, missed_open, snoozed_at, snoozed_until },
  ...{ to, notice: messages[0]?.id ?? null },
})

/** The columns of a conversation that returns to the assistant. */
export const backToAssistant = {
  status: 'bot',
  closed_at: null,
  assigned_to: null,
  assigned_name: null,
  waiting_since: null,
  taken_at: null,
} as const
