import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import type { JobList as JobListAnswer } from '../../../../shared/job.ts'
import { wordsOf } from '../../live/connection.ts'
import { useNotDeleted } from '../../live/delete-later.ts'
import { useDesk } from '../../live/desk.tsx'
import { useFigures } from '../../ui/format.ts'
import { navigate } from '../../ui/route.ts'
import { useJobPageWords, useJobsWords } from '../../words/screen-words.ts'
import { useLanguage, useWords } from '../../words/words.tsx'
import { filtersIn, type JobFilters, jobsRoute } from './filters.ts'
import styles from './job-list.module.css'
import { shownIn, sorted } from './list-columns.ts'
import { csvOf } from './list-csv.ts'
import { ListHead } from './list-head.tsx'
import { useLook } from './list-look.ts'
import { countOf, foundBy, listQuery } from './list-query.ts'
import { ListRows } from './list-rows.tsx'

/** The jobs as a table. It is sorted and exported here, so both apply to the jobs that were read. */
export function JobList({ query }: { query: string }) {
  const filters = useMemo(() => filtersIn(query), [query])
  const words = { jobs: useJobsWords(), list: useJobPageWords().list }
  const { language } = useLanguage()
  const asked = useQuery(listQuery(useDesk(), filters))
  const look = useLook()
  const { data } = asked
  const { by, down } = look
  const all = useMemo(
    () => sorted(data?.items ?? [], { by, down }, data?.stages ?? [], language),
    [data, by, down, language],
  )
  const jobs = useNotDeleted(all)
  const shown = shownIn(look)
  return (
    <main className="full-screen">
      <ListHead
        filters={filters}
        stages={data?.stages}
        look={look}
        download={() => save('jobs.csv', csvOf(jobs, shown, words))}
      />
      <State filters={filters} asked={asked} count={jobs.length} />
      {jobs.length > 0 && <ListRows key={query} jobs={jobs} columns={shown} look={look} query={query} />}
    </main>
  )
}

/** Saves a text as a file. */
function save(name: string, text: string): void {
  const link = document.createElement('a')
  link.href = URL.createObjectURL(new Blob([text], { type: 'text/csv;charset=utf-8' }))
  link.download = name
  link.click()
  URL.revokeObjectURL(link.href)
}

type StateProps = {
  filters: JobFilters
  asked: { data: JobListAnswer | undefined; error: Error | null; refetch(): Promise<unknown> }
  count: number
}

/** The state of the table, beyond its rows. */
function State({ filters, asked: { data, error, refetch }, count }: StateProps) {
  const { list: words } = useJobPageWords()
  const { common } = useWords()
  const figures = useFigures()
  if (error && !data)
    return (
      <div className="list-said" role="alert">
        <p>{words.failed}</p>
        <p className="muted">{wordsOf(error)}</p>
        <button type="button" className="quiet" onClick={() => void refetch()}>
          {common.retry}
        </button>
      </div>
    )
  if (!data) return <div className="skeleton apart" role="status" aria-label={common.loading} />
  const found = foundBy(data.stages, filters)
  const isPart = found > count && count > 0
  return (
    <>
      <p className={isPart ? `muted ${styles.part}` : 'unseen'} role="status">
        {isPart ? words.more(figures.whole(count), figures.whole(found)) : words.shown(count)}
      </p>
      {count === 0 && <Empty filters={filters} hasOthers={countOf(data.stages, 'all') > 0} />}
    </>
  )
}

/** @param hasOthers whether there are jobs of another status or stage */
function Empty({ filters: { q, assigned, source }, hasOthers }: Pick<StateProps, 'filters'> & { hasOthers: boolean }) {
  const { list: words } = useJobPageWords()
  const isFiltered = q !== '' || assigned !== '' || source !== '' || hasOthers
  return (
    <div className="list-said">
      <h2>{isFiltered ? words.noneLike : words.none}</h2>
      <p className="muted">{isFiltered ? words.noneLikeHint : words.noneHint}</p>
      {isFiltered && (
        <button type="button" className="quiet" onClick={() => navigate(jobsRoute(filtersIn('view=list&status=all')))}>
          {words.clear}
        </button>
      )}
    </div>
  )
}
