import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import type { Desk } from '../../live/desk.tsx'
import { keys } from '../../live/keys.ts'
import { type Columns, columnsOf } from './board-state.ts'
import { type JobFilters, jobsQuery } from './filters.ts'

export { pipelineQuery } from '../../live/job-queries.ts'

const readStage = ({ client, site }: Desk, stage: string, filters: JobFilters) =>
  client.jobs.list.query({ site: site.id, stage, ...jobsQuery(filters) })

/** The first 500 jobs of a stage, in their order, and what all stages hold. */
export const stageQuery = (desk: Desk, stage: string, filters: JobFilters) =>
  queryOptions({
    queryKey: [...keys.jobs(desk.site.id), 'stage', stage, jobsQuery(filters)],
    queryFn: () => readStage(desk, stage, filters),
  })

/** The cache key of every board of a site. */
export const boardKey = (site: string) => [...keys.jobs(site), 'board'] as const

/**
 * The first 500 jobs of each stage, as one answer: of separate ones, an older one could show a job that the other
 * stage has already. While other filters are read, the earlier answer stays.
 */
export const boardQuery = (desk: Desk, stages: readonly string[] | undefined, filters: JobFilters) =>
  queryOptions({
    queryKey: [...boardKey(desk.site.id), stages, jobsQuery(filters)],
    queryFn: async (): Promise<Columns> => {
      const answers = (stages ?? []).map(async (id) => ({ id, ...(await readStage(desk, id, filters)) }))
      return columnsOf(await Promise.all(answers))
    },
    enabled: stages !== undefined,
    placeholderData: keepPreviousData,
  })

/** A job with its history and notes. */
export const jobQuery = ({ client, site }: Desk, id: string) =>
  queryOptions({
    queryKey: keys.job(site.id, id),
    queryFn: () => client.jobs.get.query({ site: site.id, id }),
  })
