import { useQuery } from '@tanstack/react-query'
import { ChevronDown } from 'lucide-react'
import { type Command, useCommand } from '../../../keys/commands.tsx'
import { useTitle } from '../../../keys/own-keys.ts'
import { countOf, countWords } from '../../../live/counts.ts'
import { useDesk } from '../../../live/desk.tsx'
import { fixedLists, type ListName } from '../../../live/keys.ts'
import { countsQuery, labelsQuery } from '../../../live/queries.ts'
import { Link } from '../../../ui/link.tsx'
import { navigate } from '../../../ui/route.ts'
import { useWords } from '../../../words/words.tsx'
import styles from './list-nav.module.css'
import row from './row.module.css'
import { Views } from './views.tsx'

/** The keys of each list. Those that came later keep the others' numbers. */
const keysOf: Partial<Record<ListName, string>> = {
  waiting: 'alt+1',
  missed: 'alt+2',
  mine: 'alt+3',
  unassigned: 'alt+4',
  assistant: 'alt+5',
  closed: 'alt+6',
  all: 'alt+7',
  spam: 'alt+8',
  snoozed: 'alt+9',
  mentions: 'g m',
}

type Listed = { list: ListName; name: string; color?: string }

/** The lists with their counts. Those of labels can be collapsed. */
export function ListNav({ list }: { list: ListName }) {
  const desk = useDesk()
  const { inbox } = useWords()
  const { data: labels } = useQuery(labelsQuery(desk))
  const lists: Listed[] = fixedLists.map((name) => ({ list: name, name: inbox.list[name] }))
  const labelled = (labels?.labels ?? []).map(
    ({ id, name, color }): Listed => ({ list: `label:${id}` as const, name, color }),
  )
  return (
    <nav className={styles.nav} aria-label={inbox.lists}>
      <ul>
        {lists.map((one) => (
          <Item key={one.list} {...one} isOpen={one.list === list} />
        ))}
      </ul>
      <Views list={list} />
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
      {[...lists, ...labelled].map((one) => (
        <GoThere key={one.list} {...one} keys={keysOf[one.list] ?? ''} />
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
        {color && <span className={row.dot} style={{ backgroundColor: color }} />}
        <span className="fill truncate" dir="auto">
          {name}
        </span>
        <span className={styles.count} data-some={count !== undefined && count > 0}>
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
    run: () => navigate({ page: 'inbox', list, id: null }),
  })
  return null
}
