import { type ZodType, z } from 'zod'
import type { Database, Sql } from '../database/database.ts'
import type { Clock } from './clock.ts'
import type { Log } from './log.ts'
import { createWatcher } from './watcher.ts'

/** Work in the background: its name in the queue, and the shape of what is kept for each time that it is asked for. */
export type TaskType<Data = unknown> = { type: string; data: ZodType<Data> }

/** Declares a type of task, beside what puts it in the queue. `siteTask` or `serverTask` says elsewhere how it is done. */
export const defineTask = <Data>(type: string, data: ZodType<Data>): TaskType<Data> => ({ type, data })

/** For a task of which nothing has to be kept. */
export const nothing = z.object({})

export type When = {
  /** Milliseconds since the epoch; left out: now. */
  at?: number
  /** There is at most one waiting task of a type, site and name. */
  name?: string
  /** Whether it is the running task of that name that plans itself anew: what others planned meanwhile stands. */
  again?: boolean
}

export type NewTask = When & { type: string; site: string; data: unknown; at: number }

export type Task = {
  id: number
  type: string
  site: string
  /** As the queue holds it; the type of task says what it has to be. */
  data: Record<string, unknown>
  name: string | null
  /** How often it was begun, this time included. */
  attempts: number
}

export type Handler = {
  /** Does the work, at least once. What it throws is a failed try. */
  run(task: Task): Promise<void>
  /** Milliseconds to wait after each failed try, or what decides it. Where there is none, the task is dropped and logged. */
  retry: number[] | ((error: unknown, attempt: number) => number | undefined)
  /** Left out: `timers`. */
  lane?: Lane
  /** Done over and over, so many milliseconds after the last time, by one server for all. */
  every?: number
}

/**
 * What a task waits for. Each lane has places of its own, so that no task waits for one of another lane:
 * `timers` for the database alone, and not for long; `work` for what takes long here; `calls` for somebody else's server;
 * `models` for a model that writes.
 */
export const lanes = ['timers', 'work', 'calls', 'models'] as const
export type Lane = (typeof lanes)[number]

/**
 * Puts a task in the queue, in the transaction of `sql`. A waiting task of the same name stays, with the earlier time and
 * the new data. One that is running is run once more after that, as the new data came too late for it.
 */
export const enqueue = (sql: Sql, task: NewTask) => sql`
  insert into queue (type, site, data, name, run_at)
  values (${task.type}, ${task.site}, ${sql.json(task.data as never)}, ${task.name ?? null}, ${task.at})
  on conflict (type, site, name) where name is not null do update set
    run_at = case when queue.leased_until > 0 and queue.attempts > 0 then excluded.run_at
      else least(queue.run_at, excluded.run_at) end,
    attempts = case when queue.leased_until > 0 then 0 else queue.attempts end,
    data = excluded.data
  where not ${task.again ?? false} or queue.leased_until = 0 or queue.attempts > 0`

/**
 * Has all tasks of these types run once now, in the transaction of `sql`: for those that look at what they are planned by, and
 * plan themselves anew where they were run too early. One that is running is run once more.
 */
export const hasten = (sql: Sql, { types, site, at }: { types: string[]; site: string; at: number }) => sql`
  update queue set run_at = least(run_at, ${at}), attempts = case when leased_until > 0 then 0 else attempts end
  where site = ${site} and type = any(${types}::text[])`

/** Takes the first due task of this name out of the queue, in the transaction of `sql`, for whoever does it there and then. */
export const takeNamed = (
  sql: Sql,
  { types, site, name, at }: { types: string[]; site: string; name: string; at: number },
) =>
  sql<(Task & { at: number })[]>`
    delete from queue where id = (
      select id from queue
      where site = ${site} and name = ${name} and type = any(${types}::text[]) and run_at <= ${at}
      order by run_at, id limit 1)
    returning id, type, site, data, name, attempts, run_at as at`

/**
 * Frees the tasks that a server had begun when it was killed, where no other server can have them. One that was begun twice
 * waits until its lease runs out: it may be what ended the server.
 */
export const releaseTasks = (sql: Sql) => sql`
  update queue set leased_until = 0 where leased_until > 0 and attempts < 2`

