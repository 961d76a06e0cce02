import type { Appointment, AppointmentList, AppointmentsQuery } from '../../../shared/appointment.ts'
import type { Context } from '../../core/context.ts'
import type { Sql } from '../../database/database.ts'
import {
  getAppointmentRow,
  requirePicker,
  selectAppointments,
  toAppointment,
  type WholeAppointment,
} from './appointment.ts'

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
