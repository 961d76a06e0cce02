import { CircleAlert } from 'lucide-react'
import type { ReactNode } from 'react'
import { useLaterWords } from '../words/later-words.ts'
import type { Draft } from './draft.ts'
import { Form } from './form.tsx'

type Props<T> = { label: string; draft: Draft<T>; close: () => void; noValidate?: boolean; children: ReactNode }

/**
 * A form in a list, saved as a whole. The browser validates the fields first, unless `noValidate` leaves that to the
 * server.
 */
export function CardForm<T extends object>({ label, draft, close, noValidate = false, children }: Props<T>) {
  return (
    <Form draft={draft} className="settings-card" aria-label={label} noValidate={noValidate}>
      {children}
      <FormActions saving={draft.saving} close={close} />
    </Form>
  )
}

/** The same for a form whose faults are shown at its fields: the line below only counts them. */
export function CountedActions({
  draft,
  close,
}: {
  draft: Pick<Draft<object>, 'saving' | 'faults'>
  close: () => void
}) {
  const { fields } = useLaterWords()
  const { saving, faults } = draft
  const isCounted = saving.state === 'refused' && faults.size > 0
  return (
    <FormActions saving={isCounted ? { state: 'refused', words: fields.faults(faults.size) } : saving} close={close} />
  )
}

/** Save and Cancel of a form in a list, with the server's error. */
export function FormActions({ saving, close }: { saving: Draft<object>['saving']; close: () => void }) {
  const { common, settings } = useLaterWords()
  const isSaving = saving.state === 'saving'
  return (
    <div className="cluster settings-actions">
      <button type="submit" disabled={isSaving}>
        {isSaving ? settings.saving : common.save}
      </button>
      <button type="button" className="quiet" onClick={close} disabled={isSaving}>
        {common.cancel}
      </button>
      {saving.state === 'refused' && (
        <p className="error" role="alert">
          <CircleAlert size={16} aria-hidden="true" />
          {settings.notSaved(saving.words)}
        </p>
      )}
    </div>
  )
}
