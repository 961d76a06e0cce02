import type { JobSource, JobStatus } from '../../../../shared/job.ts'
import type { Route } from '../../ui/route.ts'

/** What the address of the jobs says. */
export type JobFilters = {
  view: 'board' | 'list'
  q: string
  /** `me`, `none`, an email, or empty for everybody. */
  assigned: string
  source: JobSource | ''
  /** Only in the list. */
  status: JobStatus | 'all'
  /** The id of a stage, only in the list. Its jobs are shown whatever their status. */
  stage: string
}

const sources: readonly string[] = ['chat', 'quote', 'api', 'manual', 'callback']
const statuses: readonly string[] = ['open', 'won', 'lost', 'all']

/** Reads the query of an address. Unknown values are left out. */
export function filtersIn(query: string): JobFilters {
  const given = new URLSearchParams(query)
  const of = (name: string) => given.get(name) ?? ''
  return {
    view: of('view') === 'list' ? 'list' : 'board',
    q: of('q').slice(0, 200),
    assigned: of('assigned').slice(0, 254),
    source: (sources.includes(of('source')) ? of('source') : '') as JobFilters['source'],
    status: (statuses.includes(of('status')) ? of('status') : 'open') as JobFilters['status'],
    stage: of('stage').slice(0, 64),
  }
}

/** The address of the jobs with these filters. */
export function jobsRoute({ view, q, assigned, source, status, stage }: JobFilters): Route & { page: 'jobs' } {
  const given = {
    ...{ view: view === 'list' ? view : '', q, assigned, source, stage },
    status: status === 'open' ? '' : status,
  }
  const query = new URLSearchParams(Object.entries(given).filter(([, value]) => value !== '')).toString()
  return { page: 'jobs', id: null, query }
}

/** The address of a job, from which one returns to these filters. */
export const jobRoute = (id: string, filters: JobFilters): Route => {
  const { query } = jobsRoute(filters)
  return { page: 'jobs', id, query }
}

/** The same as a query of the API. */
export const jobsQuery = ({ q, assigned, source }: JobFilters) => ({
  ...(q && { q }),
  ...(assigned && { assigned }),
  ...(source && { source }),
})
