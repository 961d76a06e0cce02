import { TeamReply } from '../../../../../shared/live.ts'
import { Refusal } from '../../../../core/error.ts'
import { replyToVisitor } from '../../reply.ts'
import { closeChat, handBack, takeOver } from '../../takeover.ts'
import { describeChat, moveChat } from '../chat.ts'
import { findConversationOf } from '../threads.ts'
import { linkChat } from './link.ts'
import { type Command, isNoText, type Message, readCommand } from './update.ts'
import { type Answer, say, type Visit } from './visit.ts'

/** A message that somebody wrote to the bot, or in a chat that it reads. Of other chats than the team's only link codes count. */
export async function takeMessage(visit: Visit, message: Message): Promise<Answer | undefined> {
  const { channel, phrases } = visit
  const command = readCommand(message, channel.bot_username)
  if (command === 'foreign') return undefined
  const isLinking = command?.name === 'link' || (command?.name === 'start' && command.argument !== '')
  if (command && isLinking) return await linkChat(visit, message, command.argument)
  if (channel.chat_id !== message.chat.id) return undefined
  await noteChat(visit, message)
  if (isOfBot(message)) return undefined
  const conversation = await conversationOf(visit, message)
  if (conversation === undefined) return isForVisitor(message, command) ? say(message, phrases.whom) : undefined
  if (message.forum_topic_closed !== undefined) return await closeByTopic(visit, message, conversation)
  if (message.text === undefined) return isNoText(message) ? say(message, phrases.onlyText) : undefined
  if (message.sender_chat) return say(message, phrases.anonymous)
  return command
    ? await obey(visit, message, conversation, command)
    : await answerVisitor(visit, message, conversation, message.text)
}

/** Two bots that answer each other would not end. An anonymous admin is shown as one, with the group beside it. */
const isOfBot = ({ from, sender_chat }: Message) => (!from || from.is_bot) && !sender_chat

/** A message was changed after it was sent: the visitor has read the first one. */
export async function takeEdit(visit: Visit, message: Message): Promise<Answer | undefined> {
  if (visit.channel.chat_id !== message.chat.id || message.text === undefined) return undefined
  const known = await findConversationOf(visit.ctx, { message: message.message_id })
  return known === undefined ? undefined : say(message, visit.phrases.edits)
}

const conversationOf = ({ ctx }: Visit, { message_thread_id, reply_to_message }: Message) =>
  findConversationOf(ctx, { topic: message_thread_id, message: reply_to_message?.message_id })

/** What is said in private is meant for a visitor, and so is a command; people of a group also speak to each other. */
const isForVisitor = (message: Message, command: Command | undefined) =>
  command
    ? command.name in actions
    : message.chat.type === 'private' && (message.text !== undefined || isNoText(message))

/** Whatever a message tells of the chat itself. */
async function noteChat({ ctx, channel }: Visit, { chat, migrate_to_chat_id }: Message): Promise<void> {
  if (migrate_to_chat_id !== undefined) return await moveChat(ctx, chat.id, migrate_to_chat_id)
  if (chat.is_forum !== channel.chat_topics)
    await ctx.tx((tx) => describeChat(tx, { title: channel.chat_title ?? '', topics: chat.is_forum }))
}

const actions = { take: takeOver, close: closeChat, bot: handBack }

/** What a person does with a conversation, by a command or a button. Refusals are thrown. */
export async function act(
  visit: Visit,
  action: keyof typeof actions,
  context: ReturnType<Visit['as']>,
  id: string,
): Promise<string> {
  await actions[action](context, { id })
  return visit.phrases.done[action]
}

export const isAction = (name: string): name is keyof typeof actions => Object.hasOwn(actions, name)

async function obey(visit: Visit, message: Message, id: string, { name }: Command): Promise<Answer> {
  const { from } = message
  if (!from || !isAction(name)) return say(message, visit.phrases.unknownCommand(name))
  return await orRefusal(message, async () => say(message, await act(visit, name, visit.as(from), id)))
}

async function answerVisitor(visit: Visit, message: Message, id: string, text: string): Promise<Answer | undefined> {
  const { from } = message
  const reply = TeamReply.safeParse({ text, force: true })
  if (!from || !reply.success) return say(message, visit.phrases.tooLong)
  return await orRefusal(message, async () => {
    await replyToVisitor(visit.as(from, { message, conversation: id }), { ...reply.data, id })
    return undefined
  })
}

/** Whoever closes the topic closes the chat. */
async function closeByTopic(visit: Visit, message: Message, id: string): Promise<Answer | undefined> {
  const { from } = message
  if (!from || from.is_bot) return undefined
  return await orRefusal(message, async () => {
    await act(visit, 'close', visit.as(from), id)
    return undefined
  })
}

/** What the product refuses is told in its own words to whoever asked for it. */
async function orRefusal<T>(message: Message, work: () => Promise<T>): Promise<T | Answer> {
  try {
    return await work()
  } catch (error) {
    if (error instanceof Refusal && error.status < 500) return say(message, error.message)
    throw error
  }
}
