import type { Sql } from '../database/database.ts'
import type { Parts } from './context.ts'

export type QueueState = {
  /** Jobs in the queue, and those of them whose time has come. */
  waiting: number
  due: number
  /** How long the oldest due task has been due, in milliseconds; 0 where none is. */
  oldestMs: number
  /** Jobs that failed at least once and are tried again. */
  failing: number
  /** What the task that failed last ran into. */
  lastError: string | null
}

/** How the queue of background work stands, over all servers. */
export async function queueState(sql: Sql, now: number): Promise<QueueState> {
  const [state] = await sql<[QueueState]>`
    select count(*) as waiting,
      count(*) filter (where run_at <= ${now} and leased_until <= ${now}) as due,
      coalesce(${now} - min(run_at) filter (where run_at <= ${now} and leased_until <= ${now}), 0) as "oldestMs",
      count(*) filter (where last_error is not null) as failing,
      (array_agg(last_error order by run_at desc) filter (where last_error is not null))[1] as "lastError"
    from queue`
  return state
}

/** Where the event log ends, and how far this server's reader is behind it, in events. */
export async function logState({ database, events }: Pick<Parts, 'database' | 'events'>) {
  const [{ last, floor }] = await database.sql<[{ last: number; floor: number }]>`
    select greatest(coalesce((select max(seq) from events), 0), seq) as last, seq as floor from event_floor`
  const position = events.position()
  return { last, position, behind: Math.max(0, last - position), floor }
}

/** The size of the database on its disk, in bytes. */
export async function databaseSize(sql: Sql): Promise<number> {
  const [{ size }] = await sql<[{ size: number }]>`select pg_database_size(current_database()) as size`
  return size
}

/** The time as the database has it, in milliseconds since the epoch. */
export async function databaseTime(sql: Sql): Promise<number> {
  const [{ time }] = await sql<
    [{ time: number }]
  >`select (extract(epoch from clock_timestamp()) * 1000)::bigint as time`
  return time
}
