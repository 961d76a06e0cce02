import type { SentRequest } from '../../../../../shared/webhook.ts'
import { CodeFigure, CodeText } from '../../../ui/code-text.tsx'
import { pretty } from '../../../ui/pretty-json.ts'
import { useWebhookWords } from '../../../words/screen-words.ts'

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
        <CodeText
          text={Object.entries(headers)
            .map(([name, value]) => `${name}: ${value}`)
            .join('\n')}
          dir="ltr"
        />
      </details>
      {body === '' ? <p className="muted">{words.noBody}</p> : <CodeFigure title={words.body} text={pretty(body)} />}
    </div>
  )
}
