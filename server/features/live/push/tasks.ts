import { siteTask } from '../../../core/tasks.ts'
import { lookForPush, lookTask } from './follow.ts'
import { sendPush, sendTask } from './send.ts'

const second = 1000

/** Looks at what happened, and tells it to browsers that have no window open. */
export const pushTasks = [
  siteTask(lookTask, { retry: [second, 5 * second, 30 * second], run: lookForPush }),
  // What is sent is not sent again when the rest fails: the failed ones are a task of their own.
  siteTask(sendTask, { retry: [], lane: 'calls', run: sendPush }),
]
