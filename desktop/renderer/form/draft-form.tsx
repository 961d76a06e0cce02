import type { ReactNode } from 'react'
import { useLaterWords } from '../words/later-words.ts'
import { type Draft, useDraft } from './draft.ts'
import { Form } from './form.tsx'
import { SaveBar } from './save-bar.tsx'

type Props<T> = {
  saved: T
  /** Sends the draft. Resolves once `saved` will be the new value. */
  write: (value: T, changed: readonly string[]) => Promise<unknown>
  children: (draft: Draft<T>) => ReactNode
}

/** A page's form with one Save button. Faults reported by the server are shown at their fields. */
export function DraftForm<T extends object>({ saved, write, children }: Props<T>) {
  const draft = useDraft(saved, write)
  return (
    <Form draft={draft} noValidate className="stack gap-4">
      {children(draft)}
      <SaveBar draft={{ ...draft, saving: useSaying(draft) }} />
    </Form>
  )
}

/** Faults are shown at their fields; the bar only counts them. */
function useSaying({ saving, faults }: Draft<object>): Draft<object>['saving'] {
  const { fields: words } = useLaterWords()
  if (faults.size === 0 || saving.state === 'saving') return saving
  return { state: 'refused', words: words.faults(faults.size) }
}
