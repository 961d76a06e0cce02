import { useId, useRef } from 'react'
import type { WebhookList } from '../../../../../shared/webhook.ts'
import { Choices } from '../../../form/fields.tsx'
import { FaultLine, useFaults, useField } from '../../../form/form.tsx'
import { useWebhookWords } from '../../../words/screen-words.ts'
import { type Area, areaOf } from './webhook-draft.ts'
import styles from './webhooks.module.css'

type Events = WebhookList['events']

/** Subscribes to all events, or to some, grouped by the part of the product that they come from. */
export function EventPicker({ events }: { events: Events }) {
  const { form: words, areas } = useWebhookWords()
  const id = useId()
  const faults = useFaults()
  const { value: chosen = [], change } = useField<string[]>({ path: 'events' })
  /** What was selected before "all", which a second thought brings back. */
  const before = useRef<string[]>([])
  const isAll = chosen.includes('*')
  const choose = (kind: 'all' | 'some') => {
    if (kind === 'all') before.current = chosen
    change(kind === 'all' ? ['*'] : before.current)
  }
  const groups = Object.groupBy(events, ({ type }) => areaOf(type))
  return (
    <div className="stack">
      <Choices
        legend={words.events}
        value={isAll ? 'all' : 'some'}
        change={choose}
        choices={[
          { value: 'all', label: words.all, hint: words.allHint },
          { value: 'some', label: words.some },
        ]}
      />
      {!isAll && (
        // biome-ignore lint/a11y/useSemanticElements: the areas inside are the fieldsets
        <div className="preview" role="group" aria-label={words.events} aria-describedby={id}>
          {(Object.keys(areas) as Area[]).map((area) => {
            const own = groups[area]
            return own && <AreaChoice key={area} events={own} name={areas[area]} chosen={chosen} change={change} />
          })}
          <p className="muted" role="status">
            {words.selected(chosen.length, events.length)}
          </p>
        </div>
      )}
      <FaultLine path={faults.has('events') ? 'events' : undefined} id={id} />
    </div>
  )
}

type AreaProps = { events: Events; name: string; chosen: string[]; change: (events: string[]) => void }

function AreaChoice({ events, name, chosen, change }: AreaProps) {
  const { events: descriptions } = useWebhookWords()
  const types = events.map(({ type }) => type)
  const count = types.filter((type) => chosen.includes(type)).length
  const others = (left: string[]) => chosen.filter((one) => !left.includes(one))
  return (
    <fieldset className={`stack gap-1 ${styles.area}`}>
      <legend>
        <label className="row">
          <input
            type="checkbox"
            checked={count === types.length}
            ref={(box) => {
              if (box) box.indeterminate = count > 0 && count < types.length
            }}
            onChange={({ target }) => change([...others(types), ...(target.checked ? types : [])])}
          />
          {name}
        </label>
      </legend>
      {events.map(({ type, description }) => (
        <label key={type} className={styles.event}>
          <input
            type="checkbox"
            checked={chosen.includes(type)}
            onChange={({ target }) => change([...others([type]), ...(target.checked ? [type] : [])])}
          />
          <code>{type}</code>
          <small>{descriptions[type] ?? description}</small>
        </label>
      ))}
    </fieldset>
  )
}
