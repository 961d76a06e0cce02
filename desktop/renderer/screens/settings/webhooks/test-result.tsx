import { CircleAlert, CircleCheck } from 'lucide-react'
import type { WebhookTest } from '../../../../../shared/webhook.ts'
import { CodeFigure } from '../../../ui/code-text.tsx'
import { useTimes } from '../../../ui/format.ts'
import { pretty } from '../../../ui/pretty-json.ts'
import { failureText } from '../../../words/failure-words.ts'
import { useFailureWords, useWebhookWords } from '../../../words/screen-words.ts'

/** What a test of an endpoint found. */
export function TestResult({ result }: { result: WebhookTest }) {
  const { test: words, log } = useWebhookWords()
  const failures = useFailureWords()
  const times = useTimes()
  const { ok, status, error, reason, durationMs, retryable, response } = result
  const Icon = ok ? CircleCheck : CircleAlert
  return (
    <div className="stack">
      <p className={`checked ${ok ? 'good' : 'error'}`}>
        <Icon size={16} aria-hidden="true" />
        {ok ? words.ok : words.failed}
      </p>
      {error !== null && reason !== 'answer_status' && <p dir="auto">{failureText(result, error, failures)}</p>}
      <p className="muted">
        {status === null ? log.noStatus : log.status(status)} · {times.lasted(durationMs)}
        {!ok && ` · ${retryable ? words.retried : words.final}`}
      </p>
      {response && <CodeFigure title={log.response} text={pretty(response)} />}
    </div>
  )
}
