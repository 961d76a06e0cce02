import { Refusal } from '../../../../core/error.ts'
import { findConversationOf } from '../threads.ts'
import type { CallbackQuery } from './update.ts'
import type { Answer, Visit } from './visit.ts'
import { act, isAction } from './written.ts'

const longest = 200

/**
 * Somebody pressed a button below a message of the bot's. It counts only in the team's chat, below a message of the very
 * conversation that the button names.
 */
export async function takePress(visit: Visit, query: CallbackQuery): Promise<Answer> {
  const { channel, phrases } = visit
  const tell = (text: string, isAlert = false): Answer => ({
    method: 'answerCallbackQuery',
    callback_query_id: query.id,
    text: text.slice(0, longest),
    show_alert: isAlert,
  })
  const { message, from } = query
  const [action = '', id = ''] = (query.data ?? '').split(' ')
  const isOfTeam = message !== undefined && channel.chat_id !== null && message.chat.id === channel.chat_id
  if (!isOfTeam || from.is_bot || !isAction(action)) return tell(phrases.stale, true)
  if (!(await isBelow(visit, message, id))) return tell(phrases.stale, true)
  try {
    return tell(await act(visit, action, visit.as(from), id))
  } catch (error) {
    if (error instanceof Refusal && error.status < 500) return tell(error.message, true)
    throw error
  }
}

type Below = NonNullable<CallbackQuery['message']>

/** By the topic and by the message; one that was sent just now may not be noted yet, and is known by its topic alone. */
async function isBelow({ ctx }: Visit, { message_id, message_thread_id }: Below, id: string): Promise<boolean> {
  const ofMessage = await findConversationOf(ctx, { message: message_id })
  const ofTopic = await findConversationOf(ctx, { topic: message_thread_id })
  return (ofMessage ?? ofTopic) === id && (ofTopic ?? ofMessage) === id
}
