import { CircleStop, ThumbsDown, ThumbsUp } from 'lucide-react'
import type { StoredMessage } from '../../../../../shared/message.ts'
import { useDesk } from '../../../live/desk.tsx'
import { useTimes } from '../../../ui/format.ts'
import styles from '../../../ui/message/message.module.css'
import { useWords } from '../../../words/words.tsx'
import { Sources } from './sources.tsx'
import { authorOf } from './timeline.ts'
import { useTeachOpener, useTraceOpener } from './trace-opener.tsx'

/** The footer of a message: whether it was stopped, its sources, its trace, its rating. */
export function MessageFoot({ message, isLast }: { message: StoredMessage; isLast: boolean }) {
  const words = useWords().conversation.message
  const openTrace = useTraceOpener()
  const speaker = authorOf(message)
  if (speaker === 'visitor') return null
  const { traceId, feedback, meta } = message
  return (
    <div className={`cluster ${styles.foot}`}>
      {meta?.interrupted && (
        <span className={styles.interrupted}>
          <CircleStop size={14} aria-hidden />
          {words.interrupted}
        </span>
      )}
      <Sources message={message} />
      {traceId !== undefined && (
        <button type="button" className={styles.plain} onClick={() => openTrace(message.id)} aria-haspopup="dialog">
          {words.why}
        </button>
      )}
      {isLast && speaker !== 'assistant' && message.author !== null && <Teach id={message.id} />}
      {feedback !== null && <Rated feedback={feedback} />}
      {isLast && speaker !== 'assistant' && <Arrival message={message} />}
    </div>
  )
}

/** Makes a knowledge entry of a person's reply. */
function Teach({ id }: { id: string }) {
  const words = useWords().conversation.message
  const { mayManage } = useDesk()
  const teach = useTeachOpener()
  if (!mayManage) return null
  return (
    <button type="button" className={styles.plain} onClick={() => teach(id)} aria-haspopup="dialog">
      {words.teach}
    </button>
  )
}

function Rated({ feedback }: { feedback: 1 | -1 }) {
  const words = useWords().conversation.message
  const [Icon, label] = feedback === 1 ? [ThumbsUp, words.helpful] : [ThumbsDown, words.notHelpful]
  return (
    <span>
      <Icon size={14} aria-hidden />
      {label}
    </span>
  )
}

/** Whether a person's reply was delivered and seen. */
function Arrival({ message: { seenAt, deliveredAt } }: { message: StoredMessage }) {
  const words = useWords().conversation.message
  const times = useTimes()
  if (seenAt !== null) return <span>{words.seen(times.clock(seenAt))}</span>
  return deliveredAt === null ? null : <span>{words.delivered}</span>
}
