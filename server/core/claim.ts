import type { Sql } from '../database/database.ts'
import type { Candidate, Places } from './places.ts'
import type { Task } from './queue.ts'

/** How many due tasks of each type, site and target are listed at a time. */
const maxOfGroup = 8

/**
 * The due tasks that may run, oldest first: the first few of each type, site and target. The cost grows with the number
 * of these groups, not with the number of tasks.
 */
export const listDue = (sql: Sql, types: string[], now: number) =>
  sql<Candidate[]>`select * from due_tasks(${types}::text[], ${now}, ${maxOfGroup})`

/**
 * Claims those of these tasks that are still due; another server may have claimed or even finished some. A server that
 * counts as dead claims none. `skip locked` keeps servers from waiting for each other.
 */
export const claimTasks = (sql: Sql, ids: number[], { now, lease }: { now: number; lease: string }) => sql<Task[]>`
  with free as materialized (
    select id from queue where id = any(${ids}::bigint[]) and lease is null and not blocked and run_at <= ${now}
    for update skip locked)
  update queue set lease = ${lease} from free where queue.id = free.id and lease_holds(${lease})
  returning queue.id, type, site, data, name, target, failures, lease`

type Claiming = {
  types: string[]
  now: number
  lease: string
  places: Places
  skips(id: number): boolean
  /** Called when claiming failed, because it may be unknown whether tasks were claimed. */
  lose(error: unknown): void
}

/**
 * Claims the due tasks for which there is capacity, and reserves a place for each.
 * @param claiming.skips the tasks that this server is still running: their leases may have ended while it was suspended
 * @returns undefined if nothing may start; an empty list if other servers were faster
 */
export async function takeDue(sql: Sql, claiming: Claiming): Promise<Task[] | undefined> {
  const { types, now, lease, places, skips, lose } = claiming
  const due = await listDue(sql, types, now)
  const chosen = places.enter(due.filter(({ id }) => !skips(id)))
  if (chosen.length === 0) return undefined
  const left = new Map(chosen.map((one) => [one.id, one]))
  try {
    const taken = await claimTasks(sql, [...left.keys()], { now, lease })
    for (const { id } of taken) left.delete(id)
    return taken
  } catch (error) {
    lose(error)
    throw error
  } finally {
    for (const one of left.values()) places.leave(one)
  }
}

/**
 * How long a task waits after its server died while running it, by the number of such deaths in a row. The task itself
 * may have caused them. In milliseconds; the last value applies to all further ones.
 */
const waitAfterCrash = [0, 15_000, 15_000, 5 * 60_000]

/** Frees the tasks of dead servers. */
export const freeTasksOfDead = (sql: Sql, now: number) =>
  sql`select free_dead_tasks(${now}, ${waitAfterCrash}::bigint[])`
