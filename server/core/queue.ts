import { type ZodType, z } from 'zod'
import type { Sql } from '../database/database.ts'

/** A type of background task: its name in the queue, the schema of its data, and its ordering and limits. */
export type TaskType<Data = unknown> = TaskOrder<Data> & { type: string; data: ZodType<Data> }

export type TaskOrder<Data> = {
  /**
   * Tasks with the same type, site and key run one at a time over all servers, in the order in which their transactions
   * committed. A task waiting for a retry holds up those behind it; a task that is given up does not. The key of a
   * named task must not change.
   */
  serialBy?(data: Data): string
  /** The system that a task calls, such as a host. A target has few places, and gets no calls while it fails. */
  target?(data: Data): string
}

/**
 * Defines a type of task, next to the code that enqueues it. `siteTask` or `serverTask` defines its handler elsewhere.
 */
export const defineTask = <Data>(type: string, data: ZodType<Data>, order: TaskOrder<Data> = {}): TaskType<Data> => ({
  ...order,
  type,
  data,
})

/** For tasks without data. */
export const nothing = z.object({})

export type When = {
  /** Milliseconds since the epoch; default: now. */
  at?: number
  /** There is at most one waiting task of a type, site and name. */
  name?: string
  /** A task of this name that waits after a failure runs at that time, with all of its retries. */
  hurry?: boolean
}

export type NewTask = When & { type: string; site: string; data: unknown; at: number; key?: string; target?: string }

export type Task = {
  id: number
  type: string
  site: string
  /** As stored in the queue; validated by the type of task. */
  data: Record<string, unknown>
  name: string | null
  /** Empty if there is none. */
  target: string
  /** How many runs in a row failed before this one. A run that a stopping or dying server broke off is no failure. */
  failures: number
  /** The lease under which it runs; see `lease.ts`. */
  lease: string
}

/** A task taken from the queue. Its holder may finish it until the queue gives it to another server. */
export type Claim = Pick<Task, 'id' | 'lease'>

/** Thrown by a run that could not do its work yet. The task runs again at this time, as if it had not run. */
export class NotYet extends Error {
  override readonly name = 'NotYet'
  readonly at: number

  constructor(at: number, cause: unknown) {
    super('The work waits for its turn.', { cause })
    this.at = at
  }
}

/** A run ends the task, or has it run again: now, or at this time in milliseconds since the epoch. */
// biome-ignore lint/suspicious/noConfusingVoidType: most runs return nothing.
export type RunResult = void | 'again' | { at: number }

export type Handler = {
  /**
   * Does the work, at least once. Throwing counts as a failure, unless the server stops. `signal` aborts then, and at
   * the time limit.
   */
  run(task: Task, signal: AbortSignal): Promise<RunResult>
  /** Milliseconds to wait after each failure, or a function that decides. After the last, the task is given up. */
  retry: number[] | ((error: unknown, failures: number) => number | undefined)
  /** What the task waits for. */
  lane: Lane
  /** The longest run in milliseconds; default: that of its lane. */
  limit?: number
  /** The maximum number of this type that run at once on a server. */
  concurrency?: number
  /** Whether an error is the fault of the task's target. Default: every error is. */
  isTargetFault?(error: unknown): boolean
  /** Repeats the task with this pause in milliseconds, on one server at a time. */
  every?: number
  /** Ends a task that is given up, by `finishTask` in the transaction of what it stores. */
  gaveUp?(task: Task, error: unknown): Promise<unknown>
}

/**
 * What a task waits for. Each lane has its own places, so tasks never wait for those of another lane: `timers` for
 * short work in the database, `work` for long work on this server, `alerts` for notifying the team, `calls` for other
 * systems, `websites` for reading websites, `models` for other work of a model, `replies` for replies that visitors wait
 * for.
 */
export type Lane = 'timers' | 'work' | 'alerts' | 'calls' | 'websites' | 'models' | 'replies'

