import type { Context } from '../../../core/context.ts'
import { type KnownContact, knownContact } from '../../contacts/leads/known.ts'
import type { ConversationRow } from '../../conversations/conversation.ts'
import { listNewest, type MessageRow } from '../../conversations/messages.ts'
import { listUnanswered } from '../../knowledge/gaps.ts'

/** What a summary is made of. */
export type Material = {
  conversation: ConversationRow
  messages: MessageRow[]
  lead: KnownContact | null
  /** The last wish to be called. */
  callback: Wish | null
  /** Questions that the knowledge did not cover. */
  unanswered: string[]
}
type Wish = { name: string | null; phone: string | null; status: string }

export const mostMessages = 1_000

/** Reads what was said and recorded in a conversation. */
export async function readMaterial(ctx: Context, conversation: ConversationRow): Promise<Material> {
  const { sql, site } = ctx
  const [messages, lead, [callback], unanswered] = await Promise.all([
    listNewest(sql, site.id, conversation.id, mostMessages),
    knownContact(ctx, conversation.id),
    sql<Wish[]>`
      select name, phone, status from callbacks where conversation_id = ${conversation.id}
      order by requested_at desc, id desc limit 1`,
    listUnanswered(ctx, conversation.id),
  ])
  return { conversation, messages, lead, callback: callback ?? null, unanswered }
}
