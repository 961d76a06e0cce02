import { useQuery } from '@tanstack/react-query'
import { X } from 'lucide-react'
import { type KeyboardEvent, useEffect, useRef } from 'react'
import type { Trace } from '../../../shared/trace.ts'
import { useDesk } from '../data/desk.tsx'
import { traceQuery } from '../data/queries.ts'
import { useWords } from '../words/words.tsx'
import { inPlaces } from './in-places.ts'
import { useTimes } from './times.ts'
import { TraceCalls } from './trace-calls.tsx'
import { TracePassages } from './trace-passages.tsx'
import { traceFigures, traceLine, traceSentences } from './trace-words.ts'

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
      {data ? <Told trace={data} /> : <p className="muted">{isError ? words.failed : ' '}</p>}
    </section>
  )
}

function Told({ trace }: { trace: Trace }) {
  const words = useWords().conversation.trace
  const times = useTimes()
  const options = Object.entries(trace.options)
  return (
    <div className="told">
      <p className="line">{traceLine(trace, words, times)}</p>
      {inPlaces(traceSentences(trace, words).map(sentenceOf))}
      <TracePassages passages={trace.passages} />
      <TraceCalls calls={trace.calls} />
      <h3>{words.figures}</h3>
      <dl className="figures">
        {traceFigures(trace, words, times).map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
        {options.map(([name, value]) => (
          <div key={`option ${name}`}>
            <dt>{name}</dt>
            <dd>{String(value)}</dd>
          </div>
        ))}
      </dl>
      <p className="muted">{times.whole(trace.at)}</p>
    </div>
  )
}

const sentenceOf = (sentence: string) => <p dir="auto">{sentence}</p>
