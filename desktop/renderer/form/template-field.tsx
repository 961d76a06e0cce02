import { type ReactNode, useRef } from 'react'
import { TextField, type TextProps } from './fields.tsx'
import { useField } from './form.tsx'
import styles from './template-field.module.css'

type Props = TextProps & { path: string; variables: { text: string; hint?: string }[]; children: ReactNode }

/** A text with buttons that insert variables at the caret, and a preview. */
export function TemplateField({ variables, children, ...field }: Props) {
  const part = useRef<HTMLDivElement>(null)
  const { value = '', change } = useField(field)
  const insert = (variable: string) => {
    const area = part.current?.querySelector('textarea')
    change(value.slice(0, area?.selectionStart) + variable + value.slice(area?.selectionEnd ?? value.length))
    area?.focus()
  }
  return (
    <div className="stack" ref={part}>
      <TextField {...field} />
      <ul className={`cluster ${styles.variables}`}>
        {variables.map(({ text, hint }, place) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: two steps may have the same field while they are edited
          <li className="row gap-1" key={place}>
            <button type="button" className="quiet" onClick={() => insert(text)}>
              <code>{text}</code>
            </button>
            {hint && <small>{hint}</small>}
          </li>
        ))}
      </ul>
      {children}
    </div>
  )
}
