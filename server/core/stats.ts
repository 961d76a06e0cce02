import type { Sql } from '../database/database.ts'
import type { Services } from './context.ts'

export type QueueState = {
  /** The number of tasks in the queue, and how many of them are due. */
  waiting: number
  due: number
  /** How long the oldest due task has been due, in milliseconds; 0 if none is. */
  oldestMs: number
  /** Tasks that failed at least once and will be retried. */
  failing: number
  /** The error of the task that failed last. */
  lastError: string | null
}

/** The state of the queue of background work, over all servers. */
export async function queueState(sql: Sql, now: number): Promise<QueueState> {
  const [state] = await sql<[QueueState]>`
    select count(*) as waiting,
      count(*) filter (where run_at <= ${now} and not blocked and not lease_holds(lease)) as due,
      coalesce(${now} - min(run_at) filter (where run_at <= ${now} and not blocked and not lease_holds(lease)), 0) as "oldestMs",
      count(*) filter (where last_error is not null) as failing,
      (array_agg(last_error order by run_at desc) filter (where last_error is not null))[1] as "lastError"
    from queue`
  return state
}

/** The end of the event log, and how many events this server's reader is behind it. */
export async function logState({ database, events }: Pick<Services, 'database' | 'events'>) {
  const [{ last, floor }] = await database.sql<[{ last: number; floor: number }]>`
    select greatest(coalesce((select max(seq) from events), 0), seq) as last, seq as floor from event_floor`
  const position = events.position()
  return { last, position, behind: Math.max(0, last - position), floor }
}

/** The size of the database on disk, in bytes. */
export async function databaseSize(sql: Sql): Promise<number> {
  const [{ size }] = await sql<[{ size: number }]>`select pg_database_size(current_database()) as size`
  return size
}

/** The time of the database, in milliseconds since the epoch. */
export async function databaseTime(sql: Sql): Promise<number> {
  const [{ time }] = await sql<
    [{ time: number }]
  >`select (extract(epoch from clock_timestamp()) * 1000)::bigint as time`
  return time
}
