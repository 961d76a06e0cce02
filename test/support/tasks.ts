import type { Services } from '../../server/core/context.ts'
import { enqueue } from '../../server/core/queue.ts'
import { handlersOf } from '../../server/core/tasks.ts'
import { tasks } from '../../server/tasks.ts'

/** Makes the queue run a task of the deployment now, such as `retention.run`. */
export async function addTask({ database, clock, queue }: Services, type: string): Promise<void> {
  await enqueue(database.sql, { type, site: '', data: {}, at: clock.now() })
  queue.wake()
}

/** Makes the queue run a task now that repeats for each site, such as `retention.removeOld`. */
export async function hurryTask({ database, clock, queue }: Services, type: string, site: string): Promise<void> {
  await enqueue(database.sql, { type, site, data: {}, name: 'each', at: clock.now(), hurry: true })
  queue.wake()
}

/** Runs a task of the deployment here and waits for its end. */
export async function runTask(services: Services, type: string): Promise<void> {
  const handler = handlersOf(services, tasks)[type]
  if (!handler) throw new Error(`There is no task ${type}.`)
  await handler.run(
    { id: 0, type, site: '', data: {}, name: null, target: '', failures: 0, lease: '' },
    services.stopping,
  )
}
