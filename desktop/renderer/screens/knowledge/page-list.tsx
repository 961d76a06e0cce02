import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query'
import { useCallback, useMemo, useState } from 'react'
import type { KnowledgeStatus, PageStatus } from '../../../../shared/crawl.ts'
import { Section } from '../../form/fields.tsx'
import { wordsOf } from '../../live/connection.ts'
import { useDesk } from '../../live/desk.tsx'
import { knowledgeKeys } from '../../live/keys.ts'
import { useFigures } from '../../ui/format.ts'
import { ReadOn } from '../../ui/read-on.tsx'
import { useDebounced } from '../../ui/use-debounced.ts'
import { useLaterWords } from '../../words/later-words.ts'
import { usePagesWords } from '../../words/screen-words.ts'
import { PageRows } from './page-rows.tsx'
import { useRetry } from './retry.ts'

type Filter = PageStatus | ''

type Props = { counts: KnowledgeStatus['pages']; isAtWork: boolean }

/** The website's pages, filtered by status or text. */
export function PageList({ counts, isAtWork }: Props) {
  const { list: words } = usePagesWords()
  const [status, setStatus] = useState<Filter>('')
  const [typed, setTyped] = useState('')
  const q = useDebounced(typed.trim(), 250)
  const failed = counts.failed ?? 0
  // The last page of a status may just have changed.
  const shown = status !== '' && (counts[status] ?? 0) === 0 ? '' : status
  const retry = useRetry()
  return (
    <Section
      title={words.title}
      aside={
        failed > 0 && (
          <button type="button" className="quiet" disabled={isAtWork} onClick={() => void retry()}>
            {words.retryAll}
          </button>
        )
      }
    >
      <div className="settings-tools">
        <input
          type="search"
          dir="auto"
          maxLength={200}
          aria-label={words.search}
          placeholder={words.search}
          value={typed}
          onChange={(event) => setTyped(event.target.value)}
        />
      </div>
      <Filters counts={counts} chosen={shown} choose={setStatus} />
      <Rows key={shown} status={shown} q={q} isAtWork={isAtWork} />
    </Section>
  )
}

/** In the order of a page's lifecycle. */
const order: PageStatus[] = ['indexed', 'unchanged', 'queued', 'discovered', 'failed', 'blocked', 'gone']

type FiltersProps = { counts: KnowledgeStatus['pages']; chosen: Filter; choose: (status: Filter) => void }

function Filters({ counts, chosen, choose }: FiltersProps) {
  const { list: words } = usePagesWords()
  const write = useFigures()
  const all = Object.values(counts).reduce((sum, count) => sum + count, 0)
  const filters = [
    { status: '' as Filter, label: words.all, count: all },
    ...order.map((status) => ({ status: status as Filter, label: words.status[status], count: counts[status] ?? 0 })),
  ]
  return (
    <fieldset className="cluster">
      <legend className="unseen">{words.filter}</legend>
      {filters
        .filter(({ status, count }) => count > 0 || status === '')
        .map(({ status, label, count }) => (
          <button
            key={status}
            type="button"
            className="quiet"
            aria-pressed={status === chosen}
            onClick={() => choose(status)}
          >
            {label} <span className="muted">{write.whole(count)}</span>
          </button>
        ))}
    </fieldset>
  )
}

/** The maximum of a request. */
const pageLength = 500

function Rows({ status, q, isAtWork }: { status: Filter; q: string; isAtWork: boolean }) {
  const { client, site } = useDesk()
  const { list: words } = usePagesWords()
  const { common, settings } = useLaterWords()
  const query = useInfiniteQuery({
    queryKey: knowledgeKeys.pages(site.id, status, q),
    initialPageParam: undefined as string | undefined,
    queryFn: ({ pageParam: before }) =>
      client.knowledge.pages.query({
        site: site.id,
        limit: pageLength,
        ...(status !== '' && { status }),
        ...(q !== '' && { q }),
        ...(before !== undefined && { before }),
      }),
    getNextPageParam: ({ next }) => next ?? undefined,
    placeholderData: keepPreviousData,
    staleTime: 0,
  })
  const { data, error, hasNextPage, isFetchingNextPage, isFetchNextPageError, fetchNextPage, refetch } = query
  const pages = useMemo(() => data?.pages.flatMap((page) => page.pages) ?? [], [data])
  const readOn = useCallback(() => void fetchNextPage(), [fetchNextPage])
  if (error && !data)
    return (
      <div role="alert">
        <p>{settings.cannotLoad(wordsOf(error))}</p>
        <button type="button" onClick={() => void refetch()}>
          {common.retry}
        </button>
      </div>
    )
  if (!data) return <div className="skeleton" role="status" aria-label={common.loading} />
  if (pages.length === 0) return <p className="empty">{q === '' ? words.none : words.notFound(q)}</p>
  return (
    <>
      <PageRows
        pages={pages}
        isWhole={!hasNextPage}
        readOn={hasNextPage && !isFetchingNextPage && !isFetchNextPageError ? readOn : undefined}
        isAtWork={isAtWork}
      />
      <ReadOn list={query} />
    </>
  )
}
