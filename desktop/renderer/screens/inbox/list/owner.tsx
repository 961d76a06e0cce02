import { Check, CircleDashed, Sparkles } from 'lucide-react'
import { useDesk } from '../../../live/desk.tsx'
import { initialsOf, personOf } from '../../../live/row-words.ts'
import type { Row } from '../../../live/rows.ts'
import { useWords } from '../../../words/words.tsx'
import styles from './row.module.css'

/** The assignee of a conversation, as an icon with a label. */
export function Owner({ row }: { row: Pick<Row, 'status' | 'assignedTo' | 'assignedName'> }) {
  const { me } = useDesk()
  const { inbox } = useWords()
  const { status, assignedTo } = row
  if (status === 'bot')
    return (
      <span className={styles.owner} data-who="assistant" title={inbox.assistantHas}>
        <Sparkles size={16} role="img" aria-label={inbox.assistantHas} />
      </span>
    )
  if (status === 'closed')
    return (
      <span className={styles.owner} title={inbox.isClosed}>
        <Check size={16} role="img" aria-label={inbox.isClosed} />
      </span>
    )
  if (assignedTo === null)
    return (
      <span className={styles.owner} title={inbox.nobody}>
        <CircleDashed size={16} role="img" aria-label={inbox.nobody} />
      </span>
    )
  const isMe = assignedTo === me.email
  const name = isMe ? inbox.me : personOf(row)
  return (
    <span className={`${styles.owner} ${styles.face}`} data-who={isMe ? 'me' : 'person'} title={inbox.assignedTo(name)}>
      <span aria-hidden="true">{initialsOf(isMe ? (me.name ?? me.email) : personOf(row))}</span>
      <span className="unseen">{inbox.assignedTo(name)}</span>
    </span>
  )
}
