import { Board } from './board.tsx'
import { filtersIn } from './filters.ts'
import { JobList } from './job-list.tsx'
import { JobPage } from './job-page.tsx'

/** The jobs of the site: on a board, in a list, or one of them. */
export function Jobs({ id, query }: { id: string | null; query: string }) {
  if (id !== null) return <JobPage key={id} id={id} />
  return filtersIn(query).view === 'list' ? <JobList query={query} /> : <Board query={query} />
}
