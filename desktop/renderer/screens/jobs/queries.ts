import { queryOptions } from '@tanstack/react-query'
import type { Desk } from '../../live/desk.tsx'
import { keys } from '../../live/keys.ts'
import { type JobFilters, jobsQuery } from './filters.ts'

/** The stages, fields and currency of the site. */
export const pipelineQuery = ({ client, site }: Desk) =>
  queryOptions({
    queryKey: keys.pipeline(site.id),
    queryFn: () => client.jobs.pipeline.query({ site: site.id }),
  })

/** The first 500 jobs of a stage, in their order, and what all stages hold. */
export const stageQuery = ({ client, site }: Desk, stage: string, filters: JobFilters) =>
  queryOptions({
    queryKey: [...keys.jobs(site.id), 'stage', stage, jobsQuery(filters)],
    queryFn: () => client.jobs.list.query({ site: site.id, stage, ...jobsQuery(filters) }),
  })

/** A job with its history and notes. */
export const jobQuery = ({ client, site }: Desk, id: string) =>
  queryOptions({
    queryKey: keys.job(site.id, id),
    queryFn: () => client.jobs.get.query({ site: site.id, id }),
  })
