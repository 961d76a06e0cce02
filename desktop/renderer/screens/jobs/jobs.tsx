import { useRef } from 'react'
import { Board } from './board.tsx'
import { filtersIn, jobsRoute } from './filters.ts'
import { JobList } from './job-list.tsx'
import { JobPage } from './job-page.tsx'

/** The jobs of the site: on a board, in a list, or one of them. */
export function Jobs({ id, query }: { id: string | null; query: string }) {
  // A job leads back to the board or the list that it was opened from.
  const from = useRef(query)
  if (id === null) from.current = query
  if (id !== null) return <JobPage key={id} id={id} back={jobsRoute(filtersIn(query || from.current))} />
  return filtersIn(query).view === 'list' ? <JobList query={query} /> : <Board query={query} />
}
