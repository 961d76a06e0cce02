import { useQueryClient } from '@tanstack/react-query'
import { CircleAlert, CircleCheck, CircleDashed, CircleOff, CirclePause } from 'lucide-react'
import { useState } from 'react'
import type { Webhook, WebhookTest } from '../../../../../shared/webhook.ts'
import { useDesk } from '../../../live/desk.tsx'
import { keys } from '../../../live/keys.ts'
import { Ago } from '../../../ui/ago.tsx'
import { RemoveButton } from '../../../ui/remove-button.tsx'
import { toast } from '../../../ui/toast.ts'
import { useCall } from '../../../ui/use-call.ts'
import { failureText } from '../../../words/failure-words.ts'
import { useLaterWords } from '../../../words/later-words.ts'
import { useFailureWords, useWebhookWords } from '../../../words/screen-words.ts'
import { TestResult } from './test-result.tsx'
import { type Fresh, stateOf, type WebhookState } from './webhook-draft.ts'
import { WebhookSecret } from './webhook-secret.tsx'
import styles from './webhooks.module.css'

type Props = {
  webhook: Webhook
  /** Why its secret is shown. */
  fresh: Fresh['why'] | undefined
  setFresh: (why: Fresh['why'] | null) => void
  edit: () => void
  log: () => void
}

/** An endpoint with its state and actions. */
export function WebhookRow({ webhook, fresh, setFresh, edit, log }: Props) {
  const words = useWebhookWords()
  const [isOpen, setOpen] = useState(false)
  const { result, test, toggle, remove, busy, fault } = useActions(webhook)
  const { url, enabled } = webhook
  const isShown = fresh !== undefined || isOpen
  const showSecret = (isWanted: boolean) => {
    setOpen(isWanted)
    if (!isWanted) setFresh(null)
  }
  return (
    <li>
      <Facts webhook={webhook} />
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset is for fields */}
      <div className="cluster row-actions" role="group" aria-label={words.actions(url)}>
        <Action label={busy === 'test' ? words.test.running : words.test.run} press={test} disabled={busy !== null} />
        <Action label={words.deliveries} press={log} />
        <Action label={words.editOne} press={edit} />
        <Action label={words.secret.title} expanded={isShown} press={() => showSecret(!isShown)} />
        <Action
          label={enabled ? words.disable : words.enable}
          title={enabled ? words.disableHint : undefined}
          press={toggle}
          disabled={busy !== null}
        />
        <Remove url={url} remove={remove} />
      </div>
      {fault && (
        <p className={`error ${styles.panel}`} role="alert">
          {fault}
        </p>
      )}
      <div role="status" className={styles.panel}>
        {result && <TestResult result={result} />}
      </div>
      {isShown && (
        <WebhookSecret
          webhook={webhook}
          fresh={fresh}
          replaced={() => setFresh('replaced')}
          close={() => showSecret(false)}
        />
      )}
    </li>
  )
}

type ActionProps = {
  label: string
  press: () => void
  title?: string | undefined
  expanded?: boolean
  disabled?: boolean
}

const Action = ({ label, press, expanded, ...given }: ActionProps) => (
  <button type="button" className="quiet" onClick={press} aria-expanded={expanded} {...given}>
    {label}
  </button>
)

/** Tests, switches or deletes an endpoint, one call at a time. */
function useActions({ id, enabled }: Webhook) {
  const { client, site } = useDesk()
  const queries = useQueryClient()
  const words = useWebhookWords()
  const [result, setResult] = useState<WebhookTest>()
  const [running, setRunning] = useState<'test' | 'toggle'>('test')
  const { busy, fault, call } = useCall()
  const reload = () => queries.invalidateQueries({ queryKey: keys.webhooks(site.id) })
  const run = (what: typeof running, work: () => Promise<unknown>) => {
    setRunning(what)
    setResult(undefined)
    void call(async () => {
      await work()
      await reload()
    })
  }
  return {
    result,
    fault,
    busy: busy ? running : null,
    test: () => run('test', async () => setResult(await client.webhooks.test.mutate({ site: site.id, id }))),
    toggle: () => run('toggle', () => client.webhooks.update.mutate({ site: site.id, id, enabled: !enabled })),
    async remove() {
      await client.webhooks.delete.mutate({ site: site.id, id })
      toast(words.removed)
      await reload()
    },
  }
}

function Remove({ url, remove }: { url: string; remove: () => Promise<unknown> }) {
  const words = useWebhookWords()
  const { common } = useLaterWords()
  return (
    <RemoveButton
      words={common.remove}
      label={words.removeOne(url)}
      sure={words.removeSure}
      question={words.removeAsk}
      remove={remove}
    />
  )
}

const icons = {
  working: CircleCheck,
  failing: CircleAlert,
  disabled: CircleOff,
  paused: CirclePause,
  unused: CircleDashed,
} satisfies Record<WebhookState, unknown>

function Facts({ webhook }: { webhook: Webhook }) {
  const words = useWebhookWords()
  const failures = useFailureWords()
  const { url, description, events, format, waiting, lastError } = webhook
  const state = stateOf(webhook)
  const Icon = icons[state]
  const facts = [
    events.includes('*') ? words.allEvents : words.eventCount(events.length),
    ...(format === 'custom' ? [words.ownRequest] : []),
    ...(waiting >= 1_000 ? [words.waitingMany] : waiting > 0 ? [words.waiting(waiting)] : []),
  ]
  return (
    <div className="what stack gap-1">
      <p>
        <bdi className="strong">{url}</bdi>
      </p>
      {description && (
        <p className="muted" dir="auto">
          {description}
        </p>
      )}
      <p className="cluster">
        <span className={`pill ${styles.state}`} data-state={state}>
          <Icon size={14} aria-hidden="true" />
          {words.state[state]}
        </span>
        <When webhook={webhook} />
      </p>
      {(state === 'failing' || state === 'paused') && lastError !== null && (
        <p className="error" dir="auto">
          {failureText(webhook, lastError, failures)}
        </p>
      )}
      <p className="muted">{facts.join(' · ')}</p>
    </div>
  )
}

function When({ webhook: { failingSince, lastAt } }: { webhook: Webhook }) {
  const words = useWebhookWords()
  if (failingSince === null && lastAt === null) return null
  return (
    <span className="muted">
      {failingSince !== null && <Ago at={failingSince} text={words.since} />}
      {failingSince === null && lastAt !== null && <Ago at={lastAt} text={words.last} />}
    </span>
  )
}
