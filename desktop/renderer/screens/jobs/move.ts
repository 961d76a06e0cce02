import { useQueryClient } from '@tanstack/react-query'
import type { Job } from '../../../../shared/job.ts'
import { wordsOf } from '../../live/connection.ts'
import { useDesk } from '../../live/desk.tsx'
import { keys } from '../../live/keys.ts'
import { toast } from '../../ui/toast.ts'
import { useJobsWords } from '../../words/screen-words.ts'

/** Where a job goes. `before`: the job after it; null is the end of the stage. */
export type Target = { stage: { id: string; name: string }; before?: string | null; lostReason?: string }

/** Moves a job, says so, and offers to undo. @returns whether the server did it */
export function useMoveJob(): (job: Job, target: Target) => Promise<boolean> {
  const { client, site } = useDesk()
  const queries = useQueryClient()
  const words = useJobsWords()
  const move = async (id: string, { stage, before, lostReason }: Target) => {
    await client.jobs.move.mutate({
      ...{ site: site.id, id, stageId: stage.id },
      ...(before !== undefined && { before }),
      ...(lostReason && { lostReason }),
    })
    await queries.invalidateQueries({ queryKey: keys.jobs(site.id) })
  }
  const failed = (error: unknown) => {
    toast(wordsOf(error), { tone: 'danger' })
    return false
  }
  return async (job, target) => {
    try {
      await move(job.id, target)
    } catch (error) {
      return failed(error)
    }
    const back: Target = { stage: job.stage, ...(job.lostReason && { lostReason: job.lostReason }) }
    if (job.stage.id !== target.stage.id)
      toast(words.moved(target.stage.name), { undo: () => void move(job.id, back).catch(failed) })
    return true
  }
}
