import { blobTasks } from './core/blobs.ts'
import { consumerTask } from './core/consumers.ts'
import type { AnyTask } from './core/tasks.ts'
import { proposalTasks } from './features/assistant/copilot/propose.ts'
import { holdTasks } from './features/bookings/book.ts'
import { busyTasks } from './features/bookings/busy.ts'
import { calendarTasks } from './features/bookings/calendars/read-booking.ts'
import { moveTasks } from './features/bookings/change.ts'
import { appointmentEmailConsumer, appointmentEmailTasks } from './features/bookings/emails.ts'
import { reminderTasks } from './features/bookings/reminder-task.ts'
import { bulkTasks } from './features/contacts/carry-out-bulk-change.ts'
import { summaryTasks } from './features/conversations/summaries/complete.ts'
import { conversationTasks } from './features/conversations/tasks.ts'
import { demoTasks } from './features/demo/make.ts'
import { jobConsumer, jobTasksFromChat } from './features/jobs/from-chat.ts'
import { quoteTasks } from './features/jobs/from-quote.ts'
import { jobTasks } from './features/jobs/places.ts'
import { crawlTasks } from './features/knowledge/crawl/crawl.ts'
import { embeddingTasks } from './features/knowledge/embedding/tasks.ts'
import { fileTasks } from './features/knowledge/files/read.ts'
import { reindexTasks } from './features/knowledge/reindex.ts'
import { knowledgeTasks } from './features/knowledge/sweep.ts'
import { presenceTasks } from './features/live/presence/absence.ts'
import { pushConsumer, pushTasks } from './features/live/push/send.ts'
import { liveTasks } from './features/live/tasks.ts'
import { telegramConsumer } from './features/live/telegram/follow.ts'
import { telegramTasks } from './features/live/telegram/tasks.ts'
import { modelTasks } from './features/models/pulls.ts'
import { emailConsumer, emailTasks } from './features/notifications/team.ts'
import { replyTasks, visitorEmailConsumer } from './features/notifications/visitor/replies.ts'
import { transcriptTasks } from './features/notifications/visitor/transcripts.ts'
import { overviewTasks } from './features/overview/days.ts'
import { retentionTasks } from './features/retention.ts'
import { webhookConsumer, webhookTasks } from './features/webhooks/deliver.ts'
import { replayTasks } from './features/webhooks/deliveries.ts'

/** All consumers of the event log. */
export const consumers = [
  pushConsumer,
  telegramConsumer,
  webhookConsumer,
  emailConsumer,
  visitorEmailConsumer,
  appointmentEmailConsumer,
  jobConsumer,
]

/** All background tasks. */
export const tasks: AnyTask[] = [
  ...consumers.map(consumerTask),
  ...blobTasks,
  ...holdTasks,
  ...moveTasks,
  ...reminderTasks,
  ...bulkTasks,
  ...busyTasks,
  ...calendarTasks,
  ...conversationTasks,
  ...crawlTasks,
  ...demoTasks,
  ...emailTasks,
  ...fileTasks,
  ...jobTasks,
  ...jobTasksFromChat,
  ...quoteTasks,
  ...embeddingTasks,
  ...knowledgeTasks,
  ...reindexTasks,
  ...liveTasks,
  ...modelTasks,
  ...overviewTasks,
  ...presenceTasks,
  ...proposalTasks,
  ...pushTasks,
  ...replyTasks,
  ...appointmentEmailTasks,
  ...transcriptTasks,
  ...retentionTasks,
  ...summaryTasks,
  ...telegramTasks,
  ...webhookTasks,
  ...replayTasks,
]
