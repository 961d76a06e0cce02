import { type FormEvent, type ReactNode, useEffect, useRef, useState } from 'react'
import { useLaterWords } from '../words/later-words.ts'
import { type Draft, useDraft } from './draft.ts'
import { type Faults, FaultsProvider, faultsOf, noFaults, stillWrong } from './faults.ts'
import { SaveBar } from './save-bar.tsx'

type Props<T, Sent> = {
  /** What is saved. */
  saved: T
  /** What is sent of it. */
  patchOf: (value: T) => Sent
  /** Sends it, and answers once `saved` will be the new one. */
  write: (patch: Sent) => Promise<unknown>
  children: (draft: Draft<T>) => ReactNode
}

/** What the server refused, and why. */
type Refused<Sent> = { patch: Sent; faults: Faults }

/** Something that is changed and saved with one Save. What the server finds wrong is told at its field until that changes. */
export function DraftForm<T extends object, Sent>({ saved, patchOf, write, children }: Props<T, Sent>) {
  const [refused, setRefused] = useState<Refused<Sent>>()
  const draft = useDraft(saved, async (value) => {
    const patch = patchOf(value)
    setRefused(undefined)
    try {
      await write(patch)
    } catch (error) {
      setRefused({ patch, faults: faultsOf(error) })
      throw error
    }
  })
  const form = useFirstFault(refused)
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    void draft.save()
  }
  const faults = refused ? stillWrong(refused.faults, refused.patch, patchOf(draft.value)) : noFaults
  const saving = useSaying(draft.saving, faults)
  return (
    <FaultsProvider value={faults}>
      <form ref={form} noValidate onSubmit={submit} className="settings-form">
        {children(draft)}
        <SaveBar draft={{ ...draft, saving }} />
      </form>
    </FaultsProvider>
  )
}

/** What is told at the fields themselves is not told by their paths again. */
function useSaying(saving: Draft<object>['saving'], faults: Faults): Draft<object>['saving'] {
  const { fields: words } = useLaterWords()
  if (faults.size === 0 || saving.state === 'saving') return saving
  return { state: 'refused', words: words.faults(faults.size) }
}

/** The form, whose first field at fault gets the focus each time that it is refused. */
function useFirstFault(refused: Refused<unknown> | undefined) {
  const form = useRef<HTMLFormElement>(null)
  useEffect(() => {
    if (refused) form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus()
  }, [refused])
  return form
}
