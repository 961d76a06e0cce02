import type { Database, Sql } from '../database/database.ts'
import { freeTasksOfDead, takeDue } from './claim.ts'
import { type Clock, systemClock } from './clock.ts'
import type { Heartbeat } from './lease.ts'
import type { Log } from './log.ts'
import { createPlaces, lanes, type Places } from './places.ts'
import {
  enqueue,
  finishTask,
  type Handler,
  NotYet,
  newTask,
  type Queue,
  releaseTask,
  repeated,
  rescheduleTask,
  retryTask,
  schedule,
  type Task,
} from './queue.ts'
import { createWatcher } from './watcher.ts'

export type QueueServices = {
  database: Database
  clock: Clock
  log: Log
  heartbeat: Pick<Heartbeat, 'newLease' | 'lose'>
  /** Aborted when the server stops: no task starts any more, and running ones end soon. */
  stopping: AbortSignal
}

type Options = Pick<QueueServices, 'clock' | 'log' | 'stopping'>

const retryStore = 1_000
/** How often in a row another server may claim the tasks first before this one waits for the next check. */
const maxLost = 3
/** How long a run may take to end after its signal was aborted. Then its place is given to others. Milliseconds. */
const maxEnd = 10_000

/** Runs due tasks from the queue. Each task is run by one server at a time; delivery is at least once. */
export function createQueue(services: QueueServices): Queue {
  const { database, clock, heartbeat, stopping } = services
  const running = new Map<number, Promise<void>>()
  let handlers: Record<string, Handler> = {}
  let places: Places = createPlaces(clock, handlers)
  let closed = false
  const isOver = () => closed || stopping.aborted

  const check = async () => {
    if (isOver()) return
    await freeTasksOfDead(database.sql, clock.now())
    for (let lost = 0; !isOver() && lost < maxLost; ) {
      const [types, now, lease] = [Object.keys(handlers), clock.now(), heartbeat.newLease()]
      const skips = (id: number) => isOver() || running.has(id)
      const lose = (error: unknown) => heartbeat.lose(lease, error)
      const taken = await takeDue(database.sql, { types, now, lease, places, skips, lose })
      if (!taken) return
      for (const task of taken) begin(task)
      if (taken.length === 0) lost++
    }
  }
  const watcher = createWatcher({ ...services, channel: 'frontdesk_queue', what: 'the queue', check })

  const begin = (task: Task) => {
    const work = async () => {
      const { fault, store } = await runTask(database.sql, handlers[task.type] as Handler, task, services)
      await untilStored(store, () => closed, services)
      running.delete(task.id)
      places.leave(task, fault)
      watcher.checkNow()
    }
    running.set(task.id, work())
  }

  return {
    async add(task, site, data, { at = clock.now(), ...when } = {}) {
      await enqueue(database.sql, newTask(task, site, data, { at, ...when }))
      if (at <= clock.now()) watcher.wake()
    },
    wake: watcher.wake,
    closedTargets: () => places.closedTargets(),
    async start(given) {
      handlers = given
      places = createPlaces(clock, given, watcher.checkNow)
      for (const [type, { every }] of Object.entries(given)) {
        if (every !== undefined) await schedule(database.sql, type, clock.now())
      }
      await watcher.start()
    },
    async close() {
      closed = true
      await watcher.close()
      await Promise.all(running.values())
    },
  }
}

/** Retries storing a result until it succeeds or the queue closes, which ends the lease. */
async function untilStored(store: () => Promise<unknown>, isClosed: () => boolean, { clock, log }: Options) {
  for (;;) {
    try {
      await store()
      return
    } catch (err) {
      log.warn({ err }, 'could not store the result of a task; retrying')
      if (isClosed()) return
      await new Promise<void>((resolve) => void clock.after(retryStore, resolve))
    }
  }
}

type Outcome = {
  /** Whether the target failed; undefined if the run did not show it. */
  fault: boolean | undefined
  /** Stores what becomes of the task. */
  store(): Promise<unknown>
}

async function runTask(sql: Sql, handler: Handler, task: Task, options: Options): Promise<Outcome> {
  const { clock, stopping } = options
  try {
    const result = await runWithin(handler, task, stopping)
    if (result === 'again') return { fault: false, store: () => rescheduleTask(sql, task, clock.now()) }
    if (result) return { fault: false, store: () => rescheduleTask(sql, task, result.at) }
    return { fault: false, store: () => endOf(sql, handler, task, options) }
  } catch (error) {
    // The run was broken off, which says nothing about it.
    if (stopping.aborted) return { fault: undefined, store: () => releaseTask(sql, task) }
    if (error instanceof NotYet) return { fault: undefined, store: () => releaseTask(sql, task, error.at) }
    return afterFailure(sql, handler, task, error, options)
  }
}

function afterFailure(sql: Sql, handler: Handler, task: Task, error: unknown, options: Options): Outcome {
  const { clock, log } = options
  const failures = task.failures + 1
  const { retry } = handler
  const delay = typeof retry === 'function' ? retry(error, failures) : retry[failures - 1]
  const isLast = delay === undefined
  const { type, site, data } = task
  log.warn({ err: error, task: type, site, data: idsOf(data), failures }, isLast ? 'gave up a task' : 'a task failed')
  const fault = (handler.isTargetFault?.(error) ?? true) || undefined
  if (!isLast) {
    const at = clock.now() + delay
    return { fault, store: () => retryTask(sql, task, at, error) }
  }
  return { fault, store: () => endOf(sql, handler, task, options, error) }
}

/** What a log may hold of a task's data: the ids of its records. */
const idsOf = (data: Record<string, unknown>) =>
  Object.fromEntries(Object.entries(data).filter(([key, value]) => /id$/i.test(key) && typeof value === 'string'))

/** Ends a task that is done or, with an error, given up. A repeating one runs again at its interval. */
async function endOf(sql: Sql, handler: Handler, task: Task, { clock }: Options, error?: unknown): Promise<unknown> {
  if (handler.every !== undefined && task.name === repeated)
    return await rescheduleTask(sql, task, clock.now() + handler.every)
  if (error === undefined || !handler.gaveUp) return await finishTask(sql, task)
  return await handler.gaveUp(task, error)
}

class TooLong extends Error {}

/**
 * Runs a task within the limit of its type. A run that does not end soon after its signal was aborted is left to itself;
 * its result no longer counts.
 */
async function runWithin(handler: Handler, task: Task, stopping: AbortSignal) {
  const limit = handler.limit ?? lanes[handler.lane].limit
  const control = new AbortController()
  const { signal } = control
  const stop = () => control.abort(stopping.reason)
  const { promise: abandoned, reject: abandon } = Promise.withResolvers<never>()
  const cancelLimit = systemClock.after(limit, () =>
    control.abort(new TooLong(`${task.type} took longer than ${limit / 1_000} s`)),
  )
  let cancelEnd = () => {}
  signal.addEventListener('abort', () => {
    cancelEnd = systemClock.after(maxEnd, () => abandon(new TooLong(`${task.type} does not end`)))
  })
  stopping.addEventListener('abort', stop)
  if (stopping.aborted) stop()
  try {
    return await Promise.race([handler.run(task, signal), abandoned])
  } finally {
    cancelLimit()
    cancelEnd()
    stopping.removeEventListener('abort', stop)
  }
}
