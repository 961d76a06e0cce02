import { useId } from 'react'
import { FaultLine } from './fault-line.tsx'
import { useFaults } from './faults.ts'

type Props = {
  label: string
  /** Of the field among the faults. */
  path: string
  value: string
  change: (value: string) => void
  hint?: string | undefined
  placeholder?: string | undefined
  /** More than one, and it is a field for text with lines. */
  lines?: number
  type?: 'text' | 'url' | 'email' | 'tel'
  /** The label is for screen readers alone. */
  isBare?: boolean
}

/** A text, with what is wrong with it below. What is too long stays as it was typed, and is told. */
export function TextField({ label, path, hint, lines = 1, type = 'text', isBare = false, ...rest }: Props) {
  const id = useId()
  const isWrong = useFaults().has(path)
  const described = [hint && `${id}-hint`, isWrong && `${id}-fault`].filter(Boolean).join(' ')
  const field = {
    id,
    dir: type === 'text' ? 'auto' : 'ltr',
    autoComplete: 'off',
    value: rest.value,
    placeholder: rest.placeholder,
    'aria-invalid': isWrong || undefined,
    'aria-describedby': described || undefined,
    onChange: (event: { target: { value: string } }) => rest.change(event.target.value),
  }
  return (
    <div className="settings-field">
      <label htmlFor={id} className={isBare ? 'unseen' : ''}>
        {label}
      </label>
      {lines > 1 ? (
        <textarea rows={lines} {...field} />
      ) : (
        <input type={type === 'url' ? 'text' : type} inputMode={type} spellCheck={type === 'text'} {...field} />
      )}
      {hint && <small id={`${id}-hint`}>{hint}</small>}
      <FaultLine path={path} id={`${id}-fault`} />
    </div>
  )
}
