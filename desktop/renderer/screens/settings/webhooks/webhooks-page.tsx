import { useQuery } from '@tanstack/react-query'
import { ChevronLeft, Plus } from 'lucide-react'
import { useState } from 'react'
import type { Webhook, WebhookList } from '../../../../../shared/webhook.ts'
import { useDesk } from '../../../live/desk.tsx'
import { keys } from '../../../live/keys.ts'
import { focusAtFirst } from '../../../ui/focus.ts'
import { QueryBoundary } from '../../../ui/query-boundary.tsx'
import { useWebhookWords } from '../../../words/screen-words.ts'
import type { Fresh } from './webhook-draft.ts'
import { WebhookForm } from './webhook-form.tsx'
import { WebhookLog } from './webhook-log.tsx'
import { WebhookRow } from './webhook-row.tsx'
import styles from './webhooks.module.css'

/** How often the number of waiting deliveries is read, which has no events, in milliseconds. */
const waitingEvery = 5_000

/** The webhook endpoints of the site. */
export function WebhooksPage() {
  const { client, site } = useDesk()
  const query = useQuery({
    queryKey: keys.webhooks(site.id),
    queryFn: () => client.webhooks.list.query({ site: site.id }),
    refetchInterval: ({ state }) => state.data?.webhooks.some(({ waiting }) => waiting > 0) && waitingEvery,
  })
  return <QueryBoundary query={query}>{(list) => <Views list={list} />}</QueryBoundary>
}

/** The list, or one endpoint in its place. */
type View = { of: 'list'; isBack: boolean } | { of: 'form' | 'log'; id: string | null }

function Views({ list }: { list: WebhookList }) {
  const words = useWebhookWords()
  const [view, setView] = useState<View>({ of: 'list', isBack: false })
  const [fresh, setFresh] = useState<Fresh | null>(null)
  const back = () => setView({ of: 'list', isBack: true })
  const webhook = view.of === 'list' ? undefined : list.webhooks.find(({ id }) => id === view.id)
  // Somebody else may have deleted the endpoint.
  if (view.of === 'list' || (view.id !== null && !webhook))
    return <List list={list} isBack={view.of !== 'list' || view.isBack} {...{ fresh, setFresh }} show={setView} />
  return (
    <>
      <button type="button" className={`quiet ${styles.back}`} onClick={back}>
        <ChevronLeft size={16} aria-hidden="true" />
        {words.back}
      </button>
      {view.of === 'log' && webhook && <WebhookLog key={webhook.id} webhook={webhook} />}
      {view.of === 'form' && (
        <WebhookForm
          key={view.id}
          events={list.events}
          {...(webhook && { webhook })}
          close={back}
          made={(id) => setFresh({ id, why: 'made' })}
        />
      )}
    </>
  )
}

type ListProps = {
  list: WebhookList
  /** Whether the person came back from an endpoint. */
  isBack: boolean
  fresh: Fresh | null
  setFresh: (fresh: Fresh | null) => void
  show: (view: View) => void
}

function List({ list: { webhooks }, isBack, fresh, setFresh, show }: ListProps) {
  const words = useWebhookWords()
  return (
    <section
      className="settings-section"
      aria-label={words.list}
      tabIndex={-1}
      ref={isBack && fresh === null ? focusAtFirst : undefined}
    >
      <p className="muted">{words.intro}</p>
      <div className="settings-tools">
        <button type="button" onClick={() => show({ of: 'form', id: null })}>
          <Plus size={16} aria-hidden="true" />
          {words.add}
        </button>
      </div>
      <ul className="settings-list">
        {webhooks.map((webhook: Webhook) => (
          <WebhookRow
            key={webhook.id}
            webhook={webhook}
            fresh={fresh?.id === webhook.id ? fresh.why : undefined}
            setFresh={(why) => setFresh(why ? { id: webhook.id, why } : null)}
            edit={() => show({ of: 'form', id: webhook.id })}
            log={() => show({ of: 'log', id: webhook.id })}
          />
        ))}
      </ul>
      {webhooks.length === 0 && <p className="empty">{words.empty}</p>}
    </section>
  )
}
