import type { ChatReply, ChatStored, StartChat } from '../../../../shared/chat.ts'
import type { SendMessage } from '../../../../shared/conversation.ts'
import type { Message, SentFile } from '../../../../shared/message.ts'
import type { Context, Services } from '../../../core/context.ts'
import { AppError } from '../../../core/error.ts'
import type { ConversationRow } from '../conversation.ts'
import { receiveFile } from '../files.ts'
import { sendMessage } from '../send.ts'
import { startConversation } from '../start.ts'
import { checkIdentity, claimsOf } from './identity.ts'
import { visitorToken } from './visitor.ts'

/** Called with what the page needs to continue, as soon as its message is stored. */
type Stored = (stored: ChatStored) => void

/** Starts a chat from a page. Only a valid token verifies what the page says about its visitor. */
export async function startChat(ctx: Context, input: StartChat, stored: Stored): Promise<ChatReply> {
  const { message, contact, context, clientMessageId, startId, identity, attributes } = input
  const given = { message, contact, context, clientMessageId, startId, attributes }
  if (!identity) return await withToken(ctx, stored, (onStored) => startConversation(ctx, 'widget', given, onStored))
  const { user, verification } = await checkIdentity(ctx, identity)
  const claims = claimsOf(identity)
  const known = { ...given, contact: claims && contact ? { ...claims, ...contact } : (contact ?? claims), user }
  const reply = await withToken(ctx, stored, (onStored) => startConversation(ctx, 'widget', known, onStored))
  return { ...reply, identity: verification }
}

/** Stores and answers the visitor's next message. */
export const sendChat = (ctx: Context, input: SendMessage & { id: string }, stored: Stored): Promise<ChatReply> =>
  withToken(ctx, stored, (onStored) => sendMessage(ctx, 'widget', input, onStored))

type FileInput = SentFile & { clientMessageId?: string | undefined }

/** Stores and answers a file of the visitor. Its bytes are kept only with its message. */
export async function sendFile(
  ctx: Context,
  { id }: ConversationRow,
  { file, text, clientMessageId }: FileInput,
  stored: Stored,
): Promise<ChatReply> {
  const received = receiveFile(file)
  const message = { id, text: text || received.file.name, clientMessageId, received }
  return await withToken(ctx, stored, (onStored) => sendMessage(ctx, 'widget', message, onStored))
}

type Answer = Pick<ChatReply, 'id' | 'messages'>

/** Adds the visitor's token to `stored`, to the answer, and to an error after which the chat can continue. */
async function withToken(
  ctx: Context,
  stored: Stored,
  work: (onStored: (id: string, greeting?: Message[]) => void) => Promise<Answer>,
): Promise<ChatReply> {
  const tokenOf = (id: string) => visitorToken(ctx.services, { site: ctx.site.id, conversation: id })
  try {
    const { id, messages } = await work((id, greeting) =>
      stored({ id, token: tokenOf(id), now: ctx.services.clock.now(), ...(greeting && { messages: greeting }) }),
    )
    return { id, token: tokenOf(id), messages }
  } catch (error) {
    if (!(error instanceof AppError) || typeof error.extra.id !== 'string') throw error
    throw error.beside({ token: tokenOf(error.extra.id) })
  }
}

/** A page sends it with each key press, but screens show it for some seconds. */
const minInterval = 1_000
const maxKept = 10_000

// When it was last published for each conversation of a server.
const publishedOf = new WeakMap<Services, Map<string, number>>()

/** Publishes that the visitor is typing, at most once a second per conversation. */
export function publishTyping({ services, site, now }: Context, conversationId: string): void {
  const published = publishedOf.get(services) ?? new Map<string, number>()
  publishedOf.set(services, published)
  const last = published.get(conversationId)
  if (last !== undefined && now() - last < minInterval) return
  if (published.size >= maxKept) published.clear()
  published.set(conversationId, now())
  services.ephemeral.publish(site.id, 'typing.changed', { conversationId, who: 'visitor', name: null, typing: true })
}
