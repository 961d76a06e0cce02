import { z } from 'zod'
import { Email } from './address.ts'
import { rule } from './fault.ts'
import { Integration } from './integration.ts'
import { Milliseconds } from './page.ts'
import { exact, line, text } from './text.ts'
import { TimeZone } from './time.ts'

const day = z.iso.date().describe('YYYY-MM-DD.')

/** A date, or all dates from one to another, in the zone of the hours. */
export const DayOff = z.union([
  day,
  z
    .object({ from: day, to: day })
    .refine(({ from, to }) => from <= to, { ...rule('not_valid', 'Must not be before the first day.'), path: ['to'] }),
])
export type DayOff = z.infer<typeof DayOff>

export const DaysOff = z
  .array(DayOff)
  .max(100)
  .describe('Days without appointments: dates as YYYY-MM-DD, or `{from, to}`, both included.')

export const BookingMode = z.enum(['none', 'link', 'picker'])
export type BookingMode = z.infer<typeof BookingMode>

export const CalendarKind = z.enum(['calcom', 'calendly', 'google', 'outlook'])
export type CalendarKind = z.infer<typeof CalendarKind>

export const Bookings = z
  .object({
    site: z.string(),
    effective: z.object({
      mode: BookingMode,
      link: z.string().nullable(),
      label: z.string(),
      chosen: z.boolean().describe('Whether the owner set the mode. Otherwise it follows from the website.'),
    }),
    found: z
      .object({
        url: z.string(),
        provider: z.string().describe('For example `calendly`; `website` for a page of the website itself.'),
        page: z.string().describe('The page that has the link.'),
        at: Milliseconds.describe('When the page was read.'),
      })
      .nullable()
      .describe('The booking link found on the website.'),
    timezone: z.string(),
    calendar: z.object({
      sync: z.enum(['none', ...CalendarKind.options]),
      integration: Integration.nullable(),
      ready: z.boolean().describe('Whether times can be read and booked.'),
    }),
    syncedAt: Milliseconds.nullable(),
    upcoming: z.int().describe('Appointments that have not begun yet.'),
  })
  .meta({ id: 'Bookings' })
export type Bookings = z.infer<typeof Bookings>

export const SlotsQuery = z.object({
  from: day.optional().describe('YYYY-MM-DD in `tz`. Default: today.'),
  to: day.optional().describe('The last day. Default: six days after `from`; at most 13 days after it.'),
  tz: TimeZone.optional().describe("Default: the business's."),
})
export type SlotsQuery = z.infer<typeof SlotsQuery>

export const Slot = z.object({ start: Milliseconds, end: Milliseconds })

export const Slots = z
  .object({
    timezone: z.string(),
    days: z.array(z.object({ date: z.string(), slots: z.array(Slot) })).describe('Every day of the range.'),
    next: z.string().nullable().describe('The first day with a free time after the range; null if there is none.'),
    title: z.string(),
    duration: z.int().describe('Minutes.'),
    phone: z.enum(['no', 'optional', 'required']),
  })
  .meta({ id: 'Slots' })
export type Slots = z.infer<typeof Slots>

export const BookingTest = z.object({ sync: CalendarKind.optional().describe('Default: the one in force.') })
export type BookingTest = z.infer<typeof BookingTest>

export const BookingTested = z
  .object({
    ok: z.boolean(),
    detail: z.string(),
    eventTypes: z.array(z.object({ id: z.string(), name: z.string(), duration: z.int().describe('Minutes.') })),
  })
  .meta({ id: 'BookingTested' })
export type BookingTested = z.infer<typeof BookingTested>

export const FeedQuery = z.object({
  of: z
    .enum(['site', 'me'])
    .optional()
    .describe(
      'All appointments of the site, or those on jobs that are assigned to you. Default: `me`; for keys, `site`.',
    ),
})
export type FeedQuery = z.infer<typeof FeedQuery>

export const CalendarFeed = z
  .object({
    of: z.enum(['site', 'me']),
    url: z.string().describe('Everybody who has this address can read the feed, until it is renewed.'),
    renewedAt: Milliseconds.nullable(),
  })
  .meta({ id: 'CalendarFeed' })
export type CalendarFeed = z.infer<typeof CalendarFeed>

/** POST /chat/conversations/:id/slots */
export const VisitorSlots = z.object({ from: day.optional(), tz: TimeZone.optional() })
export type VisitorSlots = z.infer<typeof VisitorSlots>

export const OfferedSlots = Slots.extend({
  email: z.enum(['optional', 'required']),
  questions: z.array(z.record(z.string(), z.unknown())).describe('What the calendar asks for beside the contact.'),
})
export type OfferedSlots = z.infer<typeof OfferedSlots>

/** POST …/booking: the visitor picks a time that was offered in this conversation. */
export const BookSlot = z.object({
  start: Milliseconds.min(0).max(253_370_764_799_999),
  name: line(200, 1),
  email: z.union([Email, z.literal('')]).optional(),
  phone: line(40).optional(),
  answers: z
    .record(line(200, 1), text(1000))
    .refine((answers) => Object.keys(answers).length <= 20, 'Must have at most 20 entries.')
    .optional(),
  notes: text(4000).optional(),
  timezone: TimeZone.optional(),
  bookingId: exact(64, 16).describe('A random id of the page. Repeating a booking with it books once.'),
})
export type BookSlot = z.infer<typeof BookSlot>

/** POST …/booking/change and …/booking/cancel */
export const ChangeBooking = z.object({ id: exact(64, 1), start: BookSlot.shape.start })
export type ChangeBooking = z.infer<typeof ChangeBooking>
export const CancelBooking = z.object({ id: exact(64, 1), reason: text(500).optional() })
export type CancelBooking = z.infer<typeof CancelBooking>

/** An appointment as its visitor sees it, in their zone. */
export const VisitorAppointment = z.object({
  id: z.string(),
  title: z.string(),
  start: Milliseconds,
  end: Milliseconds,
  timezone: z.string(),
  location: z.string().nullable(),
  status: z.enum(['confirmed', 'pending', 'cancelled', 'completed', 'no_show']),
  rescheduleUrl: z.string().nullable().describe('The page on which the calendar moves it, if only it can.'),
})
export type VisitorAppointment = z.infer<typeof VisitorAppointment>
