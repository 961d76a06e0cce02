import type { Clock } from './clock.ts'
import type { Log } from './log.ts'
import type { Database, Sql } from './sql.ts'
import { createWatcher } from './watcher.ts'

export type NewJob = {
  type: string
  site: string
  data: Record<string, unknown>
  at: number
  name?: string
  /** Whether it is the running job of that name that plans itself anew: what others planned meanwhile stands. */
  again?: boolean
}

export type Job = {
  id: number
  type: string
  site: string
  data: Record<string, unknown>
  /** How often it was begun, this time included. */
  attempts: number
}

export type JobHandler = {
  /** Does the work. What it throws is a failed try. */
  run(job: Job): Promise<void>
  /** Milliseconds to wait after each failed try; after the last the job is dropped and logged. */
  retry: number[]
  /** Left out: `timers`. */
  lane?: Lane
}

/**
 * What a job waits for. Each lane has places of its own, so that no job waits for one of another lane:
 * `timers` for the database alone, and not for long; `work` for what takes long here; `calls` for somebody else's server;
 * `models` for a model that writes.
 */
export const lanes = ['timers', 'work', 'calls', 'models'] as const
export type Lane = (typeof lanes)[number]

/**
 * Puts a job in the queue, in the transaction of `sql`. A waiting job of the same name stays, with the earlier time and
 * the new data. One that is running is run once more after that, as the new data came too late for it.
 */
export const enqueue = (sql: Sql, job: NewJob) => sql`
  insert into queue (type, site, data, name, run_at)
  values (${job.type}, ${job.site}, ${sql.json(job.data as never)}, ${job.name ?? null}, ${job.at})
  on conflict (type, site, name) where name is not null do update set
    run_at = case when queue.leased_until > 0 and queue.attempts > 0 then excluded.run_at
      else least(queue.run_at, excluded.run_at) end,
    attempts = case when queue.leased_until > 0 then 0 else queue.attempts end,
    data = excluded.data
  where not ${job.again ?? false} or queue.leased_until = 0 or queue.attempts > 0`

/**
 * Has all jobs of these types run once now, in the transaction of `sql`: for those that look at what they are planned by, and
 * plan themselves anew where they were run too early. One that is running is run once more.
 */
export const hasten = (sql: Sql, { types, site, at }: { types: string[]; site: string; at: number }) => sql`
  update queue set run_at = least(run_at, ${at}), attempts = case when leased_until > 0 then 0 else attempts end
  where site = ${site} and type = any(${types}::text[])`

/** Takes the first due job of this name out of the queue, in the transaction of `sql`, for whoever does it there and then. */
export const takeNamed = (
  sql: Sql,
  { types, site, name, at }: { types: string[]; site: string; name: string; at: number },
) =>
  sql<(Job & { at: number })[]>`
    delete from queue where id = (
      select id from queue
      where site = ${site} and name = ${name} and type = any(${types}::text[]) and run_at <= ${at}
      order by run_at, id limit 1)
    returning id, type, site, data, attempts, run_at as at`

/**
 * Frees the jobs that a server had begun when it was killed, where no other server can have them. One that was begun twice
 * waits until its lease runs out: it may be what ended the server.
 */
export const releaseJobs = (sql: Sql) => sql`
  update queue set leased_until = 0 where leased_until > 0 and attempts < 2`

export type Queue = {
  /** Says that this server added a job. */
  poke(): void
  start(handlers: Record<string, JobHandler>): Promise<void>
  /** Takes no new job and waits for the running ones. */
  close(): Promise<void>
}

/** Jobs of one lane that a server runs at the same time. */
const places = 4
/** Of these, as many for one site: one whose target hangs leaves a place for the others. Timers do not hang. */
const placesOfSite = places - 1

/**
 * Milliseconds until another server takes over a job whose server was killed or lost the database. A living server renews.
 * A job that was begun often may be what ends its servers, so it waits longer.
 */
const leaseLength = 15_000
const suspectLease = 5 * 60_000
const suspectAttempts = 4
const renewEvery = 5_000
const retryFinish = 1_000

type Running = { lane: Lane; handlers: Record<string, JobHandler>; jobs: Map<Job, Promise<void>> }

/** Takes due jobs from the queue; over several servers each job is run by one. Delivery is at least once. */
export function createQueue(parts: { database: Database; clock: Clock; log: Log }): Queue {
  const { database, clock, log } = parts
  let running: Running[] = []
  let closed = false
  let renewedAt = 0

  const fill = async (one: Running) => {
    for (let full = true; full && !closed; ) {
      const { count, without } = roomOf(one)
      const jobs = count > 0 ? await takeDue(database.sql, one, { now: clock.now(), count, without }) : []
      for (const job of jobs) begin(one, job)
      full = jobs.length > 0 && jobs.length === count
    }
  }
  const renewLeases = async () => {
    const now = clock.now()
    const jobs = running.flatMap((one) => [...one.jobs.keys()])
    if (jobs.length === 0 || Math.abs(now - renewedAt) < renewEvery) return
    await renew(database.sql, jobs, now + leaseLength)
    renewedAt = now
  }
  const look = async () => {
    await renewLeases()
    for (const one of running) await fill(one)
  }
  const watcher = createWatcher({ ...parts, channel: 'frontdesk_queue', what: 'the queue', look })

  const begin = ({ handlers, jobs }: Running, job: Job) => {
    const work = runJob(database.sql, handlers[job.type] as JobHandler, job, clock, log)
      .then((finish) => untilStored(finish, () => closed, clock, log))
      .finally(() => {
        jobs.delete(job)
        watcher.wake()
      })
    jobs.set(job, work)
  }

  return {
    poke: watcher.poke,
    async start(given) {
      running = lanesOf(given)
      await watcher.start()
    },
    async close() {
      closed = true
      // The watcher renews the leases of what still runs.
      await Promise.all(running.flatMap(({ jobs }) => [...jobs.values()]))
      await watcher.close()
    },
  }
}

