import type {
  ChatErased,
  ChatHistory,
  ChatIdentity,
  ChatReply,
  ChatStored,
  Identified,
  MessagesSeen,
  RateReply,
  ReplyRated,
  SeeMessages,
  StartChat,
} from '../../../shared/chat.ts'
import type { SendMessage } from '../../../shared/conversation.ts'
import type { Message } from '../../../shared/message.ts'
import type { Context } from '../../core/context.ts'
import { Refusal } from '../../core/error.ts'
import { deleteConversation } from './delete.ts'
import { endConversation, stopTurn } from './end.ts'
import { rateReply } from './rate.ts'
import { markSeen } from './seen.ts'
import { sendMessage } from './send.ts'
import { startConversation } from './start.ts'
import { type Transcript, writeTranscript } from './transcript.ts'
import { getOwnConversation, readHistory, type Visitor, visitorToken } from './visitor.ts'
import { type Follower, followConversation } from './visitor-events.ts'
import { checkIdentity, claimsOf, identifyVisitor } from './visitor-identity.ts'
import { tellVisitorTypes } from './visitor-typing.ts'

export { readVisitorToken } from './visitor.ts'
export { describeSite } from './visitor-site.ts'
export type { Follower, Transcript, Visitor }

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
export async function sendChat(
  ctx: Context,
  visitor: Visitor,
  input: SendMessage & { id: string },
  stored: Stored,
): Promise<ChatReply> {
  await getOwnConversation(ctx, visitor, input.id)
  return await withToken(ctx, stored, (onStored) => sendMessage(ctx, 'widget', input, onStored))
}

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

/** What was said, for a page that was loaded anew. */
export async function readChat(ctx: Context, visitor: Visitor, id: string): Promise<ChatHistory> {
  return await readHistory(ctx, await getOwnConversation(ctx, visitor, id))
}

/** Ends the chat: the visitor began a new one, or the page forgot it. */
export async function endChat(ctx: Context, visitor: Visitor, id: string): Promise<{ id: string; ended: true }> {
  await getOwnConversation(ctx, visitor, id)
  return await endConversation(ctx, 'widget', id)
}

/** Stops the reply that is being written; what was written stays. */
export async function stopChat(ctx: Context, visitor: Visitor, id: string): Promise<{ id: string; stopped: boolean }> {
  await getOwnConversation(ctx, visitor, id)
  return { id, stopped: await stopTurn(ctx, id) }
}

/** Keeps how the visitor rates a reply. */
export async function rateInChat(ctx: Context, visitor: Visitor, id: string, input: RateReply): Promise<ReplyRated> {
  await getOwnConversation(ctx, visitor, id)
  return await rateReply(ctx, id, input)
}

/** Keeps what the visitor has seen. */
export async function seeInChat(ctx: Context, visitor: Visitor, id: string, input: SeeMessages): Promise<MessagesSeen> {
  await getOwnConversation(ctx, visitor, id)
  return await markSeen(ctx, id, input)
}

/** The chat as a text file. */
export async function readTranscript(ctx: Context, visitor: Visitor, id: string): Promise<Transcript> {
  return await writeTranscript(ctx, await getOwnConversation(ctx, visitor, id))
}

/** Deletes the chat for good: its visitor asked for that. */
export async function eraseChat(ctx: Context, visitor: Visitor, id: string): Promise<ChatErased> {
  await getOwnConversation(ctx, visitor, id)
  return await deleteConversation(ctx, { id })
}

/** Takes in who the visitor is. */
export async function identifyInChat(
  ctx: Context,
  visitor: Visitor,
  id: string,
  identity: ChatIdentity,
): Promise<Identified> {
  await getOwnConversation(ctx, visitor, id)
  return await identifyVisitor(ctx, id, identity)
}

/** Refuses unless the visitor may still use the chat. */
export async function checkChat(ctx: Context, visitor: Visitor, id: string): Promise<void> {
  await getOwnConversation(ctx, visitor, id)
}

/** Tells the team that the visitor is typing. */
export async function typeInChat(ctx: Context, visitor: Visitor, id: string): Promise<void> {
  await getOwnConversation(ctx, visitor, id)
  tellVisitorTypes(ctx, id)
}

/** Tells the visitor what happens in the chat; see followConversation. */
export async function followChat(
  ctx: Context,
  visitor: Visitor,
  id: string,
  lastEventId: string | undefined,
  follower: Follower,
): Promise<() => void> {
  await getOwnConversation(ctx, visitor, id)
  return await followConversation(ctx, id, lastEventId, follower)
}
