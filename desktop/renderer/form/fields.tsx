import { type ReactNode, useId } from 'react'
import { FaultLine } from './fault-line.tsx'
import { useFaults } from './faults.ts'

type SectionProps = { title: string; hint?: string | undefined; aside?: ReactNode; children: ReactNode }

/** A part of a page, with its heading. */
export function Section({ title, hint, aside, children }: SectionProps) {
  const id = useId()
  return (
    <section className="settings-section" aria-labelledby={id}>
      <header>
        <h2 id={id}>{title}</h2>
        {aside}
      </header>
      {hint && <p className="muted">{hint}</p>}
      {children}
    </section>
  )
}

type SwitchProps = { label: string; hint?: string; on: boolean; change: (on: boolean) => void; disabled?: boolean }

/** Something that is on or off. */
export function Switch({ label, hint, on, change, disabled = false }: SwitchProps) {
  const id = useId()
  return (
    <div className="settings-switch">
      <label>
        <input
          type="checkbox"
          role="switch"
          checked={on}
          aria-checked={on}
          disabled={disabled}
          aria-describedby={hint ? id : undefined}
          onChange={(event) => change(event.target.checked)}
        />
        {label}
      </label>
      {hint && <small id={id}>{hint}</small>}
    </div>
  )
}

type NumberProps = {
  label: string
  hint?: string
  value: number
  least: number
  most: number
  change: (value: number) => void
  /** Of the field among the faults; without it the browser tells them. */
  path?: string
}

/** A whole number. What is none yet is kept as typed, and told when it is saved. */
export function NumberField({ label, hint, value, least, most, change, path = '' }: NumberProps) {
  const id = useId()
  const isWrong = useFaults().has(path)
  return (
    <div className="settings-field">
      <label className="settings-number">
        {label}
        <input
          type="number"
          inputMode="numeric"
          required
          min={least}
          max={most}
          step={1}
          value={Number.isNaN(value) ? '' : value}
          aria-invalid={isWrong || undefined}
          aria-describedby={[hint && id, isWrong && `${id}-fault`].filter(Boolean).join(' ') || undefined}
          onChange={(event) => change(event.target.valueAsNumber)}
        />
      </label>
      {hint && <small id={id}>{hint}</small>}
      <FaultLine path={path} id={`${id}-fault`} />
    </div>
  )
}

type Choice<T extends string> = { value: T; label: string; hint?: string }
type ChoicesProps<T extends string> = {
  legend: string
  isHidden?: boolean
  value: T
  choices: Choice<T>[]
  choose: (value: T) => void
}

/** One of a few, each with a sentence. */
export function Choices<T extends string>({ legend, isHidden = false, value, choices, choose }: ChoicesProps<T>) {
  const id = useId()
  return (
    <fieldset className="settings-choices">
      <legend className={isHidden ? 'unseen' : ''}>{legend}</legend>
      {choices.map((choice) => (
        <div key={choice.value}>
          <label>
            <input
              type="radio"
              name={id}
              value={choice.value}
              checked={choice.value === value}
              aria-describedby={choice.hint ? `${id}-${choice.value}` : undefined}
              onChange={() => choose(choice.value)}
            />
            {choice.label}
          </label>
          {choice.hint && <small id={`${id}-${choice.value}`}>{choice.hint}</small>}
        </div>
      ))}
    </fieldset>
  )
}
