import { Check, CircleAlert } from 'lucide-react'
import { useLaterWords } from '../words/later-words.ts'
import type { Draft } from './draft.ts'
import styles from './save-bar.module.css'

type Props = { draft: Pick<Draft<object>, 'isDirty' | 'saving' | 'discard'> }

/** A page's Save button and the state of its changes. Must be inside the form. */
export function SaveBar({ draft: { isDirty, saving, discard } }: Props) {
  const { settings: words, common } = useLaterWords()
  const isSaving = saving.state === 'saving'
  return (
    <div className={`cluster end ${styles.saveBar}`} data-dirty={isDirty}>
      <p role="status" className={`row ${saving.state === 'refused' ? 'error' : styles.said}`}>
        {saving.state === 'refused' && (
          <>
            <CircleAlert size={16} aria-hidden="true" />
            {words.notSaved(saving.words)}
          </>
        )}
        {saving.state === 'saving' && words.saving}
        {saving.state === 'saved' && !isDirty && (
          <>
            <Check size={16} aria-hidden="true" />
            {words.saved}
          </>
        )}
        {saving.state !== 'refused' && saving.state !== 'saving' && isDirty && words.unsaved}
      </p>
      {isDirty && (
        <button type="button" className="quiet" onClick={discard} disabled={isSaving}>
          {words.discard}
        </button>
      )}
      <button type="submit" disabled={!isDirty || isSaving}>
        {common.save}
      </button>
    </div>
  )
}
