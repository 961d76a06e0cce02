import type { Tx } from '../../core/context.ts'
import { emptyAppointmentEvents } from '../events.ts'

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
