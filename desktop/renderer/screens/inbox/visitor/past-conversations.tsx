import { useLead } from '../../../live/queries.ts'
import { useTimes } from '../../../ui/format.ts'
import { Link } from '../../../ui/link.tsx'
import { useWords } from '../../../words/words.tsx'
import { Section } from './section.tsx'

/** A contact's other conversations, newest first. */
export function PastConversations({ leadId, except }: { leadId: string; except: string }) {
  const words = useWords()
  const times = useTimes()
  const { data } = useLead(leadId)
  const past = (data?.conversations ?? []).filter(({ id }) => id !== except)
  if (past.length === 0) return null
  return (
    <Section name="past" title={words.visitor.past}>
      <ul className="stack gap-3">
        {past.map(({ id, lastAt, firstMessage, summary, messageCount, leadVerified }) => (
          <li key={id}>
            <Link className="clamp" to={{ page: 'inbox', list: 'all', id }} dir="auto">
              {summary || firstMessage || words.conversation.visitor}
            </Link>
            <p className="muted">
              {times.whole(lastAt)} · {words.visitor.pastCount(messageCount)}
              {!leadVerified && ` · ${words.visitor.unverified}`}
            </p>
          </li>
        ))}
      </ul>
    </Section>
  )
}
