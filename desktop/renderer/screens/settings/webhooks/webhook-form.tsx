import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { NewWebhook, Webhook, WebhookList } from '../../../../../shared/webhook.ts'
import { CountedActions } from '../../../form/card-form.tsx'
import { useDraft } from '../../../form/draft.ts'
import { Choices, TextField } from '../../../form/fields.tsx'
import { Form } from '../../../form/form.tsx'
import { useDesk } from '../../../live/desk.tsx'
import { keys } from '../../../live/keys.ts'
import { useWebhookWords } from '../../../words/screen-words.ts'
import { CustomRequest } from './custom-request.tsx'
import { EventPicker } from './event-picker.tsx'
import { usePreview } from './use-preview.ts'
import { draftOf, patchOf, placeholdersOf, type WebhookDraft } from './webhook-draft.ts'
import { WebhookPreview } from './webhook-preview.tsx'

type Props = {
  events: WebhookList['events']
  /** The endpoint to edit; none: a new one. */
  webhook?: Webhook
  close: () => void
  /** A new endpoint was created. */
  made: (id: string) => void
}

/** Creates or edits an endpoint, beside a preview of what it will receive. */
export function WebhookForm({ events, webhook, close, made }: Props) {
  const words = useWebhookWords()
  const draft = useWebhookDraft({ webhook, close, made })
  const offered = events.map(({ type }) => type).filter((type) => type !== 'test.ping')
  const subscribed = draft.value.events.includes('*') ? offered : draft.value.events
  const [chosen, choose] = useState<string>()
  const event = (chosen !== undefined && subscribed.includes(chosen) ? chosen : subscribed[0]) ?? 'lead.captured'
  const preview = usePreview(draft.value, event)
  const isCustom = draft.value.format === 'custom'
  const faults = new Map([...preview.faults, ...draft.faults])
  return (
    <div className="stack gap-4 with-preview">
      <section className="settings-section" aria-label={webhook ? words.edit : words.add}>
        <h2>{webhook ? words.edit : words.add}</h2>
        <Form draft={{ ...draft, faults }} noValidate className="stack gap-4">
          <TextField
            label={words.form.url}
            hint={isCustom ? words.form.urlCustomHint : words.form.urlHint}
            path="url"
            type="url"
            placeholder="https://"
            isFirst
          />
          <TextField
            label={words.form.description}
            hint={words.form.descriptionHint}
            path="description"
            maxLength={200}
          />
          <EventPicker events={events.filter(({ type }) => type !== 'test.ping')} />
          <Format />
          {isCustom && <CustomRequest placeholders={placeholdersOf(preview.envelope)} />}
          <CountedActions draft={draft} close={close} />
        </Form>
      </section>
      <WebhookPreview {...{ preview, event, choose }} events={subscribed} />
    </div>
  )
}

function useWebhookDraft({ webhook, close, made }: Pick<Props, 'close' | 'made'> & { webhook: Webhook | undefined }) {
  const { client, site } = useDesk()
  const queries = useQueryClient()
  return useDraft<WebhookDraft>(draftOf(webhook), async (value, changed) => {
    const patch = patchOf(value, webhook ? changed : 'all')
    if (webhook) await client.webhooks.update.mutate({ site: site.id, id: webhook.id, ...patch })
    else made((await client.webhooks.create.mutate({ site: site.id, ...(patch as NewWebhook) })).id)
    await queries.invalidateQueries({ queryKey: keys.webhooks(site.id) })
    close()
  })
}

function Format() {
  const { form: words } = useWebhookWords()
  return (
    <Choices
      legend={words.format}
      path="format"
      choices={[
        { value: 'svc', label: words.svc, hint: words.svcHint },
        { value: 'custom', label: words.custom, hint: words.customHint },
      ]}
    />
  )
}
