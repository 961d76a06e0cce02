import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { CalendarToolkit } from '../../../../../shared/integration.ts'
import { safeAddress } from '../../../../../shared/safe-address.ts'
import { useDesk } from '../../../live/desk.tsx'
import { keys } from '../../../live/keys.ts'
import { Away } from '../../../ui/external-link.tsx'
import { QueryBoundary } from '../../../ui/query-boundary.tsx'
import { useCall } from '../../../ui/use-call.ts'
import { useIntegrationsWords } from '../../../words/screen-words.ts'

const toolkits: readonly CalendarToolkit[] = ['google', 'outlook']

/** The calendar accounts that were connected through Composio, and a button for another one. */
export function ComposioAccounts() {
  const words = useIntegrationsWords()
  const { client, site } = useDesk()
  const query = useQuery({
    queryKey: [...keys.integrations(site.id), 'accounts'],
    queryFn: () => client.integrations.accounts.query({ site: site.id }),
    // Somebody signs in on another page.
    refetchOnWindowFocus: 'always',
    retry: false,
  })
  return (
    <div className="stack">
      <h3>{words.accounts}</h3>
      <QueryBoundary query={query}>
        {({ items }) =>
          items.length === 0 ? (
            <p className="muted">{words.noAccounts}</p>
          ) : (
            <ul className="stack gap-1">
              {items.map(({ id, label, toolkit, status }) => (
                <li key={id} className="cluster gap-1">
                  <bdi>{label}</bdi> <span className="muted">{words.toolkits[toolkit]}</span>
                  <span className="pill">{status === 'ACTIVE' ? words.active : status.toLowerCase()}</span>
                </li>
              ))}
            </ul>
          )
        }
      </QueryBoundary>
      <Connect />
    </div>
  )
}

function Connect() {
  const words = useIntegrationsWords()
  const { client, site } = useDesk()
  const { busy, fault, call } = useCall()
  const [link, setLink] = useState('')
  const connect = (toolkit: CalendarToolkit) =>
    call(async () => {
      const { url } = await client.integrations.connect.mutate({ site: site.id, toolkit })
      setLink(url)
      const safe = safeAddress(url)
      if (safe?.startsWith('https:')) window.open(safe, '_blank', 'noopener,noreferrer')
    })
  return (
    <>
      <div className="cluster">
        {toolkits.map((toolkit) => (
          <button key={toolkit} type="button" className="quiet" disabled={busy} onClick={() => void connect(toolkit)}>
            {words.connect(words.toolkits[toolkit])}
          </button>
        ))}
      </div>
      {/* A browser may block the window. */}
      {link && (
        <p role="status">
          {words.continueAt} <Away address={link}>{words.signIn}</Away>
        </p>
      )}
      {fault && (
        <p className="error" role="alert">
          {fault}
        </p>
      )}
    </>
  )
}
