import type { JobDetail } from '../../../../shared/job.ts'
import { Section } from '../../form/fields.tsx'
import { Away } from '../../ui/external-link.tsx'
import { useTimes } from '../../ui/format.ts'
import { Link } from '../../ui/link.tsx'
import { useJobPageWords, useJobsWords } from '../../words/screen-words.ts'
import { useWords } from '../../words/words.tsx'

/** Whom the job is for, and where it comes from. */
export function JobAbout({ job }: { job: JobDetail }) {
  const { page: words } = useJobPageWords()
  const { sources } = useJobsWords()
  const times = useTimes()
  const { contact, conversation, source, createdAt, updatedAt } = job
  return (
    <Section title={words.about}>
      <dl>
        <div>
          <dt>{words.contact}</dt>
          {contact ? <Contact contact={contact} /> : <dd className="muted">{words.noContact}</dd>}
        </div>
        {conversation && (
          <div>
            <dt>{words.conversation}</dt>
            <dd>
              <Link to={{ page: 'inbox', list: 'all', id: conversation.id }} className="clamp" dir="auto">
                {conversation.firstMessage || words.conversationSince(times.whole(conversation.startedAt))}
              </Link>
            </dd>
          </div>
        )}
        <div>
          <dt>{words.source}</dt>
          <dd>{sources[source]}</dd>
        </div>
        <Time name={words.created} at={createdAt} />
        <Time name={words.changed} at={updatedAt} />
      </dl>
    </Section>
  )
}

function Contact({ contact: { id, name, email, phone } }: { contact: NonNullable<JobDetail['contact']> }) {
  const { page: words } = useJobPageWords()
  const { visitor } = useWords()
  return (
    <dd className="stack gap-1">
      <Link to={{ page: 'contacts', id, query: '' }} dir="auto">
        {name || email || phone || words.nameless}
      </Link>
      {email && (
        <span>
          <span className="unseen">{visitor.email}: </span>
          <Away address={`mailto:${email}`}>{email}</Away>
        </span>
      )}
      {phone && (
        <span>
          <span className="unseen">{visitor.phone}: </span>
          <Away address={`tel:${phone.replace(/[^\d+*#,;]/g, '')}`}>{phone}</Away>
        </span>
      )}
    </dd>
  )
}

function Time({ name, at }: { name: string; at: number }) {
  const times = useTimes()
  return (
    <div>
      <dt>{name}</dt>
      <dd>
        <time dateTime={new Date(at).toISOString()}>{times.whole(at)}</time>
      </dd>
    </div>
  )
}
