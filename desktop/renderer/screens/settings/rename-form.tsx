import type { Account } from '../../../../shared/account.ts'
import { CardForm } from '../../form/card-form.tsx'
import { useDraft } from '../../form/draft.ts'
import { useDesk } from '../../live/desk.tsx'
import { useLaterWords } from '../../words/later-words.ts'
import { PersonNameField } from './person-name-field.tsx'

type Props = { person: Account; reload: () => Promise<unknown>; close: () => void }

/** What somebody is called; empty: by their email. */
export function RenameForm({ person: { email, name }, reload, close }: Props) {
  const { client } = useDesk()
  const { team: words } = useLaterWords()
  const draft = useDraft({ name: name ?? '' }, async (typed) => {
    await client.accounts.patch.mutate({ email, name: typed.name.trim() })
    await reload()
    close()
  })
  return (
    <CardForm label={words.rename(name ?? email)} draft={draft} close={close}>
      <PersonNameField value={draft.value.name} change={(name) => draft.change({ name })} isFirst />
    </CardForm>
  )
}
