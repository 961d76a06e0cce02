import { useQuery, useQueryClient } from '@tanstack/react-query'
import { CircleAlert, CircleCheck, CircleDashed } from 'lucide-react'
import { useState } from 'react'
import type { EmailService, EmailServiceAnswer, EmailTest } from '../../../../../shared/email.ts'
import { useDraft } from '../../../form/draft.ts'
import { Section, TextField } from '../../../form/fields.tsx'
import { useDesk } from '../../../live/desk.tsx'
import { keys } from '../../../live/keys.ts'
import { Copyable } from '../../../ui/copyable.tsx'
import { QueryBoundary } from '../../../ui/query-boundary.tsx'
import { RemoveButton } from '../../../ui/remove-button.tsx'
import { useCall } from '../../../ui/use-call.ts'
import { failureText } from '../../../words/failure-words.ts'
import { useEmailWords, useFailureWords } from '../../../words/screen-words.ts'
import { draftOf, inputOf } from './email-draft.ts'
import { EmailForm } from './email-form.tsx'

/** How the site sends email. */
export function EmailPage() {
  const { client, site } = useDesk()
  const query = useQuery({
    queryKey: keys.email(site.id),
    queryFn: () => client.notifications.email.query({ site: site.id }),
  })
  return <QueryBoundary query={query}>{(answer) => <Setup answer={answer} />}</QueryBoundary>
}

function Setup({ answer: { service, presets } }: { answer: EmailServiceAnswer }) {
  const words = useEmailWords()
  const { client, site } = useDesk()
  const queries = useQueryClient()
  const draft = useDraft(draftOf(service), async (value) => {
    const saved = await client.notifications.saveEmail.mutate({ site: site.id, ...inputOf(value, service) })
    queries.setQueryData(keys.email(site.id), saved)
  })
  return (
    <>
      <Section title={words.title} hint={words.intro} {...(service && { aside: <State service={service} /> })}>
        {service?.lastError && <Fault service={service} />}
        <EmailForm draft={draft} presets={presets} service={service} />
      </Section>
      {service && (
        <Section title={words.test}>
          <Test isDirty={draft.isDirty} />
          <Remove />
        </Section>
      )}
      {service?.preset && (
        <Section title={words.bounces} hint={words.bouncesHint}>
          <Copyable label={words.url} text={service.bounceUrl} />
        </Section>
      )}
    </>
  )
}

function State({ service: { enabled, lastStatus } }: { service: EmailService }) {
  const words = useEmailWords()
  const state = !enabled ? 'off' : lastStatus === 'ok' ? 'works' : lastStatus === 'error' ? 'failing' : 'unused'
  const Icon = { off: CircleDashed, unused: CircleDashed, works: CircleCheck, failing: CircleAlert }[state]
  return (
    <span className="pill">
      <Icon size={14} aria-hidden="true" />
      {words[state]}
    </span>
  )
}

function Fault({ service }: { service: EmailService }) {
  const failures = useFailureWords()
  return (
    <p className="error" dir="auto">
      {failureText(service, service.lastError ?? '', failures)}
    </p>
  )
}

/** Sends an email now. Unsaved changes would not be tested. */
function Test({ isDirty }: { isDirty: boolean }) {
  const words = useEmailWords()
  const { client, site, me } = useDesk()
  const queries = useQueryClient()
  const { busy, fault, call } = useCall()
  const [to, setTo] = useState(me.email)
  const [result, setResult] = useState<EmailTest>()
  const send = () =>
    call(async () => {
      setResult(undefined)
      setResult(await client.notifications.testEmail.mutate({ site: site.id, to }))
      await queries.invalidateQueries({ queryKey: keys.email(site.id) })
    })
  return (
    <div className="stack gap-3">
      <TextField label={words.testTo} type="email" value={to} change={setTo} />
      <div className="cluster">
        <button type="button" onClick={send} disabled={busy || isDirty}>
          {busy ? words.testing : words.test}
        </button>
        {isDirty && <small>{words.saveFirst}</small>}
      </div>
      <div role="status">{result && <Result result={result} />}</div>
      {fault && (
        <p className="error" role="alert">
          {fault}
        </p>
      )}
    </div>
  )
}

function Result({ result }: { result: EmailTest }) {
  const words = useEmailWords()
  const failures = useFailureWords()
  const Icon = result.ok ? CircleCheck : CircleAlert
  return (
    <div className="stack">
      <p className={`checked ${result.ok ? 'good' : 'error'}`}>
        <Icon size={16} aria-hidden="true" />
        {result.ok ? words.tested : words.notAccepted}
      </p>
      {result.error !== null && <p dir="auto">{failureText(result, result.error, failures)}</p>}
    </div>
  )
}

function Remove() {
  const words = useEmailWords()
  const { client, site } = useDesk()
  const queries = useQueryClient()
  const remove = async () => {
    await client.notifications.removeEmail.mutate({ site: site.id })
    await queries.invalidateQueries({ queryKey: keys.email(site.id) })
  }
  return (
    <div className="cluster">
      <RemoveButton
        words={words.remove}
        label={words.removeLabel}
        sure={words.removeSure}
        question={words.removeHint}
        remove={remove}
      />
    </div>
  )
}
