import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import type { JobStatus, Stage } from '../../../../shared/job.ts'
import type { Desk } from '../../live/desk.tsx'
import { keys } from '../../live/keys.ts'
import { type JobFilters, jobsQuery } from './filters.ts'

/** A stage is asked for alone, because it determines the status of its jobs. */
const placeOf = ({ stage, status }: JobFilters) => (stage === '' ? { status } : { stage })

/** The first 500 jobs of these filters, and what all stages hold. */
export const listQuery = ({ client, site }: Pick<Desk, 'client' | 'site'>, filters: JobFilters) => {
  const asked = { ...jobsQuery(filters), ...placeOf(filters) }
  return queryOptions({
    queryKey: [...keys.jobs(site.id), 'list', asked],
    queryFn: () => client.jobs.list.query({ site: site.id, ...asked }),
    placeholderData: keepPreviousData,
  })
}

/** How many jobs of a status match the other filters. */
export const countOf = (stages: readonly Stage[], status: JobStatus | 'all'): number =>
  stages.filter(({ kind }) => status === 'all' || kind === status).reduce((sum, { count }) => sum + count, 0)

/** How many jobs the filters find, beyond those that are shown, too. */
export const foundBy = (stages: readonly Stage[], { stage, status }: JobFilters): number =>
  stage === '' ? countOf(stages, status) : (stages.find(({ id }) => id === stage)?.count ?? 0)
