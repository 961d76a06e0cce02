import type { JobDetail } from '../../../../shared/job.ts'
import { AppointmentsOf, useCreateAppointment } from '../../form/appointments-of.tsx'
import { Section } from '../../form/fields.tsx'
import { hasAppointments } from '../../live/appointment-queries.ts'
import { useDesk } from '../../live/desk.tsx'
import { useCalendarWords } from '../../words/screen-words.ts'

/** The appointments of a job, and another one for it. Nothing while appointments are off. */
export function JobAppointments({ job }: { job: JobDetail }) {
  return hasAppointments(useDesk()) ? <Appointments job={job} /> : null
}

function Appointments({ job: { id, title, contact } }: { job: JobDetail }) {
  const { of: words } = useCalendarWords()
  const attendee = contact?.name || contact?.email || contact?.phone || title
  const { open, dialog } = useCreateAppointment({ jobId: id, attendee })
  return (
    <>
      <Section title={words.title}>
        <AppointmentsOf of={{ job: id }} create={open} />
      </Section>
      {dialog}
    </>
  )
}
