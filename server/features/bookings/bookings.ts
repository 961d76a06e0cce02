import { Temporal } from 'temporal-polyfill'
import type { z } from 'zod'
import type { Bookings, BookingTest, BookingTested, Slots, SlotsQuery } from '../../../shared/booking.ts'
import { CalendarKind } from '../../../shared/booking.ts'
import type { Context } from '../../core/context.ts'
import { invalidField } from '../../core/error.ts'
import { zonedTime } from '../../core/time.ts'
import { findIntegration } from '../integrations/integrations.ts'
import { requirePicker, zoneOf } from './appointment.ts'
import type { Span } from './calendars/calendar.ts'
import { calendarOf, integrationOf } from './calendars/of-site.ts'
import { testCalendar } from './calendars/test-calendar.ts'
import { callingCalendar, findFree, type Offer } from './free.ts'
import { effectiveBooking } from './link.ts'

/** How the visitors of a site book, and what is known of its calendar. */
export async function describeBookings(ctx: Context): Promise<Bookings> {
  const { sql, site } = ctx
  const { sync } = site.settings.bookings
  const [{ found, ...effective }, calendar, integration, [row]] = await Promise.all([
    effectiveBooking(ctx),
    calendarOf(ctx),
    sync === 'none' ? null : findIntegration(ctx, integrationOf[sync]),
    // Each calendar's last sync is found by an index.
    sql<[{ upcoming: number; syncedAt: number | null }]>`
      select
        (select count(*) from appointments
          where site = ${site.id} and status in ('confirmed', 'pending') and starts_at > ${ctx.now()} and held_until is null)::int as upcoming,
        (select max(last.at) from unnest(${CalendarKind.options}::text[]) kind,
          lateral (select max(synced_at) as at from appointments
            where site = ${site.id} and provider = kind and external_id is not null) last) as "syncedAt"`,
  ])
  return {
    ...{ site: site.id, effective, found, timezone: zoneOf(ctx) },
    calendar: { sync, integration, ready: sync === 'none' || calendar !== undefined },
    ...row,
  }
}

const maxDays = 14
const day = 86_400_000

/** The free times of some days, for the team. 400 if appointments are off. */
export async function listSlots(ctx: Context, query: SlotsQuery): Promise<Slots> {
  requirePicker(ctx)
  return (await readSlots(ctx, query)).slots
}

/** The free times of some days, by the days of the zone in which they are shown. Nothing is booked. */
export async function readSlots(ctx: Context, query: SlotsQuery): Promise<{ slots: Slots; offer: Offer }> {
  const timezone = query.tz ?? zoneOf(ctx)
  const range = rangeOf(ctx, timezone, query)
  const calendar = await calendarOf(ctx)
  const offer = await callingCalendar(() => findFree(ctx, calendar, range.span))
  const later = { start: range.span.end, end: range.span.end + ahead }
  const next = await callingCalendar(() => findFree(ctx, calendar, later))
  const dateOf = (at: number) => zonedTime(timezone, at).toPlainDate().toString()
  const byDate = Map.groupBy(offer.slots, ({ start }) => dateOf(start))
  const { title, duration } = offer
  const [first] = next.slots
  const slots = {
    ...{ timezone, days: range.dates.map((date) => ({ date, slots: byDate.get(date) ?? [] })) },
    ...{ next: first ? dateOf(first.start) : null, title, duration, phone: ctx.site.settings.bookings.phone },
  }
  return { slots, offer }
}

/** How far the next free day is looked for. Calendars answer for 31 days at most. */
const ahead = 30 * day

function rangeOf(ctx: Context, timezone: string, { from, to }: z.output<typeof SlotsQuery>) {
  const zone = zonedTime(timezone, ctx.now())
  const first = from === undefined ? zone.toPlainDate() : Temporal.PlainDate.from(from)
  const last = to === undefined ? first.add({ days: 6 }) : Temporal.PlainDate.from(to)
  const days = first.until(last, { largestUnit: 'day' }).days + 1
  if (days < 1) throw invalidField('to', { error: 'Must not be before `from`.', params: { reason: 'not_valid' } })
  if (days > maxDays)
    throw invalidField('to', {
      error: `The range can have at most ${maxDays} days.`,
      params: { reason: 'not_valid' },
    })
  const begins = (date: Temporal.PlainDate) => date.toZonedDateTime(zone.timeZoneId).epochMilliseconds
  const span: Span = { start: begins(first), end: begins(last.add({ days: 1 })) }
  return { span, dates: Array.from({ length: days }, (_, place) => first.add({ days: place }).toString()) }
}

/** Reads the calendar as a booking does, and lists its event types. Nothing is booked. */
export async function testBookings(ctx: Context, given: BookingTest): Promise<BookingTested> {
  const sync = given.sync ?? ctx.site.settings.bookings.sync
  if (sync !== 'none') return await testCalendar(ctx, sync)
  return { ok: true, detail: 'No calendar is synced. The hours of the settings decide.', eventTypes: [] }
}
