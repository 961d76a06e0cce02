import { useQueryClient } from '@tanstack/react-query'
import type { Job } from '../../../../shared/job.ts'
import { errorBodyOf, wordsOf } from '../../live/connection.ts'
import { useDesk } from '../../live/desk.tsx'
import { connectionState } from '../../live/follow-site.ts'
import { keys } from '../../live/keys.ts'
import { createStore, useStore } from '../../live/store.ts'
import { toast } from '../../ui/toast.ts'
import { useJobsWords } from '../../words/screen-words.ts'
import { useWords } from '../../words/words.tsx'
import { type Columns, type Move, withMove } from './board-state.ts'
import { boardKey } from './queries.ts'

/** Where a job goes. */
export type Target = {
  stage: { id: string; name: string }
  /** The jobs that follow it there, the nearest first; empty is the end. Default: the end of another stage. */
  followers?: readonly string[]
  lostReason?: string
  /** The jobs that follow it where it is now, for undoing. */
  left?: readonly string[]
  /** The toast. Default: the new stage, if it is another one. */
  said?: string
}

/** Moves that the server has not answered yet, oldest first. The board shows them. */
const pending = createStore<readonly Move[]>([])
/** The last request. The next one waits for it, so that they arrive in order. */
let last: Promise<unknown> = Promise.resolve()

export const usePendingMoves = () => useStore(pending, (moves) => moves)

/** Shows a move on the board. @returns a function that ends it */
export function showMove(move: Move): () => void {
  pending.set((moves) => [...moves, move])
  return () => pending.set((moves) => moves.filter((one) => one !== move))
}

function inOrder<T>(run: () => Promise<T>): Promise<T> {
  const running = last.then(run, run)
  last = running
  return running
}

/** Moves a job, says so, and offers to undo. Shown at once on the board. @returns whether the server did it */
export function useMoveJob(): (job: Job, target: Target) => Promise<boolean> {
  const send = useSendMove()
  const words = useJobsWords()
  const { common } = useWords()
  const failed = (text: string) => {
    toast(text, { tone: 'danger' })
    return false
  }
  const attempt = async (job: Job, target: Target) => {
    // Sent when the connection is back, it would surprise those who moved the job in the meantime.
    if (connectionState.get().state === 'offline') return failed(common.unreachable)
    try {
      await send(job, target)
      return true
    } catch (error) {
      return failed(wordsOf(error))
    }
  }
  return async (job, target) => {
    const { stage, left, said = stage.id === job.stage.id ? undefined : words.moved(stage.name) } = target
    if (!(await attempt(job, target))) return false
    const back: Target = {
      stage: job.stage,
      ...(left && { followers: left }),
      ...(job.lostReason && { lostReason: job.lostReason }),
    }
    if (said !== undefined) toast(said, { undo: () => void attempt(job, back) })
    return true
  }
}

/** Sends a move after earlier ones, and puts the answer into the boards. */
function useSendMove() {
  const { client, site } = useDesk()
  const queries = useQueryClient()
  const request = async (job: Job, { stage, followers, lostReason }: Target): Promise<Job> => {
    try {
      return await client.jobs.move.mutate({
        ...{ site: site.id, id: job.id, stageId: stage.id },
        ...(followers && { before: followers[0] ?? null }),
        ...(lostReason && { lostReason }),
      })
    } catch (error) {
      // Somebody else has just moved the next job, so the one behind it counts.
      if (!followers?.length || !isAboutNext(error)) throw error
      return await request(job, { stage, followers: followers.slice(1), ...(lostReason && { lostReason }) })
    }
  }
  return async (job: Job, target: Target): Promise<void> => {
    const { stage, followers, lostReason } = target
    const move: Move = { site: site.id, job, stageId: stage.id, followers, lostReason, at: Date.now() }
    const end = showMove(move)
    try {
      await inOrder(() => request(job, target))
      const queryKey = boardKey(site.id)
      // A running request may have an older answer.
      await queries.cancelQueries({ queryKey })
      queries.setQueriesData<Columns>({ queryKey }, (columns) => columns && withMove(columns, move))
    } finally {
      end()
      if (pending.get().length === 0) void queries.invalidateQueries({ queryKey: keys.jobs(site.id) })
    }
  }
}

const isAboutNext = (error: unknown): boolean =>
  errorBodyOf(error)?.faults?.some(({ field }) => field === 'before') ?? false
