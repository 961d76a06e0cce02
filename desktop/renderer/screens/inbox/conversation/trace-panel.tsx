import { useQuery } from '@tanstack/react-query'
import { X } from 'lucide-react'
import { type KeyboardEvent, useEffect, useRef } from 'react'
import { useDesk } from '../../../live/desk.tsx'
import { traceQuery } from '../../../live/queries.ts'
import { TraceTold } from '../../../ui/message/trace-told.tsx'
import { useWords } from '../../../words/words.tsx'

/** Beside the conversation: why the assistant said what it said, in words first, the figures below. */
export function TracePanel({ messageId, close }: { messageId: string; close: () => void }) {
  const words = useWords().conversation.trace
  const { data, isError } = useQuery(traceQuery(useDesk(), messageId))
  const heading = useRef<HTMLHeadingElement>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: another message's trace takes the focus too
  useEffect(() => heading.current?.focus(), [messageId])
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Escape') return
    event.stopPropagation()
    close()
  }
  return (
    <section className="trace" role="dialog" aria-label={words.title} onKeyDown={onKeyDown}>
      <header>
        <h2 ref={heading} tabIndex={-1}>
          {words.title}
        </h2>
        <button type="button" className="icon" onClick={close} aria-label={words.close} title={`${words.close} (Esc)`}>
          <X size={16} aria-hidden />
        </button>
      </header>
      {data ? <TraceTold trace={data} /> : <p className="muted">{isError ? words.failed : ' '}</p>}
    </section>
  )
}
