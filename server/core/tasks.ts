import type { Context, Parts, Site } from './context.ts'
import type { Handler, TaskType } from './queue.ts'
import { systemContext } from './transaction.ts'

/** How a type of task is done. */
export type TaskOf<Data> = Omit<Handler, 'run'> & {
  task: TaskType<Data>
  run(parts: Parts, given: { site: string; data: Data; attempt: number }): Promise<void>
}

// biome-ignore lint/suspicious/noExplicitAny: a list of them holds many types of data, each checked where it was made.
export type AnyTask = TaskOf<any>

/** Work for one site. For a site that is no longer configured nothing is done. */
export const siteTask = <Data>(
  task: TaskType<Data>,
  {
    run,
    ...options
  }: Omit<Handler, 'run' | 'every'> & { run(ctx: Context, data: Data, attempt: number): Promise<void> },
): TaskOf<Data> => ({
  ...options,
  task,
  async run(parts, { site: id, data, attempt }) {
    const site = await parts.sites.find(id)
    if (site) await run(systemContext(parts, site), data, attempt)
  },
})

/** Work for the deployment, as it does what concerns every site or none. */
export const serverTask = <Data>(
  task: TaskType<Data>,
  { run, ...options }: Omit<Handler, 'run'> & { run(parts: Parts, data: Data): Promise<void> },
): TaskOf<Data> => ({ ...options, task, run: (parts, { data }) => run(parts, data) })

/** What the queue runs, by the type of task. What a task holds is checked before it is run: another version may have put it there. */
export const handlersOf = (parts: Parts, tasks: AnyTask[]): Record<string, Handler> =>
  Object.fromEntries(
    tasks.map(({ task, run, ...options }) => [
      task.type,
      {
        ...options,
        run: ({ site, data, attempts }) => run(parts, { site, data: task.data.parse(data), attempt: attempts }),
      } satisfies Handler,
    ]),
  )

/** A context for what concerns no site. */
export const deploymentContext = (parts: Parts): Context => systemContext(parts, { id: '' } as Site)