export type Queue = {
  /** Puts a task in the queue, outside of a transaction. */
  add<Data>(task: TaskType<Data>, site: string, data: Data, when?: When): Promise<void>
  /** Says that this server added a task. */
  poke(): void
  start(handlers: Record<string, Handler>): Promise<void>
  /** Takes no new task and waits for the running ones. */
  close(): Promise<void>
}

/** Tasks of one lane that a server runs at the same time. */
const places = 4
/** Of these, as many for one site: one whose target hangs leaves a place for the others. Timers do not hang. */
const placesOfSite = places - 1

/**
 * Milliseconds until another server takes over a task whose server was killed or lost the database. A living server renews.
 * A task that was begun often may be what ends its servers, so it waits longer.
 */
const leaseLength = 15_000
const suspectLease = 5 * 60_000
const suspectAttempts = 4
const renewEvery = 5_000
const retryFinish = 1_000

type Running = { lane: Lane; handlers: Record<string, Handler>; tasks: Map<Task, Promise<void>> }

/** Takes due tasks from the queue; over several servers each task is run by one. Delivery is at least once. */
export function createQueue(parts: { database: Database; clock: Clock; log: Log }): Queue {
  const { database, clock, log } = parts
  let running: Running[] = []
  let closed = false
  let renewedAt = 0

  const fill = async (one: Running) => {
    for (let full = true; full && !closed; ) {
      const { count, without } = roomOf(one)
      const tasks = count > 0 ? await takeDue(database.sql, one, { now: clock.now(), count, without }) : []
      for (const task of tasks) begin(one, task)
      full = tasks.length > 0 && tasks.length === count
    }
  }
  const renewLeases = async () => {
    const now = clock.now()
    const tasks = running.flatMap((one) => [...one.tasks.keys()])
    if (tasks.length === 0 || Math.abs(now - renewedAt) < renewEvery) return
    await renew(database.sql, tasks, now + leaseLength)
    renewedAt = now
  }
  const look = async () => {
    await renewLeases()
    for (const one of running) await fill(one)
  }
  const watcher = createWatcher({ ...parts, channel: 'frontdesk_queue', what: 'the queue', look })

  const begin = ({ handlers, tasks }: Running, task: Task) => {
    const work = runTask(database.sql, handlers[task.type] as Handler, task, clock, log)
      .then((finish) => untilStored(finish, () => closed, clock, log))
      .finally(() => {
        tasks.delete(task)
        watcher.wake()
      })
    tasks.set(task, work)
  }

  return {
    async add({ type }, site, data, { at = clock.now(), ...when } = {}) {
      await enqueue(database.sql, { type, site, data, at, ...when })
      if (at <= clock.now()) watcher.poke()
    },
    poke: watcher.poke,
    async start(given) {
      running = lanesOf(given)
      for (const [type, { every }] of Object.entries(given)) {
        if (every !== undefined) await schedule(database.sql, type, clock.now())
      }
      await watcher.start()
    },
    async close() {
      closed = true
      // The watcher renews the leases of what still runs.
      await Promise.all(running.flatMap(({ tasks }) => [...tasks.values()]))
      await watcher.close()
    },
  }
}

/** The handlers by lane; a lane that nothing would use is left out. */
const lanesOf = (given: Record<string, Handler>): Running[] =>
  lanes
    .map((lane) => ({
      lane,
      handlers: Object.fromEntries(Object.entries(given).filter(([, handler]) => (handler.lane ?? 'timers') === lane)),
      tasks: new Map(),
    }))
    .filter(({ handlers }) => Object.keys(handlers).length > 0)

/** How many tasks may begin, and the sites of which none may. However they fall on the others, none gets too many. */
function roomOf({ lane, tasks }: Running): { count: number; without: string[] } {
  const free = places - tasks.size
  if (lane === 'timers') return { count: free, without: [] }
  const bySite = new Map<string, number>()
  for (const { site } of tasks.keys()) bySite.set(site, (bySite.get(site) ?? 0) + 1)
  const without = [...bySite].filter(([, count]) => count >= placesOfSite).map(([site]) => site)
  const most = Math.max(0, ...[...bySite.values()].filter((count) => count < placesOfSite))
  return { count: Math.min(free, placesOfSite - most), without }
}

