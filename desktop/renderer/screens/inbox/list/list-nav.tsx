import { useQuery } from '@tanstack/react-query'
import { ChevronDown } from 'lucide-react'
import { go } from '../../../app/route.ts'
import { type Command, useCommand } from '../../../keys/commands.tsx'
import { useTitle } from '../../../keys/own-keys.ts'
import { countOf, countWords } from '../../../live/counts.ts'
import { useDesk } from '../../../live/desk.tsx'
import type { ListName } from '../../../live/keys.ts'
import { countsQuery, labelsQuery } from '../../../live/queries.ts'
import { Link } from '../../../ui/link.tsx'
import { useWords } from '../../../words/words.tsx'
import './list-nav.css'

const fixed = ['waiting', 'mine', 'unassigned', 'assistant', 'closed', 'all', 'spam'] as const

type Listed = { list: ListName; name: string; color?: string }

/** The lists with how much is in each; the labels' fold away. */
export function ListNav({ list }: { list: ListName }) {
  const desk = useDesk()
  const { inbox } = useWords()
  const { data: labels } = useQuery(labelsQuery(desk))
  const lists: Listed[] = fixed.map((name) => ({ list: name, name: inbox.list[name] }))
  const labelled = (labels?.labels ?? []).map(
    ({ id, name, color }): Listed => ({ list: `label:${id}` as const, name, color }),
  )
  return (
    <nav className="list-nav" aria-label={inbox.lists}>
      <ul>
        {lists.map((one) => (
          <Item key={one.list} {...one} isOpen={one.list === list} />
        ))}
      </ul>
      <details open={list.startsWith('label:') || undefined}>
        <summary>
          {inbox.labels}
          <ChevronDown size={16} aria-hidden="true" />
        </summary>
        {labelled.length === 0 && <p className="muted">{inbox.noLabels}</p>}
        <ul>
          {labelled.map((one) => (
            <Item key={one.list} {...one} isOpen={one.list === list} />
          ))}
        </ul>
      </details>
      {[...lists, ...labelled].map((one, at) => (
        <GoThere key={one.list} {...one} keys={at < 9 ? `alt+${at + 1}` : ''} />
      ))}
    </nav>
  )
}

function Item({ list, name, color, isOpen }: Listed & { isOpen: boolean }) {
  const { data: counts } = useQuery(countsQuery(useDesk()))
  const title = useTitle(name, `list.${list}`)
  const count = countOf(counts, list)
  return (
    <li>
      <Link
        to={{ page: 'inbox', list, id: null }}
        aria-current={isOpen ? 'page' : undefined}
        data-list={list}
        title={title}
      >
        {color && <span className="row-dot" style={{ backgroundColor: color }} />}
        <span className="list-name" dir="auto">
          {name}
        </span>
        <span className="list-count" data-some={count !== undefined && count > 0}>
          {count !== undefined && countWords(count)}
        </span>
      </Link>
    </li>
  )
}

function GoThere({ list, name, keys }: Listed & Pick<Command, 'keys'>) {
  const { inbox } = useWords()
  useCommand({
    id: `list.${list}`,
    words: inbox.goList(name),
    group: inbox.lists,
    keys,
    run: () => go({ page: 'inbox', list, id: null }),
  })
  return null
}
