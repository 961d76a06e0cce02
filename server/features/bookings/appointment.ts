import type { Appointment, AppointmentStatus } from '../../../shared/appointment.ts'
import type { VisitorAppointment } from '../../../shared/booking.ts'
import type { Context, Tx } from '../../core/context.ts'
import { badRequest, notFound } from '../../core/error.ts'
import type { Sql } from '../../database/database.ts'
import type { Claim } from '../jobs/job.ts'
import type { CalendarEvent, NewEvent } from './calendars/calendar.ts'

export type AppointmentRow = {
  id: string
  site: string
  title: string
  starts_at: number
  ends_at: number
  /** The end with the buffer that was set when it was booked. */
  free_at: number
  timezone: string
  status: AppointmentStatus
  forced: boolean
  source: string
  provider: string | null
  external_id: string | null
  external_updated_at: number | null
  reschedule_url: string | null
  synced_at: number | null
  location: string | null
  notes: string | null
  attendee_name: string | null
  attendee_email: string | null
  attendee_phone: string | null
  attendee_timezone: string | null
  attendee_locale: string | null
  answers: Record<string, string>
  conversation_id: string | null
  job_id: string | null
  lead_id: string | null
  claim: Claim | null
  request_id: string | null
  sequence: number
  reminded_at: number | null
  created_by: string | null
  created_at: number
  updated_at: number
}

/** An appointment with what the API shows of its job and its contact. */
export type WholeAppointment = AppointmentRow & {
  job_number: number | null
  job_title: string | null
  lead_name: string | null
  lead_email: string | null
}

/** The columns of an appointment `a` with its job `j` and its contact `l`. */
const columns = (sql: Sql) => sql`
  a.*, j.number as job_number, j.title as job_title,
  case when a.claim is null then l.name else a.claim ->> 'name' end as lead_name,
  case when a.claim is null then l.email else a.claim ->> 'email' end as lead_email`

/** A select of appointments `a` that are no holds; conditions follow. Jobs and contacts are looked up, never scanned. */
export const selectAppointments = (sql: Sql, site: string) => sql`
  select ${columns(sql)} from appointments a
  left join lateral (select number, title from jobs where id = a.job_id limit 1) j on true
  left join lateral (select name, email from leads where id = a.lead_id limit 1) l on true
  where a.site = ${site} and a.held_until is null`

export async function findAppointment(ctx: Context, id: string): Promise<WholeAppointment | undefined> {
  const [row] = await ctx.sql<WholeAppointment[]>`${selectAppointments(ctx.sql, ctx.site.id)} and a.id = ${id}`
  return row
}

/** 404 if the site has no such appointment. A hold is none. */
export async function getAppointmentRow(ctx: Context, id: string): Promise<WholeAppointment> {
  const row = await findAppointment(ctx, id)
  if (!row) throw notFound('appointment')
  return row
}

/** The same, locked until the transaction ends. Lock the pipeline before. */
export async function lockAppointment(tx: Tx, id: string): Promise<WholeAppointment> {
  await tx.sql`select from appointments where id = ${id} and site = ${tx.site.id} for update`
  return await getAppointmentRow(tx, id)
}

const iso = (at: number) => new Date(at).toISOString()

/** Whether it excludes others at its time. */
export const takesTime = (status: string): boolean => status === 'confirmed' || status === 'pending'

/** A time as events contain it. */
export const spanOf = ({ starts_at: start, ends_at: end }: Pick<AppointmentRow, 'starts_at' | 'ends_at'>) => ({
  ...{ start, end, startIso: iso(start), endIso: iso(end) },
})

export const toAppointment = (row: WholeAppointment): Appointment => ({
  id: row.id,
  title: row.title,
  ...spanOf(row),
  timezone: row.timezone,
  status: row.status,
  source: row.source,
  provider: row.provider,
  externalId: row.external_id,
  location: row.location,
  notes: row.notes,
  attendee: attendeeOf(row),
  job:
    row.job_id === null ? null : { id: row.job_id, number: row.job_number as number, title: row.job_title as string },
  contact: row.lead_id === null ? null : { id: row.lead_id, name: row.lead_name, email: row.lead_email },
  conversationId: row.conversation_id,
  rescheduleUrl: row.reschedule_url,
  createdBy: row.created_by,
  createdAt: row.created_at,
  updatedAt: row.updated_at,
  syncedAt: row.synced_at,
})

/** An appointment as its visitor sees it: in their zone, without what the team knows of job and contact. */
export const toVisitor = (ctx: Pick<Context, 'site'>, row: AppointmentRow): VisitorAppointment => ({
  ...{ id: row.id, title: row.title, start: row.starts_at, end: row.ends_at, location: row.location },
  timezone: row.attendee_timezone ?? zoneOf(ctx),
  status: row.status === 'busy' ? 'confirmed' : row.status,
  rescheduleUrl: row.reschedule_url,
})

function attendeeOf({ attendee_name: name, attendee_email: email, attendee_phone: phone }: AppointmentRow) {
  return name === null && email === null && phone === null ? null : { name, email, phone }
}

/** An appointment as the calendar stores it. */
export const toEvent = (ctx: Context, row: AppointmentRow): NewEvent => ({
  ...{ start: row.starts_at, end: row.ends_at, appointmentId: row.id, title: row.title, timezone: row.timezone },
  ...{ location: row.location, notes: row.notes, answers: row.answers },
  attendee: {
    ...{ name: row.attendee_name, email: row.attendee_email, phone: row.attendee_phone },
    timezone: row.attendee_timezone ?? row.timezone,
    locale: row.attendee_locale ?? ctx.site.settings.assistant.locale,
  },
  meetingLink: ctx.site.settings.bookings.meetingLink && row.location === null,
})

/** The columns that an event of the calendar determines. */
export const eventColumns = (tx: Tx, provider: string, event: CalendarEvent) => ({
  provider,
  external_id: event.id,
  external_updated_at: event.updatedAt,
  reschedule_url: event.rescheduleUrl,
  synced_at: tx.now(),
})

/** The zone in which the business makes appointments. */
export const zoneOf = ({ site: { settings } }: Pick<Context, 'site'>): string =>
  settings.bookings.timezone || settings.assistant.timezone

/** Appointments exist only with the picker. */
export function requirePicker({ site }: Context): void {
  if (site.settings.bookings.mode !== 'picker')
    throw badRequest('Appointments are off: bookings.mode is not `picker`.', 'bookings_off')
}
