import { Clock, Lock } from 'lucide-react'
import { useUnsent } from '../../../live/outbox.ts'
import { useOutbox } from '../../../live/outbox-context.tsx'
import { Formatted } from '../../../ui/message/formatted.tsx'
import styles from '../../../ui/message/message.module.css'
import { useWords } from '../../../words/words.tsx'

/** Unsent messages of this person. Rejected ones are handled in the reply field. */
export function Pending({ id }: { id: string }) {
  const words = useWords()
  const outbox = useOutbox()
  const unsent = useUnsent(outbox, id).filter(({ state }) => state !== 'held')
  return unsent.map((entry) => (
    <li key={entry.id} className={`stack gap-1 ${styles.group}`} data-from="person" data-pending={entry.kind}>
      <p className={`row gap-1 ${styles.by}`}>
        <bdi className={`truncate ${styles.speaker}`}>{words.conversation.you}</bdi>
      </p>
      <div className={`stack gap-1 ${styles.message}`}>
        <div className={entry.kind === 'note' ? 'note' : styles.bubble}>
          <Formatted text={entry.text} markdown={entry.kind === 'reply'} />
        </div>
        <div className={`cluster ${styles.foot}`}>
          <span>
            {entry.kind === 'note' ? <Lock size={14} aria-hidden /> : <Clock size={14} aria-hidden />}
            {entry.state === 'sending' ? words.composer.sending : words.composer.willBeSent}
          </span>
        </div>
      </div>
    </li>
  ))
}
