import type { Database, Sql } from '../database/database.ts'
import { freeTasksOfDead, takeDue } from './claim.ts'
import type { Clock } from './clock.ts'
import type { Heartbeat } from './lease.ts'
import type { Log } from './log.ts'
import { createPlaces, type Places } from './places.ts'
import {
  enqueue,
  finishTask,
  type Handler,
  newTask,
  putBack,
  type Queue,
  repeated,
  schedule,
  type Task,
} from './queue.ts'
import { createWatcher } from './watcher.ts'

export type QueueServices = { database: Database; clock: Clock; log: Log; heartbeat: Pick<Heartbeat, 'newLease'> }

type Options = Pick<QueueServices, 'clock' | 'log'>

const retryFinish = 1_000
/** How often in a row another server may claim the tasks first before this one waits for the next check. */
const maxLost = 3

/** Runs due tasks from the queue. Each task is run by one server at a time; delivery is at least once. */
export function createQueue(services: QueueServices): Queue {
  const { database, clock, log, heartbeat } = services
  const running = new Map<number, Promise<void>>()
  let handlers: Record<string, Handler> = {}
  let places: Places = createPlaces(clock, handlers)
  let closed = false

  const check = async () => {
    await freeTasksOfDead(database.sql, clock.now())
    for (let lost = 0; !closed && lost < maxLost; ) {
      const [types, now, lease] = [Object.keys(handlers), clock.now(), heartbeat.newLease()]
      const taken = await takeDue(database.sql, { types, now, lease, places, skips: (id) => closed || running.has(id) })
      if (!taken) return
      for (const task of taken) begin(task)
      if (taken.length === 0) lost++
    }
  }
  const watcher = createWatcher({ ...services, channel: 'frontdesk_queue', what: 'the queue', check })

  const begin = (task: Task) => {
    const work = async () => {
      const { fault, finish } = await runTask(database.sql, handlers[task.type] as Handler, task, { clock, log })
      await untilStored(finish, () => closed, { clock, log })
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
      places = createPlaces(clock, given)
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
async function untilStored(finish: () => Promise<unknown>, isClosed: () => boolean, { clock, log }: Options) {
  for (;;) {
    try {
      await finish()
      return
    } catch (err) {
      log.warn({ err }, 'could not store the result of a task; retrying')
      if (isClosed()) return
      await new Promise<void>((resolve) => void clock.after(retryFinish, resolve))
    }
  }
}

type Outcome = {
  /** Whether the target failed; undefined if the error had another cause. */
  fault: boolean | undefined
  /** Stores the outcome of the task. */
  finish(): Promise<unknown>
}

async function runTask(
  sql: Sql,
  handler: Handler,
  task: Task,
  { clock, log }: Pick<QueueServices, 'clock' | 'log'>,
): Promise<Outcome> {
  const { every } = handler
  let fault: boolean | undefined = false
  try {
    await handler.run(task)
  } catch (err) {
    const delay = delayAfter(handler, err, task.attempts)
    log.warn({ err, task: task.type, attempts: task.attempts, again: delay !== undefined }, 'a task failed')
    fault = (handler.isTargetFault?.(err) ?? true) || undefined
    const at = clock.now() + (delay ?? 0)
    if (delay !== undefined)
      return { fault, finish: () => putBack(sql, task, { at, attempts: task.attempts, error: err }) }
  }
  if (every === undefined || task.name !== repeated) return { fault, finish: () => finishTask(sql, task) }
  const at = clock.now() + every
  return { fault, finish: () => putBack(sql, task, { at, attempts: 0, error: null }) }
}

const delayAfter = ({ retry }: Handler, error: unknown, attempt: number): number | undefined =>
  typeof retry === 'function' ? retry(error, attempt) : retry[attempt - 1]
