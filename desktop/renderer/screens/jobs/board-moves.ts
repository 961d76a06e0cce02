import { useRef } from 'react'
import type { Job, Stage } from '../../../../shared/job.ts'
import { useDesk } from '../../live/desk.tsx'
import { useBoardWords } from '../../words/screen-words.ts'
import type { Direction } from './board-cursor.ts'
import { type Columns, findJob, followersAt, isCut, type Move, othersIn, type Spot, withMove } from './board-state.ts'
import { askReason } from './lost-reason.tsx'
import { showMove, useMoveJob } from './move.ts'

/** A place on the board: a stage, and the jobs that follow there. Without them, the end. */
export type Goal = { stage: Stage; followers?: readonly string[] }

/** Moves a job on the board. Asks why it was lost. @returns whether it was moved */
export function useBoardMove(columns: Columns): (job: Job, goal: Goal) => Promise<boolean> {
  const moveJob = useMoveJob()
  const { site } = useDesk()
  const words = useBoardWords()
  const latest = useRef(columns)
  latest.current = columns
  return async (job, { stage, followers }) => {
    const move: Move = { site: site.id, job, stageId: stage.id, followers, at: Date.now() }
    const from = findJob(latest.current, job.id)
    const to = findJob(withMove(latest.current, move), job.id)
    if (from && to && from.at === to.at && from.place === to.place) return false
    let lostReason = ''
    if (stage.kind === 'lost' && job.status !== 'lost') {
      const end = showMove(move)
      const reason = await askReason({ title: job.title, count: 1 })
      end()
      if (reason === null) return false
      lostReason = reason
    }
    return await moveJob(job, {
      stage,
      ...(followers && { followers }),
      ...(lostReason && { lostReason }),
      ...(from && { left: followersAt(othersIn(from.column, job.id), from.place) }),
      ...(to && { said: words.moved(stage.name, to.place + 1, to.column.stage.count) }),
    })
  }
}

/** Where a job lands that is moved by a key; undefined at the edge of the board. */
export function goalBeside(columns: Columns, { at, place, column, job }: Spot, to: Direction): Goal | undefined {
  if (to === 'left' || to === 'right') {
    const beside = columns[to === 'left' ? at - 1 : at + 1]
    return beside && goalAt(beside, job.id, place)
  }
  const next = to === 'up' ? place - 1 : place + 1
  return next < 0 || next >= column.items.length ? undefined : goalAt(column, job.id, next)
}

/** A place among the other jobs of a stage, at most the last one whose neighbour is known. */
export function goalAt(column: Columns[number], id: string, place: number): Goal {
  const others = othersIn(column, id)
  const last = isCut(column) ? Math.max(0, others.length - 1) : others.length
  return { stage: column.stage, followers: followersAt(others, Math.min(place, last)) }
}
