import type { MessageContent } from '../../../shared/message.ts'
import type { Context } from '../../core/context.ts'
import { callbackForm, contactLines } from './contact-offer.ts'
import type { Draft } from './draft.ts'
import type { PromptPassage } from './neighbours.ts'
import { type LanguageCode, languages, type Phrases } from './phrases.ts'
import { quote, say } from './quote.ts'
import type { ReplyOptions, Turn } from './turn.ts'
import { resetsAt } from './usage.ts'

/**
 * Answers where the day's budget is used up: what the passages say, which costs nothing, how the business is reached,
 * and a form to be called back.
 */
export async function answerWithoutBudget(
  ctx: Context,
  turn: Turn,
  passages: readonly PromptPassage[],
  { question, language }: { question: string; language: LanguageCode },
  options: ReplyOptions,
): Promise<Draft> {
  const phrases = languages[language]
  const quoted = await quote(ctx, passages, { question, language })
  const contacts = contactLines(ctx)
  const remark = [phrases.budgetUsed(timeOf(ctx, language)), ...(contacts.length > 0 ? [phrases.reachUs] : [])].join(
    ' ',
  )
  const last = [remark, ...(contacts.length > 0 ? [contacts.join('\n')] : [])].join('\n\n')
  const pieces = [...quoted.pieces, quoted.pieces.length > 0 ? `\n\n${last}` : last]
  return say({ ...quoted, pieces, messages: formOnce(turn, phrases) }, options)
}

/** When the assistant is back, as a clock of the business shows it. */
const timeOf = (ctx: Context, language: LanguageCode): string =>
  new Intl.DateTimeFormat(language, {
    timeZone: ctx.site.settings.assistant.timezone,
    timeStyle: 'short',
    hourCycle: 'h23',
  }).format(resetsAt(ctx.now()))

/** Shown once in a conversation. */
const formOnce = ({ history }: Turn, phrases: Phrases): MessageContent[] =>
  history.some((shown) => shown.type === 'form' && shown.purpose === 'callback') ? [] : [callbackForm(phrases)]
