import type { ChatReply, ChatStored, StartChat } from '../../../../shared/chat.ts'
import type { SendMessage } from '../../../../shared/conversation.ts'
import type { Message } from '../../../../shared/message.ts'
import type { Context, Parts } from '../../../core/context.ts'
import { Refusal } from '../../../core/error.ts'
import { sendMessage } from '../send.ts'
import { startConversation } from '../start.ts'
import { checkIdentity, claimsOf } from './identity.ts'
import { visitorToken } from './visitor.ts'

/** Is told what the page goes on with, as soon as its message is stored. */
type Stored = (stored: ChatStored) => void

/** Starts a chat from a page. Of what the page says of its visitor, only a good token is vouched for. */
export async function startChat(ctx: Context, input: StartChat, stored: Stored): Promise<ChatReply> {
  const { message, contact, context, clientMessageId, startId, identity } = input
  const given = { message, contact, context, clientMessageId, startId }
  if (!identity) return await withToken(ctx, stored, (onStored) => startConversation(ctx, 'widget', given, onStored))
  const { user, verification } = await checkIdentity(ctx, identity)
  const claims = claimsOf(identity)
  const known = { ...given, contact: claims && contact ? { ...claims, ...contact } : (contact ?? claims), user }
  const reply = await withToken(ctx, stored, (onStored) => startConversation(ctx, 'widget', known, onStored))
  return { ...reply, identity: verification }
}

/** Takes the visitor's next message. */
export const sendChat = (ctx: Context, input: SendMessage & { id: string }, stored: Stored): Promise<ChatReply> =>
  withToken(ctx, stored, (onStored) => sendMessage(ctx, 'widget', input, onStored))

type Answer = Pick<ChatReply, 'id' | 'messages'>

/** Adds the visitor's token to what is told, to the answer, and to a refusal after which the chat can go on. */
async function withToken(
  ctx: Context,
  stored: Stored,
  work: (onStored: (id: string, greeting?: Message[]) => void) => Promise<Answer>,
): Promise<ChatReply> {
  const tokenOf = (id: string) => visitorToken(ctx.parts, { site: ctx.site.id, conversation: id })
  try {
    const { id, messages } = await work((id, greeting) =>
      stored({ id, token: tokenOf(id), now: ctx.parts.clock.now(), ...(greeting && { messages: greeting }) }),
    )
    return { id, token: tokenOf(id), messages }
  } catch (error) {
    if (!(error instanceof Refusal) || typeof error.extra.id !== 'string') throw error
    throw error.beside({ token: tokenOf(error.extra.id) })
  }
}

/** A page says so with each key; screens show it for some seconds. */
const atMostEvery = 1_000
const mostKept = 10_000

// When each conversation was last told of; lives and dies with the server's parts.
const toldOf = new WeakMap<Parts, Map<string, number>>()

/** Tells the team that the visitor is typing, at most once a second a conversation. */
export function tellVisitorTypes({ parts, site, now }: Context, conversationId: string): void {
  const told = toldOf.get(parts) ?? new Map<string, number>()
  toldOf.set(parts, told)
  const last = told.get(conversationId)
  if (last !== undefined && now() - last < atMostEvery) return
  if (told.size >= mostKept) told.clear()
  told.set(conversationId, now())
  parts.moments.tell(site.id, 'typing.changed', { conversationId, who: 'visitor', name: null, typing: true })
}
