import { type ComponentProps, type ReactNode, useId } from 'react'
import { selectAtFirst } from '../ui/focus.ts'
import styles from './fields.module.css'
import { type Binding, Field, type FieldProps, useField } from './form.tsx'

type SectionProps = { title: string; hint?: string | undefined; aside?: ReactNode; children: ReactNode }

/** A part of a page, with its heading. */
export function Section({ title, hint, aside, children }: SectionProps) {
  const id = useId()
  return (
    <section className="settings-section" aria-labelledby={id}>
      <header className="cluster spread">
        <h2 id={id}>{title}</h2>
        {aside}
      </header>
      {hint && <p className="muted">{hint}</p>}
      {children}
    </section>
  )
}

export type TextProps = FieldProps &
  Binding<string> &
  Pick<
    ComponentProps<'input'>,
    'placeholder' | 'required' | 'minLength' | 'maxLength' | 'pattern' | 'title' | 'autoComplete'
  > & {
    /** With more than one line it is a text area. */
    lines?: number
    /** `code` is for text that is not prose: an address, a path, an identifier. */
    type?: 'text' | 'url' | 'email' | 'tel' | 'password' | 'code'
    /** Focused when it appears. */
    isFirst?: boolean
  }

/** A text field. A text that is too long stays, and the server's error is shown below. */
export function TextField({ label, hint, isBare, lines = 1, type = 'text', isFirst, ...given }: TextProps) {
  const { path, value: _, change: _change, ...input } = given
  const field = useField(given)
  return (
    <Field {...{ label, hint, path, isBare: isBare ?? false }}>
      {(control) => {
        const shared = {
          dir: type === 'text' ? 'auto' : 'ltr',
          autoComplete: 'off',
          value: field.value ?? '',
          onChange: (event: { target: { value: string } }) => field.change(event.target.value),
          ref: isFirst ? selectAtFirst : undefined,
          ...input,
          ...control,
        }
        if (lines > 1) return <textarea rows={lines} spellCheck={type === 'text'} {...shared} />
        const kind = type === 'url' || type === 'code' ? 'text' : type
        return <input type={kind} inputMode={modes[type]} spellCheck={type === 'text'} {...shared} />
      }}
    </Field>
  )
}

const modes = { text: 'text', url: 'url', email: 'email', tel: 'tel', password: undefined, code: 'text' } as const

type LinesProps = Omit<TextProps, 'path' | 'value' | 'change'> & Binding<readonly string[]>

/** A list of texts, one per line. Blank lines are kept while typing: see `withoutBlanks`. */
export function LinesField(given: LinesProps) {
  const { path = '', value: _, change: _change, ...field } = given
  const { value = [], change } = useField<readonly string[]>(given)
  const type = (text: string) => change(text === '' ? [] : text.split('\n'))
  return <TextField {...field} path={path} value={value.join('\n')} change={type} />
}

/** The lines that are not blank. */
export const withoutBlanks = (lines: readonly string[]): string[] => lines.map((line) => line.trim()).filter(Boolean)

type NumberProps = Omit<FieldProps, 'isBare' | 'isInline'> & Binding<number> & { min: number; max: number }

/** A whole number. Anything else stays as typed, and is rejected when it is saved. */
export function NumberField({ label, hint, min, max, ...binding }: NumberProps) {
  const { value = Number.NaN, change } = useField(binding)
  return (
    <Field isInline {...{ label, hint, path: binding.path }}>
      {(control) => (
        <input
          type="number"
          inputMode="numeric"
          required
          min={min}
          max={max}
          step={1}
          value={Number.isNaN(value) ? '' : value}
          onChange={(event) => change(event.target.valueAsNumber)}
          {...control}
        />
      )}
    </Field>
  )
}

type SelectProps<T extends string> = Omit<FieldProps, 'isBare'> &
  Binding<T> & {
    /** The options with their labels: as pairs, or by value. */
    choices: readonly (readonly [value: T, name: string])[] | Record<T, string>
  }

/** Selects one of several options. A value that is no longer an option stays visible. */
export function SelectField<T extends string>({ label, hint, isInline, choices, ...binding }: SelectProps<T>) {
  const { value = '' as T, change } = useField(binding)
  const all = Array.isArray(choices) ? choices : (Object.entries(choices) as [T, string][])
  const isKnown = all.some(([one]) => one === value)
  return (
    <Field {...{ label, hint, path: binding.path, isInline: isInline ?? false }}>
      {(control) => (
        <select value={value} onChange={(event) => change(event.target.value as T)} {...control}>
          {!isKnown && <option value={value}>{value}</option>}
          {all.map(([one, name]) => (
            <option key={one} value={one}>
              {name}
            </option>
          ))}
        </select>
      )}
    </Field>
  )
}

type SwitchProps = { label: string; hint?: string; isDisabled?: boolean } & Binding<boolean>

/** A check box. */
export function Switch({ label, hint, isDisabled = false, ...binding }: SwitchProps) {
  const id = useId()
  const { value = false, change } = useField(binding)
  return (
    <div className={`stack gap-1 ${styles.toggle}`}>
      <label className="row">
        <input
          type="checkbox"
          role="switch"
          checked={value}
          aria-checked={value}
          disabled={isDisabled}
          aria-describedby={hint ? id : undefined}
          onChange={(event) => change(event.target.checked)}
        />
        {label}
      </label>
      {hint && <small id={id}>{hint}</small>}
    </div>
  )
}

type Choice<T extends string> = { value: T; label: string; hint?: string }
type ChoicesProps<T extends string> = { legend: string; isHidden?: boolean; choices: Choice<T>[] } & Binding<T>

/** Selects one of a few options, each with an explanation. */
export function Choices<T extends string>({ legend, isHidden = false, choices, ...binding }: ChoicesProps<T>) {
  const id = useId()
  const { value, change } = useField(binding)
  return (
    <fieldset className={`stack gap-3 ${styles.choices}`}>
      <legend className={isHidden ? 'unseen' : ''}>{legend}</legend>
      {choices.map((choice) => (
        <div key={choice.value}>
          <label className="row">
            <input
              type="radio"
              name={id}
              value={choice.value}
              checked={choice.value === value}
              aria-describedby={choice.hint ? `${id}-${choice.value}` : undefined}
              onChange={() => change(choice.value)}
            />
            {choice.label}
          </label>
          {choice.hint && <small id={`${id}-${choice.value}`}>{choice.hint}</small>}
        </div>
      ))}
    </fieldset>
  )
}
