import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { lazy, Suspense, useMemo, useState } from 'react'
import { wordsOf } from '../../../app/connection.ts'
import { readScreens } from '../../../app/read-screens.ts'
import { useDesk } from '../../../live/desk.tsx'
import { foundBy, type ListName } from '../../../live/keys.ts'
import { listQuery, statusQuery } from '../../../live/queries.ts'
import { flatten } from '../../../live/rows.ts'
import { useDebounced } from '../../../ui/use-debounced.ts'
import { useWords } from '../../../words/words.tsx'
import { EmptyList } from './empty-list.tsx'
import { ListNav } from './list-nav.tsx'
import './list-pane.css'
import { SearchField } from '../../../ui/search-field.tsx'
import { QueueCard } from './queue-card.tsx'
import { RowList } from './row-list.tsx'

const Found = lazy(() => readScreens().then(({ Found }) => ({ default: Found })))

/** As the settings have it at first; in force until the server said what is set. */
const usualWait = 90
/** The server takes no more. */
const longestSearch = 48

/** The lists, who waits, and the conversations of the list that was chosen. */
export function ListPane({ list, openId }: { list: ListName; openId: string | null }) {
  const { inbox } = useWords()
  const [search, setSearch] = useState({ list, text: '' })
  const text = search.list === list ? search.text : ''
  const words = useDebounced(text.trim(), 200)
  const { data: status } = useQuery(statusQuery(useDesk()))
  const waitSeconds = status?.waitSeconds ?? usualWait
  return (
    <section className="list-pane" aria-label={inbox.name}>
      <h1 className="unseen">{inbox.group}</h1>
      <SearchField
        text={text}
        change={(next) => setSearch({ list, text: next })}
        longest={longestSearch}
        command="inbox.search"
        group={inbox.group}
        words={{ search: inbox.search, hint: inbox.searchHint, clear: inbox.clear }}
      />
      <ListNav list={list} />
      <QueueCard list={list} openId={openId} waitSeconds={waitSeconds} />
      {foundBy(list) && (
        <Suspense>
          <Found query={foundBy(list)} />
        </Suspense>
      )}
      <Rows list={list} words={text === '' ? '' : words} openId={openId} waitSeconds={waitSeconds} />
    </section>
  )
}

type Props = { list: ListName; words: string; openId: string | null; waitSeconds: number }

function Rows({ list, words, openId, waitSeconds }: Props) {
  const { common, inbox } = useWords()
  const asked = useInfiniteQuery(listQuery(useDesk(), list, words))
  const { data, error, hasNextPage, refetch } = asked
  const rows = useMemo(() => flatten(data), [data])
  // A search may find nothing for a while and still have more to look through.
  const isLooking = words !== '' && rows.length === 0 && (hasNextPage || !data)
  if (error && !data)
    return (
      <div className="list-said" role="alert">
        <p>{inbox.failed}</p>
        <p className="muted">{wordsOf(error)}</p>
        <button type="button" className="quiet" onClick={() => void refetch()}>
          {common.retry}
        </button>
      </div>
    )
  if (!data && words === '') return <SkeletonRows />
  return (
    <>
      {words !== '' && (
        <p className="list-found muted" role="status">
          {isLooking ? inbox.searching : rows.length > 0 ? inbox.found(words) : inbox.notFound(words)}
        </p>
      )}
      {data && rows.length === 0 && !hasNextPage ? (
        <EmptyList list={list} words={words} />
      ) : (
        <RowList
          key={`${list} ${words}`}
          list={list}
          rows={rows}
          openId={openId}
          waitSeconds={waitSeconds}
          paged={asked}
        />
      )}
    </>
  )
}

const places = Array.from({ length: 8 }, (_, at) => at)

function SkeletonRows() {
  const { common } = useWords()
  return (
    <div className="skeleton-rows" role="status" aria-label={common.loading}>
      {places.map((at) => (
        <div key={at} />
      ))}
    </div>
  )
}
