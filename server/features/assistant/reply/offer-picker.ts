import type { Context } from '../../../core/context.ts'
import { asksForAppointment } from '../../../language/appointment-wish.ts'
import { bookingPhrases } from '../../../language/booking.ts'
import type { LanguageCode } from '../../../language/languages.ts'
import { languages } from '../../../language/languages.ts'
import { CalendarError } from '../../bookings/calendars/calendar.ts'
import { calendarOf } from '../../bookings/calendars/of-site.ts'
import { findFree } from '../../bookings/free.ts'
import { callbackForm } from './contact-offer.ts'
import { type Draft, emptyDraft, textMessage } from './draft.ts'
import type { ReplyOptions } from './turn.ts'

/** Whether a message asks for an appointment that the visitor can pick in the chat. */
export const wantsPicker = ({ site }: Context, text: string): boolean =>
  site.settings.bookings.mode === 'picker' && asksForAppointment(text)

/**
 * Opens the calendar in the chat for a visitor who asks for an appointment. Nothing is booked or held. If nothing is free,
 * the visitor is offered a callback.
 */
export async function offerPicker(
  ctx: Context,
  { code, locale }: { code: LanguageCode; locale: string | null },
  options: Pick<ReplyOptions, 'open' | 'text'>,
): Promise<Draft> {
  const words = bookingPhrases(locale, ctx.site.settings.assistant.locale)
  const isFree = await hasFreeTime(ctx)
  const text = isFree ? words.pick : words.nothingFree
  options.open()
  options.text(text)
  const messages: Draft['messages'] = isFree
    ? [{ type: 'card', title: text, text, picker: true }]
    : [textMessage(text), callbackForm(languages[code].phrases)]
  return { ...emptyDraft('none'), messages }
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
