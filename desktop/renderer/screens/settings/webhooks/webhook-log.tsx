import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { Webhook } from '../../../../../shared/webhook.ts'
import { useDesk } from '../../../live/desk.tsx'
import { keys } from '../../../live/keys.ts'
import { focusAtFirst } from '../../../ui/focus.ts'
import { QueryBoundary } from '../../../ui/query-boundary.tsx'
import { useCall } from '../../../ui/use-call.ts'
import { useWebhookWords } from '../../../words/screen-words.ts'
import { DeliveryRow } from './delivery-row.tsx'
import { fromLocal, toLocal } from './webhook-draft.ts'

/** How often the log is read while it is open, because attempts have no events, in milliseconds. */
const readEvery = 5_000

const filters = ['all', 'ok', 'failed', 'retrying'] as const
type Filter = (typeof filters)[number]

/** The last attempts to deliver to an endpoint. */
export function WebhookLog({ webhook }: { webhook: Webhook }) {
  const { client, site } = useDesk()
  const { log: words } = useWebhookWords()
  const [status, setStatus] = useState<Filter>('all')
  const query = useQuery({
    queryKey: keys.deliveries(site.id, webhook.id, status),
    queryFn: () => client.webhooks.deliveries.query({ site: site.id, id: webhook.id, status }),
    refetchInterval: readEvery,
    refetchOnMount: 'always',
  })
  return (
    <>
      <Replay webhook={webhook} />
      <section className="settings-section" aria-label={words.title(webhook.url)}>
        <h2 tabIndex={-1} ref={focusAtFirst}>
          <bdi>{words.title(webhook.url)}</bdi>
        </h2>
        <p className="muted">{words.intro}</p>
        {/* biome-ignore lint/a11y/useSemanticElements: a fieldset is for fields */}
        <div className="cluster" role="group" aria-label={words.filter}>
          {filters.map((one) => (
            <button
              key={one}
              type="button"
              className="quiet"
              aria-pressed={one === status}
              onClick={() => setStatus(one)}
            >
              {words.filters[one]}
            </button>
          ))}
        </div>
        <QueryBoundary query={query}>
          {({ deliveries }) =>
            deliveries.length === 0 ? (
              <p className="empty">{words.empty[status]}</p>
            ) : (
              <ul>
                {deliveries.map((delivery) => (
                  <DeliveryRow key={delivery.id} webhook={webhook} delivery={delivery} />
                ))}
              </ul>
            )
          }
        </QueryBoundary>
      </section>
    </>
  )
}

const day = 24 * 60 * 60_000

/** Delivers the events since a time again. */
function Replay({ webhook: { id, enabled } }: { webhook: Webhook }) {
  const { client, site } = useDesk()
  const queries = useQueryClient()
  const { log: words } = useWebhookWords()
  const { busy, fault, call } = useCall()
  const [from, setFrom] = useState(() => toLocal(Date.now() - day))
  const [said, say] = useState('')
  const replay = async () => {
    say('')
    const since = fromLocal(from)
    if (Number.isNaN(since)) return say(words.noTime)
    await call(async () => {
      const { queued } = await client.webhooks.replay.mutate({ site: site.id, id, since })
      say(queued === 0 ? words.queuedNone : words.queued(queued))
      await queries.invalidateQueries({ queryKey: keys.webhooks(site.id) })
    })
  }
  return (
    <form
      className="settings-section"
      aria-label={words.replay}
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        void replay()
      }}
    >
      <h2>{words.replay}</h2>
      <p className="muted">{enabled ? words.replayHint : words.disabled}</p>
      <div className="cluster fields">
        <label>
          {words.from}
          <input type="datetime-local" value={from} onChange={({ target }) => setFrom(target.value)} />
        </label>
        <button type="submit" disabled={busy || !enabled}>
          {words.replay}
        </button>
      </div>
      <p role="status" className="muted said">
        {said}
      </p>
      {fault && (
        <p className="error" role="alert">
          {fault}
        </p>
      )}
    </form>
  )
}
