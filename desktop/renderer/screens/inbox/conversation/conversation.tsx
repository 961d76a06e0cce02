import { useQuery } from '@tanstack/react-query'
import { useCallback, useRef, useState } from 'react'
import type { ConversationAnswer } from '../../../../../shared/conversation.ts'
import { readScreens } from '../../../app/read-screens.ts'
import { useCommand } from '../../../keys/commands.tsx'
import { isGone, wordsOf } from '../../../live/connection.ts'
import { useDesk } from '../../../live/desk.tsx'
import { conversationQuery } from '../../../live/queries.ts'
import { useIsTranslated } from '../../../live/translating.ts'
import { createLater, useLater } from '../../../ui/later.ts'
import { useWords } from '../../../words/words.tsx'
import { Composer } from '../composer/composer.tsx'
import styles from './conversation.module.css'
import { Head } from './head.tsx'
import type { Seen } from './seen.ts'
import { Thread } from './thread.tsx'
import { TeachOpener, TraceOpener } from './trace-opener.tsx'
import { useViewing } from './viewing.ts'

const laterParts = createLater(() =>
  readScreens().then(({ SummaryPanel, TeachPanel, TracePanel, Translating }) => ({
    ...{ SummaryPanel, TeachPanel, TracePanel, Translating },
  })),
)

/** The middle pane: a conversation with its messages, notes and reply field. */
export function Conversation({ id }: { id: string }) {
  // Reset for each conversation.
  return <Opened key={id} id={id} />
}

function Opened({ id }: { id: string }) {
  const { data, error, refetch } = useQuery(conversationQuery(useDesk(), id))
  useViewing(id)
  if (data) return <Shown answer={data} />
  if (error) return <Failed error={error} again={() => void refetch()} />
  return <Loading />
}

function Shown({ answer }: { answer: ConversationAnswer }) {
  const words = useWords().conversation
  const later = useLater(laterParts)
  const isTranslated = useIsTranslated(answer.conversation.id)
  const [panel, setPanel] = useState<'summary' | { traceOf: string } | { teach: string }>()
  const seen: Seen = useRef(undefined)
  const opener = useRef<HTMLElement>(null)
  const show = useCallback((next: 'summary' | { traceOf: string } | { teach: string }) => {
    opener.current = document.activeElement as HTMLElement | null
    setPanel(next)
  }, [])
  const open = useCallback((traceOf: string) => show({ traceOf }), [show])
  const teach = useCallback((messageId: string) => show({ teach: messageId }), [show])
  useTeachKey(answer, teach)
  const close = () => {
    setPanel(undefined)
    opener.current?.focus()
  }
  return (
    <section className={styles.conversation} aria-label={words.name}>
      <Head answer={answer} summarize={() => show('summary')} />
      <TraceOpener value={open}>
        <TeachOpener value={teach}>
          <Thread answer={answer} seen={seen} />
        </TeachOpener>
      </TraceOpener>
      {later && isTranslated && <later.Translating answer={answer} />}
      <Composer answer={answer} seen={seen} />
      {later && panel === 'summary' && <later.SummaryPanel answer={answer} close={close} />}
      {later && typeof panel === 'object' && 'teach' in panel && (
        <later.TeachPanel key={panel.teach} messageId={panel.teach} close={close} />
      )}
      {later && typeof panel === 'object' && 'traceOf' in panel && (
        <later.TracePanel key={panel.traceOf} messageId={panel.traceOf} close={close} />
      )}
    </section>
  )
}

/** One key makes a knowledge entry of the last reply of a person. Only admins change the knowledge. */
function useTeachKey({ messages }: ConversationAnswer, teach: (messageId: string) => void): void {
  const { message: words, group } = useWords().conversation
  const { mayManage } = useDesk()
  const last = messages.findLast(({ author, type }) => author !== null && type === 'text')
  useCommand(
    { id: 'conversation.teach', words: words.teachLong, group, keys: 'shift+k', run: () => last && teach(last.id) },
    mayManage && last !== undefined,
  )
}

function Failed({ error, again }: { error: unknown; again: () => void }) {
  const words = useWords()
  const gone = isGone(error)
  return (
    <section className={`${styles.conversation} ${styles.absent}`} role="alert">
      <p>{gone ? words.conversation.gone : words.conversation.failed}</p>
      {!gone && <p className="muted">{wordsOf(error)}</p>}
      {!gone && (
        <button type="button" className="quiet" onClick={again}>
          {words.common.retry}
        </button>
      )}
    </section>
  )
}

function Loading() {
  const words = useWords()
  return (
    <section className={`${styles.conversation} ${styles.absent}`} aria-busy="true" aria-label={words.common.loading}>
      <div className="skeleton" />
    </section>
  )
}
