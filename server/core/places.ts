import { type Breaker, createBreaker } from './breaker.ts'
import type { Clock } from './clock.ts'
import type { Handler, Lane } from './queue.ts'

/** A due task, with the fields that decide whether it may start. */
export type Candidate = { id: number; type: string; site: string; target: string }

/** How many tasks of one lane a server runs at the same time. */
const placesOfLane = 4
/**
 * The maximum for one site, so that a site whose target hangs leaves a place for the others. Timers have no such limit,
 * because they do not hang.
 */
const placesOfSite = placesOfLane - 1
/** The maximum for one target of a site, such as the address of its webhooks. */
const placesOfTarget = placesOfSite - 1
/** After this many failures in a row, a target is closed for this time; then one call is let through. */
const breakerLimits = { failures: 5, restMs: 30_000 }
/** The maximum number of failing targets that a server remembers. */
const maxBreakers = 1_000

export type Places = {
  /** Reserves places for the tasks that may start, in this order. Each must be released with `leave`. */
  enter(candidates: Candidate[]): Candidate[]
  /** `fault` says whether the target failed; undefined if the task did not show it. */
  leave(task: Candidate, fault?: boolean): void
  /** The targets that are not called now, as `<site> <target>`. */
  closedTargets(): string[]
}

/**
 * Limits how many tasks run at the same time on this server, per lane, site, type and target. A circuit breaker pauses
 * the tasks of failing targets. All of this is kept in the process, because the limits protect the process, and each
 * server learns within five calls that a target fails. Use `serialBy` for limits that must hold over all servers.
 */
export function createPlaces(clock: Pick<Clock, 'now'>, handlers: Record<string, Handler>): Places {
  const taken = new Map<string, number>()
  const breakers = new Map<string, Breaker>()
  const take = (key: string, by: 1 | -1) => {
    const count = (taken.get(key) ?? 0) + by
    if (count > 0) taken.set(key, count)
    else taken.delete(key)
  }
  const limitsOf = ({ type, site, target }: Candidate): [string, number][] => {
    const { lane = 'timers' satisfies Lane, concurrency } = handlers[type] as Handler
    const limits: [string, number][] = [[`lane ${lane}`, placesOfLane]]
    if (lane !== 'timers') limits.push([`site ${lane} ${site}`, placesOfSite])
    if (concurrency !== undefined) limits.push([`type ${type}`, concurrency])
    if (target !== '') limits.push([`target ${site} ${target}`, placesOfTarget])
    return limits
  }
  const breakerOf = ({ site, target }: Candidate) => (target === '' ? undefined : breakers.get(`${site} ${target}`))
  const fail = ({ site, target }: Candidate) => {
    const key = `${site} ${target}`
    const breaker = breakers.get(key) ?? createBreaker(clock, breakerLimits)
    breaker.failed()
    breakers.set(key, breaker)
    if (breakers.size > maxBreakers) breakers.delete([...breakers.keys()][0] as string)
  }
  const enterOne = (candidate: Candidate): boolean => {
    const limits = limitsOf(candidate)
    if (limits.some(([key, max]) => (taken.get(key) ?? 0) >= max)) return false
    if (breakerOf(candidate)?.admit() === false) return false
    for (const [key] of limits) take(key, 1)
    return true
  }
  return {
    enter: (candidates) => candidates.filter(enterOne),
    leave(task, fault) {
      for (const [key] of limitsOf(task)) take(key, -1)
      if (task.target === '') return
      if (fault) fail(task)
      else if (fault === false) breakers.delete(`${task.site} ${task.target}`)
      else breakerOf(task)?.left()
    },
    closedTargets: () => [...breakers].filter(([, breaker]) => breaker.isOpen()).map(([key]) => key),
  }
}
