import { Field } from '../../../form/form.tsx'
import { wordsOf } from '../../../live/connection.ts'
import { useFailureWords, useWebhookWords } from '../../../words/screen-words.ts'
import { Request } from './sent-request.tsx'
import type { Preview } from './use-preview.ts'
import { isBrokenJson } from './webhook-draft.ts'
import styles from './webhooks.module.css'

type Props = { preview: Preview; event: string; events: readonly string[]; choose: (event: string) => void }

/** What the endpoint would receive for an event. */
export function WebhookPreview({ preview, event, events, choose }: Props) {
  const { preview: words, events: descriptions } = useWebhookWords()
  const { data, error, faults } = preview
  return (
    <section className={`settings-section ${styles.preview}`} aria-label={words.title}>
      <h2>{words.title}</h2>
      <Field label={words.event} hint={descriptions[event]}>
        {(control) => (
          <select value={event} onChange={({ target }) => choose(target.value)} {...control}>
            {events.map((type) => (
              <option key={type}>{type}</option>
            ))}
          </select>
        )}
      </Field>
      {data && <Shown data={data} />}
      {!data && error === null && <div className="skeleton" role="status" aria-label={words.loading} />}
      {!data && faults.size > 0 && <p className="muted">{words.faulty}</p>}
      {error !== null && faults.size === 0 && (
        <p className="error" role="alert">
          {words.failed(wordsOf(error))}
        </p>
      )}
    </section>
  )
}

function Shown({ data: { request, real, error } }: { data: NonNullable<Preview['data']> }) {
  const { preview: words, form } = useWebhookWords()
  const failures = useFailureWords()
  if (error !== null) return <p className="error">{words.failed(failures.values_refused as string)}</p>
  return (
    <>
      <p className="muted">{real ? words.real : words.example}</p>
      <p role="status" className="warning said">
        {isBrokenJson(request) ? form.notJson : ''}
      </p>
      <Request request={request} />
    </>
  )
}
