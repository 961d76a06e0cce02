import { Pencil } from 'lucide-react'
import { useState } from 'react'
import type { Account, AccountRole, SignInLink } from '../../../../shared/account.ts'
import { CardForm } from '../../form/card-form.tsx'
import { useDraft } from '../../form/draft.ts'
import { TextField } from '../../form/fields.tsx'
import { wordsOf } from '../../live/connection.ts'
import { useDesk } from '../../live/desk.tsx'
import { Ago } from '../../ui/ago.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import { RemoveButton } from '../../ui/remove-button.tsx'
import { toast } from '../../ui/toast.ts'
import { useLaterWords } from '../../words/later-words.ts'

type Props = {
  person: Account
  isOwner: boolean
  isMe: boolean
  show: (link: SignInLink) => void
  reload: () => Promise<unknown>
}

/** A team member with their actions. */
export function PersonRow({ person, isOwner, isMe, show, reload }: Props) {
  const { client } = useDesk()
  const { team: words } = useLaterWords()
  const { email, lastLoginAt } = person
  const name = person.name ?? email
  const [isRenaming, setRenaming] = useState(false)
  const remove = async () => {
    const { keys } = await client.accounts.delete.mutate({ email })
    toast(words.removed(name, keys))
    await reload()
  }
  if (isRenaming)
    return (
      <li className="editing">
        <RenameForm person={person} reload={reload} close={() => setRenaming(false)} />
      </li>
    )
  return (
    <li>
      <div className="what">
        <p>
          <bdi className="strong">{name}</bdi>
          {isMe && <span className="tag">{words.you}</span>}
          {isOwner && (
            <span className="tag" title={words.ownerHint}>
              {words.owner}
            </span>
          )}
        </p>
        <p className="muted">
          {person.name && <bdi>{email} · </bdi>}
          {lastLoginAt === null ? words.never : <Ago at={lastLoginAt} text={words.lastSeen} />}
        </p>
      </div>
      <div className="cluster row-actions">
        {!isOwner && <RoleChoice person={person} name={name} reload={reload} />}
        <IconButton Icon={Pencil} label={words.rename(name)} className="icon quiet" onClick={() => setRenaming(true)} />
        {(!isOwner || isMe) && <LinkButton email={email} name={name} show={show} />}
        {!isOwner && !isMe && (
          <RemoveButton
            words={words.remove}
            label={words.removeOne(name)}
            sure={words.removeForGood}
            question={words.removeAsk(name)}
            remove={remove}
          />
        )}
      </div>
    </li>
  )
}

type RoleProps = { person: Account; name: string; reload: () => Promise<unknown> }

/** Applies immediately. Reverted if it is rejected. */
function RoleChoice({ person: { email, role }, name, reload }: RoleProps) {
  const { client } = useDesk()
  const { team: words } = useLaterWords()
  const [chosen, setChosen] = useState<AccountRole>()
  const choose = async (next: AccountRole) => {
    setChosen(next)
    try {
      await client.accounts.patch.mutate({ email, role: next })
      await reload()
    } catch (error) {
      toast(wordsOf(error), { tone: 'danger' })
    }
    setChosen(undefined)
  }
  return (
    <select
      value={chosen ?? role}
      disabled={chosen !== undefined}
      aria-label={words.roleOf(name)}
      onChange={(event) => void choose(event.target.value as AccountRole)}
    >
      <option value="admin">{words.roles.admin}</option>
      <option value="member">{words.roles.member}</option>
    </select>
  )
}

type LinkProps = { email: string; name: string; show: (link: SignInLink) => void }

function LinkButton({ email, name, show }: LinkProps) {
  const { client } = useDesk()
  const { team: words } = useLaterWords()
  const make = () =>
    client.accounts.createLink.mutate({ email }).then(show, (error) => toast(wordsOf(error), { tone: 'danger' }))
  return (
    <button type="button" className="quiet" aria-label={words.newLinkFor(name)} onClick={() => void make()}>
      {words.newLink}
    </button>
  )
}

type RenameFormProps = { person: Account; reload: () => Promise<unknown>; close: () => void }

/** Renames a person; empty: their email is used. */
function RenameForm({ person: { email, name }, reload, close }: RenameFormProps) {
  const { client } = useDesk()
  const { team: words } = useLaterWords()
  const draft = useDraft({ name: name ?? '' }, async (typed) => {
    await client.accounts.patch.mutate({ email, name: typed.name.trim() })
    await reload()
    close()
  })
  return (
    <CardForm label={words.rename(name ?? email)} draft={draft} close={close}>
      <TextField label={words.name} hint={words.nameHint} path="name" maxLength={100} isFirst />
    </CardForm>
  )
}
