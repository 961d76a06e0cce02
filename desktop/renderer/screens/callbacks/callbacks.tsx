import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { useMemo, useRef, useState } from 'react'
import type { Callback, CallbackList, CallbackStatus } from '../../../../shared/callback.ts'
import { type CallbackListName, callbacksRoute, go } from '../../app/route.ts'
import { useCommand } from '../../keys/commands.tsx'
import { useTitle } from '../../keys/own-keys.ts'
import { countWords } from '../../live/counts.ts'
import { useDesk } from '../../live/desk.tsx'
import { keys } from '../../live/keys.ts'
import { callbackCountsQuery } from '../../live/queries.ts'
import { InPeriod } from '../../ui/in-period.tsx'
import { Link } from '../../ui/link.tsx'
import { type Period, periodIn } from '../../ui/period.ts'
import { ReadOn } from '../../ui/read-on.tsx'
import { useCallbacksWords } from '../../words/screen-words.ts'
import '../../ui/tabs.css'
import { LeaveDialog } from '../../form/leave-dialog.tsx'
import { QueryBoundary } from '../../ui/query-boundary.tsx'
import '../../ui/page.css'
import '../../form/fields.css'
import '../../ui/lists.css'
import { CallbackRow } from './callback-row.tsx'
import './callbacks.css'
import { shownIn } from './rows.ts'
import { useTold } from './told.ts'
import { useLeft, useTurn } from './turn.ts'
import { useCallbackCursor, useCallbackKeys } from './use-callback-keys.ts'

const statuses: readonly CallbackListName[] = ['open', 'done', 'dismissed', 'all']
const atOnce = 100

type Props = {
  /** Empty: the open ones. */
  list: string
  /** The time, as it stands in the address. */
  query: string
}

/** Those who asked to be called: a queue that is worked off, and what became of the others. */
export function Callbacks({ list, query }: Props) {
  const { site } = useDesk()
  const words = useCallbacksWords()
  const status = statuses.find((one) => one === list) ?? 'open'
  const period = useMemo(() => periodIn(new URLSearchParams(query)), [query])
  const asked = useTold()
  return (
    <main className="knowledge callbacks" tabIndex={-1}>
      <header>
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
      <ul className="tabs">
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
    run: () => go(callbacksRoute(status, period)),
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
  // Here, where the list is read: what was left and what was read are drawn as of one moment.
  const left = useLeft()
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
  const cursor = useCallbackCursor(rows, list)
  const turnOne = useTurn()
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
    <ul className="settings-list callback-list" ref={list}>
      {rows.map((callback, at) => (
        <CallbackRow
          key={callback.id}
          callback={callback}
          isCurrent={cursor.isUsed && at === cursor.place}
          isReached={at === cursor.place}
          isWriting={writing?.id === callback.id}
          turn={(to) => turn(callback, to)}
          write={() => write(callback)}
          stopWriting={stopWriting}
        />
      ))}
    </ul>
  )
}
