import type { Trace } from '../../../../shared/trace.ts'
import { useWords } from '../../words/words.tsx'
import { useTimes } from '../format.ts'
import { inPlaces } from '../in-places.ts'
import { TraceCalls } from './trace-calls.tsx'
import { TracePassages } from './trace-passages.tsx'
import { traceFigures, traceLine, traceSentences } from './trace-words.ts'

/** How a reply came about: in words first, the figures below. */
export function TraceTold({ trace }: { trace: Trace }) {
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
