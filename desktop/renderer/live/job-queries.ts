import { queryOptions } from '@tanstack/react-query'
import type { Desk } from './desk.tsx'
import { keys } from './keys.ts'

/** The stages, fields and currency of the site. */
export const pipelineQuery = ({ client, site }: Pick<Desk, 'client' | 'site'>) =>
  queryOptions({
    queryKey: keys.pipeline(site.id),
    queryFn: () => client.jobs.pipeline.query({ site: site.id }),
  })
