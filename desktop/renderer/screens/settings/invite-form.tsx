import { useId } from 'react'
import type { AccountRole, SignInLink } from '../../../../shared/account.ts'
import { CardForm } from '../../form/card-form.tsx'
import { useDraft } from '../../form/draft.ts'
import { useDesk } from '../../live/desk.tsx'
import { focusAtFirst } from '../../ui/focus-at-first.ts'
import { useLaterWords } from '../../words/later-words.ts'
import { PersonNameField } from './person-name-field.tsx'

type Props = {
  close: () => void
  /** Who was added, with the link that they sign in by where they have no password. */
  made: (name: string, link: SignInLink | undefined) => Promise<unknown>
}

const nobody = { email: '', name: '', password: '', role: 'member' as AccountRole }

/** Adds a person, who signs in by the password that is set here, or by the link that comes of it. */
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
  const { value, change } = draft
  return (
    <CardForm label={words.invite} draft={draft} close={close}>
      <div className="settings-pair">
        <div className="settings-field">
          <label>
            {words.email}
            <input
              type="email"
              required
              maxLength={254}
              autoComplete="off"
              value={value.email}
              onChange={(event) => change({ email: event.target.value })}
              ref={focusAtFirst}
            />
          </label>
        </div>
        <PersonNameField value={value.name} change={(name) => change({ name })} />
      </div>
      <PasswordField password={value.password} change={(password) => change({ password })} />
      <RoleField role={value.role} choose={(role) => change({ role })} />
    </CardForm>
  )
}

type PasswordProps = { password: string; change: (password: string) => void }

function PasswordField({ password, change }: PasswordProps) {
  const { team: words } = useLaterWords()
  const id = useId()
  return (
    <div className="settings-field">
      <label>
        {words.password}
        <input
          type="password"
          minLength={10}
          maxLength={200}
          autoComplete="new-password"
          aria-describedby={id}
          value={password}
          onChange={(event) => change(event.target.value)}
        />
      </label>
      <small id={id}>{words.passwordHint}</small>
    </div>
  )
}

type RoleProps = { role: AccountRole; choose: (role: AccountRole) => void }

function RoleField({ role, choose }: RoleProps) {
  const { team: words } = useLaterWords()
  const id = useId()
  return (
    <div className="settings-field">
      <label className="settings-number">
        {words.role}
        <select value={role} aria-describedby={id} onChange={(event) => choose(event.target.value as AccountRole)}>
          <option value="member">{words.roles.member}</option>
          <option value="admin">{words.roles.admin}</option>
        </select>
      </label>
      <small id={id}>{words.rolesHint}</small>
    </div>
  )
}
