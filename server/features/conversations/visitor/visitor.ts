import type { ChatHistory } from '../../../../shared/chat.ts'
import type { Context, Services } from '../../../core/context.ts'
import { notFound, unauthorized } from '../../../core/error.ts'
import { eventId } from '../../../core/events.ts'
import { findPlace } from '../../live/availability.ts'
import { type ConversationRow, findConversation, ratingOf, shownName } from '../conversation.ts'
import { listNewest, toMessage } from '../messages.ts'
import { findReply } from '../reply-task.ts'

/** The visitor of a page: one conversation of one site. */
export type Visitor = { site: string; conversation: string }

const purpose = 'visitor token'
const hour = 3_600_000
const maxToken = 400
/** How many messages a page shows after a reload. */
const maxShown = 500

/** The token with which a page continues a conversation. It is sealed, so nobody can read or forge one. */
export const visitorToken = ({ seal }: Services, { site, conversation }: Visitor): string =>
  seal.close(purpose, JSON.stringify([site, conversation]))

/** The visitor of a token. 401 for anything that this server did not seal as one. */
export function readVisitorToken({ seal }: Services, token: string): Visitor {
  try {
    if (token.length > maxToken) throw new Error('too long')
    const [site, conversation] = JSON.parse(seal.open(purpose, token)) as [string, string]
    return { site, conversation }
  } catch {
    throw unauthorized('Unknown chat. Start a new one.', 'token_unknown')
  }
}

/** The visitor's conversation. 404 for every other id; 401 if it was not used for `security.sessionTtlHours`. */
export async function getOwnConversation(ctx: Context, visitor: Visitor, id: string): Promise<ConversationRow> {
  if (visitor.site !== ctx.site.id || visitor.conversation !== id) throw notFound('conversation')
  const conversation = await findConversation(ctx, id)
  if (conversation?.channel !== 'widget') throw notFound('conversation')
  const usable = conversation.last_at + ctx.site.settings.security.sessionTtlHours * hour
  if (usable <= ctx.now()) throw unauthorized('This chat has expired. Start a new one.', 'chat_expired')
  return conversation
}

/** The history of a chat for a page that was reloaded, and the last event that it includes, to resume from. */
export async function readHistory(ctx: Context, conversation: ConversationRow): Promise<ChatHistory> {
  // Read before the messages, so they include every event up to this one.
  const { settled } = await ctx.services.events.span()
  const [messages, queue, reply] = await Promise.all([
    listNewest(ctx.sql, ctx.site.id, conversation.id, maxShown),
    findPlace(ctx, conversation),
    findReply(ctx, conversation.id),
  ])
  return {
    id: conversation.id,
    status: conversation.status,
    ended: conversation.ended_at !== null,
    writing: reply !== undefined,
    lastEventId: eventId(settled),
    person: assigneeName(ctx, conversation),
    queue,
    rating: ratingOf(conversation)?.rating ?? null,
    messages: messages.map((row) => ({
      ...toMessage(row),
      clientMessageId: row.client_message_id,
      feedback: row.feedback,
      seenAt: row.seen_at,
    })),
  }
}

/** The name, as its visitor may see it, of the person assigned to the chat. */
function assigneeName(ctx: Context, { status, assigned_to: id, assigned_name: name }: ConversationRow) {
  if (status !== 'live' || id === null) return null
  return { name: shownName(ctx, { id, name: name ?? id, isKey: id.startsWith('key:') }) ?? '' }
}
