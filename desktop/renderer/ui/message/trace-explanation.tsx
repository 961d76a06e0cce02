import type { Trace, TraceCall } from '../../../../shared/trace.ts'
import { failureText } from '../../words/failure-words.ts'
import { useFailureWords } from '../../words/screen-words.ts'
import { useWords } from '../../words/words.tsx'
import { useTimes } from '../format.ts'
import { keyedByPosition } from '../in-places.ts'
import styles from './trace.module.css'
import { TraceCalls } from './trace-calls.tsx'
import { TracePassages } from './trace-passages.tsx'
import { traceFigures, traceLine, traceSentences } from './trace-words.ts'

/** Explains a reply: in words first, then in figures. */
export function TraceExplanation({ trace }: { trace: Trace }) {
  const words = useWords().conversation.trace
  const times = useTimes()
  const failures = useFailureWords()
  const whyFailed = ({ reason = null, params = null, error }: TraceCall) =>
    failureText({ reason, params }, error ?? '', failures)
  const options = Object.entries(trace.options)
  return (
    <div className={`stack ${styles.facts}`}>
      <p className={styles.line}>{traceLine(trace, words, times)}</p>
      {keyedByPosition(traceSentences(trace, words, whyFailed).map(sentenceOf))}
      <TracePassages passages={trace.passages} />
      <TraceCalls calls={trace.calls} />
      <h3>{words.figures}</h3>
      <dl className={styles.figures}>
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
