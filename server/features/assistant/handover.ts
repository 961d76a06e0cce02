import type { MessageContent } from '../../../shared/message.ts'
import type { Context } from '../../core/context.ts'
import { canSomebodyCome } from '../live/availability.ts'
import { callbackForm, contactLines } from './contact-offer.ts'
import { type Draft, textMessage } from './draft.ts'
import { handoverPhrases } from './handover-phrases.ts'
import { languageFor, languages } from './phrases.ts'
import type { ReplyOptions, Turn, Written } from './turn.ts'

/** A draft of which it is known whether somebody can come. */
export type Finished = Omit<Draft, 'handover'> & Pick<Written, 'handover'>

/**
 * Ends a draft that asks for a person with the truth: that the team was asked, or that nobody can come, whatever a model or
 * a backend said of it. Streamed where it is all there is to say.
 */
export async function withHandover(
  ctx: Context,
  turn: Turn,
  draft: Draft,
  options: Pick<ReplyOptions, 'open' | 'text'>,
): Promise<Finished> {
  const { handover, ...rest } = draft
  if (!handover) return rest
  const comes = await canSomebodyCome(ctx)
  const said = handoverSaid(ctx, turn.conversation.locale, comes)
  if (draft.messages.length === 0) {
    options.open()
    for (const { text } of said) if (text !== undefined) options.text(text)
  }
  // One form at a time: the one that asks for a call takes the place of the backend's own.
  const kept = draft.messages.filter(({ type }) => comes || type !== 'form')
  return { ...rest, messages: [...kept, ...said], handover: { ...handover, comes } }
}

/** The answer to whoever asks for a person. */
export function handoverSaid(ctx: Context, locale: string | null, comes: boolean): MessageContent[] {
  if (!comes) return callbackOffer(ctx, locale, 'nobodyHere')
  return [textMessage(handoverPhrases(locale, ctx.site.settings.assistant.locale).asked)]
}

/** That nobody can come, or came, and what the visitor can do instead. */
export function callbackOffer(ctx: Context, locale: string | null, why: 'nobodyHere' | 'nobodyCame'): MessageContent[] {
  const own = ctx.site.settings.assistant.locale
  const said = handoverPhrases(locale, own)
  const phrases = languages[languageFor(locale, own)]
  const form = ctx.site.settings.leads.enabled ? callbackForm(phrases) : undefined
  const contacts = contactLines(ctx)
  const lines = [
    form ? `${said[why]} ${said.leaveNumber}` : said[why],
    ...(contacts.length > 0 ? [phrases.reachUs, contacts.join('\n')] : []),
  ]
  return [textMessage(lines.join('\n\n')), ...(form ? [form] : [])]
}
