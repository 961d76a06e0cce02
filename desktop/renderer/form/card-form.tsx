import type { FormEvent, ReactNode } from 'react'
import type { Draft } from './draft.ts'
import { FormActions } from './form-actions.tsx'

type Props = { label: string; draft: Pick<Draft<object>, 'saving' | 'save'>; close: () => void; children: ReactNode }

/** A form that stands in a list, saved as one. The browser tells what is wrong with a field before that. */
export function CardForm({ label, draft, close, children }: Props) {
  const submit = (event: FormEvent) => {
    event.preventDefault()
    void draft.save()
  }
  return (
    <form className="settings-card" aria-label={label} onSubmit={submit}>
      {children}
      <FormActions saving={draft.saving} close={close} />
    </form>
  )
}
