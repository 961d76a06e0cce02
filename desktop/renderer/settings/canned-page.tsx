import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Pencil, Plus } from 'lucide-react'
import { useState } from 'react'
import type { CannedReply } from '../../../shared/canned-reply.ts'
import { useDesk } from '../data/desk.tsx'
import { keys } from '../data/queries.ts'
import { say } from '../data/toasts.ts'
import { useWords } from '../words/words.tsx'
import { CannedForm } from './canned-form.tsx'
import { Loaded } from './loaded.tsx'
import { RemoveButton } from './remove-button.tsx'
import { matches } from './search.ts'

/** The texts that the team says often: everybody sees them, admins change them. */
export function CannedPage() {
  const { client, site } = useDesk()
  const query = useQuery({
    queryKey: keys.canned(site.id),
    queryFn: () => client.cannedReplies.list.query({ site: site.id }),
  })
  return <Loaded query={query}>{({ items }) => <CannedList items={items} />}</Loaded>
}

/** Changes one, makes one, or neither. */
type Editing = CannedReply | 'new' | null

function CannedList({ items }: { items: CannedReply[] }) {
  const { mayManage } = useDesk()
  const { canned: words, settings } = useWords()
  const [wanted, setWanted] = useState('')
  const [editing, setEditing] = useState<Editing>(null)
  const found = items.filter(({ shortcut, title, text }) => matches(wanted, `/${shortcut}`, title, text))
  const close = () => setEditing(null)
  return (
    <section className="settings-section" aria-label={settings.pages.canned}>
      <p className="muted">{mayManage ? words.intro : `${words.intro} ${settings.forAdmins}`}</p>
      <div className="settings-tools">
        <input
          type="search"
          value={wanted}
          aria-label={settings.search}
          placeholder={settings.search}
          onChange={(event) => setWanted(event.target.value)}
        />
        <span className="muted">{words.count(items.length)}</span>
        {mayManage && editing !== 'new' && (
          <button type="button" onClick={() => setEditing('new')}>
            <Plus size={16} aria-hidden="true" />
            {words.add}
          </button>
        )}
      </div>
      {editing === 'new' && <CannedForm close={close} />}
      <ul className="settings-list">
        {found.map((reply) =>
          editing !== 'new' && editing?.id === reply.id ? (
            <li key={reply.id} className="editing">
              <CannedForm reply={reply} close={close} />
            </li>
          ) : (
            <CannedRow key={reply.id} reply={reply} edit={() => setEditing(reply)} />
          ),
        )}
      </ul>
      {items.length === 0 && editing !== 'new' && <p className="empty">{mayManage ? words.empty : words.none}</p>}
      {items.length > 0 && found.length === 0 && <p className="empty">{settings.nothingFound(wanted)}</p>}
    </section>
  )
}

function CannedRow({ reply, edit }: { reply: CannedReply; edit: () => void }) {
  const { client, site, mayManage } = useDesk()
  const queries = useQueryClient()
  const { canned: words, settings, common } = useWords()
  const name = `/${reply.shortcut}`
  const remove = async () => {
    await client.cannedReplies.delete.mutate({ site: site.id, id: reply.id })
    say(words.removed(reply.shortcut))
    await queries.invalidateQueries({ queryKey: keys.canned(site.id) })
  }
  return (
    <li>
      <div className="what">
        <p>
          <code>{name}</code> {reply.title && <bdi>{reply.title}</bdi>}
        </p>
        <p className="muted clamp" dir="auto">
          {reply.text}
        </p>
      </div>
      {mayManage && (
        <div className="row-actions">
          <button
            type="button"
            className="icon quiet"
            aria-label={settings.edit(name)}
            title={settings.edit(name)}
            onClick={edit}
          >
            <Pencil size={16} aria-hidden="true" />
          </button>
          <RemoveButton
            words={common.remove}
            label={settings.removeOne(name)}
            sure={settings.removeForGood}
            remove={remove}
          />
        </div>
      )}
    </li>
  )
}
