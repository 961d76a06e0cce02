import { siteTask } from '../../../core/tasks.ts'
import { sendPush, sendTask } from './send.ts'

// What is sent is not sent again when the rest fails: the failed ones are a task of their own.
export const pushTasks = [siteTask(sendTask, { retry: [], lane: 'calls', run: sendPush })]
