import { useQuery, useQueryClient } from '@tanstack/react-query'
import { UserPlus } from 'lucide-react'
import { useState } from 'react'
import type { Account, AccountList, SignInLink } from '../../../../shared/account.ts'
import { useDesk } from '../../live/desk.tsx'
import { accountsKey } from '../../live/keys.ts'
import { Copyable } from '../../ui/copyable.tsx'
import { useTimes } from '../../ui/format.ts'
import { QueryBoundary } from '../../ui/query-boundary.tsx'
import { toast } from '../../ui/toast.ts'
import { useLaterWords } from '../../words/later-words.ts'
import { InviteForm } from './invite-form.tsx'
import { PersonRow } from './person-row.tsx'

/** The team members. */
export function TeamPage() {
  const { client } = useDesk()
  const query = useQuery({ queryKey: accountsKey, queryFn: () => client.accounts.list.query({}) })
  return <QueryBoundary query={query}>{(list) => <People list={list} />}</QueryBoundary>
}

const nameOf = ({ name, email }: Pick<Account, 'name' | 'email'>) => name ?? email

function People({ list: { me, owner, admins } }: { list: AccountList }) {
  const queries = useQueryClient()
  const { team: words, settings } = useLaterWords()
  const [adding, setAdding] = useState(false)
  const [link, setLink] = useState<SignInLink & { name: string }>()
  const reload = () => queries.invalidateQueries({ queryKey: accountsKey })
  return (
    <section className="settings-section" aria-label={settings.pages.team}>
      <p className="muted">{words.intro}</p>
      <div className="settings-tools">
        {!adding && (
          <button type="button" onClick={() => setAdding(true)}>
            <UserPlus size={16} aria-hidden="true" />
            {words.invite}
          </button>
        )}
      </div>
      {adding && (
        <InviteForm
          close={() => setAdding(false)}
          made={(name, made) => {
            setAdding(false)
            if (made) setLink({ ...made, name })
            else toast(words.added(name))
            return reload()
          }}
        />
      )}
      {link && <NewLink key={link.url} link={link} close={() => setLink(undefined)} />}
      <ul className="settings-list">
        {admins.map((person) => (
          <PersonRow
            key={person.email}
            person={person}
            isOwner={person.email === owner}
            isMe={person.email === me}
            show={(made) => setLink({ ...made, name: nameOf(person) })}
            reload={reload}
          />
        ))}
      </ul>
      {admins.length === 1 && !adding && <p className="empty">{words.alone}</p>}
    </section>
  )
}

type Props = { link: SignInLink & { name: string }; close: () => void }

/** A new sign-in link, which is shown only once. */
function NewLink({ link: { url, expiresAt, name }, close }: Props) {
  const { team: words } = useLaterWords()
  const times = useTimes()
  return (
    <section className="settings-card" aria-label={words.link}>
      <p role="status">
        <strong dir="auto">{words.linkFor(name)}</strong> {words.linkHint(times.whole(expiresAt))}
      </p>
      <Copyable label={words.link} text={url} />
      <div className="cluster">
        <button type="button" className="quiet" onClick={close}>
          {words.done}
        </button>
      </div>
    </section>
  )
}
