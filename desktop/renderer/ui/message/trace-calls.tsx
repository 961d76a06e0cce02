import type { TraceCall } from '../../../../shared/trace.ts'
import { failureText } from '../../words/failure-words.ts'
import { useFailureWords } from '../../words/screen-words.ts'
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

function Call({ call }: { call: TraceCall }) {
  const words = useWords().conversation.trace
  const failures = useFailureWords()
  const times = useTimes()
  const { name, ms, ok, arguments: given, request, result, error, reason = null, params = null } = call
  const why = error === null ? null : failureText({ reason, params }, error, failures)
  return (
    <details>
      <summary>
        <code>{name}</code>{' '}
        <span className="muted">
          {times.lasted(ms)}
          {!ok && ` · ${words.failedCall}`}
        </span>
      </summary>
      <Shown title={words.given} text={JSON.stringify(given, null, 2)} />
      {request && <Shown title={words.request} text={requestText(request)} />}
      <Shown title={words.answered} text={result ?? why} />
    </details>
  )
}

const requestText = ({ method, url, body }: NonNullable<TraceCall['request']>) =>
  [`${method} ${url}`, body].filter(Boolean).join('\n')

function Shown({ title, text }: { title: string; text: string | null }) {
  if (text === null) return null
  return (
    <>
      <p className="muted">{title}</p>
      <pre dir="auto">{text}</pre>
    </>
  )
}
