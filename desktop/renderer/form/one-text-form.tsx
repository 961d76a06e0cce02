import { type FormEvent, type KeyboardEvent, useEffect, useRef, useState } from 'react'
import { useDraft } from './draft.ts'
import { FaultsProvider, faultsOf, noFaults, stillWrong } from './faults.ts'
import { FormActions } from './form-actions.tsx'
import { TextField } from './text-field.tsx'

type Props = {
  /** What the form is called. */
  name: string
  field: { label: string; hint: string; path: string; lines: number }
  saved: string
  write: (text: string) => Promise<unknown>
  close: () => void
}

/** One text, written where it belongs, and saved by keys. What is refused stays as it was typed. */
export function OneTextForm({ name, field, saved, write, close }: Props) {
  const form = useRef<HTMLFormElement>(null)
  const first = { [field.path]: saved }
  const [refused, setRefused] = useState({ value: first, faults: noFaults })
  const { value, change, saving, save } = useDraft(first, async (value) => {
    try {
      await write(value[field.path] ?? '')
    } catch (error) {
      setRefused({ value, faults: faultsOf(error) })
      throw error
    }
  })
  useEffect(() => {
    const field = form.current?.querySelector('textarea')
    field?.focus()
    field?.setSelectionRange(field.value.length, field.value.length)
  }, [])
  const submit = (event: FormEvent) => {
    event.preventDefault()
    void save()
  }
  const press = (event: KeyboardEvent<HTMLFormElement>) => {
    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) event.currentTarget.requestSubmit()
    if (event.key === 'Escape' && saving.state !== 'saving') close()
  }
  return (
    <FaultsProvider value={stillWrong(refused.faults, refused.value, value)}>
      <form ref={form} className="settings-card" aria-label={name} onSubmit={submit} onKeyDown={press} noValidate>
        <TextField {...field} value={value[field.path] ?? ''} change={(text) => change({ [field.path]: text })} />
        <FormActions saving={saving} close={close} />
      </form>
    </FaultsProvider>
  )
}
