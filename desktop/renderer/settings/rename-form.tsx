import type { FormEvent } from 'react'
import type { Account } from '../../../shared/account.ts'
import { useDesk } from '../data/desk.tsx'
import { focusAtFirst } from '../frame/focus-at-first.ts'
import { useLaterWords } from '../words/later-words.ts'
import { useDraft } from './draft.ts'
import { FormActions } from './form-actions.tsx'

type Given = { person: Account; reload: () => Promise<unknown>; close: () => void }

/** What somebody is called; empty: by their email. */
export function RenameForm({ person: { email, name }, reload, close }: Given) {
  const { client } = useDesk()
  const { team: words } = useLaterWords()
  const { value, change, saving, save } = useDraft({ name: name ?? '' }, async (typed) => {
    await client.accounts.patch.mutate({ email, name: typed.name.trim() })
    await reload()
    close()
  })
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    void save()
  }
  return (
    <form className="settings-card" aria-label={words.rename(name ?? email)} onSubmit={submit}>
      <div className="settings-field">
        <label>
          {words.name}
          <input
            maxLength={100}
            dir="auto"
            autoComplete="off"
            aria-describedby="rename-hint"
            value={value.name}
            onChange={({ target }) => change({ name: target.value })}
            ref={focusAtFirst}
          />
        </label>
        <small id="rename-hint">{words.nameHint}</small>
      </div>
      <FormActions saving={saving} close={close} />
    </form>
  )
}
