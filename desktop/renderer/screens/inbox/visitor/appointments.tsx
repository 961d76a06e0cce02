import type { ConversationAnswer } from '../../../../../shared/conversation.ts'
import { AppointmentsOf, useCreateAppointment } from '../../../form/appointments-of.tsx'
import { hasAppointments } from '../../../live/appointment-queries.ts'
import { useDesk } from '../../../live/desk.tsx'
import { useCalendarWords } from '../../../words/screen-words.ts'
import { Section } from './section.tsx'

/** The appointments of a conversation, and another one for its visitor. Nothing while appointments are off. */
export function VisitorAppointments({ answer }: { answer: ConversationAnswer }) {
  return hasAppointments(useDesk()) ? <Appointments answer={answer} /> : null
}

function Appointments({ answer: { conversation, lead } }: { answer: ConversationAnswer }) {
  const { of: words } = useCalendarWords()
  // Somebody who only typed the email of a contact is not that contact.
  const contact = conversation.lead_verified === false ? null : lead
  const name = contact?.name || contact?.email || contact?.phone || undefined
  const { open, dialog } = useCreateAppointment(contact ? { contactId: contact.id, attendee: name } : {})
  return (
    <>
      <Section name="appointments" title={words.title}>
        <AppointmentsOf of={{ conversation: conversation.id }} create={open} />
      </Section>
      {dialog}
    </>
  )
}
