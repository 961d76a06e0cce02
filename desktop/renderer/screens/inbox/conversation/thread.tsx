import { ArrowDown } from 'lucide-react'
import { useEffect, useMemo, useState } from 'react'
import type { ConversationAnswer } from '../../../../../shared/conversation.ts'
import { useDesk } from '../../../live/desk.tsx'
import { useUnsent } from '../../../live/outbox.ts'
import { useOutbox } from '../../../live/outbox-context.tsx'
import { ShownMessages } from '../../../ui/message/shown-messages.tsx'
import { useWords } from '../../../words/words.tsx'
import { useFollow } from './follow.ts'
import { nameOfVisitor } from './names.ts'
import { NowLine } from './now-line.tsx'
import { Pending } from './pending.tsx'
import { type Seen, useReadMark } from './seen.ts'
import styles from './thread.module.css'
import { ThreadRow } from './thread-row.tsx'
import { timeline } from './timeline.ts'

/** The number of initially rendered rows, and of more each time the reader wants earlier ones. */
const atOnce = 120

/** The column of messages. It follows new ones only if the reader is at its end. */
export function Thread({ answer, seen }: { answer: ConversationAnswer; seen: Seen }) {
  const words = useWords().conversation
  const { me, site } = useDesk()
  const { conversation, messages, notes } = answer
  const rows = useMemo(() => timeline({ messages, notes }), [messages, notes])
  const [drawn, setDrawn] = useState(atOnce)
  const shown = rows.slice(-drawn)
  const { scroller, content, atEnd, toEnd } = useFollow(shown[0]?.key)
  const unseen = useUnseen(messages.length + notes.length, atEnd)
  useReadMark({ id: conversation.id, messageId: messages.at(-1)?.id, noteId: notes.at(-1)?.id, atEnd, seen })
  useOwnInSight(conversation.id, toEnd)
  const visitor = nameOfVisitor(answer, words.visitor)

  return (
    <div className={styles.thread}>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region must be reachable by keyboard */}
      <div className="scroller" ref={scroller} tabIndex={0} role="log" aria-label={words.messages}>
        <div className={`stack gap-4 ${styles.column}`} ref={content}>
          {rows.length === 0 && <p className={styles.none}>{words.empty}</p>}
          {shown.length < rows.length && (
            <button type="button" className={`quiet ${styles.earlier}`} onClick={() => setDrawn(drawn + atOnce)}>
              {words.earlier}
            </button>
          )}
          <ShownMessages messages={messages} conversation={conversation.id} site={site.id}>
            <ol className={`stack gap-4 ${styles.rows}`}>
              {shown.map((row) => (
                <ThreadRow key={row.key} row={row} visitor={visitor} me={me.email} />
              ))}
              <Pending id={conversation.id} />
            </ol>
          </ShownMessages>
          <NowLine id={conversation.id} visitor={visitor} />
        </div>
      </div>
      {!atEnd && (
        <button type="button" className={`row gap-1 quiet ${styles.toEnd}`} onClick={toEnd}>
          <ArrowDown size={16} aria-hidden />
          {unseen > 0 ? words.newMessages(unseen) : words.toBottom}
        </button>
      )}
    </div>
  )
}

/** The number of messages since the end was last visible. */
function useUnseen(count: number, atEnd: boolean): number {
  const [seen, setSeen] = useState(count)
  useEffect(() => {
    if (atEnd) setSeen(count)
  }, [atEnd, count])
  return Math.max(0, count - seen)
}

/** This person's own messages are scrolled to. */
function useOwnInSight(id: string, toEnd: () => void): void {
  const newest = useUnsent(useOutbox(), id).at(-1)?.id
  useEffect(() => {
    if (newest !== undefined) toEnd()
  }, [newest, toEnd])
}
