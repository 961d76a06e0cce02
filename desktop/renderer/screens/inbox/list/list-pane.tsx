import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { lazy, Suspense, useMemo, useState } from 'react'
import { readScreens } from '../../../app/read-screens.ts'
import { wordsOf } from '../../../live/connection.ts'
import { useNotDeleted } from '../../../live/delete-later.ts'
import { useDesk } from '../../../live/desk.tsx'
import { foundBy, type ListName, type SearchOrder } from '../../../live/keys.ts'
import { listQuery, statusQuery } from '../../../live/queries.ts'
import { flatten } from '../../../live/rows.ts'
import { SearchField } from '../../../ui/search-field.tsx'
import { useDebounced } from '../../../ui/use-debounced.ts'
import { useWords } from '../../../words/words.tsx'
import { EmptyList } from './empty-list.tsx'
import { ListNav } from './list-nav.tsx'
import styles from './list-pane.module.css'
import { QueueCard, useQueued } from './queue-card.tsx'
import { RowList } from './row-list.tsx'
import { SaveView } from './views.tsx'

const Found = lazy(() => readScreens().then(({ Found }) => ({ default: Found })))

/** The default of the setting, used until it is fetched. */
const usualWait = 90
/** The server's maximum. */
const maxSearchLength = 48

/** The lists, the queue, and the conversations of the selected list. */
export function ListPane({ list, openId }: { list: ListName; openId: string | null }) {
  const { inbox } = useWords()
  const [sort, setSort] = useState<SearchOrder>('relevance')
  const [search, setSearch] = useState({ list, text: '' })
  // A search belongs to the visit of a list: it is gone when the list is opened again.
  if (search.list !== list) setSearch({ list, text: '' })
  const text = search.list === list ? search.text : ''
  const words = useDebounced(text.trim(), 200)
  const { data: status } = useQuery(statusQuery(useDesk()))
  const waitSeconds = status?.waitSeconds ?? usualWait
  return (
    <section className={styles.pane} aria-label={inbox.name}>
      <h1 className="unseen">{inbox.group}</h1>
      <SearchField
        text={text}
        change={(next) => setSearch({ list, text: next })}
        maxLength={maxSearchLength}
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
      <Rows
        list={list}
        words={text === '' ? '' : words}
        openId={openId}
        waitSeconds={waitSeconds}
        sort={sort}
        setSort={setSort}
      />
    </section>
  )
}

type Props = {
  list: ListName
  words: string
  openId: string | null
  waitSeconds: number
  sort: SearchOrder
  setSort: (sort: SearchOrder) => void
}

function Rows({ list, words, openId, waitSeconds, sort, setSort }: Props) {
  const { common, inbox } = useWords()
  const asked = useInfiniteQuery(listQuery(useDesk(), list, words, words === '' ? 'date' : sort))
  const { data, error, hasNextPage, refetch } = asked
  const rows = useNotDeleted(useMemo(() => flatten(data), [data]))
  const queued = useQueued(list)
  // The card above shows these. A search shows all that it found.
  const shown = useMemo(
    () => (words === '' ? rows.filter(({ id }) => !queued.some((one) => one.id === id)) : rows),
    [rows, queued, words],
  )
  // A search may find nothing for a while, with more pages to look through.
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
        <div className={`row spread ${styles.found} muted`}>
          <p className="truncate" role="status">
            {isLooking ? inbox.searching : rows.length > 0 ? inbox.found(words) : inbox.notFound(words)}
          </p>
          <SaveView list={list} words={words} />
          <select
            aria-label={inbox.sortedBy}
            value={sort}
            onChange={(event) => setSort(event.currentTarget.value as SearchOrder)}
          >
            <option value="relevance">{inbox.byRelevance}</option>
            <option value="date">{inbox.byDate}</option>
          </select>
        </div>
      )}
      {data && rows.length === 0 && !hasNextPage ? (
        <EmptyList list={list} words={words} />
      ) : (
        <RowList
          key={`${list} ${words} ${sort}`}
          list={list}
          rows={shown}
          words={words}
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
    <div className={styles.skeletonRows} role="status" aria-label={common.loading}>
      {places.map((at) => (
        <div className="stack" key={at} />
      ))}
    </div>
  )
}
