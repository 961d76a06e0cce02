import { useQuery, useQueryClient } from '@tanstack/react-query'
import { CircleAlert } from 'lucide-react'
import { useState } from 'react'
import type { IdentitySecret } from '../../../../../shared/identity.ts'
import { Section } from '../../../form/fields.tsx'
import { wordsOf } from '../../../live/connection.ts'
import { useDesk } from '../../../live/desk.tsx'
import { Copyable } from '../../../ui/copyable.tsx'
import { focusAtFirst } from '../../../ui/focus.ts'
import { QueryBoundary } from '../../../ui/query-boundary.tsx'
import { useLaterWords } from '../../../words/later-words.ts'

const keyOf = (site: string) => ['site', site, 'identity-secret'] as const

/** The secret with which the owner's server verifies visitors: created here, shown once. */
export function IdentitySecretSection() {
  const { client, site } = useDesk()
  const { identity: words } = useLaterWords()
  const query = useQuery({
    queryKey: keyOf(site.id),
    queryFn: () => client.identitySecret.get.query({ site: site.id }),
  })
  return (
    <Section title={words.title} hint={words.intro}>
      <QueryBoundary query={query}>
        {({ source }) => (source === 'file' ? <p>{words.inFile}</p> : <Secret isThere={source === 'made'} />)}
      </QueryBoundary>
    </Section>
  )
}

function Secret({ isThere }: { isThere: boolean }) {
  const { identity: words } = useLaterWords()
  const { made, busy, fault, make } = useMaking()
  return (
    <>
      {made && (
        <section className="settings-card" aria-label={words.secret}>
          <p role="status">
            <strong>{words.copyNow}</strong>
          </p>
          <Copyable label={words.secret} text={made} />
          <small>{words.howTo}</small>
        </section>
      )}
      {!isThere && <p>{words.none}</p>}
      {isThere && !made && <p>{words.isMade}</p>}
      {fault && (
        <p className="error" role="alert">
          <CircleAlert size={16} aria-hidden="true" />
          {fault}
        </p>
      )}
      {isThere ? <Rotate busy={busy} make={make} /> : <MakeButton busy={busy} make={make} />}
    </>
  )
}

type Making = { busy: boolean; make: () => Promise<void> }

/** Creates a secret, and keeps it while this page is shown. */
function useMaking() {
  const { client, site } = useDesk()
  const queries = useQueryClient()
  const { identity: words } = useLaterWords()
  const [made, setMade] = useState<string>()
  const [busy, setBusy] = useState(false)
  const [fault, setFault] = useState<string>()
  const make = async () => {
    setBusy(true)
    setFault(undefined)
    try {
      const { source, secret } = await client.identitySecret.rotate.mutate({ site: site.id })
      setMade(secret)
      queries.setQueryData<IdentitySecret>(keyOf(site.id), { source })
    } catch (error) {
      setFault(words.notMade(wordsOf(error)))
    }
    setBusy(false)
  }
  return { made, busy, fault, make }
}

function MakeButton({ busy, make }: Making) {
  const { identity: words } = useLaterWords()
  return (
    <div className="cluster">
      <button type="button" disabled={busy} onClick={() => void make()}>
        {words.make}
      </button>
    </div>
  )
}

/** Asks for confirmation, and explains the consequences. */
function Rotate({ busy, make }: Making) {
  const { identity: words, common } = useLaterWords()
  const [asked, setAsked] = useState(false)
  if (!asked)
    return (
      <div className="cluster">
        <button type="button" className="quiet" disabled={busy} onClick={() => setAsked(true)}>
          {words.rotate}
        </button>
      </div>
    )
  const sure = async () => {
    setAsked(false)
    await make()
  }
  return (
    <section className="settings-card" aria-label={words.rotate}>
      <p className="warning">{words.warning}</p>
      <div className="cluster">
        <button type="button" className="danger" onClick={() => void sure()} ref={focusAtFirst}>
          {words.rotateNow}
        </button>
        <button type="button" className="quiet" onClick={() => setAsked(false)}>
          {common.cancel}
        </button>
      </div>
    </section>
  )
}
