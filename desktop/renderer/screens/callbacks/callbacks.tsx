import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { useMemo, useRef, useState } from 'react'
import type { Callback, CallbackList, CallbackStatus } from '../../../../shared/callback.ts'
import { LeaveDialog } from '../../form/leave-dialog.tsx'
import { useCommand } from '../../keys/commands.tsx'
import { useTitle } from '../../keys/own-keys.ts'
import { countWords } from '../../live/counts.ts'
import { useDesk } from '../../live/desk.tsx'
import { keys } from '../../live/keys.ts'
import { callbackCountsQuery } from '../../live/queries.ts'
import { useCursor } from '../../ui/cursor.ts'
import { Link } from '../../ui/link.tsx'
import { InPeriod } from '../../ui/narrowed.tsx'
import { type Period, periodIn } from '../../ui/period.ts'
import { QueryBoundary } from '../../ui/query-boundary.tsx'
import { ReadOn } from '../../ui/read-on.tsx'
import { type CallbackListName, callbacksRoute, navigate } from '../../ui/route.ts'
import { useCallbacksWords } from '../../words/screen-words.ts'
import { CallbackRow } from './callback-row.tsx'
import styles from './callbacks.module.css'
import { shownIn } from './rows.ts'
import { useLocalChanges, useSetStatus } from './set-status.ts'
import { useCallbackToasts } from './toasts.ts'
import { useCallbackKeys } from './use-callback-keys.ts'

const statuses: readonly CallbackListName[] = ['open', 'done', 'dismissed', 'all']
const atOnce = 100

type Props = {
  /** Empty: the open ones. */
  list: string
  /** The period, as in the address. */
  query: string
}

/** The queue of callback requests, and the closed ones. */
export function Callbacks({ list, query }: Props) {
  const { site } = useDesk()
  const words = useCallbacksWords()
  const status = statuses.find((one) => one === list) ?? 'open'
  const period = useMemo(() => periodIn(new URLSearchParams(query)), [query])
  const asked = useCallbackToasts()
  return (
    <main className="knowledge" tabIndex={-1}>
      <header className="cluster">
        <h1>{words.title}</h1>
        <Lists shown={status} period={period} />
      </header>
      <div className="settings-page">
        <p className="unseen" role="status">
          {asked}
        </p>
        <InPeriod period={period} words={words.period} to={callbacksRoute(status)} />
        <List key={`${site.id} ${status} ${query}`} status={status} period={period} />
      </div>
      <LeaveDialog />
    </main>
  )
}

function Lists({ shown, period }: { shown: CallbackListName; period: Period }) {
  const words = useCallbacksWords()
  return (
    <nav aria-label={words.showing}>
      <ul className="row gap-1 tabs">
        {statuses.map((status, at) => (
          <Tab key={status} status={status} period={period} isShown={status === shown} pressed={`alt+${at + 1}`} />
        ))}
      </ul>
    </nav>
  )
}

type TabProps = { status: CallbackListName; period: Period; isShown: boolean; pressed: string }

function Tab({ status, period, isShown, pressed }: TabProps) {
  const words = useCallbacksWords()
  const { data: counts } = useQuery(callbackCountsQuery(useDesk(), period))
  const name = words.lists[status]
  const id = `callbacks.${status}`
  const title = useTitle(name, id)
  useCommand({
    id,
    words: words.goList(name),
    group: words.title,
    keys: pressed,
    run: () => navigate(callbacksRoute(status, period)),
  })
  return (
    <li>
      <Link to={callbacksRoute(status, period)} aria-current={isShown ? 'page' : undefined} title={title}>
        {name} {counts && <span className="muted">{countWords(countOf(counts, status))}</span>}
      </Link>
    </li>
  )
}

const countOf = (counts: CallbackList['counts'], status: CallbackListName): number =>
  status === 'all' ? Object.values(counts).reduce((sum, count) => sum + count, 0) : counts[status]

function List({ status, period }: { status: CallbackListName; period: Period }) {
  // Combined where the list is fetched, so that the actions and the answer shown belong together.
  const left = useLocalChanges()
  const { client, site } = useDesk()
  const words = useCallbacksWords()
  const query = useInfiniteQuery({
    queryKey: [...keys.callbacks(site.id), status, period],
    queryFn: ({ pageParam: before }) =>
      client.callbacks.list.query({
        site: site.id,
        status,
        limit: atOnce,
        ...period,
        ...(before !== '' && { before }),
      }),
    initialPageParam: '',
    getNextPageParam: ({ next }: CallbackList) => next,
  })
  return (
    <section className="settings-section" aria-label={words.lists[status]}>
      <QueryBoundary query={query}>
        {({ pages }) => (
          <Rows {...{ status, period, left }} read={pages.flatMap(({ items }) => items)} isWhole={!query.hasNextPage} />
        )}
      </QueryBoundary>
      <ReadOn list={query} more={words.more} />
    </section>
  )
}

type RowsProps = {
  status: CallbackListName
  period: Period
  read: Callback[]
  left: ReadonlyMap<string, Callback>
  isWhole: boolean
}

function Rows({ status, period, read, left, isWhole }: RowsProps) {
  const words = useCallbacksWords()
  const [writing, setWriting] = useState<Callback | null>(null)
  const list = useRef<HTMLUListElement>(null)
  const rows = shownIn(status, read, left, writing, period)
  const find = (id: string) => list.current?.querySelector<HTMLElement>(`[data-callback="${id}"] [data-name]`)
  const cursor = useCursor({ rows, find })
  const turnOne = useSetStatus()
  const turn = (callback: Callback, to: CallbackStatus) => {
    cursor.leave(callback.id)
    turnOne(callback, to)
    cursor.focus()
  }
  const write = (callback: Callback) => {
    cursor.stand(callback.id)
    setWriting(callback)
  }
  const stopWriting = () => {
    setWriting(null)
    cursor.focus()
  }
  useCallbackKeys({ row: rows[cursor.place], cursor, turn, write })
  if (rows.length === 0 && isWhole)
    return (
      <div className="empty">
        <h2>{words.empty[status]}</h2>
        <p>{words.empty[`${status}Hint`]}</p>
      </div>
    )
  return (
    <ul className={styles.list} ref={list}>
      {rows.map((callback, at) => (
        <CallbackRow
          key={callback.id}
          callback={callback}
          isCurrent={cursor.isUsed && at === cursor.place}
          isWriting={writing?.id === callback.id}
          turn={(to) => turn(callback, to)}
          write={() => write(callback)}
          stopWriting={stopWriting}
        />
      ))}
    </ul>
  )
}
