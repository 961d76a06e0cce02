import type { Callback } from '../../../../shared/callback.ts'
import type { LeadConversation, LeadDetail } from '../../../../shared/lead-detail.ts'

/** Something that happened with a contact. */
export type Happening =
  | { kind: 'conversation'; at: number; conversation: LeadConversation }
  | { kind: 'callback'; at: number; callback: Callback }
  | { kind: 'added'; at: number }

/** What happened with a contact, the newest first; the end of it is how the contact came about. */
export function historyOf({
  conversations,
  callbacks,
  created_at,
}: Pick<LeadDetail, 'conversations' | 'callbacks' | 'created_at'>): Happening[] {
  const happenings: Happening[] = [
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
