import type { AccountRole, SignInLink } from '../../../../shared/account.ts'
import { CardForm } from '../../form/card-form.tsx'
import { useDraft } from '../../form/draft.ts'
import { SelectField, TextField } from '../../form/fields.tsx'
import { useDesk } from '../../live/desk.tsx'
import { useLaterWords } from '../../words/later-words.ts'

type Props = {
  close: () => void
  /** The added person, with their sign-in link if they have no password. */
  made: (name: string, link: SignInLink | undefined) => Promise<unknown>
}

const nobody = { email: '', name: '', password: '', role: 'member' as AccountRole }

/** Adds a person, who signs in with the given password or the returned link. */
export function InviteForm({ close, made }: Props) {
  const { client } = useDesk()
  const { team: words } = useLaterWords()
  const draft = useDraft(nobody, async ({ email, name, password, role }) => {
    const given = { ...(name.trim() !== '' && { name }), ...(password !== '' && { password }) }
    const answer = await client.accounts.create.mutate({ email, role, ...given })
    const { signInLink: url, signInLinkExpiresAt: expiresAt } = answer
    const link = url !== null && expiresAt !== null ? { email: answer.email, url, expiresAt } : undefined
    await made(answer.name ?? answer.email, link)
  })
  return (
    <CardForm label={words.invite} draft={draft} close={close}>
      <div className="grid">
        <TextField label={words.email} path="email" type="email" required maxLength={254} isFirst />
        <TextField label={words.name} hint={words.nameHint} path="name" maxLength={100} />
      </div>
      <TextField
        label={words.password}
        hint={words.passwordHint}
        path="password"
        type="password"
        minLength={10}
        maxLength={200}
        autoComplete="new-password"
      />
      <SelectField
        isInline
        label={words.role}
        hint={words.rolesHint}
        path="role"
        choices={[
          ['member', words.roles.member],
          ['admin', words.roles.admin],
        ]}
      />
    </CardForm>
  )
}
