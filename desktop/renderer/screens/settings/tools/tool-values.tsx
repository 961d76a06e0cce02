import { Switch, TextField } from '../../../form/fields.tsx'
import { OrderedList } from '../../../form/ordered-list.tsx'
import { useToolsWords } from '../../../words/screen-words.ts'
import { blankValue, type ToolDraft } from './tool-draft.ts'
import styles from './tools.module.css'

type Value = ToolDraft['fields'][number]

const max = 20

type Props = {
  path: 'parameters' | 'fields'
  words: { legend: string; add: string; hint: string; one: (place: number) => string }
}

/** Named values with descriptions: the parameters of a call, or the details that are collected. */
export function ValueList({ path, words: { legend, add, hint, one } }: Props) {
  const words = useToolsWords()
  return (
    <fieldset className={`stack ${styles.area}`}>
      <legend>{legend}</legend>
      <small>{hint}</small>
      <OrderedList<Value>
        label={legend}
        path={path}
        nameOf={({ name }, place) => name || one(place + 1)}
        add={{ words: add, make: () => blankValue }}
        max={max}
      >
        {({ path: at }) => (
          <>
            <TextField label={words.valueName} path={`${at}.name`} type="code" maxLength={64} />
            <TextField label={words.valueDescription} path={`${at}.description`} maxLength={500} />
            <Switch label={words.required} path={`${at}.required`} />
          </>
        )}
      </OrderedList>
    </fieldset>
  )
}
