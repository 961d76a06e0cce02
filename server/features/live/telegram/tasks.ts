import { greetTask } from './greet.ts'
import { hookTask } from './hook.ts'
import { removalTask } from './removal.ts'
import { syncTask } from './sync.ts'

export const telegramTasks = [syncTask, greetTask, hookTask, removalTask]
