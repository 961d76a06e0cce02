import type { Tx } from '../../core/context.ts'
import { idleTask, liveTimes, missTask } from '../settings/settings.ts'
import type { ConversationRow } from './conversation.ts'

const second = 1_000
const minute = 60_000

/** Until when a visitor who waits since then is kept waiting. */
export const waitsUntil = async (tx: Tx, since: number): Promise<number> =>
  since + (await liveTimes(tx)).waitSeconds * second

/** When a live chat is closed, should nobody write any more. */
export async function idleAt(tx: Tx, row: Pick<ConversationRow, 'last_at' | 'handover_at'>): Promise<number> {
  return Math.max(row.last_at, row.handover_at ?? 0) + (await liveTimes(tx)).closeAfterMinutes * minute
}

/**
 * A visitor waits from now on, or goes on waiting; what this changes in the conversation. Whoever sets `waiting_since` does
 * it here: every wait has its end, which this has enqueued.
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
 * A conversation is live from now on: it is closed once nobody writes any more, and no spam, as somebody of the team talks
 * to its visitor. Whoever sets the status does it here.
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

/** What a conversation's columns become when the assistant has it. */
export const backToAssistant = {
  status: 'bot',
  closed_at: null,
  assigned_to: null,
  assigned_name: null,
  waiting_since: null,
  taken_at: null,
} as const
