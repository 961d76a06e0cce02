import { Clock, Lock } from 'lucide-react'
import { useUnsent } from '../../../live/outbox.ts'
import { useOutbox } from '../../../live/outbox-context.tsx'
import { Formatted } from '../../../ui/message/formatted.tsx'
import { useWords } from '../../../words/words.tsx'

/** What this person wrote and the server does not have yet. What was refused is asked about in the reply box. */
export function Pending({ id }: { id: string }) {
  const words = useWords()
  const outbox = useOutbox()
  const unsent = useUnsent(outbox, id).filter(({ state }) => state !== 'held')
  return unsent.map((entry) => (
    <li key={entry.id} className={`group from-person pending ${entry.kind}`}>
      <p className="by">
        <bdi className="speaker">{words.conversation.you}</bdi>
      </p>
      <div className="message">
        <div className={entry.kind === 'note' ? 'note' : 'bubble'}>
          <Formatted text={entry.text} markdown={entry.kind === 'reply'} />
        </div>
        <div className="foot">
          <span>
            {entry.kind === 'note' ? <Lock size={14} aria-hidden /> : <Clock size={14} aria-hidden />}
            {entry.state === 'sending' ? words.composer.sending : words.composer.willBeSent}
          </span>
        </div>
      </div>
    </li>
  ))
}
