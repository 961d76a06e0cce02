import type { MessageContent } from '../../../../shared/message.ts'
import type { Context } from '../../../core/context.ts'
import { languageFor } from '../../../language/languages.ts'
import { isSomebodyAvailable } from '../../live/availability.ts'
import { callbackForm, contactLines } from './contact-offer.ts'
import { type Draft, textMessage } from './draft.ts'
import type { ReplyOptions, Turn, Written } from './turn.ts'

/** A draft for which it is known whether somebody is available. */
export type Finished = Omit<Draft, 'handover'> & Pick<Written, 'handover'>

/**
 * Ends a draft that asks for a person with the actual outcome: the team was asked, or nobody is available, whatever a
 * model or backend said about it. Streamed if there is nothing else to say.
 */
export async function withHandover(
  ctx: Context,
  turn: Turn,
  draft: Draft,
  options: Pick<ReplyOptions, 'open' | 'text'>,
): Promise<Finished> {
  const { handover, ...rest } = draft
  if (!handover) return rest
  const comes = await isSomebodyAvailable(ctx)
  const said = handoverAnswer(ctx, turn.conversation.locale, comes)
  if (draft.messages.length === 0) {
    options.open()
    for (const { text } of said) if (text !== undefined) options.text(text)
  }
  // A visitor gets one form at a time: the callback form replaces the backend's own.
  const kept = draft.messages.filter(({ type }) => comes || type !== 'form')
  return { ...rest, messages: [...kept, ...said], handover: { ...handover, comes } }
}

/** The answer to a visitor who asks for a person. */
export function handoverAnswer(ctx: Context, locale: string | null, comes: boolean): MessageContent[] {
  if (!comes) return callbackOffer(ctx, locale, 'nobodyHere')
  return [textMessage(languageFor(locale, ctx.site.settings.assistant.locale).handover.asked)]
}

/** Says that nobody is available, or that nobody answered, and what the visitor can do instead. */
export function callbackOffer(ctx: Context, locale: string | null, why: 'nobodyHere' | 'nobodyCame'): MessageContent[] {
  const own = ctx.site.settings.assistant.locale
  const said = languageFor(locale, own).handover
  const phrases = languageFor(locale, own).phrases
  const form = ctx.site.settings.leads.enabled ? callbackForm(phrases) : undefined
  const contacts = contactLines(ctx)
  const lines = [
    form ? `${said[why]} ${said.leaveNumber}` : said[why],
    ...(contacts.length > 0 ? [phrases.reachUs, contacts.join('\n')] : []),
  ]
  return [textMessage(lines.join('\n\n')), ...(form ? [form] : [])]
}
