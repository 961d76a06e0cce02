import type { AnyTask } from './core/tasks.ts'
import { conversationTasks } from './features/conversations/tasks.ts'
import { crawlTasks } from './features/crawl/crawl.ts'
import { demoTasks } from './features/demo/make.ts'
import { embeddingTasks } from './features/embedding/tasks.ts'
import { fileTasks } from './features/files/read.ts'
import { reindexTasks } from './features/knowledge/reindex.ts'
import { knowledgeTasks } from './features/knowledge/sweep.ts'
import { liveTasks } from './features/live/tasks.ts'
import { modelTasks } from './features/models/tasks.ts'
import { overviewTasks } from './features/overview/fold.ts'
import { presenceTasks } from './features/presence/tasks.ts'
import { pushTasks } from './features/push/tasks.ts'
import { retentionTasks } from './features/retention/tasks.ts'
import { summaryTasks } from './features/summaries/tasks.ts'
import { telegramTasks } from './features/telegram/tasks.ts'

/** Everything that runs in the background. */
export const tasks: AnyTask[] = [
  ...conversationTasks,
  ...crawlTasks,
  ...demoTasks,
  ...fileTasks,
  ...embeddingTasks,
  ...knowledgeTasks,
  ...reindexTasks,
  ...liveTasks,
  ...modelTasks,
  ...overviewTasks,
  ...presenceTasks,
  ...pushTasks,
  ...retentionTasks,
  ...summaryTasks,
  ...telegramTasks,
]
