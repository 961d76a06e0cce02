import { personAction } from '../../../../shared/conversation.ts'
import type { StoredMessage } from '../../../../shared/message.ts'
import type { Context } from '../../../core/context.ts'
import { languageCode } from '../../../language/languages.ts'
import { knownContact } from '../../contacts/leads/known.ts'
import type { ConversationRow } from '../../conversations/conversation.ts'
import { listNewest, toStoredMessage } from '../../conversations/messages.ts'
import { forAssistant, maxHistory } from '../../conversations/reply-input.ts'
import { asksNothing, readSmallTalk } from '../reply/small-talk.ts'
import type { Turn } from '../reply/turn.ts'

/** The messages up to the visitor's question that no person has answered yet; undefined if there is none. */
export async function findOpenTurn(ctx: Context, conversation: ConversationRow): Promise<Turn | undefined> {
  const [rows, lead] = await Promise.all([
    listNewest(ctx.sql, ctx.site.id, conversation.id, maxHistory),
    knownContact(ctx, conversation.id),
  ])
  const history = rows.map(toStoredMessage)
  const asked = history.findLastIndex((message) => isQuestion(ctx, message, conversation.locale))
  const answered = history.findLastIndex(({ author }) => author !== null)
  if (asked < 0 || answered > asked) return undefined
  return forAssistant({ conversation, lead, history: history.slice(0, asked + 1) })
}

/** Whether a visitor's message may be a question: not the wish for a person, thanks, or a form. */
export function isQuestion(ctx: Context, message: StoredMessage, locale: string | null): boolean {
  const { role, type, text = '', payload } = message
  if (role !== 'user' || type !== 'text' || text === '') return false
  const action = payload?.action as { id?: unknown; value?: unknown } | null | undefined
  if (action?.id === personAction || String(action?.value).startsWith('{')) return false
  const language = languageCode(locale, ctx.site.settings.assistant.locale)
  return !asksNothing(text) && readSmallTalk(text, language) === undefined
}
