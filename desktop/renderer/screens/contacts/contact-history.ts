import type { Callback } from '../../../../shared/callback.ts'
import type { LeadConversation, LeadDetail } from '../../../../shared/lead-detail.ts'

/** An event in a contact's history. */
export type HistoryEntry =
  | { kind: 'conversation'; at: number; conversation: LeadConversation }
  | { kind: 'callback'; at: number; callback: Callback }
  | { kind: 'added'; at: number }

/** A contact's history, newest first. It ends with the contact's creation. */
export function historyOf({
  conversations,
  callbacks,
  created_at,
}: Pick<LeadDetail, 'conversations' | 'callbacks' | 'created_at'>): HistoryEntry[] {
  const happenings: HistoryEntry[] = [
    ...conversations.map((conversation) => ({
      kind: 'conversation' as const,
      at: conversation.lastAt,
      conversation,
    })),
    ...callbacks.map((callback) => ({ kind: 'callback' as const, at: callback.requestedAt, callback })),
    { kind: 'added', at: created_at },
  ]
  return happenings.toSorted((a, b) => b.at - a.at)
}
