import { useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import type { Job, Stage } from '../../../../shared/job.ts'
import { isRefused, wordsOf } from '../../live/connection.ts'
import { useDesk } from '../../live/desk.tsx'
import { connectionState } from '../../live/follow-site.ts'
import { keys } from '../../live/keys.ts'
import { toast } from '../../ui/toast.ts'
import { useBoardWords } from '../../words/screen-words.ts'
import { useWords } from '../../words/words.tsx'
import type { Person } from './board-menus.tsx'
import { askReason } from './lost-reason.tsx'

export type Progress = { done: number; total: number }

/** Changes one job. @returns what undoes it, if something can */
type Work = (job: Job) => Promise<(() => Promise<unknown>) | undefined>

/** Runs changes of several jobs one after the other, with progress. It can be stopped between two of them. */
export function useBulkRun() {
  const { site } = useDesk()
  const queries = useQueryClient()
  const words = useBoardWords().bulk
  const { common } = useWords()
  const [progress, setProgress] = useState<Progress | null>(null)
  const isStopped = useRef(false)
  const refetch = () => void queries.invalidateQueries({ queryKey: keys.jobs(site.id) })
  const undo = async (backs: readonly (() => Promise<unknown>)[]) => {
    try {
      for (const back of backs.toReversed()) await back()
    } catch (error) {
      toast(wordsOf(error), { tone: 'danger' })
    }
    refetch()
  }
  const run = async (jobs: readonly Job[], work: Work, said: (count: number) => string) => {
    if (progress) return
    if (connectionState.get().state === 'offline') return void toast(common.unreachable, { tone: 'danger' })
    isStopped.current = false
    const { done, backs, why } = await runAll(jobs, work, {
      isStopped: () => isStopped.current,
      report: (done) => setProgress({ done, total: jobs.length }),
    })
    setProgress(null)
    refetch()
    const reason = isStopped.current ? words.stopped : why
    const undoing = backs.length > 0 ? { undo: () => void undo(backs) } : {}
    if (done === jobs.length) toast(said(done), undoing)
    else toast(words.partly(done, jobs.length, reason), { ...undoing, tone: why ? 'danger' : 'plain' })
  }
  const stop = () => {
    isStopped.current = true
  }
  return { progress, run, stop }
}

type Control = { isStopped(): boolean; report(done: number): void }

/** A job that is refused does not keep the others; without the server, nothing goes on. */
async function runAll(jobs: readonly Job[], work: Work, { isStopped, report }: Control) {
  const backs: (() => Promise<unknown>)[] = []
  let done = 0
  let why = ''
  for (const job of jobs) {
    report(done)
    if (isStopped()) break
    try {
      const back = await work(job)
      if (back) backs.push(back)
      done++
    } catch (error) {
      why = wordsOf(error)
      if (!isRefused(error)) break
    }
  }
  return { done, backs, why }
}

/** What can be done with several jobs. */
export function useBulkActions() {
  const { client, site } = useDesk()
  const words = useBoardWords().bulk
  const bulk = useBulkRun()
  const move = (id: string, stageId: string, lostReason: string | null) =>
    client.jobs.move.mutate({ site: site.id, id, stageId, ...(lostReason && { lostReason }) })
  const assign = (id: string, assignedTo: string | null) => client.jobs.update.mutate({ site: site.id, id, assignedTo })
  return {
    ...bulk,
    async moveTo(jobs: readonly Job[], { id, kind, name }: Stage) {
      const leaving = jobs.filter((job) => job.stage.id !== id)
      const isLoss = kind === 'lost' && leaving.some(({ status }) => status !== 'lost')
      const reason = isLoss ? await askReason({ count: leaving.length }) : ''
      if (reason === null) return
      const work: Work = async (job) => {
        await move(job.id, id, reason)
        return () => move(job.id, job.stage.id, job.lostReason)
      }
      await bulk.run(leaving, work, (count) => words.moved(count, name))
    },
    assignTo(jobs: readonly Job[], { email, name }: Person) {
      const work: Work = async (job) => {
        await assign(job.id, email)
        return () => assign(job.id, job.assignedTo)
      }
      void bulk.run(jobs, work, (count) => (email === null ? words.unassigned(count) : words.assigned(count, name)))
    },
    remove(jobs: readonly Job[]) {
      const work: Work = async ({ id }) => {
        await client.jobs.delete.mutate({ site: site.id, id })
        return undefined
      }
      void bulk.run(jobs, work, words.removed)
    },
  }
}