export type Queue = {
  /** Enqueues a task outside a transaction. */
  add<Data>(task: TaskType<Data>, site: string, data: Data, when?: When): Promise<void>
  /** Wakes the workers of all servers. Call it after the commit that added a task. */
  wake(): void
  start(handlers: Record<string, Handler>): Promise<void>
  /** The failing targets that this server does not call now, as `<site> <target>`. */
  closedTargets(): string[]
  /** Takes no new tasks and waits for the running ones. */
  close(): Promise<void>
}

/** A task to enqueue. */
export const newTask = <Data>(
  { type, serialBy, target }: TaskType<Data>,
  site: string,
  data: Data,
  when: When & { at: number },
): NewTask => ({
  ...when,
  ...{ type, site, data },
  ...(serialBy && { key: serialBy(data) }),
  ...(target && { target: target(data) }),
})

/** The columns of a new task; the database computes some of them. */
function valuesOf(sql: Sql, { type, site, data, name, at, key, target = '' }: NewTask) {
  const isSerial = key !== undefined
  const id = isSerial ? sql`next_task_id(${type}, ${site}, ${key})` : sql`nextval('queue_id_seq')`
  const isBlocked = isSerial ? sql`key_is_busy(${type}, ${site}, ${key})` : sql`false`
  return sql`${id}, ${type}, ${site}, ${sql.json(data as never)}, ${name ?? null}, ${at}::bigint, ${key ?? null}, ${target},
    ${isBlocked}`
}

/**
 * Enqueues a task in the transaction of `sql`. If a task of the same name is waiting, it is kept with the earlier time
 * and the new data; one that waits after a failure keeps its time, too. If it is running, it runs once more, as the new
 * data came too late.
 */
export const enqueue = (sql: Sql, task: NewTask) => sql`
  insert into queue (id, type, site, data, name, run_at, key, target, blocked) overriding system value
  values (${valuesOf(sql, task)})
  on conflict (type, site, name) where name is not null do update set
    run_at = case
      when queue.lease is not null and not queue.rerun then excluded.run_at
      when queue.lease is null and queue.failures + queue.crashes > 0 and not ${task.hurry ?? false} then queue.run_at
      else least(queue.run_at, excluded.run_at) end,
    failures = case when ${task.hurry ?? false} then 0 else queue.failures end,
    rerun = queue.lease is not null,
    data = excluded.data`

/**
 * Enqueues a task, in the transaction of `sql`, that this server itself runs after the commit. The queue gives it to
 * another server only if this one dies. End it with `finishTask` in the transaction that stores its result, or hand it
 * to the queue with `releaseTask`.
 * @param lease a new lease of this server's heartbeat
 * @returns undefined if a task of the same name is already running
 */
export async function enqueueClaimed(sql: Sql, task: NewTask, lease: string): Promise<Claim | undefined> {
  const [claim] = await sql<Claim[]>`
    insert into queue (id, type, site, data, name, run_at, key, target, blocked, lease) overriding system value
    values (${valuesOf(sql, task)}, ${lease})
    on conflict (type, site, name) where name is not null do update set
      data = excluded.data, run_at = excluded.run_at, lease = excluded.lease, rerun = false
    where not lease_holds(queue.lease)
    returning id, lease`
  return claim
}

/** What became of a task at the end of a run. `lost`: the queue has given it to another server. */
export type TaskEnd = 'over' | 'again' | 'lost'

/**
 * Removes a finished task from the queue, in the transaction of `sql`, unless it was enqueued again while it ran. If it
 * is lost, the result of this run must not be stored.
 */
export async function finishTask(sql: Sql, { id, lease }: Claim): Promise<TaskEnd> {
  const { count } = await sql`delete from queue where id = ${id} and lease = ${lease} and not rerun`
  if (count > 0) return 'over'
  const again = await sql`
    update queue set lease = null, rerun = false, failures = 0, crashes = 0 where id = ${id} and lease = ${lease}`
  return again.count > 0 ? 'again' : 'lost'
}

/**
 * Stores, in the transaction of `sql`, what a running task has left to do. Returns false if it is lost: then nothing of
 * this run must be stored.
 */
