import { Sparkles } from 'lucide-react'
import { useDesk } from '../../../live/desk.tsx'
import { useTyping, useWriting } from '../../../live/ephemeral.ts'
import { Formatted } from '../../../ui/message/formatted.tsx'
import styles from '../../../ui/message/message.module.css'
import { useWords } from '../../../words/words.tsx'
import thread from './thread.module.css'

/** Current activity: the assistant's reply so far, and who is typing, without the text. */
export function NowLine({ id, visitor }: { id: string; visitor: string }) {
  const words = useWords().conversation
  const { me } = useDesk()
  const typing = useTyping(id)
  const writing = useWriting(id)
  const names = typing
    .filter(({ who, name }) => who === 'visitor' || name !== me.name)
    .map(({ who, name }) => (who === 'visitor' ? visitor : (name ?? words.visitor)))
  return (
    <>
      {writing !== undefined && (
        <div className={`stack gap-1 ${styles.group}`} data-from="assistant" data-writing>
          <p className={`row gap-1 ${styles.by}`}>
            <Sparkles size={14} aria-hidden />
            <span className={`truncate ${styles.speaker}`}>{words.writing}</span>
          </p>
          {writing !== '' && (
            <div className={`stack gap-1 ${styles.message}`}>
              <div className={styles.bubble}>
                <Formatted text={writing} markdown />
              </div>
            </div>
          )}
        </div>
      )}
      <div className={thread.now} role="status">
        {names.map((name) => (
          <p className="row gap-1" key={name}>
            <bdi>{words.typing(name)}</bdi>
          </p>
        ))}
      </div>
    </>
  )
}
