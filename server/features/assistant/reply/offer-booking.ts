import type { Context } from '../../../core/context.ts'
import { bookingPhrases } from '../../../language/booking.ts'
import type { LanguageCode } from '../../../language/languages.ts'
import { languages } from '../../../language/languages.ts'
import { CalendarError } from '../../bookings/calendars/calendar.ts'
import { calendarOf } from '../../bookings/calendars/of-site.ts'
import { findFree } from '../../bookings/free.ts'
import { effectiveBooking } from '../../bookings/link.ts'
import { callbackForm } from './contact-offer.ts'
import { type Draft, emptyDraft, textMessage } from './draft.ts'
import type { ReplyOptions } from './turn.ts'

type Spoken = { code: LanguageCode; locale: string | null }
type Shown = Pick<ReplyOptions, 'open' | 'text'>

/** Offers a visitor who asks for an appointment the site's way to book; undefined if it has none, or a model tells it. */
export async function offerBooking(
  ctx: Context,
  { hasModel, ...spoken }: Spoken & { hasModel: boolean },
  options: Shown,
): Promise<Draft | undefined> {
  if (ctx.site.settings.bookings.mode === 'picker') return await offerPicker(ctx, spoken, options)
  if (hasModel) return undefined
  const { mode, link, label } = await effectiveBooking(ctx)
  if (mode !== 'link' || link === null) return undefined
  const text = bookingPhrases(spoken.locale, ctx.site.settings.assistant.locale).book
  options.open()
  options.text(text)
  const links = [{ label: label || link.slice(0, 200), url: link }]
  return { ...emptyDraft('none'), messages: [{ type: 'links', title: text, text: `${text} ${link}`, links }] }
}

/**
 * Opens the calendar in the chat for a visitor who asks for an appointment. Nothing is booked or held. If nothing is free,
 * the visitor is offered a callback.
 */
async function offerPicker(ctx: Context, spoken: Spoken, options: Shown): Promise<Draft> {
  const { text, messages } = await calendarFor(ctx, spoken)
  options.open()
  options.text(text)
  return { ...emptyDraft('none'), messages }
}

async function calendarFor(
  ctx: Context,
  { code, locale }: Spoken,
): Promise<{ text: string; messages: Draft['messages'] }> {
  const words = bookingPhrases(locale, ctx.site.settings.assistant.locale)
  const isFree = await hasFreeTime(ctx)
  const text = isFree ? words.pick : words.nothingFree
  return {
    text,
    messages: isFree
      ? [{ type: 'card', title: text, text, picker: true }]
      : [textMessage(text), callbackForm(languages[code].phrases)],
  }
}

/** A model's reply, followed by the calendar if the model opened it. */
export async function withCalendar(ctx: Context, spoken: Spoken, draft: Draft): Promise<Draft> {
  if (!draft.calendar) return draft
  const { messages } = await calendarFor(ctx, spoken)
  return { ...draft, messages: [...draft.messages, ...messages] }
}

const day = 86_400_000

async function hasFreeTime(ctx: Context): Promise<boolean> {
  const now = ctx.now()
  const end = now + Math.min(ctx.site.settings.bookings.daysAhead + 1, 30) * day
  try {
    return (await findFree(ctx, await calendarOf(ctx), { start: now, end })).slots.length > 0
  } catch (error) {
    if (!(error instanceof CalendarError)) throw error
    ctx.log.warn({ err: error, site: ctx.site.id }, 'could not read the calendar for a visitor')
    return false
  }
}
