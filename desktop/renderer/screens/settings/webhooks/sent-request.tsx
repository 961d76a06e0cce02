import type { SentRequest } from '../../../../../shared/webhook.ts'
import { useWebhookWords } from '../../../words/screen-words.ts'
import { pretty } from './webhook-draft.ts'
import styles from './webhooks.module.css'

/** A request: its line, headers and body. */
export function Request({ request: { method, url, headers, body } }: { request: SentRequest }) {
  const { preview: words } = useWebhookWords()
  return (
    <div className="stack">
      <code dir="ltr">
        {method} {url}
      </code>
      <details>
        <summary>{words.headers}</summary>
        <pre className={styles.text} dir="ltr">
          {Object.entries(headers)
            .map(([name, value]) => `${name}: ${value}`)
            .join('\n')}
        </pre>
      </details>
      {body === '' ? <p className="muted">{words.noBody}</p> : <Pretty title={words.body} body={body} />}
    </div>
  )
}

/** A text with a title, JSON with line breaks. */
export const Pretty = ({ title, body }: { title: string; body: string }) => (
  <figure className={`stack gap-1 ${styles.figure}`}>
    <figcaption className="muted">{title}</figcaption>
    <pre className={styles.text} dir="auto">
      {pretty(body)}
    </pre>
  </figure>
)
