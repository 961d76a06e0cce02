import type { TracePassage } from '../../../../shared/trace.ts'
import { useWords } from '../../words/words.tsx'
import { Away } from '../external-link.tsx'
import { useTimes } from '../format.ts'
import styles from './trace.module.css'
import { passageOutcome } from './trace-words.ts'

/** The retrieved passages, used ones first, with what happened to each. */
export function TracePassages({ passages }: { passages: TracePassage[] }) {
  const words = useWords().conversation.trace
  const times = useTimes()
  if (passages.length === 0) return null
  const inOrder = passages.toSorted((a, b) => Number(b.used) - Number(a.used) || b.score - a.score)
  return (
    <>
      <h3>{words.passages}</h3>
      <ol className={`stack ${styles.passages}`}>
        {inOrder.map((passage) => (
          <li key={passage.passageId} className={passage.used ? '' : styles.left}>
            <p dir="auto">{passage.url ? <Away address={passage.url}>{passage.title}</Away> : passage.title}</p>
            {passage.headingPath && (
              <p className="muted" dir="auto">
                {passage.headingPath}
              </p>
            )}
            <p className="muted">
              {passageOutcome(passage, words)} · {words.score} {times.number(passage.score)}
            </p>
          </li>
        ))}
      </ol>
    </>
  )
}
