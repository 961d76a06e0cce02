import type { LeadDetail } from '../../../../shared/lead-detail.ts'
import { AppointmentsOf, useCreateAppointment } from '../../form/appointments-of.tsx'
import { Section } from '../../form/fields.tsx'
import { hasAppointments } from '../../live/appointment-queries.ts'
import { useDesk } from '../../live/desk.tsx'
import { useCalendarWords } from '../../words/screen-words.ts'
import { nameOfContact } from './names.ts'

/** The appointments of a contact, and another one for it. Nothing while appointments are off. */
export function ContactAppointments({ lead }: { lead: LeadDetail }) {
  return hasAppointments(useDesk()) ? <Appointments lead={lead} /> : null
}

function Appointments({ lead }: { lead: LeadDetail }) {
  const { of: words } = useCalendarWords()
  const { open, dialog } = useCreateAppointment({ contactId: lead.id, attendee: nameOfContact(lead) })
  return (
    <>
      <Section title={words.title}>
        <AppointmentsOf of={{ contact: lead.id }} create={open} />
      </Section>
      {dialog}
    </>
  )
}
