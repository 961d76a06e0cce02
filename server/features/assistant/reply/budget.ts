import type { MessageContent } from '../../../../shared/message.ts'
import type { Context } from '../../../core/context.ts'
import type { Phrases } from '../../../language/language.ts'
import { type LanguageCode, languages } from '../../../language/languages.ts'
import { resetsAt } from '../../usage.ts'
import { callbackForm, contactLines } from './contact-offer.ts'
import type { Draft } from './draft.ts'
import type { PromptPassage } from './neighbours.ts'
import { emitQuote, quote } from './quote.ts'
import type { ReplyOptions, Turn } from './turn.ts'

/**
 * Answers when the day's budget is used up: quotes passages, which costs nothing, and adds the contact details of the
 * business and a form to request a callback.
 */
export async function answerWithoutBudget(
  ctx: Context,
  turn: Turn,
  passages: readonly PromptPassage[],
  { question, language }: { question: string; language: LanguageCode },
  options: ReplyOptions,
): Promise<Draft> {
  const phrases = languages[language].phrases
  const quoted = await quote(ctx, passages, { question, language })
  const contacts = contactLines(ctx)
  const remark = [phrases.budgetUsed(timeOf(ctx, language)), ...(contacts.length > 0 ? [phrases.reachUs] : [])].join(
    ' ',
  )
  const last = [remark, ...(contacts.length > 0 ? [contacts.join('\n')] : [])].join('\n\n')
  const pieces = [...quoted.pieces, quoted.pieces.length > 0 ? `\n\n${last}` : last]
  return emitQuote({ ...quoted, pieces, messages: formOnce(turn, phrases) }, options)
}

/** When the assistant is available again, in the time zone of the business. */
const timeOf = (ctx: Context, language: LanguageCode): string =>
  new Intl.DateTimeFormat(language, {
    timeZone: ctx.site.settings.assistant.timezone,
    timeStyle: 'short',
    hourCycle: 'h23',
  }).format(resetsAt(ctx.now()))

/** Shown once in a conversation. */
const formOnce = ({ history }: Turn, phrases: Phrases): MessageContent[] =>
  history.some((shown) => shown.type === 'form' && shown.purpose === 'callback') ? [] : [callbackForm(phrases)]
