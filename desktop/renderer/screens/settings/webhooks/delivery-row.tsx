import { useQueryClient } from '@tanstack/react-query'
import { ChevronRight, CircleAlert, CircleCheck, Clock } from 'lucide-react'
import { useState } from 'react'
import type { Webhook, WebhookDelivery } from '../../../../../shared/webhook.ts'
import { useDesk } from '../../../live/desk.tsx'
import { keys } from '../../../live/keys.ts'
import { Ago } from '../../../ui/ago.tsx'
import { CodeFigure } from '../../../ui/code-text.tsx'
import { useTimes } from '../../../ui/format.ts'
import { pretty } from '../../../ui/pretty-json.ts'
import { useCall } from '../../../ui/use-call.ts'
import { failureText } from '../../../words/failure-words.ts'
import { useFailureWords, useWebhookWords } from '../../../words/screen-words.ts'
import { Request } from './sent-request.tsx'
import styles from './webhooks.module.css'

type Props = { webhook: Webhook; delivery: WebhookDelivery }

/** An attempt, which opens its request and response. */
export function DeliveryRow({ webhook, delivery }: Props) {
  const { log: words } = useWebhookWords()
  const times = useTimes()
  const [isOpen, setOpen] = useState(false)
  const { event, status, attempts, durationMs, at } = delivery
  const facts = [
    status === null ? words.noStatus : words.status(status),
    words.attempt(attempts),
    times.lasted(durationMs),
  ]
  return (
    <li className={styles.delivery}>
      <details onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
        <summary>
          <ChevronRight size={14} aria-hidden="true" />
          <span>
            <code>{event}</code> <span className="muted">{facts.join(' · ')}</span>
          </span>
          <span className="row">
            <Outcome delivery={delivery} />
            <span className="muted">
              <Ago at={at} text={(ago) => ago} />
            </span>
          </span>
        </summary>
        {isOpen && <Details webhook={webhook} delivery={delivery} />}
      </details>
    </li>
  )
}

function Outcome({ delivery: { ok, nextAt } }: Pick<Props, 'delivery'>) {
  const { log: words } = useWebhookWords()
  const state = ok ? 'working' : nextAt === null ? 'failing' : 'retrying'
  const Icon = { working: CircleCheck, failing: CircleAlert, retrying: Clock }[state]
  return (
    <span className={`pill ${styles.state}`} data-state={state}>
      <Icon size={14} aria-hidden="true" />
      {{ working: words.delivered, failing: words.failed, retrying: words.retrying }[state]}
    </span>
  )
}

function Details({ webhook, delivery }: Props) {
  const { log: words } = useWebhookWords()
  const failures = useFailureWords()
  const times = useTimes()
  const { ok, error, eventId, nextAt, request, response } = delivery
  return (
    <div className={`stack gap-3 ${styles.facts}`}>
      {!ok && error !== null && (
        <p className="error" dir="auto">
          {failureText(delivery, error, failures)}
        </p>
      )}
      {nextAt !== null && <p className="muted">{words.retryAt(times.whole(nextAt))}</p>}
      <p className="muted">
        {words.event}: <code>{eventId}</code>
      </p>
      <h3>{words.request}</h3>
      {request ? <Request request={request} /> : <p className="muted">{words.requestGone}</p>}
      {response ? (
        <CodeFigure title={words.response} text={pretty(response)} />
      ) : (
        <p className="muted">{words.noResponse}</p>
      )}
      <Again webhook={webhook} delivery={delivery} />
    </div>
  )
}

/** Delivers the event of an attempt once more, or it and those after it. */
function Again({ webhook: { id, enabled, waiting }, delivery }: Props) {
  const { client, site } = useDesk()
  const queries = useQueryClient()
  const { log: words } = useWebhookWords()
  const { busy, fault, call } = useCall()
  const [said, say] = useState('')
  const send = (isReplay: boolean) =>
    call(async () => {
      say('')
      const endpoint = { site: site.id, id }
      await client.webhooks.redeliver.mutate({ ...endpoint, deliveryId: delivery.id })
      // The log is replayed after an event, so this one goes first.
      const later = isReplay
        ? await client.webhooks.replay.mutate({ ...endpoint, after: delivery.eventId })
        : { queued: 0 }
      say(later.queued > 0 ? words.queued(later.queued + 1) : waiting > 0 ? words.queuedBehind : words.queuedAgain)
      await queries.invalidateQueries({ queryKey: keys.webhooks(site.id) })
    })
  return (
    <>
      <div className="cluster">
        <button type="button" disabled={busy || !enabled} onClick={() => send(false)}>
          {words.again}
        </button>
        <button type="button" className="quiet" disabled={busy || !enabled} onClick={() => send(true)}>
          {words.replayHere}
        </button>
        {!enabled && <small>{words.disabled}</small>}
      </div>
      <p role="status" className="muted said">
        {said}
      </p>
      {fault && (
        <p className="error" role="alert">
          {fault}
        </p>
      )}
    </>
  )
}
