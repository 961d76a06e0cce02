import { siteTask } from '../../../core/tasks.ts'
import { returnChats } from './gone.ts'
import { routeWaiting } from './routing.ts'
import { goneTask, routeTask } from './task-names.ts'

const minute = 60_000
const retry = [1_000, 5_000, 30_000, minute, 5 * minute]

/** Gives waiting visitors to people, and takes them from people who are gone. */
export const presenceTasks = [
  siteTask(routeTask, { retry, run: async (ctx) => void (await routeWaiting(ctx)) }),
  siteTask(goneTask, { retry, run: (ctx, { email }) => returnChats(ctx, email) }),
]
