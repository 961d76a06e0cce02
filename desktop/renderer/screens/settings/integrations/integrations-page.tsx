import { useQuery } from '@tanstack/react-query'
import { CircleAlert } from 'lucide-react'
import type { Integration } from '../../../../../shared/integration.ts'
import { Section } from '../../../form/fields.tsx'
import { useDesk } from '../../../live/desk.tsx'
import { keys } from '../../../live/keys.ts'
import { Ago } from '../../../ui/ago.tsx'
import { Link } from '../../../ui/link.tsx'
import { QueryBoundary } from '../../../ui/query-boundary.tsx'
import { failureText } from '../../../words/failure-words.ts'
import { useFailureWords, useIntegrationsWords } from '../../../words/screen-words.ts'
import { CalcomWebhookCard } from './calcom-webhook.tsx'
import { ComposioAccounts } from './composio-accounts.tsx'
import { IntegrationActions } from './integration-actions.tsx'
import { IntegrationKey } from './integration-key.tsx'

/** The providers of calendars: their keys, and whether they work. */
export function IntegrationsPage() {
  const { client, site } = useDesk()
  const words = useIntegrationsWords()
  const query = useQuery({
    queryKey: keys.integrations(site.id),
    queryFn: () => client.integrations.list.query({ site: site.id }),
  })
  return (
    <>
      <p className="muted">
        {words.intro} <Link to={{ page: 'settings', name: 'bookings' }}>{words.bookings}</Link>
      </p>
      <QueryBoundary query={query}>
        {({ items }) => items.map((one) => <Card key={one.kind} integration={one} />)}
      </QueryBoundary>
    </>
  )
}

function Card({ integration }: { integration: Integration }) {
  const words = useIntegrationsWords()
  const { kind, name, connected } = integration
  return (
    <Section title={name} hint={words.help[kind]} aside={<Status integration={integration} />}>
      <Facts integration={integration} />
      {/* The field is empty again once the key was saved. */}
      <IntegrationKey key={integration.updatedAt} integration={integration} />
      {connected && <IntegrationActions integration={integration} />}
      {connected && kind === 'composio' && <ComposioAccounts />}
      {connected && kind === 'calcom' && <CalcomWebhookCard />}
    </Section>
  )
}

type Props = { integration: Integration }

function Status({ integration: { connected, status } }: Props) {
  const words = useIntegrationsWords()
  if (!connected) return <span className="muted">{words.notConnected}</span>
  if (status === 'error') return <span className="error">{words.fails}</span>
  return <span className="open-now">{status === 'ok' ? words.works : words.unchecked}</span>
}

function Facts({ integration }: Props) {
  const words = useIntegrationsWords()
  const failures = useFailureWords()
  const { account, plan, lastAt, lastError, status, reason, params } = integration
  const advice = Object.hasOwn(words.advice, reason ?? '')
    ? words.advice[reason as keyof typeof words.advice]
    : undefined
  return (
    <>
      {account && (
        <p>
          {words.account} <bdi className="strong">{account}</bdi>
          {plan && <span className="muted"> · {plan}</span>}
        </p>
      )}
      {status === 'error' && lastError !== null && (
        <div className="stack gap-1" role="alert">
          <p className="row error">
            <CircleAlert size={16} aria-hidden="true" />
            <span dir="auto">{failureText({ reason, params }, lastError, failures)}</span>
          </p>
          {advice && <p>{advice}</p>}
        </div>
      )}
      {lastAt !== null && (
        <p className="muted">
          <Ago at={lastAt} text={words.lastUsed} />
        </p>
      )}
    </>
  )
}
