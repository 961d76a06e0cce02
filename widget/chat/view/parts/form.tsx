/** @jsxImportSource preact */
import type { ComponentChildren } from 'preact'
import { useId, useState } from 'preact/hooks'
import type { FormField } from '../../../../shared/form.ts'
import type { LaterWords } from '../../words/later/en.ts'
import { usePartChat } from '../chat-context.tsx'
import { faultOf, readAnswer } from './answers.ts'
import { Field } from './field.tsx'

/** Fields that are recognised by their type. */
const kinds: Partial<Record<FormField['type'], string>> = { email: 'email', tel: 'phone' }

type Faults = Record<string, keyof LaterWords | undefined>
type Props = {
  title: string
  fields: readonly FormField[]
  submitLabel: string
  /** Receives the valid answers by field name, without empty ones. */
  submit: (answers: Record<string, string>) => void
  cancel?: () => void
  children?: ComponentChildren
  /** Whether a phone number or an email is required, whichever the visitor prefers. */
  needsReach?: boolean
  /** The answers are being sent. */
  isBusy?: boolean
}

/** A form. Faults are shown below each field on submit, and disappear when corrected. */
export function Form({ title, fields, submitLabel, submit, cancel, children, needsReach, isBusy }: Props) {
  const { words, state } = usePartChat()
  const [faults, setFaults] = useState<Faults>({})
  const id = useId()
  const idOf = (at: number) => `${id}-${at}`
  const controlsOf = (form: HTMLElement) => fields.map((_, at) => form.querySelector<Entered>(`[id="${idOf(at)}"]`)!)
  const send = (event: SubmitEvent) => {
    event.preventDefault()
    const controls = controlsOf(event.currentTarget as HTMLElement)
    const answers = fields.map((field, at) => enteredIn(field, controls[at] as Entered))
    const found = fields.map((field, at) => faultOf(field, answers[at] as string))
    const reach = fields.flatMap(({ type }, at) => (type === 'tel' || type === 'email' ? [at] : []))
    if (needsReach && reach.length > 0 && !reach.some((at) => answers[at])) found[reach[0]!] ??= 'phoneOrEmail'
    setFaults(Object.fromEntries(fields.map(({ name }, at) => [name, found[at]])))
    const wrong = found.findIndex((fault) => fault !== undefined)
    if (wrong !== -1) return controls[wrong]?.focus()
    submit(
      Object.fromEntries(fields.map(({ name }, at) => [name, answers[at] as string]).filter(([, answer]) => answer)),
    )
  }
  const recheck = (event: Event) => {
    const control = event.target as Entered
    const field = fields.find(({ name }) => name === control.name)
    if (field && faults[field.name]) setFaults({ ...faults, [field.name]: faultOf(field, enteredIn(field, control)) })
  }
  return (
    <form class="panel fields" noValidate aria-label={title} onSubmit={send} onInput={recheck}>
      <p class="heading" dir="auto">
        {title}
      </p>
      {fields.map((field, at) => (
        <Field
          key={field.name}
          id={idOf(at)}
          field={field}
          fault={faults[field.name]}
          known={state.known[field.name] ?? state.known[kinds[field.type] ?? '']}
        />
      ))}
      {children}
      <div class="buttons">
        <button
          type="submit"
          class="primary"
          dir="auto"
          // Not `disabled`, so that it keeps the focus.
          aria-disabled={isBusy || undefined}
        >
          {submitLabel}
        </button>
        {cancel && (
          <button type="button" class="quiet" onClick={cancel}>
            {words.cancel}
          </button>
        )}
      </div>
    </form>
  )
}

type Entered = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement

function enteredIn(field: FormField, control: Entered): string {
  if (control instanceof HTMLInputElement && control.type === 'checkbox') return control.checked ? control.value : ''
  return readAnswer(field, control.value)
}
