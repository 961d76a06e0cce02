import { greetTask } from './greet.ts'
import { hookTask } from './hook.ts'
import { passTask } from './pass.ts'
import { removalTask } from './removal.ts'

/** What this feature does in the background. */
export const telegramTasks = [passTask, greetTask, hookTask, removalTask]
