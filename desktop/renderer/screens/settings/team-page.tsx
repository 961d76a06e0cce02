import { useQuery, useQueryClient } from '@tanstack/react-query'
import { UserPlus } from 'lucide-react'
import { useState } from 'react'
import type { Account, AccountList, SignInLink } from '../../../../shared/account.ts'
import { useDesk } from '../../live/desk.tsx'
import { accountsKey } from '../../live/keys.ts'
import { QueryBoundary } from '../../ui/query-boundary.tsx'
import { toast } from '../../ui/toast.ts'
import { useLaterWords } from '../../words/later-words.ts'
import { InviteForm } from './invite-form.tsx'
import { NewLink } from './new-link.tsx'
import { PersonRow } from './person-row.tsx'

/** Who can sign in. */
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
