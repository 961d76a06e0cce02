import type { ChatAccess, ChatHistory, OpenChatLink } from '../../../../shared/chat.ts'
import type { Context, Services } from '../../../core/context.ts'
import { notFound, unauthorized } from '../../../core/error.ts'
import { eventId } from '../../../core/events.ts'
import { findPlace } from '../../live/availability.ts'
import { type ConversationRow, findConversation, ratingOf, shownName } from '../conversation.ts'
import { listNewest, toMessage } from '../messages.ts'
import { findReply } from '../reply-task.ts'

/** The visitor of a page: one conversation of one site. Came by a link, they may continue it at least until then. */
export type Visitor = { site: string; conversation: string; until?: number | undefined }

const purpose = 'visitor token'
const linkPurpose = 'chat link'
const hour = 3_600_000
const linksLast = 14 * 24 * hour
const maxToken = 400
/** How many messages a page shows after a reload. */
const maxShown = 500

/** The token with which a page continues a conversation. It is sealed, so nobody can read or forge one. */
export const visitorToken = ({ seal }: Services, { site, conversation, until }: Visitor): string =>
  seal.close(purpose, JSON.stringify([site, conversation, until]))

/** The visitor of a token. 401 for anything that this server did not seal as one. */
export function readVisitorToken({ seal }: Services, token: string): Visitor {
  try {
    if (token.length > maxToken) throw new Error('too long')
    const [site, conversation, until] = JSON.parse(seal.open(purpose, token)) as [string, string, (number | null)?]
    return { site, conversation, until: until ?? undefined }
  } catch {
    throw unauthorized('Unknown chat. Start a new one.', 'token_unknown')
  }
}

/** What a link to a conversation contains. It may be opened often, because mail scanners open links too. */
export const chatLinkToken = ({ services, site, now }: Context, conversation: string, until: number): string =>
  services.seal.close(linkPurpose, JSON.stringify([site.id, conversation, Math.max(until, now() + linksLast)]))

/** The visitor's access to the conversation of a link. 401 if it is not one of this site, or is too old. */
export async function openChatLink(ctx: Context, { link }: OpenChatLink): Promise<ChatAccess> {
  const [site, conversation, until] = readLink(ctx, link)
  if (site !== ctx.site.id) throw unauthorized('Unknown chat. Start a new one.', 'token_unknown')
  if (until <= ctx.now()) throw unauthorized('This chat has expired. Start a new one.', 'chat_expired')
  const visitor = { site, conversation, until }
  await getOwnConversation(ctx, visitor, conversation)
  return { id: conversation, token: visitorToken(ctx.services, visitor) }
}

function readLink({ services }: Context, link: string): [site: string, conversation: string, until: number] {
  try {
    return JSON.parse(services.seal.open(linkPurpose, link))
  } catch {
    throw unauthorized('Unknown chat. Start a new one.', 'token_unknown')
  }
}

/** The visitor's conversation. 404 for every other id; 401 if it was not used for `security.sessionTtlHours`, unless they came by a link. */
export async function getOwnConversation(ctx: Context, visitor: Visitor, id: string): Promise<ConversationRow> {
  if (visitor.site !== ctx.site.id || visitor.conversation !== id) throw notFound('conversation')
  const conversation = await findConversation(ctx, id)
  if (conversation?.channel !== 'widget') throw notFound('conversation')
  const usable = conversation.last_at + ctx.site.settings.security.sessionTtlHours * hour
  if (Math.max(usable, visitor.until ?? 0) <= ctx.now())
    throw unauthorized('This chat has expired. Start a new one.', 'chat_expired')
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
