import { z } from 'zod'
import { defineConsumer } from '../../core/consumers.ts'
import type { Context } from '../../core/context.ts'
import { defineTask } from '../../core/queue.ts'
import { siteTask } from '../../core/tasks.ts'
import { type BookingPhrases, bookingPhrases } from '../../language/booking.ts'
import { emailPhrases } from '../../language/email.ts'
import { visitorLanguage } from '../../language/languages.ts'
import { type EmailContent, layout } from '../notifications/layout.ts'
import { type Email, emailRetry, emailTarget } from '../notifications/send.ts'
import { sendsToVisitors } from '../notifications/setup.ts'
import { chatLink, unsubscribeLink } from '../notifications/visitor/links.ts'
import { deliver } from '../notifications/visitor/visitor-email.ts'
import { type AppointmentRow, findAppointment } from './appointment.ts'
import { fileLink } from './file-link.ts'
import { calendarFile } from './ics.ts'
import { timeWords } from './message.ts'

const second = 1_000
const day = 86_400_000
/** Somebody who changes several things makes one email of them. */
const pause = 20 * second
/** Anybody can name an address in a chat, so one appointment sends few emails. */
const maxEmails = 10

const appointmentTask = defineTask(
  'email.appointment',
  z.object({ id: z.string(), isReminder: z.boolean() }),
  emailTarget,
)

/** Has the attendee emailed about their appointment. */
export const appointmentEmailConsumer = defineConsumer({
  name: 'appointment-email',
  types: new Set([
    'appointment.created',
    'appointment.updated',
    'appointment.cancelled',
    'appointment.reminder',
  ] as const),
  maxAge: day,
  wanted: {
    changedBy: new Set(['email.changed'] as const),
    read: ({ database: { sql } }, site) => sendsToVisitors({ sql, site: { id: site } }),
  },
  async run(tx, events) {
    for (const { type, data } of events) {
      const { id } = data.appointment
      const isReminder = type === 'appointment.reminder'
      const at = type === 'appointment.created' ? tx.now() : tx.now() + pause
      await tx.enqueue(appointmentTask, { id, isReminder }, { name: isReminder ? `${id} reminder` : id, at })
    }
  },
})

/** What an email told the attendee. */
type Told = {
  start: number
  end: number
  title: string
  location: string | null
  status: 'pending' | 'confirmed' | 'cancelled'
}

type Row = AppointmentRow & { emailed: Told | null; emails: number }
type Kind = 'confirmed' | 'requested' | 'changed' | 'cancelled' | 'reminder'

/** Calendars with event types email their attendees themselves. */
const ownEmails = new Set(['calcom', 'calendly'])

/**
 * Emails the attendee what is new since the last email: the booking, a change, or that it was cancelled. Nothing is sent
 * about what is over, and about events that the calendar had first.
 */
async function emailAttendee(ctx: Context, id: string, isReminder: boolean, failures: number): Promise<void> {
  const row = (await findAppointment(ctx, id)) as Row | undefined
  if (!row || row.attendee_email === null || !ctx.site.settings.bookings.emailAttendee) return
  if (row.source === 'calendar' || ownEmails.has(row.provider ?? '')) return
  if (row.starts_at <= ctx.now() || row.emails >= maxEmails) return
  const now = tellOf(row)
  const kind = now && kindOf(now, row.emailed, isReminder)
  if (!now || !kind) return
  await deliver(ctx, emailOf(ctx, row, row.attendee_email, kind), failures, async (tx) => {
    await tx.sql`
      update appointments set emailed = ${tx.sql.json(now)}, emails = emails + 1 where id = ${id}`
  })
}

/** Undefined for what has taken place. */
function tellOf({ starts_at: start, ends_at: end, title, location, status }: AppointmentRow): Told | undefined {
  if (status !== 'pending' && status !== 'confirmed' && status !== 'cancelled') return undefined
  return { start, end, title, location, status }
}

function kindOf(now: Told, before: Told | null, isReminder: boolean): Kind | undefined {
  if (isReminder) return now.status === 'cancelled' ? undefined : 'reminder'
  const isNew = before === null || before.status === 'cancelled'
  if (now.status === 'cancelled') return isNew ? undefined : 'cancelled'
  if (isNew || (before.status === 'pending' && now.status === 'confirmed'))
    return now.status === 'pending' ? 'requested' : 'confirmed'
  const isSame = (['start', 'end', 'title', 'location'] as const).every((name) => now[name] === before[name])
  return isSame ? undefined : 'changed'
}

function emailOf(ctx: Context, row: AppointmentRow, to: string, kind: Kind): Email {
  const { settings, name } = ctx.site
  const own = settings.assistant.locale
  const locale = row.attendee_locale ?? own
  const words = bookingPhrases(locale, own)
  const chat = emailPhrases(locale, own)
  const business = settings.businessName || name
  const chatUrl = row.conversation_id === null ? null : chatLink(ctx, row.conversation_id, row.ends_at)
  const unsubscribe = unsubscribeLink(ctx, { address: to, locale })
  const content: EmailContent = {
    business,
    language: visitorLanguage(locale, own),
    title: words.emails[kind](business),
    sections: [{ heading: '', lines: linesOf(row, words, locale) }],
    ...(kind !== 'cancelled' && { link: { label: words.addToCalendar, url: fileLink(ctx, row.id) } }),
    ...(chatUrl !== null && {
      action: { label: kind === 'cancelled' ? chat.goOn : words.changeOrCancel, url: chatUrl },
    }),
    footer: { text: words.why(business), label: chat.unsubscribe, url: unsubscribe },
  }
  return {
    ...layout(content),
    to,
    headers: { 'List-Unsubscribe': `<${unsubscribe}>`, 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' },
    calendar: (organizer) => ({
      method: kind === 'cancelled' ? 'CANCEL' : 'REQUEST',
      content: calendarFile(row, {
        ...{ organizer, business, now: ctx.now(), host: hostOf(ctx) },
        description: chatUrl === null ? '' : `${words.changeOrCancel}: ${chatUrl}`,
      }),
    }),
  }
}

const hostOf = ({ services }: Context): string => new URL(services.config.baseUrl).hostname

/** Title, time in the attendee's zone, and place. The business's time is added if it differs. */
function linesOf(row: AppointmentRow, words: BookingPhrases, locale: string) {
  const zone = row.attendee_timezone ?? row.timezone
  const shown = timeWords(row.starts_at, zone, locale)
  const theirs = timeWords(row.starts_at, row.timezone, locale)
  const times = [`${shown} (${zone})`, ...(theirs === shown ? [] : [`${theirs} (${row.timezone})`])]
  return [
    { title: words.what, text: row.title },
    { title: words.when, text: times.join('\n') },
    ...(row.location ? [{ title: words.where, text: row.location }] : []),
  ]
}

export const appointmentEmailTasks = [
  siteTask(appointmentTask, {
    lane: 'alerts',
    retry: emailRetry,
    run: (ctx, { id, isReminder }, { failures }) => emailAttendee(ctx, id, isReminder, failures),
  }),
]
