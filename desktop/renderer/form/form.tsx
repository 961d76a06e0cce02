import { CircleAlert } from 'lucide-react'
import { type ComponentProps, createContext, type ReactNode, useContext, useEffect, useId, useRef } from 'react'
import { useLaterWords } from '../words/later-words.ts'
import type { Draft } from './draft.ts'
import { type Faults, firstFaultyPath, noFaults } from './faults.ts'
import styles from './fields.module.css'
import { valueAt } from './path.ts'

type Bound = Pick<Draft<object>, 'value' | 'put' | 'faults'>

const Context = createContext<Bound | null>(null)

type FormProps = Omit<ComponentProps<'form'>, 'onSubmit' | 'ref'> & {
  draft: Bound & Pick<Draft<object>, 'saving' | 'save'>
  /** Saves the draft by default. */
  submit?: () => void
}

/** A form for a draft. Its fields are bound by their paths. The first field with a fault is focused. */
export function Form({ draft, submit = () => void draft.save(), ...form }: FormProps) {
  const element = useRef<HTMLFormElement>(null)
  const { saving } = draft
  useEffect(() => {
    if (saving.state === 'refused') element.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus()
  }, [saving])
  return (
    <Context value={draft}>
      <form
        className="stack gap-4"
        ref={element}
        onSubmit={(event) => {
          event.preventDefault()
          submit()
        }}
        {...form}
      />
    </Context>
  )
}

/** The faults of this form; none outside of a form. */
export const useFaults = (): Faults => useContext(Context)?.faults ?? noFaults

/** A field's path in the draft. `value` and `change` replace the bound value and what a change does. */
export type Binding<T> =
  | { path: string; value?: T | undefined; change?: ((value: T) => void) | undefined }
  | { path?: undefined; value: T; change: (value: T) => void }

/** The value at a path of this form's draft, and how to change it. */
export function useField<T>({ path, ...given }: Binding<T>): { value: T | undefined; change: (value: T) => void } {
  const form = useContext(Context)
  const { value, change } = given
  if (path === undefined || (value !== undefined && change)) return { value, change: change ?? (() => {}) }
  if (!form) throw new Error(`the field ${path} is in no form`)
  return {
    value: value ?? ((valueAt(form.value, path) ?? undefined) as T | undefined),
    change: change ?? ((next) => form.put(path, next)),
  }
}

/** Props that a control gets from its field. */
export type Control = { id: string; 'aria-invalid': true | undefined; 'aria-describedby': string | undefined }

export type FieldProps = {
  label: string
  hint?: string | undefined
  /** The path of its faults. Faults below it are shown here too. */
  path?: string | undefined
  /** The label is only for screen readers. */
  isBare?: boolean
  /** Label and control share a line. */
  isInline?: boolean
}

/** A control with its label, hint and fault. */
export function Field({
  label,
  hint,
  path,
  isBare,
  isInline,
  children,
}: FieldProps & { children: (control: Control) => ReactNode }) {
  const id = useId()
  const faults = useFaults()
  const faulty = path === undefined ? undefined : firstFaultyPath(faults, path)
  const described = [hint && `${id}-hint`, faulty !== undefined && `${id}-fault`].filter(Boolean).join(' ')
  const control = children({
    id,
    'aria-invalid': faulty !== undefined || undefined,
    'aria-describedby': described || undefined,
  })
  return (
    <div className={`stack gap-1 ${styles.field}`}>
      <label htmlFor={id} className={isBare ? 'unseen' : isInline ? styles.number : undefined}>
        {label}
        {isInline && control}
      </label>
      {!isInline && control}
      {hint && <small id={`${id}-hint`}>{hint}</small>}
      <FaultLine path={faulty} id={`${id}-fault`} />
    </div>
  )
}

/** The fault of a field, below it. */
export function FaultLine({ path, id }: { path: string | undefined; id: string }) {
  const fault = useFaults().get(path ?? '')
  const { fields: words } = useLaterWords()
  if (fault === undefined) return null
  return (
    <p className={`row gap-1 error ${styles.fieldFault}`} id={id}>
      <CircleAlert size={16} aria-hidden="true" />
      {words.fault(fault)}
    </p>
  )
}
