import { CircleStop, ThumbsDown, ThumbsUp } from 'lucide-react'
import type { StoredMessage } from '../../../../../shared/message.ts'
import { useTimes } from '../../../ui/format.ts'
import { useWords } from '../../../words/words.tsx'
import { Sources } from './sources.tsx'
import { speakerOf } from './timeline.ts'
import { useTraceOpener } from './trace-opener.tsx'

/** What stands below a message: that it was stopped, its sources, why it was said, how it was taken. */
export function MessageFoot({ message, isLast }: { message: StoredMessage; isLast: boolean }) {
  const words = useWords().conversation.message
  const openTrace = useTraceOpener()
  const speaker = speakerOf(message)
  if (speaker === 'visitor') return null
  const { traceId, feedback, meta } = message
  return (
    <div className="foot">
      {meta?.interrupted && (
        <span className="interrupted">
          <CircleStop size={14} aria-hidden />
          {words.interrupted}
        </span>
      )}
      <Sources message={message} />
      {traceId !== undefined && (
        <button type="button" className="plain" onClick={() => openTrace(message.id)} aria-haspopup="dialog">
          {words.why}
        </button>
      )}
      {feedback !== null && <Rated feedback={feedback} />}
      {isLast && speaker !== 'assistant' && <Arrival message={message} />}
    </div>
  )
}

function Rated({ feedback }: { feedback: 1 | -1 }) {
  const words = useWords().conversation.message
  const [Icon, said] = feedback === 1 ? [ThumbsUp, words.helpful] : [ThumbsDown, words.notHelpful]
  return (
    <span className="rated">
      <Icon size={14} aria-hidden />
      {said}
    </span>
  )
}

/** How far a person's reply came: on the visitor's screen, and under their eyes. */
function Arrival({ message: { seenAt, deliveredAt } }: { message: StoredMessage }) {
  const words = useWords().conversation.message
  const times = useTimes()
  if (seenAt !== null) return <span className="arrival">{words.seen(times.clock(seenAt))}</span>
  return deliveredAt === null ? null : <span className="arrival">{words.delivered}</span>
}
