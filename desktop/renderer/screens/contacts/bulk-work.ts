import type { LeadsChanged } from '../../../../shared/lead.ts'
import { inRequests, type Step } from './bulk.ts'

/** A change of many on its way: the requests that are left, and what came of those before. */
export type Work = { left: readonly Step[]; answers: readonly LeadsChanged[] }

export const workOf = (steps: readonly Step[]): Work => ({
  left: steps.flatMap(({ ids, change }) => inRequests(ids).map((ids) => ({ ids, change }))),
  answers: [],
})

/** How many contacts were looked at, and how many are left. */
export const countOf = ({ left, answers }: Work): { done: number; left: number } => ({
  done: answers.reduce((sum, { done, failed }) => sum + done.length + failed.length, 0),
  left: left.reduce((sum, { ids }) => sum + ids.length, 0),
})

type Ways = {
  send(request: Step): Promise<LeadsChanged>
  /** In how many seconds the server takes more; undefined where that is not what is wrong. */
  waitFor(error: unknown): number | undefined
  /** Ends after so many seconds, or as soon as it is stopped. */
  rest(seconds: number): Promise<void>
  isStopped(): boolean
  /** How far it is, and for how many seconds nothing is sent. */
  tell(work: Work, waits: number): void
}

/**
 * Sends one request after the other, until none is left, one fails or it is stopped. Where the server is asked too much, it
 * waits for as long as that says.
 */
export async function carryOut(work: Work, ways: Ways): Promise<{ work: Work; error?: unknown }> {
  let { left, answers } = work
  while (left[0] && !ways.isStopped()) {
    ways.tell({ left, answers }, 0)
    try {
      answers = [...answers, await ways.send(left[0])]
      left = left.slice(1)
    } catch (error) {
      const seconds = ways.waitFor(error)
      if (seconds === undefined) return { work: { left, answers }, error }
      ways.tell({ left, answers }, seconds)
      await ways.rest(seconds)
    }
  }
  return { work: { left, answers } }
}

/** Begins one task after the other; one that fails tells only who began it, and holds up none of those after it. */
export function oneByOne(): (task: () => Promise<void>) => Promise<void> {
  let last: Promise<unknown> = Promise.resolve()
  return (task) => {
    const done = last.then(task)
    last = Promise.allSettled([done])
    return done
  }
}
