import { Switch, TextField } from '../../../form/fields.tsx'
import { OrderedList } from '../../../form/ordered-list.tsx'
import { useToolsWords } from '../../../words/screen-words.ts'
import type { HeaderDraft } from './tool-draft.ts'
import styles from './tools.module.css'

const max = 20
const blank: HeaderDraft = { name: '', value: '', secret: false, set: false }

/** The headers of a request. A stored secret is shown as such, and stays unless another is typed. */
export function ToolHeaders() {
  const words = useToolsWords()
  return (
    <fieldset className={`stack ${styles.area}`}>
      <legend>{words.headers}</legend>
      <OrderedList<HeaderDraft>
        label={words.headers}
        path="headers"
        nameOf={({ name }, place) => name || words.header(place + 1)}
        add={{ words: words.addHeader, make: () => blank }}
        max={max}
        isFixed
      >
        {({ item: { secret, set }, path }) => (
          <>
            <TextField label={words.headerName} path={`${path}.name`} type="code" maxLength={100} />
            <TextField
              label={words.headerValue}
              path={`${path}.value`}
              type={secret ? 'password' : 'code'}
              autoComplete={secret ? 'new-password' : 'off'}
              {...(secret && set && { placeholder: words.secretSet })}
            />
            <Switch label={words.secret} hint={words.secretHint} path={`${path}.secret`} />
          </>
        )}
      </OrderedList>
    </fieldset>
  )
}
