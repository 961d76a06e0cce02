import { CircleAlert } from 'lucide-react'
import { useLaterWords } from '../words/later-words.ts'
import type { Draft } from './draft.ts'

/** Save and Cancel of a form that stands in a list, with what the server said against it. */
export function FormActions({ saving, close }: { saving: Draft<object>['saving']; close: () => void }) {
  const { common, settings } = useLaterWords()
  const isSaving = saving.state === 'saving'
  return (
    <div className="settings-actions">
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
