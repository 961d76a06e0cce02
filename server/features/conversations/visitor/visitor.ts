import type { ChatHistory } from '../../../../shared/chat.ts'
import type { Context, Parts } from '../../../core/context.ts'
import { notFound, unauthorized } from '../../../core/error.ts'
import { eventId } from '../../../core/events.ts'
import { findPlace } from '../../live/availability.ts'
import { type ConversationRow, findConversation } from '../conversation.ts'
import { listNewest, toMessage } from '../messages.ts'
import { shownName } from '../shown-name.ts'

/** What a page holds of its visitor: one conversation of one site. */
export type Visitor = { site: string; conversation: string }

const purpose = 'visitor token'
const hour = 3_600_000
const longestToken = 400
/** As much as a page shows after it was loaded anew. */
const mostShown = 500

/** The token with which a page goes on with a conversation: sealed, so that nobody reads or makes one. */
export const visitorToken = ({ seal }: Parts, { site, conversation }: Visitor): string =>
  seal.close(purpose, JSON.stringify([site, conversation]))

/** Whose token it is; 401 for anything that this server did not seal as one. */
export function readVisitorToken({ seal }: Parts, token: string): Visitor {
  try {
    if (token.length > longestToken) throw new Error('too long')
    const [site, conversation] = JSON.parse(seal.open(purpose, token)) as [string, string]
    return { site, conversation }
  } catch {
    throw unauthorized('This chat is not known here. Start a new one.', 'token_unknown')
  }
}

/**
 * The conversation of this id, where it is the visitor's: another's is as unknown as one that does not exist. 401 once it
 * was not used for `security.sessionTtlHours`.
 */
export async function getOwnConversation(ctx: Context, visitor: Visitor, id: string): Promise<ConversationRow> {
  if (visitor.site !== ctx.site.id || visitor.conversation !== id) throw notFound('conversation')
  const conversation = await findConversation(ctx, id)
  if (conversation?.channel !== 'widget') throw notFound('conversation')
  const usable = conversation.last_at + ctx.site.settings.security.sessionTtlHours * hour
  if (usable <= ctx.now()) throw unauthorized('This chat was not used for too long. Start a new one.', 'chat_expired')
  return conversation
}

/** What was said, for a page that was loaded anew, and the event from which it reads on: nothing falls between. */
export async function readHistory(ctx: Context, conversation: ConversationRow): Promise<ChatHistory> {
  // What is read afterwards shows all that events up to here tell of.
  const { settled } = await ctx.parts.events.span()
  const [messages, queue] = await Promise.all([
    listNewest(ctx.sql, ctx.site.id, conversation.id, mostShown),
    findPlace(ctx, conversation),
  ])
  return {
    id: conversation.id,
    status: conversation.status,
    ended: conversation.ended_at !== null,
    writing: conversation.turn_id !== null && conversation.turn_until > ctx.now(),
    lastEventId: eventId(settled),
    person: personIn(ctx, conversation),
    queue,
    messages: messages.map((row) => ({
      ...toMessage(row),
      clientMessageId: row.client_message_id,
      feedback: row.feedback,
      seenAt: row.seen_at,
    })),
  }
}

/** Who of the team has a chat, as its visitor may know. */
function personIn(ctx: Context, { status, assigned_to: id, assigned_name: name }: ConversationRow) {
  if (status !== 'live' || id === null) return null
  return { name: shownName(ctx, { id, name: name ?? id, isKey: id.startsWith('key:') }) ?? '' }
}
