import { AppError } from '../../../../core/error.ts'
import { findConversationOf } from '../threads.ts'
import { act, isAction } from './on-message.ts'
import type { CallbackQuery } from './update.ts'
import type { Answer, UpdateContext } from './update-context.ts'

const maxLength = 200

/**
 * Handles a button press. It counts only in the team's chat, and below a message of the conversation that the button
 * names.
 */
export async function onButton(context: UpdateContext, query: CallbackQuery): Promise<Answer> {
  const { channel, phrases } = context
  const notify = (text: string, isAlert = false): Answer => ({
    method: 'answerCallbackQuery',
    callback_query_id: query.id,
    text: text.slice(0, maxLength),
    show_alert: isAlert,
  })
  const { message, from } = query
  const [action = '', id = ''] = (query.data ?? '').split(' ')
  const isOfTeam = message !== undefined && channel.chat_id !== null && message.chat.id === channel.chat_id
  if (!isOfTeam || from.is_bot || !isAction(action)) return notify(phrases.stale, true)
  if (!(await isBelow(context, message, id))) return notify(phrases.stale, true)
  try {
    return notify(await act(context, action, context.as(from), id))
  } catch (error) {
    if (error instanceof AppError && error.status < 500) return notify(error.message, true)
    throw error
  }
}

type Below = NonNullable<CallbackQuery['message']>

/**
 * Checks both topic and message. A message sent a moment ago may not be recorded yet; then only the topic is checked.
 */
async function isBelow({ ctx }: UpdateContext, { message_id, message_thread_id }: Below, id: string): Promise<boolean> {
  const ofMessage = await findConversationOf(ctx, { message: message_id })
  const ofTopic = await findConversationOf(ctx, { topic: message_thread_id })
  return (ofMessage ?? ofTopic) === id && (ofTopic ?? ofMessage) === id
}
