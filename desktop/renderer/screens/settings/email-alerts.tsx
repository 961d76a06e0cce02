import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import type { EmailAlerts, EmailAlertsAnswer, EmailKind } from '../../../../shared/email.ts'
import { Section, Switch } from '../../form/fields.tsx'
import { Field } from '../../form/form.tsx'
import { wordsOf } from '../../live/connection.ts'
import { useDesk } from '../../live/desk.tsx'
import { keys } from '../../live/keys.ts'
import { QueryBoundary } from '../../ui/query-boundary.tsx'
import { useEmailWords } from '../../words/screen-words.ts'

const usualQuiet = { from: '22:00', to: '07:00' }

/** What the person is told by email on this site. Each choice is saved at once. */
export function EmailAlertsSection() {
  const { alerts: words } = useEmailWords()
  const { client, site } = useDesk()
  const query = useQuery({
    queryKey: keys.emailAlerts(site.id),
    queryFn: () => client.notifications.emailAlerts.query({ site: site.id }),
  })
  return (
    <Section title={words.title} hint={words.hint}>
      <QueryBoundary query={query}>{(alerts) => <Choices alerts={alerts} />}</QueryBoundary>
    </Section>
  )
}

function Choices({ alerts: saved }: { alerts: EmailAlertsAnswer }) {
  const { alerts: words } = useEmailWords()
  const { client, site } = useDesk()
  const queries = useQueryClient()
  const [fault, setFault] = useState('')
  const [chosen, choose] = useState<EmailAlerts>()
  const [hasSaved, setSaved] = useState(false)
  const alerts = chosen ?? saved
  const saving = useRef({ count: 0, last: Promise.resolve() })
  /** Shown at once, and saved in order: a second choice may come before the first was saved. */
  const save = (next: EmailAlerts) => {
    choose(next)
    setSaved(false)
    const number = ++saving.current.count
    saving.current.last = saving.current.last.then(async () => {
      try {
        await client.notifications.saveEmailAlerts.mutate({ site: site.id, ...next })
        setFault('')
        setSaved(true)
      } catch (error) {
        setFault(wordsOf(error))
      }
      if (number < saving.current.count) return
      await queries.invalidateQueries({ queryKey: keys.emailAlerts(site.id) })
      // A choice that came while it was read again is shown until it is saved.
      if (number === saving.current.count) choose(undefined)
    })
  }
  const { kinds, quiet } = alerts
  return (
    <div className="stack gap-3" aria-busy={chosen !== undefined}>
      {saved.blocked && <p>{words.blocked[saved.blocked]}</p>}
      {(Object.keys(words.kinds) as EmailKind[]).map((kind) => (
        <Switch
          key={kind}
          label={words.kinds[kind]}
          value={kinds.includes(kind)}
          change={(on) => save({ ...alerts, kinds: on ? [...kinds, kind] : kinds.filter((one) => one !== kind) })}
        />
      ))}
      <Switch
        label={words.quiet}
        hint={words.quietHint}
        value={quiet !== null}
        change={(on) => save({ ...alerts, quiet: on ? usualQuiet : null })}
      />
      {quiet && <QuietHours quiet={quiet} change={(next) => save({ ...alerts, quiet: next })} />}
      <p role="status" className="muted">
        {chosen === undefined && hasSaved && !fault && words.saved}
      </p>
      {fault && (
        <p className="error" role="alert">
          {fault}
        </p>
      )}
    </div>
  )
}

type Quiet = NonNullable<EmailAlerts['quiet']>

function QuietHours({ quiet, change }: { quiet: Quiet; change: (quiet: Quiet) => void }) {
  const { alerts: words } = useEmailWords()
  return (
    <div className="cluster">
      {(['from', 'to'] as const).map((end) => (
        <Field key={end} label={words[end]} isInline>
          {(control) => (
            <input
              type="time"
              value={quiet[end]}
              onChange={({ target }) => target.value && change({ ...quiet, [end]: target.value })}
              {...control}
            />
          )}
        </Field>
      ))}
    </div>
  )
}
