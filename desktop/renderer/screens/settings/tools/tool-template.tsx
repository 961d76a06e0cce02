import { Braces } from 'lucide-react'
import { useRef } from 'react'
import type { ToolList } from '../../../../../shared/tool.ts'
import { TextField } from '../../../form/fields.tsx'
import { Popup } from '../../../ui/popup.tsx'
import { useToolsWords } from '../../../words/screen-words.ts'
import { placeholderGroups } from './placeholders.ts'
import type { ToolDraft } from './tool-draft.ts'
import styles from './tools.module.css'

type Props = {
  label: string
  hint: string
  path: 'url' | 'body'
  lines?: number
  draft: ToolDraft
  list: ToolList
}

/** A field with placeholders, and a button that inserts one at the caret. */
export function ToolTemplate({ label, hint, path, lines = 1, draft, list }: Props) {
  const words = useToolsWords()
  const part = useRef<HTMLDivElement>(null)
  const insert = (text: string) => {
    const field = part.current?.querySelector<HTMLInputElement | HTMLTextAreaElement>('input, textarea')
    if (!field) return
    field.focus()
    // Unlike a new value, this keeps the caret; the event tells the form.
    field.setRangeText(text, field.selectionStart ?? 0, field.selectionEnd ?? 0, 'end')
    field.dispatchEvent(new Event('input', { bubbles: true }))
  }
  return (
    <div className={`stack gap-1 ${styles.template}`} ref={part}>
      <TextField
        label={label}
        hint={hint}
        path={path}
        type={lines > 1 ? 'code' : 'url'}
        lines={lines}
        {...(path === 'url' && { placeholder: 'https://' })}
      />
      <div>
        <Popup
          label={words.insertInto(label)}
          button={
            <>
              <Braces size={16} aria-hidden="true" />
              {words.insert}
            </>
          }
        >
          {(close) => (
            <Choices
              groups={placeholderGroups(draft, list)}
              choose={(placeholder) => {
                close()
                insert(`{{${placeholder}}}`)
              }}
            />
          )}
        </Popup>
      </div>
    </div>
  )
}

type ChoicesProps = { groups: ReturnType<typeof placeholderGroups>; choose: (path: string) => void }

function Choices({ groups, choose }: ChoicesProps) {
  const words = useToolsWords()
  return (
    <div className="stack">
      {groups.map(([group, paths]) => (
        // biome-ignore lint/a11y/useSemanticElements: a fieldset is for fields
        <div className="menu" key={group} role="group" aria-label={words.groups[group]}>
          <small>{words.groups[group]}</small>
          {paths.map((path) => (
            <button key={path} type="button" className="choice" onClick={() => choose(path)}>
              <code>{path}</code>
            </button>
          ))}
        </div>
      ))}
    </div>
  )
}
