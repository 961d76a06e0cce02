import { type Breaker, createBreaker } from './breaker.ts'
import { type Clock, systemClock } from './clock.ts'
import type { Handler, Lane } from './queue.ts'

/** A due task, with the fields that decide whether it may start. */
export type Candidate = { id: number; type: string; site: string; target: string }

type LaneOptions = {
  /** How many tasks of the lane a server runs at the same time. */
  places: number
  /** The longest run of a task, in milliseconds. */
  limit: number
  /** Whether its tasks mostly wait for other systems. One that waits long costs a server nothing but its socket. */
  isOutside?: boolean
}

const minute = 60_000

export const lanes: Record<Lane, LaneOptions> = {
  timers: { places: 4, limit: minute },
  work: { places: 4, limit: 10 * minute },
  alerts: { places: 8, limit: minute, isOutside: true },
  calls: { places: 8, limit: 2 * minute, isOutside: true },
  websites: { places: 4, limit: 2 * minute },
  models: { places: 4, limit: 10 * minute },
  // They wait for the model in a queue of their own.
  replies: { places: 100, limit: 25 * minute },
}

/** The maximum for one target of a site, such as the address of its webhooks. */
const maxOfTarget = 2
/**
 * A call that waits this long gives its place in the lane to others, and counts as slow. However many targets hang, the
 * others wait this long for a place at most. Milliseconds.
 */
const slowAfter = 250
/**
 * The maximum number of slow calls of a lane, in all and of one site. Further ones keep their places. In all, it is so
 * high that dozens of sites whose systems hang leave the places to others.
 */
const maxSlow = 512
const maxSlowOfSite = 16
/** After this many failures in a row, a target is closed for this time; then one call is let through. */
const breakerLimits = { failures: 5, restMs: 30_000 }
/** The maximum number of failing targets that a server remembers. */
const maxBreakers = 1_000

export type Places = {
  /** Reserves places for the tasks that may start. Sites with fewer running tasks come first. Release each with `leave`. */
  enter(candidates: Candidate[]): Candidate[]
  /** `fault` says whether the target failed; undefined if the task did not show it. */
  leave(task: Candidate, fault?: boolean): void
  /** The targets that are not called now, as `<site> <target>`. */
  closedTargets(): string[]
}

type Held = { keys: string[] /** Cancels that it becomes slow. */; keepPlace(): void }

/**
 * Limits how many tasks run at the same time on this server, per lane, site, type and target. A circuit breaker pauses
 * the tasks of failing targets. All of this is kept in the process, because the limits protect the process, and each
 * server learns within five calls that a target fails. Use `serialBy` for limits that must hold over all servers.
 * @param freed called when a slow call makes room for others
 */
export function createPlaces(
  clock: Pick<Clock, 'now'>,
  handlers: Record<string, Handler>,
  freed: () => void = () => {},
): Places {
  const taken = new Map<string, number>()
  const held = new Map<number, Held>()
  const breakers = new Map<string, Breaker>()
  const count = (key: string) => taken.get(key) ?? 0
  const take = (key: string, by: 1 | -1) => {
    const next = count(key) + by
    if (next > 0) taken.set(key, next)
    else taken.delete(key)
  }
  const handlerOf = ({ type }: Candidate) => handlers[type] as Handler
  const breakerOf = ({ site, target }: Candidate) => (target === '' ? undefined : breakers.get(`${site} ${target}`))
  const fail = ({ site, target }: Candidate) => {
    const key = `${site} ${target}`
    const breaker = breakers.get(key) ?? createBreaker(clock, breakerLimits)
    breaker.failed()
    breakers.set(key, breaker)
    if (breakers.size > maxBreakers) breakers.delete([...breakers.keys()][0] as string)
  }

  const enterOne = (task: Candidate): boolean => {
    const { kept, given } = limitsOf(handlerOf(task), task)
    if ([...kept, ...given].some(([key, max]) => count(key) >= max)) return false
    if (breakerOf(task)?.admit() === false) return false
    const keys = [...kept, ...given].map(([key]) => key)
    for (const key of keys) take(key, 1)
    const { isOutside } = lanes[handlerOf(task).lane]
    held.set(task.id, { keys, keepPlace: isOutside ? systemClock.after(slowAfter, () => slow(task)) : () => {} })
    return true
  }
  const slow = (task: Candidate) => {
    const own = held.get(task.id)
    const lane = handlerOf(task).lane
    const [all, ofSite] = [`slow ${lane}`, `slow ${lane} ${task.site}`]
    if (!own || count(all) >= maxSlow || count(ofSite) >= maxSlowOfSite) return
    const { kept, given } = limitsOf(handlerOf(task), task)
    for (const [key] of given) take(key, -1)
    for (const key of [all, ofSite]) take(key, 1)
    own.keys = [...kept.map(([key]) => key), all, ofSite]
    freed()
  }
  return {
    enter: (candidates) => inTurns(candidates, (task) => runningOf(handlerOf(task), task), count).filter(enterOne),
    leave(task, fault) {
      const own = held.get(task.id)
      held.delete(task.id)
      own?.keepPlace()
      for (const key of own?.keys ?? []) take(key, -1)
      if (task.target === '') return
      if (fault) fail(task)
      else if (fault === false) breakers.delete(`${task.site} ${task.target}`)
      else breakerOf(task)?.left()
    },
    closedTargets: () => [...breakers].filter(([, breaker]) => breaker.isOpen()).map(([key]) => key),
  }
}

/** The key under which the running tasks of a site in a lane are counted, slow ones included. */
const runningOf = ({ lane }: Handler, { site }: Candidate) => `running ${lane} ${site}`

/** The places that a task takes, with their limits: those that it keeps when it is slow, and those that it gives away. */
function limitsOf(handler: Handler, task: Candidate): { kept: [string, number][]; given: [string, number][] } {
  const { type, site, target } = task
  const { lane, concurrency } = handler
  const { places } = lanes[lane]
  const kept: [string, number][] = [[runningOf(handler, task), Number.POSITIVE_INFINITY]]
  if (concurrency !== undefined) kept.push([`type ${type}`, concurrency])
  if (target !== '') kept.push([`target ${site} ${target}`, maxOfTarget])
  const given: [string, number][] = [[`lane ${lane}`, places]]
  // Timers do not hang, so one site may have all of their places.
  if (lane !== 'timers') given.push([`site ${lane} ${site}`, places - 1])
  return { kept, given }
}

/** Fairly: the next task of the site that has the fewest. */
function inTurns(
  candidates: Candidate[],
  keyOf: (task: Candidate) => string,
  count: (key: string) => number,
): Candidate[] {
  const ahead = new Map<string, number>()
  const ranked = candidates.map((task) => {
    const key = keyOf(task)
    const rank = ahead.get(key) ?? count(key)
    ahead.set(key, rank + 1)
    return { task, rank }
  })
  return ranked.sort((one, other) => one.rank - other.rank).map(({ task }) => task)
}
