import { useQueryClient } from '@tanstack/react-query'
import type { Job, JobDetail, PatchJob } from '../../../../shared/job.ts'
import { useDesk } from '../../live/desk.tsx'
import { keys } from '../../live/keys.ts'

/** Shows what the server answered on the page of a job, and reads the rest of it again. */
export function useShowJob(id: string): (job?: Job) => Promise<void> {
  const { site } = useDesk()
  const queries = useQueryClient()
  return async (job) => {
    const queryKey = keys.job(site.id, id)
    // A request that is running may answer with what was before.
    await queries.cancelQueries({ queryKey, exact: true }, { revert: false })
    if (job)
      queries.setQueryData<JobDetail>(queryKey, (now) =>
        now && now.updatedAt <= job.updatedAt ? { ...now, ...job } : now,
      )
    void queries.invalidateQueries({ queryKey })
    // The page is rendered with the answer in the next task.
    await new Promise((resolve) => setTimeout(resolve))
  }
}

/** Changes a job. Resolves once the page shows it. */
export function useSaveJob(id: string): (patch: PatchJob) => Promise<void> {
  const { client, site } = useDesk()
  const show = useShowJob(id)
  return async (patch) => show(await client.jobs.update.mutate({ site: site.id, id, ...patch }))
}
