import type { Appointment, AppointmentList, AppointmentsQuery } from '../../../shared/appointment.ts'
import type { Insights } from '../../../shared/overview.ts'
import type { Context } from '../../core/context.ts'
import type { Sql } from '../../database/database.ts'
import {
  getAppointmentRow,
  requirePicker,
  selectAppointments,
  toAppointment,
  type WholeAppointment,
} from './appointment.ts'
import type { Span } from './calendars/calendar.ts'

const maxItems = 500
/** No appointment is longer, so an index finds those that end after a time by their start. */
const maxLength = 32 * 86_400_000

/** Lists appointments in the order of their starts. */
export async function listAppointments(ctx: Context, query: AppointmentsQuery): Promise<AppointmentList> {
  requirePicker(ctx)
  const { sql, site } = ctx
  const { from, to, job, contact, conversation } = query
  const none = sql``
  const rows = await sql<WholeAppointment[]>`
    ${selectAppointments(sql, site.id)} and ${ofStatus(sql, query.status)}
    ${from === undefined ? none : sql`and a.ends_at > ${from} and a.starts_at > ${from - maxLength}`}
    ${to === undefined ? none : sql`and a.starts_at < ${to}`}
    ${job === undefined ? none : sql`and a.job_id = ${job}`}
    ${contact === undefined ? none : sql`and a.lead_id = ${contact}`}
    ${conversation === undefined ? none : sql`and a.conversation_id = ${conversation}`}
    order by a.starts_at, a.id limit ${maxItems}`
  return { items: rows.map(toAppointment) }
}

function ofStatus(sql: Sql, status: AppointmentsQuery['status']) {
  if (status === 'active') return sql`a.status <> 'cancelled'`
  if (status === 'all') return sql`true`
  if (status === 'appointments') return sql`a.status <> 'busy'`
  return sql`a.status = ${status}`
}

export async function getAppointment(ctx: Context, { id }: { id: string }): Promise<Appointment> {
  return toAppointment(await getAppointmentRow(ctx, id))
}

/** The appointments that were booked in a time, and what became of those that were to begin in it. Busy time is none. */
export async function countAppointments(
  { sql, site }: Pick<Context, 'sql'> & { site: { id: string } },
  { start, end }: Span,
): Promise<Insights['appointments']> {
  const [booked] = await sql<[{ booked: number; fromChat: number }]>`
    select count(*)::int as booked, (count(*) filter (where source = 'chat'))::int as "fromChat" from appointments
    where site = ${site.id} and created_at >= ${start} and created_at < ${end} and status <> 'busy' and held_until is null`
  const [ended] = await sql<[{ completed: number; noShow: number; cancelled: number }]>`
    select (count(*) filter (where status = 'completed'))::int as completed,
      (count(*) filter (where status = 'no_show'))::int as "noShow",
      (count(*) filter (where status = 'cancelled'))::int as cancelled
    from appointments
    where site = ${site.id} and starts_at >= ${start} and starts_at < ${end} and held_until is null`
  return { ...booked, ...ended }
}

/** The ids of the appointments of a contact, in the order of their starts. */
export async function appointmentsOfContact(
  { sql, site }: Pick<Context, 'sql' | 'site'>,
  leadId: string,
): Promise<string[]> {
  const rows = await sql<{ id: string }[]>`
    select id from appointments where lead_id = ${leadId} and site = ${site.id} and held_until is null
    order by starts_at, id`
  return rows.map(({ id }) => id)
}