/** The handlers by lane; a lane that nothing would use is left out. */
const lanesOf = (given: Record<string, JobHandler>): Running[] =>
  lanes
    .map((lane) => ({
      lane,
      handlers: Object.fromEntries(Object.entries(given).filter(([, handler]) => (handler.lane ?? 'timers') === lane)),
      jobs: new Map(),
    }))
    .filter(({ handlers }) => Object.keys(handlers).length > 0)

/** How many jobs may begin, and the sites of which none may. However they fall on the others, none gets too many. */
function roomOf({ lane, jobs }: Running): { count: number; without: string[] } {
  const free = places - jobs.size
  if (lane === 'timers') return { count: free, without: [] }
  const bySite = new Map<string, number>()
  for (const { site } of jobs.keys()) bySite.set(site, (bySite.get(site) ?? 0) + 1)
  const without = [...bySite].filter(([, count]) => count >= placesOfSite).map(([site]) => site)
  const most = Math.max(0, ...[...bySite.values()].filter((count) => count < placesOfSite))
  return { count: Math.min(free, placesOfSite - most), without }
}

/**
 * Takes the oldest due jobs that this program knows, each under a lease; `skip locked` keeps servers out of each other's way.
 * A server never takes what it still runs itself: after a suspension its own leases are over.
 */
const takeDue = (
  sql: Sql,
  { handlers, jobs }: Running,
  { now, count, without }: { now: number; count: number; without: string[] },
) => {
  const types = Object.keys(handlers)
  const own = [...jobs.keys()].map(({ id }) => id)
  // Chosen in one step of its own: as part of a join it could be chosen anew for each row, and be more than `count`.
  return sql<Job[]>`
    with due as materialized (
      select id from queue
      where run_at <= ${now} and leased_until <= ${now} and type = any(${types}::text[]) and id <> all(${own}::bigint[])
        and site <> all(${without}::text[])
      order by run_at, id limit ${count} for update skip locked)
    update queue set attempts = attempts + 1,
      leased_until = ${now} + case when attempts < ${suspectAttempts} then ${leaseLength}::bigint else ${suspectLease} end
    from due where queue.id = due.id
    returning queue.id, queue.type, site, data, attempts`
}

/** Keeps running jobs from being taken over. */
const renew = (sql: Sql, jobs: Job[], until: number) => sql`
  update queue set leased_until = greatest(leased_until, ${until}::bigint)
  from unnest(${jobs.map(({ id }) => id)}::bigint[], ${jobs.map(({ attempts }) => attempts)}::int[]) as own (id, attempts)
  where queue.id = own.id and queue.attempts in (own.attempts, 0) and leased_until > 0`

/** Tries to store a result until it is stored. After the close, the job's lease runs out. */
async function untilStored(finish: () => Promise<void>, isClosed: () => boolean, clock: Clock, log: Log) {
  for (;;) {
    try {
      return await finish()
    } catch (err) {
      log.warn({ err }, 'the result of a job could not be stored; trying again')
      if (isClosed()) return
      await new Promise<void>((resolve) => void clock.after(retryFinish, resolve))
    }
  }
}

/** Runs the job and gives what stores its result. */
async function runJob(sql: Sql, handler: JobHandler, job: Job, clock: Clock, log: Log): Promise<() => Promise<void>> {
  try {
    await handler.run(job)
  } catch (err) {
    const delay = handler.retry[job.attempts - 1]
    log.warn({ err, job: job.type, attempts: job.attempts, again: delay !== undefined }, 'a job failed')
    const at = clock.now() + (delay ?? 0)
    if (delay !== undefined) return () => putBack(sql, job, at, err)
  }
  return () => remove(sql, job)
}

/** Takes the job out of the queue, if it is still this worker's. */
async function remove(sql: Sql, { id, attempts }: Job): Promise<void> {
  const { count } = await sql`delete from queue where id = ${id} and attempts = ${attempts}`
  if (count === 0) await free(sql, id)
}

async function putBack(sql: Sql, { id, attempts }: Job, at: number, err: unknown): Promise<void> {
  const { count } = await sql`
    update queue set run_at = ${at}, leased_until = 0, last_error = ${String(err).slice(0, 500)}
    where id = ${id} and attempts = ${attempts}`
  if (count === 0) await free(sql, id)
}

/** A job that was asked for again while it ran waited for this run to end. */
const free = (sql: Sql, id: number) => sql`update queue set leased_until = 0 where id = ${id} and attempts = 0`
