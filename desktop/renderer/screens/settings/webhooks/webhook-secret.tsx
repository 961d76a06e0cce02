import { useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import type { Webhook } from '../../../../../shared/webhook.ts'
import { useDesk } from '../../../live/desk.tsx'
import { keys } from '../../../live/keys.ts'
import { useNow } from '../../../ui/clock.ts'
import { Copyable } from '../../../ui/copyable.tsx'
import { ConfirmDialog } from '../../../ui/dialog.tsx'
import { focusAtFirst } from '../../../ui/focus.ts'
import { useTimes } from '../../../ui/format.ts'
import { useCall } from '../../../ui/use-call.ts'
import { useLaterWords } from '../../../words/later-words.ts'
import { useWebhookWords } from '../../../words/screen-words.ts'
import styles from './webhooks.module.css'

const minute = 60_000
/** How long the earlier secret signs after a replacement. */
const bothSignFor = 24 * 60 * minute

type Props = {
  webhook: Webhook
  /** Why it is shown at once. Otherwise it is behind a button, because somebody may look over a shoulder. */
  fresh: 'made' | 'replaced' | undefined
  replaced: () => void
  close: () => void
}

/** The signing secret of an endpoint, and its replacement. */
export function WebhookSecret({ webhook, fresh, replaced, close }: Props) {
  const { secret: words } = useWebhookWords()
  const [isShown, setShown] = useState(false)
  const { secret } = webhook
  const isReadable = !secret.includes('•')
  return (
    <section
      className={`settings-card ${styles.panel}`}
      aria-label={words.title}
      tabIndex={-1}
      key={fresh}
      ref={fresh ? focusAtFirst : undefined}
    >
      <p>{fresh ? words[fresh] : words.hint}</p>
      {!isReadable && <p className="error">{words.unreadable}</p>}
      {isReadable && (fresh || isShown) && <Copyable label={words.title} text={secret} />}
      <EarlierSecret webhook={webhook} />
      <div className="cluster">
        {fresh && (
          <button type="button" onClick={close}>
            {words.done}
          </button>
        )}
        {!fresh && isReadable && (
          <button type="button" className="quiet" onClick={() => setShown(!isShown)}>
            {isShown ? words.hide : words.show}
          </button>
        )}
        <Replace id={webhook.id} replaced={replaced} />
      </div>
    </section>
  )
}

function EarlierSecret({ webhook: { secretRotatedAt } }: Pick<Props, 'webhook'>) {
  const { secret: words } = useWebhookWords()
  const times = useTimes()
  const now = useNow(minute)
  const until = (secretRotatedAt ?? 0) + bothSignFor
  return until > now ? <p className="muted">{words.signsUntil(times.whole(until))}</p> : null
}

function Replace({ id, replaced }: { id: string; replaced: () => void }) {
  const { client, site } = useDesk()
  const queries = useQueryClient()
  const { secret: words } = useWebhookWords()
  const { common } = useLaterWords()
  const dialog = useRef<HTMLDialogElement>(null)
  const { busy, fault, call } = useCall()
  const replace = () =>
    call(async () => {
      await client.webhooks.update.mutate({ site: site.id, id, rotateSecret: true })
      await queries.invalidateQueries({ queryKey: keys.webhooks(site.id) })
      replaced()
    })
  return (
    <>
      <button type="button" className="quiet" disabled={busy} onClick={() => dialog.current?.showModal()}>
        {words.replace}
      </button>
      {fault && (
        <p className="error" role="alert">
          {fault}
        </p>
      )}
      <ConfirmDialog
        dialog={dialog}
        title={words.ask}
        text={words.askText}
        cancel={common.cancel}
        confirm={words.replace}
        onConfirm={() => void replace()}
      />
    </>
  )
}
