import type { JobHistoryKind } from '../../../shared/job.ts'
import type { Tx } from '../../core/context.ts'
import { emptyAppointmentEvents } from '../events.ts'
import { remember } from '../jobs/job.ts'
import {
  type AppointmentRow,
  findAppointment,
  spanOf,
  takesTime,
  toAppointment,
  type WholeAppointment,
} from './appointment.ts'
import { showInChat } from './message.ts'
import { scheduleReminder } from './reminder-task.ts'

/** Records a new appointment: history of its job, event and reminder. The row is stored. */
export async function recordCreated(tx: Tx, id: string): Promise<WholeAppointment> {
  const row = (await findAppointment(tx, id)) as WholeAppointment
  await onJob(tx, row, 'appointment_added')
  await scheduleReminder(tx, row)
  await showInChat(tx, row, 'booked')
  tx.emit('appointment.created', { appointment: toAppointment(row) })
  return row
}

/**
 * Records a change of an appointment, which is stored: history of its job, event and reminder. A cancellation sends
 * `appointment.cancelled` only.
 */
export async function recordChanged(
  tx: Tx,
  before: AppointmentRow,
  reason: string | null = null,
): Promise<WholeAppointment> {
  const row = (await findAppointment(tx, before.id)) as WholeAppointment
  const appointment = toAppointment(row)
  if (row.status === 'cancelled' && before.status !== 'cancelled') {
    await onJob(tx, row, 'appointment_cancelled', reason ? { reason } : {})
    await showInChat(tx, row, 'cancelled')
    tx.emit('appointment.cancelled', { appointment, reason })
    return row
  }
  const isMoved = row.starts_at !== before.starts_at || row.ends_at !== before.ends_at
  if (isMoved) await onJob(tx, row, 'appointment_moved', { from: before.starts_at, to: row.starts_at })
  if (row.job_id !== before.job_id) await onJob(tx, row, 'appointment_added')
  await scheduleReminder(tx, row)
  const isAccepted = before.status === 'pending' && row.status === 'confirmed'
  const isElsewhere = row.location !== before.location && takesTime(row.status) && row.starts_at > tx.now()
  const news = isMoved ? 'moved' : isAccepted ? 'booked' : isElsewhere ? 'changed' : undefined
  if (news) await showInChat(tx, row, news)
  tx.emit('appointment.updated', { appointment, ...(isMoved && { previous: spanOf(before) }) })
  return row
}

async function onJob(
  tx: Tx,
  { id, job_id, title, starts_at: start }: AppointmentRow,
  kind: JobHistoryKind,
  data: Record<string, unknown> = {},
): Promise<void> {
  if (job_id === null) return
  await remember(tx, [{ job: job_id, kind, data: { appointmentId: id, title, start, ...data } }])
  tx.emit('job.changed', { id: job_id })
}

/** Removes what the appointments of a contact contain about the person. Time, title and status stay. */
export async function eraseAppointments(tx: Tx, leadId: string): Promise<void> {
  const rows = await tx.sql<{ id: string }[]>`
    update appointments set attendee_name = null, attendee_email = null, attendee_phone = null, attendee_timezone = null,
      attendee_locale = null, answers = '{}', notes = null, claim = null, updated_at = ${tx.now()}
    where lead_id = ${leadId} and site = ${tx.site.id} returning id`
  if (rows.length > 0)
    await emptyAppointmentEvents(
      tx,
      rows.map(({ id }) => id),
    )
}
