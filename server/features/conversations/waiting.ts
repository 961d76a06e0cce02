import type { Context, Tx } from '../../core/context.ts'
import type { ConversationRow } from './conversation.ts'

/** Ends a wait that nobody ended: the visitor is told that nobody came. */
export const missJob = 'handover.miss'
/** Closes a live chat in which nobody writes any more. */
export const idleJob = 'conversation.closeIdle'

const second = 1_000
const minute = 60_000

/** Until when a visitor who waits since then is kept waiting. */
export const waitsUntil = ({ site }: Context, since: number): number => since + site.settings.live.waitSeconds * second

/** When a live chat is closed, should nobody write any more. */
export function idleAt({ site }: Context, row: Pick<ConversationRow, 'last_at' | 'handover_at'>): number {
  return Math.max(row.last_at, row.handover_at ?? 0) + site.settings.live.closeAfterMinutes * minute
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
  await tx.enqueue(missJob, { conversationId: id }, { at: waitsUntil(tx, since), name: id })
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
  await tx.enqueue(idleJob, { conversationId: id }, { at: idleAt(tx, { last_at: now, handover_at: now }), name: id })
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
