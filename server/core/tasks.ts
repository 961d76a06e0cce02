import type { Context, Services, Site, Tx } from './context.ts'
import { defineTask, finishTask, type Handler, nothing, type RunResult, type Task, type TaskType } from './queue.ts'
import { systemContext } from './transaction.ts'

type Run<Data> = (ctx: Context, data: Data, task: Task) => Promise<RunResult>

type TaskOptions<Data> = Pick<Handler, 'retry' | 'lane' | 'limit' | 'concurrency' | 'isTargetFault' | 'every'> & {
  run: Run<Data>
  /** Stores that the task was given up, in the transaction that removes it. */
  gaveUp?(tx: Tx, data: Data, error: unknown): Promise<unknown>
}

/** The handler of a type of task. */
export type TaskOf<Data> = TaskOptions<Data> & {
  task: TaskType<Data>
  /** The context in which it runs; undefined if its site is no longer configured. */
  contextOf(services: Services, task: Task, signal: AbortSignal): Promise<Context | undefined>
}

// biome-ignore lint/suspicious/noExplicitAny: handlers of many data types share a list; each checks its own data.
export type AnyTask = TaskOf<any>

/** A task of one site. It does nothing if the site is no longer configured. */
export const siteTask = <Data>(task: TaskType<Data>, options: Omit<TaskOptions<Data>, 'every'>): TaskOf<Data> => ({
  ...options,
  task,
  async contextOf(services, { site: id }, signal) {
    const site = await services.sites.find(id)
    return site && systemContext(services, site, { signal })
  },
})

/** A task of the deployment that concerns all sites or none. */
export const serverTask = <Data>(task: TaskType<Data>, options: TaskOptions<Data>): TaskOf<Data> => ({
  ...options,
  task,
  contextOf: async (services, _, signal) => deploymentContext(services, signal),
})

/** A record that a repeating task is about. */
export type Each<Data> = { site: string; name: string; data: Data }

/**
 * Runs a task of sites once per period for each site or record, spread evenly over the period. One that fails keeps its
 * retries from period to period.
 * @param forEach lists the records; by default, the sites
 */
export function repeatForEach<Data>(
  task: TaskType<Data>,
  options: Omit<TaskOptions<Data>, 'every'> & { every: number; forEach?(ctx: Context): Promise<Each<Data>[]> },
): [TaskOf<Data>, TaskOf<Record<string, never>>] {
  const { every, forEach = listSites<Data>, ...rest } = options
  const plan = defineTask(`${task.type}.plan`, nothing) as TaskType<Record<string, never>>
  return [
    siteTask(task, rest),
    serverTask(plan, {
      lane: 'timers',
      retry: [minute],
      every,
      async run(ctx) {
        const { queue } = ctx.services
        const records = await forEach(ctx)
        const from = ctx.now()
        for (const [place, { site, name, data }] of records.entries())
          await queue.add(task, site, data, { name, at: from + Math.floor((place * every) / records.length) })
      },
    }),
  ]
}

const minute = 60_000

/** For tasks without data. */
const listSites = async <Data>({ services }: Context): Promise<Each<Data>[]> =>
  services.sites.ids().map((site) => ({ site, name: 'each', data: {} as Data }))

/**
 * The handlers that the queue runs, by task type. The data of a task is validated before it runs, as another version
 * may have written it.
 */
export const handlersOf = (services: Services, tasks: AnyTask[]): Record<string, Handler> =>
  Object.fromEntries(tasks.map((one) => [one.task.type, handlerOf(services, one)]))

function handlerOf(services: Services, { task: type, run, gaveUp, contextOf, ...options }: AnyTask): Handler {
  return {
    ...options,
    async run(task, signal) {
      const ctx = await contextOf(services, task, signal)
      return ctx && (await run(ctx, type.data.parse(task.data), task))
    },
    ...(gaveUp && {
      async gaveUp(task: Task, error: unknown) {
        const ctx = await contextOf(services, task, services.stopping)
        const { data } = type.data.safeParse(task.data)
        if (!ctx || data === undefined) return await finishTask(services.database.sql, task)
        return await ctx.tx(async (tx) => {
          if ((await finishTask(tx.sql, task)) === 'over') await gaveUp(tx, data, error)
        })
      },
    }),
  }
}

/** A context without a site. */
export const deploymentContext = (services: Services, signal?: AbortSignal): Context =>
  systemContext(services, { id: '' } as Site, signal && { signal })
