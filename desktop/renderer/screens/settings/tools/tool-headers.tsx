import { HeaderFields } from '../../../form/header-fields.tsx'
import { OrderedList } from '../../../form/ordered-list.tsx'
import { useToolsWords } from '../../../words/screen-words.ts'
import type { HeaderDraft } from './tool-draft.ts'
import styles from './tools.module.css'

const max = 20
const blank: HeaderDraft = { name: '', value: '', secret: false, set: false }

/** The headers of a request. */
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
        {({ item, path }) => (
          <HeaderFields
            path={path}
            header={item}
            words={{
              ...{ name: words.headerName, value: words.headerValue, secret: words.secret },
              ...{ secretHint: words.secretHint, kept: words.secretSet },
            }}
          />
        )}
      </OrderedList>
    </fieldset>
  )
}
