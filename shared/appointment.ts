import { z } from 'zod'
import { Email } from './address.ts'
import { contactFields } from './lead.ts'
import { Milliseconds } from './page.ts'
import { exact, line, text } from './text.ts'
import { IsoTime, TimeZone } from './time.ts'

export const AppointmentStatus = z
  .enum(['confirmed', 'pending', 'cancelled', 'completed', 'no_show', 'busy'])
  .describe('busy: time blocked by another event in the synced calendar.')
export type AppointmentStatus = z.infer<typeof AppointmentStatus>

export const Appointment = z
  .object({
    id: z.string().describe('Begins with `apt_`.'),
    title: z.string(),
    start: Milliseconds,
    end: Milliseconds,
    startIso: IsoTime,
    endIso: IsoTime,
    timezone: z.string(),
    status: AppointmentStatus,
    source: z.string().describe('For example `chat` or `api`.'),
    provider: z.string().nullable(),
    externalId: z.string().nullable(),
    location: z.string().nullable(),
    notes: z.string().nullable(),
    attendee: z
      .object({ name: z.string().nullable(), email: z.string().nullable(), phone: z.string().nullable() })
      .nullable(),
    job: z.object({ id: z.string(), number: z.int(), title: z.string() }).nullable(),
    contact: z.object({ id: z.string(), name: z.string().nullable(), email: z.string().nullable() }).nullable(),
    conversationId: z.string().nullable(),
    rescheduleUrl: z.string().nullable(),
    createdBy: z.string().nullable(),
    createdAt: Milliseconds,
    updatedAt: Milliseconds,
    syncedAt: Milliseconds.nullable(),
  })
  .meta({ id: 'Appointment' })
export type Appointment = z.infer<typeof Appointment>

const id = exact(64, 1)
/** The end of the year 9998, so that an end fits into four digits. */
const latest = 253_370_764_799_999
const At = z.int().min(0).max(latest)

const parsed = (given: z.ZodType<string>) => given.transform((value) => Date.parse(value as string)).pipe(At)
const what = ({ input }: { input?: unknown }) =>
  input === undefined ? 'Is required.' : 'Must be milliseconds since the epoch, or a time such as 2026-01-31T12:00:00Z.'
const isoText = parsed(z.iso.datetime({ offset: true }))

/** A time as milliseconds, or in ISO 8601 with its zone. */
const Time = z.union([At, isoText], { error: what }).describe('Milliseconds, or ISO 8601 with a time zone.')
/** Queries contain text. */
const TimeInQuery = z
  .union(
    [
      At,
      z
        .string()
        .regex(/^\d{1,15}$/)
        .transform(Number)
        .pipe(At),
      isoText,
    ],
    { error: what },
  )
  .describe('Milliseconds, or ISO 8601 with a time zone.')

/** The longest appointment in minutes: 31 days. */
export const maxMinutes = 44_640

const times = {
  end: Time.optional().describe('Default: the start and the duration.'),
  duration: z.int().min(1).max(maxMinutes).optional().describe('Minutes, instead of `end`.'),
}
const texts = {
  location: line(500).optional().describe('A place, or the link of a meeting.'),
  notes: text(4000).optional(),
  timezone: TimeZone.optional(),
}
const force = z.boolean().default(false).describe('Books the time even if it is taken.')

const oneEnd = ({ end, duration }: { end?: number | undefined; duration?: number | undefined }) =>
  end === undefined || duration === undefined
const endRule = { error: 'Send `end` or `duration`.', path: ['duration'] }

export const NewAppointment = z
  .object({
    start: Time,
    ...times,
    title: line(160).optional().describe('Default: that of the bookings.'),
    jobId: id.optional().describe('Its contact is the attendee.'),
    contactId: id.optional(),
    contact: z
      .object({
        name: contactFields.name.optional(),
        email: z.union([Email, z.literal('')]).optional(),
        phone: contactFields.phone.optional(),
      })
      .optional()
      .describe('Found by email, then by phone, or created.'),
    ...texts,
    force,
  })
  .refine(oneEnd, endRule)
  .meta({ id: 'NewAppointment' })
export type NewAppointment = z.infer<typeof NewAppointment>

export const PatchAppointment = z
  .object({
    start: Time.optional().describe('Keeps the length, unless `end` or `duration` is sent.'),
    ...times,
    title: line(160, 1).optional(),
    status: AppointmentStatus.optional(),
    jobId: id.nullable().optional(),
    contactId: id.nullable().optional(),
    ...texts,
    location: line(500).nullable().optional(),
    notes: text(4000).nullable().optional(),
    force,
  })
  .refine(oneEnd, endRule)
  .meta({ id: 'PatchAppointment' })
export type PatchAppointment = z.infer<typeof PatchAppointment>

export const AppointmentsQuery = z.object({
  from: TimeInQuery.optional().describe('Appointments that end after this time.'),
  to: TimeInQuery.optional().describe('Appointments that start before this time.'),
  status: z
    .enum(['active', 'all', 'appointments', ...AppointmentStatus.options])
    .default('active')
    .describe('`active`: not cancelled, busy time included. `appointments`: everything but busy time.'),
  job: id.optional(),
  contact: id.optional().describe('Id of a contact.'),
  conversation: id.optional(),
})
export type AppointmentsQuery = z.infer<typeof AppointmentsQuery>

export const AppointmentList = z.object({ items: z.array(Appointment) }).meta({ id: 'AppointmentList' })
export type AppointmentList = z.infer<typeof AppointmentList>

export const CancelAppointment = z.object({ id, reason: text(500).optional().describe('Sent with the event.') })
export type CancelAppointment = z.infer<typeof CancelAppointment>

export const AppointmentCancelled = z
  .object({ id: z.string(), deleted: z.literal(true), status: z.literal('cancelled') })
  .meta({ id: 'AppointmentCancelled' })
export type AppointmentCancelled = z.infer<typeof AppointmentCancelled>

export const AppointmentSync = z
  .object({
    ok: z.boolean(),
    sync: z.string(),
    created: z.int(),
    updated: z.int(),
    cancelled: z.int(),
    syncedAt: Milliseconds.nullable(),
    detail: z.string(),
  })
  .meta({ id: 'AppointmentSync' })
export type AppointmentSync = z.infer<typeof AppointmentSync>
