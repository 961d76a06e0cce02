import { Plus } from 'lucide-react'
import { useRef } from 'react'
import type { Header } from '../../../../../shared/request.ts'
import { SelectField, TextField } from '../../../form/fields.tsx'
import { useField } from '../../../form/form.tsx'
import { HeaderFields } from '../../../form/header-fields.tsx'
import { useRows } from '../../../form/use-rows.ts'
import { useWebhookWords } from '../../../words/screen-words.ts'
import { methods, noHeader, type placeholdersOf } from './webhook-draft.ts'
import styles from './webhooks.module.css'

type Placeholders = ReturnType<typeof placeholdersOf>

/** Method, headers and body of a request in the format of its receiver. */
export function CustomRequest({ placeholders }: { placeholders: Placeholders }) {
  const { form: words } = useWebhookWords()
  const { value: method } = useField<string>({ path: 'method' })
  return (
    <>
      <SelectField label={words.method} path="method" choices={methods.map((one) => [one, one] as const)} />
      <Headers />
      {method !== 'GET' && <Body placeholders={placeholders} />}
    </>
  )
}

function Headers() {
  const { form: words } = useWebhookWords()
  const { value: headers = [], change } = useField<Header[]>({ path: 'headers' })
  const rows = useRows(headers, change)
  return (
    <fieldset className="stack gap-3">
      <legend>{words.headers}</legend>
      {headers.map((header, place) => (
        <HeaderRow
          key={rows.keys[place]}
          header={header}
          place={place}
          isFirst={rows.keys[place] === rows.added}
          remove={() => rows.remove(place)}
        />
      ))}
      <div>
        <button type="button" className="quiet" onClick={() => rows.add(noHeader)}>
          <Plus size={16} aria-hidden="true" />
          {words.addHeader}
        </button>
      </div>
    </fieldset>
  )
}

type RowProps = { header: Header; place: number; isFirst: boolean; remove: () => void }

function HeaderRow({ header, place, isFirst, remove }: RowProps) {
  const { form: words } = useWebhookWords()
  return (
    <fieldset className={styles.headerRow} aria-label={words.header(place + 1)}>
      <HeaderFields
        path={`headers.${place}`}
        header={header}
        words={{ name: words.headerName, value: words.headerValue, secret: words.secret, kept: words.secretKept }}
        isFirst={isFirst}
      />
      <button
        type="button"
        className="quiet"
        aria-label={words.removeHeader(header.name || words.unnamed)}
        onClick={remove}
      >
        {words.remove}
      </button>
    </fieldset>
  )
}

function Body({ placeholders }: { placeholders: Placeholders }) {
  const { form: words } = useWebhookWords()
  const part = useRef<HTMLDivElement>(null)
  const insert = (text: string) => {
    const area = part.current?.querySelector('textarea')
    if (!area) return
    area.focus()
    // Unlike a new value, this keeps the caret; the event tells the form.
    area.setRangeText(text, area.selectionStart, area.selectionEnd, 'end')
    area.dispatchEvent(new Event('input', { bubbles: true }))
  }
  return (
    <div className={`stack ${styles.template}`} ref={part}>
      <TextField label={words.body} hint={words.bodyHint} path="body" type="code" lines={8} maxLength={20_000} />
      <details>
        <summary>{words.insert}</summary>
        <small>{words.insertHint}</small>
        <ul className={`stack ${styles.placeholders}`}>
          {placeholders.map(({ text, value }) => (
            <li key={text}>
              <button type="button" className="quiet" onClick={() => insert(text)}>
                <code>{text}</code>
                <small className="truncate" dir="auto">
                  {value}
                </small>
              </button>
            </li>
          ))}
        </ul>
      </details>
    </div>
  )
}
