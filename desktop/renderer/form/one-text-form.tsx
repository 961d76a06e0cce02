import type { KeyboardEvent } from 'react'
import { FormActions } from './card-form.tsx'
import { useDraft } from './draft.ts'
import { TextField } from './fields.tsx'
import { Form } from './form.tsx'

type Props = {
  /** The form's accessible name. */
  name: string
  field: { label: string; hint: string; path: string; lines: number }
  saved: string
  write: (text: string) => Promise<unknown>
  close: () => void
}

/** Edits one text in place, saved by keys. After an error, it stays as typed. */
export function OneTextForm({ name, field, saved, write, close }: Props) {
  const draft = useDraft<Record<string, string>>({ [field.path]: saved }, (value) => write(value[field.path] ?? ''))
  const press = (event: KeyboardEvent<HTMLFormElement>) => {
    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) event.currentTarget.requestSubmit()
    if (event.key !== 'Escape') return
    // It would also leave the page.
    event.preventDefault()
    if (draft.saving.state !== 'saving') close()
  }
  return (
    <Form draft={draft} className="settings-card" aria-label={name} onKeyDown={press} noValidate>
      <TextField {...field} isFirst />
      <FormActions saving={draft.saving} close={close} />
    </Form>
  )
}