/**
 * Takes the oldest due tasks that this program knows, each under a lease; `skip locked` keeps servers out of each other's way.
 * A server never takes what it still runs itself: after a suspension its own leases are over.
 */
const takeDue = (
  sql: Sql,
  { handlers, tasks }: Running,
  { now, count, without }: { now: number; count: number; without: string[] },
) => {
  const types = Object.keys(handlers)
  const own = [...tasks.keys()].map(({ id }) => id)
  // Chosen in one step of its own: as part of a join it could be chosen anew for each row, and be more than `count`.
  return sql<Task[]>`
    with due as materialized (
      select id from queue
      where run_at <= ${now} and leased_until <= ${now} and type = any(${types}::text[]) and id <> all(${own}::bigint[])
        and site <> all(${without}::text[])
      order by run_at, id limit ${count} for update skip locked)
    update queue set attempts = attempts + 1,
      leased_until = ${now} + case when attempts < ${suspectAttempts} then ${leaseLength}::bigint else ${suspectLease} end
    from due where queue.id = due.id
    returning queue.id, queue.type, site, data, name, attempts`
}

/** The name of the one task of a type that is done over and over. */
const repeated = 'every'

/** Has a task that is done over and over begun now, unless a time is planned for it already. */
const schedule = (sql: Sql, type: string, at: number) => sql`
  insert into queue (type, site, data, name, run_at) values (${type}, '', '{}', ${repeated}, ${at})
  on conflict (type, site, name) where name is not null do nothing`

/** Keeps running tasks from being taken over. */
const renew = (sql: Sql, tasks: Task[], until: number) => sql`
  update queue set leased_until = greatest(leased_until, ${until}::bigint)
  from unnest(${tasks.map(({ id }) => id)}::bigint[], ${tasks.map(({ attempts }) => attempts)}::int[]) as own (id, attempts)
  where queue.id = own.id and queue.attempts in (own.attempts, 0) and leased_until > 0`

/** Tries to store a result until it is stored. After the close, the task's lease runs out. */
async function untilStored(finish: () => Promise<void>, isClosed: () => boolean, clock: Clock, log: Log) {
  for (;;) {
    try {
      return await finish()
    } catch (err) {
      log.warn({ err }, 'the result of a task could not be stored; trying again')
      if (isClosed()) return
      await new Promise<void>((resolve) => void clock.after(retryFinish, resolve))
    }
  }
}

/** Runs the task and gives what stores its result. */
async function runTask(sql: Sql, handler: Handler, task: Task, clock: Clock, log: Log): Promise<() => Promise<void>> {
  const { every } = handler
  try {
    await handler.run(task)
  } catch (err) {
    const delay = delayAfter(handler, err, task.attempts)
    log.warn({ err, task: task.type, attempts: task.attempts, again: delay !== undefined }, 'a task failed')
    const at = clock.now() + (delay ?? 0)
    if (delay !== undefined) return () => putBack(sql, task, { at, attempts: task.attempts, error: err })
  }
  if (every === undefined || task.name !== repeated) return () => remove(sql, task)
  const at = clock.now() + every
  return () => putBack(sql, task, { at, attempts: 0, error: null })
}

const delayAfter = ({ retry }: Handler, error: unknown, attempt: number): number | undefined =>
  typeof retry === 'function' ? retry(error, attempt) : retry[attempt - 1]

/** Takes the task out of the queue, if it is still this worker's. */
async function remove(sql: Sql, { id, attempts }: Task): Promise<void> {
  const { count } = await sql`delete from queue where id = ${id} and attempts = ${attempts}`
  if (count === 0) await free(sql, id)
}

type Next = { at: number; attempts: number; error: unknown }

async function putBack(sql: Sql, { id, attempts }: Task, next: Next): Promise<void> {
  const error = next.error === null ? null : String(next.error).slice(0, 500)
  const { count } = await sql`
    update queue set run_at = ${next.at}, leased_until = 0, attempts = ${next.attempts}, last_error = ${error}
    where id = ${id} and attempts = ${attempts}`
  if (count === 0) await free(sql, id)
}

/** A task that was asked for again while it ran waited for this run to end. */
const free = (sql: Sql, id: number) => sql`update queue set leased_until = 0 where id = ${id} and attempts = 0`
