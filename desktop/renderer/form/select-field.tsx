import { useId } from 'react'
import { FaultLine } from './fault-line.tsx'
import { useFaults } from './faults.ts'

type Props<T extends string> = {
  label: string
  path: string
  value: T
  /** What may be chosen, with its name. */
  choices: readonly (readonly [value: T, name: string])[]
  choose: (value: T) => void
  hint?: string
}

/** One of several. What is set and may not be chosen any more stays to be seen. */
export function SelectField<T extends string>({ label, path, value, choices, choose, hint }: Props<T>) {
  const id = useId()
  const isWrong = useFaults().has(path)
  const isKnown = choices.some(([one]) => one === value)
  return (
    <div className="settings-field">
      <label htmlFor={id}>{label}</label>
      <select
        id={id}
        value={value}
        aria-invalid={isWrong || undefined}
        aria-describedby={[hint && `${id}-hint`, isWrong && `${id}-fault`].filter(Boolean).join(' ') || undefined}
        onChange={(event) => choose(event.target.value as T)}
      >
        {!isKnown && <option value={value}>{value}</option>}
        {choices.map(([one, name]) => (
          <option key={one} value={one}>
            {name}
          </option>
        ))}
      </select>
      {hint && <small id={`${id}-hint`}>{hint}</small>}
      <FaultLine path={path} id={`${id}-fault`} />
    </div>
  )
}
