import { useQueryClient } from '@tanstack/react-query'
import { type FormEvent, type ReactNode, useEffect, useRef, useState } from 'react'
import type { SettingsPatch } from '../../../shared/settings.ts'
import { useDesk } from '../data/desk.tsx'
import { keys } from '../data/queries.ts'
import { useWords } from '../words/words.tsx'
import { type Draft, useDraft } from './draft.ts'
import { type Faults, FaultsProvider, faultsOf, noFaults, stillWrong } from './faults.ts'
import { SaveBar } from './save-bar.tsx'

type Given<T> = {
  /** What is saved. */
  saved: T
  /** What is sent of it. */
  patchOf: (value: T) => SettingsPatch
  children: (draft: Draft<T>) => ReactNode
}

/** What the server refused, and why. */
type Refused = { patch: SettingsPatch; faults: Faults }

/** A part of the settings to be changed and saved. What the server finds wrong is told at its field until that changes. */
export function SettingsForm<T extends object>({ saved, patchOf, children }: Given<T>) {
  const { client, site } = useDesk()
  const queries = useQueryClient()
  const [refused, setRefused] = useState<Refused>()
  const draft = useDraft(saved, async (value) => {
    const patch = patchOf(value)
    setRefused(undefined)
    try {
      const answer = await client.settings.put.mutate({ site: site.id, settings: patch })
      queries.setQueryData(keys.settings(site.id), answer)
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
  const { fields: words } = useWords()
  if (faults.size === 0 || saving.state === 'saving') return saving
  return { state: 'refused', words: words.faults(faults.size) }
}

/** The form, whose first field at fault gets the focus each time that it is refused. */
function useFirstFault(refused: Refused | undefined) {
  const form = useRef<HTMLFormElement>(null)
  useEffect(() => {
    if (refused) form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus()
  }, [refused])
  return form
}
