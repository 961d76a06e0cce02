import type { ReactNode } from 'react'
import type { Appointment } from '../../../../shared/appointment.ts'
import { Away } from '../../ui/external-link.tsx'
import { Link } from '../../ui/link.tsx'
import { useCalendarWords, useJobsWords } from '../../words/screen-words.ts'

/** Who comes, and what the appointment belongs to. */
export function AppointmentFacts({ appointment }: { appointment: Appointment }) {
  const { details: words } = useCalendarWords()
  const { number } = useJobsWords()
  const { attendee, contact, job, conversationId, location } = appointment
  const name = attendee?.name || attendee?.email || contact?.name || contact?.email
  const isLink = location !== null && /^https?:\/\//i.test(location)
  return (
    <dl>
      {(name || contact) && (
        <Fact name={words.attendee}>
          {contact ? (
            <Link to={{ page: 'contacts', id: contact.id, query: '' }} dir="auto">
              {name ?? words.contact}
            </Link>
          ) : (
            <bdi>{name}</bdi>
          )}
          {attendee?.email && <Away address={`mailto:${attendee.email}`}>{attendee.email}</Away>}
          {attendee?.phone && (
            <Away address={`tel:${attendee.phone.replace(/[^\d+*#,;]/g, '')}`}>{attendee.phone}</Away>
          )}
        </Fact>
      )}
      {job && (
        <Fact name={words.job}>
          <Link to={{ page: 'jobs', id: job.id, query: '' }}>
            {number(job.number)} <bdi>{job.title}</bdi>
          </Link>
        </Fact>
      )}
      {conversationId && (
        <Fact name={words.conversation}>
          <Link to={{ page: 'inbox', list: 'all', id: conversationId }}>{words.openConversation}</Link>
        </Fact>
      )}
      {isLink && (
        <Fact name={words.meeting}>
          <Away address={location}>{words.join}</Away>
        </Fact>
      )}
    </dl>
  )
}

const Fact = ({ name, children }: { name: string; children: ReactNode }) => (
  <div>
    <dt>{name}</dt>
    <dd className="stack gap-1">{children}</dd>
  </div>
)
