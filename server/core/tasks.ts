import type { Context, Services, Site } from './context.ts'
import type { Handler, Task, TaskType } from './queue.ts'
import { systemContext } from './transaction.ts'

/** The handler of a type of task. */
export type TaskOf<Data> = Omit<Handler, 'run'> & {
  task: TaskType<Data>
  run(services: Services, data: Data, task: Task): Promise<void>
}

// biome-ignore lint/suspicious/noExplicitAny: handlers of many data types share a list; each checks its own data.
export type AnyTask = TaskOf<any>

/** A task of one site. It does nothing if the site is no longer configured. */
export const siteTask = <Data>(
  task: TaskType<Data>,
  { run, ...options }: Omit<Handler, 'run' | 'every'> & { run(ctx: Context, data: Data, task: Task): Promise<void> },
): TaskOf<Data> => ({
  ...options,
  task,
  async run(services, data, task) {
    const site = await services.sites.find(task.site)
    if (site) await run(systemContext(services, site), data, task)
  },
})

/** A task of the deployment that concerns all sites or none. */
export const serverTask = <Data>(
  task: TaskType<Data>,
  { run, ...options }: Omit<Handler, 'run'> & { run(services: Services, data: Data): Promise<void> },
): TaskOf<Data> => ({ ...options, task, run })

/**
 * The handlers that the queue runs, by task type. The data of a task is validated before it runs, as another version
 * may have written it.
 */
export const handlersOf = (services: Services, tasks: AnyTask[]): Record<string, Handler> =>
  Object.fromEntries(
    tasks.map(({ task, run, ...options }) => [
      task.type,
      {
        ...options,
        run: (taken) => run(services, task.data.parse(taken.data), taken),
      } satisfies Handler,
    ]),
  )

/** A context without a site. */
export const deploymentContext = (services: Services): Context => systemContext(services, { id: '' } as Site)
