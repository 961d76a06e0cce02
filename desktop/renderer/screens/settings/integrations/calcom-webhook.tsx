import { useState } from 'react'
import type { CalcomWebhook } from '../../../../../shared/integration.ts'
import { useDesk } from '../../../live/desk.tsx'
import { Copyable } from '../../../ui/copyable.tsx'
import { useCall } from '../../../ui/use-call.ts'
import { useIntegrationsWords } from '../../../words/screen-words.ts'

/** What to enter at Cal.com. Read only when asked for, because somebody may look over a shoulder. */
export function CalcomWebhookCard() {
  const words = useIntegrationsWords()
  const { client, site } = useDesk()
  const { busy, fault, call } = useCall()
  const [webhook, setWebhook] = useState<CalcomWebhook>()
  const show = () => call(async () => setWebhook(await client.integrations.calcomWebhook.query({ site: site.id })))
  return (
    <div className="stack">
      <h3>{words.webhook}</h3>
      <p className="muted">{words.webhookHint}</p>
      {webhook && (
        <>
          <Copyable label={words.subscriberUrl} text={webhook.url} />
          <Copyable label={words.secret} text={webhook.secret} />
          <p>
            {words.triggers} <code>{webhook.triggers.join(', ')}</code>
          </p>
        </>
      )}
      <div>
        <button
          type="button"
          className="quiet"
          disabled={busy}
          onClick={() => (webhook ? setWebhook(undefined) : void show())}
        >
          {webhook ? words.hide : words.show}
        </button>
      </div>
      {fault && (
        <p className="error" role="alert">
          {fault}
        </p>
      )}
    </div>
  )
}
