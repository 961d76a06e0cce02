import type { EventData } from '../../../../shared/event.ts'
import type { Context } from '../../../core/context.ts'
import { type KnownContact, knownContact } from '../../contacts/leads/known.ts'
import { listUnanswered } from '../../knowledge/gaps.ts'
import type { ConversationRow } from '../conversation.ts'
import { listNewest, type MessageRow } from '../messages.ts'

export type Said = EventData<'conversation.completed'>['transcript'][number]

/** What visitor, assistant and team said, oldest first, without lines that only record events. */
export const spokenMessages = (rows: readonly MessageRow[]): Said[] =>
  rows.filter(({ role, text }) => role !== 'system' && text !== '').map(toSaid)

const toSaid = ({ role, author, text, ts }: MessageRow): Said => ({
  role: role === 'user' ? 'visitor' : author === null ? 'assistant' : 'team',
  text,
  at: ts,
})

/** The newest part, up to this many characters. */
export function newestWithin(said: readonly Said[], max: number): Said[] {
  let left = max
  const first = said.findLastIndex(({ text }) => {
    left -= text.length
    return left < 0
  })
  return said.slice(first + 1)
}

/** The input of a summary. */
export type Material = {
  conversation: ConversationRow
  messages: MessageRow[]
  lead: KnownContact | null
  /** The last callback request. */
  callback: Wish | null
  /** Questions that the knowledge did not cover. */
  unanswered: string[]
}
type Wish = { name: string | null; phone: string | null; status: string }

export const maxMessages = 1_000

/** Loads what was said and recorded in a conversation. */
export async function readMaterial(ctx: Context, conversation: ConversationRow): Promise<Material> {
  const { sql, site } = ctx
  const [messages, lead, [callback], unanswered] = await Promise.all([
    listNewest(sql, site.id, conversation.id, maxMessages),
    knownContact(ctx, conversation.id),
    sql<Wish[]>`
      select name, phone, status from callbacks where conversation_id = ${conversation.id}
      order by requested_at desc, id desc limit 1`,
    listUnanswered(ctx, conversation.id),
  ])
  return { conversation, messages, lead, callback: callback ?? null, unanswered }
}