export async function continueTask(sql: Sql, { id, lease }: Claim, data: unknown): Promise<boolean> {
  const { count } = await sql`update queue set data = ${sql.json(data as never)} where id = ${id} and lease = ${lease}`
  return count > 0
}

type Behind = { task: Pick<TaskType, 'type'>; site: string; key: string; id: number; limit: number }

/** The first of the tasks that wait behind a running one under its key. None of them can run before it ends. */
export const tasksBehind = (sql: Sql, { task, site, key, id, limit }: Behind) => sql<{ id: number; data: unknown }[]>`
  select id, data from queue where type = ${task.type} and site = ${site} and key = ${key} and id > ${id} and blocked
  order by id limit ${limit}`

/** Removes tasks behind a running one that did their work too, in the transaction that stores how far it came. */
export const dropBehind = (sql: Sql, ids: number[]) => sql`
  delete from queue where id = any(${ids}::bigint[]) and blocked`

/**
 * Returns a task to the queue, to run on any server: as it was if its server stops, or at this time after a failure that
 * says nothing about the task.
 */
export const releaseTask = (sql: Sql, { id, lease }: Claim, at: number | null = null) => sql`
  update queue set lease = null, rerun = false, run_at = coalesce(${at}::bigint, run_at)
  where id = ${id} and lease = ${lease}`

/** Has a task that ended well run again at this time, or earlier if it was enqueued for earlier while it ran. */
export const rescheduleTask = (sql: Sql, { id, lease }: Claim, at: number) => sql`
  update queue set lease = null, rerun = false, failures = 0, crashes = 0, last_error = null,
    run_at = case when rerun then least(run_at, ${at}) else ${at} end
  where id = ${id} and lease = ${lease}`

/** Has a failed task run again at this time, unless it was hurried while it ran. */
export const retryTask = (sql: Sql, { id, lease, failures }: Task, at: number, error: unknown) => sql`
  update queue set lease = null, rerun = false, crashes = 0, last_error = ${String(error).slice(0, 500)},
    run_at = case when failures < ${failures} then run_at else ${at} end,
    failures = case when failures < ${failures} then 0 else failures + 1 end
  where id = ${id} and lease = ${lease}`

/**
 * Makes all tasks of these types due now, in the transaction of `sql`. For tasks that check their own schedule and
 * reschedule themselves if they run too early. A running task runs once more.
 */
export const runNow = (sql: Sql, { types, site, at }: { types: string[]; site: string; at: number }) => sql`
  update queue set run_at = least(run_at, ${at}), rerun = lease is not null
  where site = ${site} and type = any(${types}::text[])`

/**
 * Makes a task that waits for a retry due now, in the transaction of `sql`, because its target was repaired. It keeps its
 * retries. Those behind it follow.
 */
export const hurryKey = (
  sql: Sql,
  { task, site, key, at }: { task: Pick<TaskType, 'type'>; site: string; key: string; at: number },
) =>
  sql`
    update queue set run_at = least(run_at, ${at})
    where type = ${task.type} and site = ${site} and key = ${key} and lease is null and not blocked`

/**
 * Removes the first due task of this name from the queue, in the transaction of `sql`, for a caller that does the work
 * itself.
 */
export const takeNamed = (
  sql: Sql,
  { types, site, name, at }: { types: string[]; site: string; name: string; at: number },
) =>
  sql<(Task & { at: number })[]>`
    delete from queue where id = (
      select id from queue
      where site = ${site} and name = ${name} and type = any(${types}::text[]) and run_at <= ${at}
      order by run_at, id limit 1)
    returning id, type, site, data, name, target, failures, '' as lease, run_at as at`

/** The name of the single task of a repeating type. */
export const repeated = 'every'

/** Enqueues a repeating task to start at this time, unless it is already enqueued. */
export const schedule = (sql: Sql, type: string, at: number) => sql`
  insert into queue (type, site, data, name, run_at) values (${type}, '', '{}', ${repeated}, ${at})
  on conflict (type, site, name) where name is not null do nothing`
