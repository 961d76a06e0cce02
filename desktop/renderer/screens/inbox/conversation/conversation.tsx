import { useQuery } from '@tanstack/react-query'
import { useCallback, useRef, useState } from 'react'
import type { ConversationAnswer } from '../../../../../shared/conversation.ts'
import { isGone, wordsOf } from '../../../app/connection.ts'
import { useDesk } from '../../../live/desk.tsx'
import { conversationQuery } from '../../../live/queries.ts'
import { useWords } from '../../../words/words.tsx'
import { Composer } from '../composer/composer.tsx'
import './conversation.css'
import '../../../ui/message/message.css'
import '../../../ui/message/message-kinds.css'
import '../../../ui/note.css'
import '../../../ui/popup.css'
import './thread.css'
import './trace.css'
import { Head } from './head.tsx'
import type { Seen } from './seen.ts'
import { Thread } from './thread.tsx'
import { TraceOpener } from './trace-opener.tsx'
import { TracePanel } from './trace-panel.tsx'
import { useViewing } from './viewing.ts'

/** The middle pane: one conversation with its messages, notes and the reply box. */
export function Conversation({ id }: { id: string }) {
  // Nothing of one conversation is left when another is shown.
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
  const [traced, setTraced] = useState<string>()
  const seen: Seen = useRef(undefined)
  const opener = useRef<HTMLElement>(null)
  const open = useCallback((messageId: string) => {
    opener.current = document.activeElement as HTMLElement | null
    setTraced(messageId)
  }, [])
  const close = () => {
    setTraced(undefined)
    opener.current?.focus()
  }
  return (
    <section className="conversation" aria-label={words.name}>
      <Head answer={answer} />
      <TraceOpener value={open}>
        <Thread answer={answer} seen={seen} />
      </TraceOpener>
      <Composer answer={answer} seen={seen} />
      {traced !== undefined && <TracePanel messageId={traced} close={close} />}
    </section>
  )
}

function Failed({ error, again }: { error: unknown; again: () => void }) {
  const words = useWords()
  const gone = isGone(error)
  return (
    <section className="conversation absent" role="alert">
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
    <section className="conversation absent" aria-busy="true" aria-label={words.common.loading}>
      <div className="skeleton" />
    </section>
  )
}
