import type { TraceCall } from '../../../../shared/trace.ts'
import { useWords } from '../../words/words.tsx'
import { useTimes } from '../format.ts'
import { keyedByPosition } from '../in-places.ts'

/** The assistant's tool calls with input and output, collapsed. */
export function TraceCalls({ calls }: { calls: TraceCall[] }) {
  const words = useWords().conversation.trace
  if (calls.length === 0) return null
  return (
    <>
      <h3>{words.calls}</h3>
      {keyedByPosition(calls.map(draw))}
    </>
  )
}

const draw = (call: TraceCall) => <Call call={call} />

function Call({ call: { name, ms, arguments: given, result, error } }: { call: TraceCall }) {
  const words = useWords().conversation.trace
  const times = useTimes()
  const back = result ?? error
  return (
    <details>
      <summary>
        <code>{name}</code> <span className="muted">{times.lasted(ms)}</span>
      </summary>
      <p className="muted">{words.given}</p>
      <pre dir="ltr">{JSON.stringify(given, null, 2)}</pre>
      {back !== null && (
        <>
          <p className="muted">{words.answered}</p>
          <pre dir="auto">{back}</pre>
        </>
      )}
    </details>
  )
}
