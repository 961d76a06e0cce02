import { MessageSquare, PhoneCall, UserPlus } from 'lucide-react'
import { type ReactNode, useMemo } from 'react'
import type { Callback } from '../../../../shared/callback.ts'
import type { LeadConversation, LeadDetail } from '../../../../shared/lead-detail.ts'
import { Section } from '../../form/fields.tsx'
import { useTimes } from '../../ui/format.ts'
import { Link } from '../../ui/link.tsx'
import { useContactsWords } from '../../words/screen-words.ts'
import { useWords } from '../../words/words.tsx'
import { historyOf } from './contact-history.ts'
import styles from './contact-page.module.css'

/** A contact's history, newest first. Conversations link to the inbox. */
export function ContactPast({ lead }: { lead: LeadDetail }) {
  const { history: words, page } = useContactsWords()
  const happenings = useMemo(() => historyOf(lead), [lead])
  return (
    <Section title={words.title}>
      <ol className={`stack gap-3 ${styles.past}`}>
        {happenings.map((one) => {
          switch (one.kind) {
            case 'conversation':
              return <Talk key={one.conversation.id} at={one.at} conversation={one.conversation} />
            case 'callback':
              return <Wish key={one.callback.id} at={one.at} callback={one.callback} />
            default:
              return (
                <Line key="added" Icon={UserPlus} at={one.at} what="">
                  <p>{page.source[lead.source]}</p>
                </Line>
              )
          }
        })}
      </ol>
    </Section>
  )
}

type LineProps = {
  Icon: typeof MessageSquare
  what: string
  at: number
  more?: (string | false)[]
  children: ReactNode
}

function Line({ Icon, what, at, more = [], children }: LineProps) {
  const times = useTimes()
  const details = [what, times.whole(at), ...more].filter(Boolean).join(' · ')
  return (
    <li className="row">
      <Icon size={16} aria-hidden="true" />
      <div>
        {children}
        <p className="muted">{details}</p>
      </div>
    </li>
  )
}

function Talk({ at, conversation }: { at: number; conversation: LeadConversation }) {
  const { history: words } = useContactsWords()
  const { id, leadVerified, summary, firstMessage, messageCount, status, assignedName, assignedTo, labels } =
    conversation
  const who = assignedName ?? assignedTo
  const more = [
    !leadVerified && words.unverified,
    words.status[status],
    who !== null && words.has(who),
    words.conversationOf(messageCount),
    labels.map(({ name }) => name).join(', '),
  ]
  return (
    <Line Icon={MessageSquare} what={words.conversation} at={at} more={more}>
      <Link to={{ page: 'inbox', list: 'all', id }} className="clamp" dir="auto">
        {summary || firstMessage || words.empty}
      </Link>
    </Line>
  )
}

function Wish({ at, callback }: { at: number; callback: Callback }) {
  const { history: words } = useContactsWords()
  const { visitor } = useWords()
  const { status, reason, note, phone, email } = callback
  return (
    <Line Icon={PhoneCall} what={words.callback} at={at} more={[visitor.callbackStatus[status]]}>
      <p dir="auto" data-open={status === 'open'}>
        {reason || phone || email}
      </p>
      {note && (
        <p dir="auto" className="muted">
          {note}
        </p>
      )}
    </Line>
  )
}
