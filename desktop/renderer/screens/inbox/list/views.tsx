import { useQuery } from '@tanstack/react-query'
import { Bookmark, Trash2 } from 'lucide-react'
import { type FormEvent, useRef } from 'react'
import { useCommand } from '../../../keys/commands.tsx'
import { wordsOf } from '../../../live/connection.ts'
import { useDesk } from '../../../live/desk.tsx'
import type { ListName } from '../../../live/keys.ts'
import { queryOf, viewsQuery } from '../../../live/queries.ts'
import { IconButton } from '../../../ui/icon-button.tsx'
import { Link } from '../../../ui/link.tsx'
import { Popup } from '../../../ui/popup.tsx'
import { navigate } from '../../../ui/route.ts'
import { toast } from '../../../ui/toast.ts'
import { useWords } from '../../../words/words.tsx'

const listOf = (query: string): ListName => `found:${query}`

/** The saved views, below the lists. The open one can be deleted, with undo. */
export function Views({ list }: { list: ListName }) {
  const desk = useDesk()
  const { inbox } = useWords()
  const words = inbox.views
  const { data } = useQuery(viewsQuery(desk))
  const { views } = desk.client
  const site = desk.site.id
  const saved = data?.items ?? []
  const remove = async ({ id, name, query, shared }: (typeof saved)[number]) => {
    try {
      await views.delete.mutate({ site, id })
      const undo = () => void views.create.mutate({ site, name, query, shared }).catch(say)
      toast(words.removed(name), { undo })
    } catch (error) {
      say(error)
    }
  }
  if (saved.length === 0) return null
  return (
    <ul aria-label={words.title}>
      {saved.map((view) => {
        const isOpen = list === listOf(view.query)
        return (
          <li key={view.id} className="row">
            <Link
              to={{ page: 'inbox', list: listOf(view.query), id: null }}
              className="fill row gap-1"
              aria-current={isOpen ? 'page' : undefined}
            >
              <Bookmark size={14} aria-hidden="true" />
              <span className="fill truncate" dir="auto">
                {view.name}
              </span>
            </Link>
            {isOpen && <IconButton Icon={Trash2} label={words.remove(view.name)} onClick={() => void remove(view)} />}
          </li>
        )
      })}
    </ul>
  )
}

const say = (error: unknown) => toast(wordsOf(error), { tone: 'danger' })

/** Saves the filters of a list, with what was searched in it, under a name. */
export function SaveView({ list, words: q }: { list: ListName; words: string }) {
  const desk = useDesk()
  const { inbox, common } = useWords()
  const words = inbox.views
  const button = useRef<HTMLButtonElement>(null)
  const save = async (event: FormEvent<HTMLFormElement>, close: () => void) => {
    event.preventDefault()
    const fields = new FormData(event.currentTarget)
    const name = String(fields.get('name')).trim()
    const query = queryOf(list, q)
    const from = location.href
    close()
    try {
      await desk.client.views.create.mutate({ site: desk.site.id, name, query, shared: fields.has('shared') })
      toast(words.saved(name))
      // Who went elsewhere in the meantime stays there.
      if (location.href === from) navigate({ page: 'inbox', list: listOf(query), id: null })
    } catch (error) {
      say(error)
    }
  }
  const press = () => button.current?.click()
  useCommand({ id: 'inbox.saveView', words: words.save, group: inbox.group, keys: 'shift+s', run: press })
  return (
    <Popup label={words.save} className="icon" button={<Bookmark size={16} aria-hidden />} ref={button}>
      {(close) => (
        <form className="stack" onSubmit={(event) => void save(event, close)}>
          <label>
            {words.name}
            {/* biome-ignore lint/a11y/noAutofocus: the menu was just opened */}
            <input name="name" required maxLength={40} dir="auto" autoFocus />
          </label>
          <label className="row gap-1">
            <input type="checkbox" name="shared" />
            {words.shared}
          </label>
          <button type="submit">{common.save}</button>
        </form>
      )}
    </Popup>
  )
}
