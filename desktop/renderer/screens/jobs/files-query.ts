import { queryOptions } from '@tanstack/react-query'
import type { Desk } from '../../live/desk.tsx'
import { keys } from '../../live/keys.ts'

/** The links of files work for an hour. */
const readEvery = 30 * 60_000

/** The files of a job. Their key is below that of the job, so what changes the job reads them again. */
export const filesQuery = ({ client, site }: Pick<Desk, 'client' | 'site'>, id: string) =>
  queryOptions({
    queryKey: [...keys.job(site.id, id), 'files'],
    queryFn: () => client.jobs.files.query({ site: site.id, id }),
    staleTime: readEvery,
    refetchInterval: readEvery,
  })
