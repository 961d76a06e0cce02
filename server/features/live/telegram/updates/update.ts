import { z } from 'zod'

const User = z.object({
  id: z.int(),
  is_bot: z.boolean().default(false),
  first_name: z.string().max(1000).default(''),
})
export type User = z.infer<typeof User>

const Chat = z.object({
  id: z.int(),
  type: z.string(),
  title: z.string().max(1000).optional(),
  first_name: z.string().max(1000).optional(),
  is_forum: z.boolean().default(false),
})

/** A message with all its fields; anything other than text is recognised by its field. */
export const Message = z.looseObject({
  message_id: z.int(),
  chat: Chat,
  from: User.optional(),
  /** The sender if it is not a person: the group for an anonymous admin, or a channel. */
  sender_chat: z.object({ id: z.int() }).optional(),
  message_thread_id: z.int().optional(),
  text: z.string().optional(),
  reply_to_message: z.object({ message_id: z.int() }).optional(),
  migrate_to_chat_id: z.int().optional(),
})
export type Message = z.infer<typeof Message>

const CallbackQuery = z.object({
  id: z.string().max(200),
  from: User,
  message: z.object({ message_id: z.int(), chat: Chat, message_thread_id: z.int().optional() }).optional(),
  data: z.string().max(200).optional(),
})
export type CallbackQuery = z.infer<typeof CallbackQuery>

/** An update. Unknown or unexpected parts are dropped, because new kinds of updates are not errors. */
export const Update = z.object({
  update_id: z.int(),
  message: Message.optional().catch(undefined),
  edited_message: Message.optional().catch(undefined),
  callback_query: CallbackQuery.optional().catch(undefined),
})
export type Update = z.infer<typeof Update>

/** The fields of messages that a person can send and that contain no text. */
const kinds = [
  'photo',
  'video',
  'audio',
  'voice',
  'video_note',
  'document',
  'sticker',
  'animation',
  'location',
  'venue',
  'contact',
  'poll',
  'dice',
  'story',
  'game',
]

export const isNoText = (message: Message): boolean => kinds.some((kind) => message[kind] !== undefined)

export type Command = { name: string; argument: string }

/** `/name argument`; undefined if the message is not a command, or is one for another bot. */
export function readCommand({ text = '' }: Message, username: string | null): Command | 'foreign' | undefined {
  const match = /^\/([A-Za-z0-9_]{1,32})(?:@([A-Za-z0-9_]{1,64}))?(?:\s+([\s\S]*))?$/.exec(text.trim())
  if (!match) return undefined
  const [, name = '', named, argument = ''] = match
  if (named !== undefined && named.toLowerCase() !== username?.toLowerCase()) return 'foreign'
  return { name: name.toLowerCase(), argument: argument.trim() }
}
