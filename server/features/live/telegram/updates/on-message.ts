import { TeamReply } from '../../../../../shared/live.ts'
import { AppError } from '../../../../core/error.ts'
import { replyToVisitor } from '../../reply.ts'
import { closeChat, handBack, takeOver } from '../../takeover.ts'
import { describeChat, moveChat } from '../chat.ts'
import { findConversationOf } from '../threads.ts'
import { linkChat } from './link.ts'
import { type Command, isNoText, type Message, readCommand } from './update.ts'
import { type Answer, replyTo, type UpdateContext } from './update-context.ts'

/** Handles a message to the bot or in a chat that it reads. In other chats than the team's, only link codes count. */
export async function onMessage(context: UpdateContext, message: Message): Promise<Answer | undefined> {
  const { channel, phrases } = context
  const command = readCommand(message, channel.bot_username)
  if (command === 'foreign') return undefined
  const isLinking = command?.name === 'link' || (command?.name === 'start' && command.argument !== '')
  if (command && isLinking) return await linkChat(context, message, command.argument)
  if (channel.chat_id !== message.chat.id) return undefined
  await onServiceMessage(context, message)
  if (isOfBot(message)) return undefined
  const conversation = await conversationOf(context, message)
  if (conversation === undefined) return isForVisitor(message, command) ? replyTo(message, phrases.whom) : undefined
  if (message.forum_topic_closed !== undefined) return await closeByTopic(context, message, conversation)
  if (message.text === undefined) return isNoText(message) ? replyTo(message, phrases.onlyText) : undefined
  if (message.sender_chat) return replyTo(message, phrases.anonymous)
  return command
    ? await runCommand(context, message, conversation, command)
    : await answerVisitor(context, message, conversation, message.text)
}

/** Two bots could answer each other forever. An anonymous admin appears as a bot, with the group as the sender. */
const isOfBot = ({ from, sender_chat }: Message) => (!from || from.is_bot) && !sender_chat

/** An edited message: the visitor has read the original. */
export async function onEdit(context: UpdateContext, message: Message): Promise<Answer | undefined> {
  if (context.channel.chat_id !== message.chat.id || message.text === undefined) return undefined
  const known = await findConversationOf(context.ctx, { message: message.message_id })
  return known === undefined ? undefined : replyTo(message, context.phrases.edits)
}

const conversationOf = ({ ctx }: UpdateContext, { message_thread_id, reply_to_message }: Message) =>
  findConversationOf(ctx, { topic: message_thread_id, message: reply_to_message?.message_id })

/** A private message and a command are meant for the visitor; in a group, people also talk to each other. */
const isForVisitor = (message: Message, command: Command | undefined) =>
  command
    ? command.name in actions
    : message.chat.type === 'private' && (message.text !== undefined || isNoText(message))

/** A service message about the chat itself. */
async function onServiceMessage({ ctx, channel }: UpdateContext, { chat, migrate_to_chat_id }: Message): Promise<void> {
  if (migrate_to_chat_id !== undefined) return await moveChat(ctx, chat.id, migrate_to_chat_id)
  if (chat.is_forum !== channel.chat_topics)
    await ctx.tx((tx) => describeChat(tx, { title: channel.chat_title ?? '', topics: chat.is_forum }))
}

const actions = { take: takeOver, close: closeChat, bot: handBack }

/** What a person does with a conversation through a command or button. AppErrors are thrown. */
export async function act(
  context: UpdateContext,
  action: keyof typeof actions,
  ctx: ReturnType<UpdateContext['as']>,
  id: string,
): Promise<string> {
  await actions[action](ctx, { id })
  return context.phrases.done[action]
}

export const isAction = (name: string): name is keyof typeof actions => Object.hasOwn(actions, name)

async function runCommand(context: UpdateContext, message: Message, id: string, { name }: Command): Promise<Answer> {
  const { from } = message
  if (!from || !isAction(name)) return replyTo(message, context.phrases.unknownCommand(name))
  return await orErrorMessage(message, async () => replyTo(message, await act(context, name, context.as(from), id)))
}

async function answerVisitor(
  context: UpdateContext,
  message: Message,
  id: string,
  text: string,
): Promise<Answer | undefined> {
  const { from } = message
  const reply = TeamReply.safeParse({ text, force: true })
  if (!from || !reply.success) return replyTo(message, context.phrases.tooLong)
  return await orErrorMessage(message, async () => {
    await replyToVisitor(context.as(from, { message, conversation: id }), { ...reply.data, id })
    return undefined
  })
}

/** Closing the topic closes the chat. */
async function closeByTopic(context: UpdateContext, message: Message, id: string): Promise<Answer | undefined> {
  const { from } = message
  if (!from || from.is_bot) return undefined
  return await orErrorMessage(message, async () => {
    await act(context, 'close', context.as(from), id)
    return undefined
  })
}

/** An error of the product is sent to the person as its message. */
async function orErrorMessage<T>(message: Message, work: () => Promise<T>): Promise<T | Answer> {
  try {
    return await work()
  } catch (error) {
    if (error instanceof AppError && error.status < 500) return replyTo(message, error.message)
    throw error
  }
}
