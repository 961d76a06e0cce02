import { z } from 'zod'
import { Appointment } from './appointment.ts'
import { BulkChange } from './bulk-change.ts'
import { Callback, CallbackStatus } from './callback.ts'
import { CrawlRun } from './crawl.ts'
import { failureFields } from './failure.ts'
import { ReadMark } from './inbox.ts'
import { Job } from './job.ts'
import { LabelRef } from './label.ts'
import { Lead, LeadSource } from './lead.ts'
import { Author, Message, MessageFile } from './message.ts'
import { Pull } from './model.ts'
import { CheckPoint } from './model-check.ts'
import { Milliseconds } from './page.ts'
import { VisitorPresence } from './presence.ts'
import { LeadQuality, Outcome, Sentiment, SummaryResult } from './summary.ts'
import { IsoTime } from './time.ts'

const conversationId = z.string()
const words = z.string().nullable()
const page = z
  .object({ url: words, title: words, referrer: words, utm: words })
  .meta({ id: 'EventPage', description: 'The page on which the chat started.' })
const results = z.record(z.string(), z.unknown())
const who = z.string().describe('An email, `key:<key_id>`, `telegram:<id>`, `visitor` or `system`.')
const contact = { name: words, email: words, phone: words }

export const ofConversation = z.object({ conversationId })

export const conversationStarted = ofConversation.extend({
  page,
  locale: words,
  country: words,
  form: z.record(z.string(), z.string()).nullable().describe('Answers to the form before the chat.'),
  firstMessage: words,
  data: results.nullable().describe('What tools returned before the chat, by tool name.'),
})

export const messageReceived = ofConversation.extend({
  messageId: z.string(),
  kind: z.enum(['text', 'action']),
  text: z.string(),
  action: z.object({ id: z.string(), value: z.string() }).nullable().describe('Null for a text message.'),
  file: MessageFile.optional().describe('The file sent with it.'),
})

export const messageSent = ofConversation.extend({
  text: z.string().describe('The messages as plain text.'),
  messages: z.array(Message),
  author: Author.optional().describe('Present if a team member wrote it.'),
  replaces: z
    .array(z.string())
    .optional()
    .describe('Ids of earlier messages that no longer exist, because a repeated request generated the reply again.'),
})

export const leadCaptured = z.object({
  leadId: z.string(),
  conversationId: conversationId.nullable(),
  source: LeadSource,
  ...contact,
  fields: z.record(z.string(), z.string()).describe('Other details by name.'),
  message: words,
  verified: z
    .boolean()
    .describe(
      'If false, a visitor typed the email of this contact without proof. The details are what the visitor ' +
        'typed; they were not saved to the contact.',
    ),
})

export const callbackRequested = z.object({
  callbackId: z.string(),
  conversationId: conversationId.nullable(),
  ...contact,
  message: words.describe('The reason for the callback.'),
  requestedAt: IsoTime,
})

export const callbackUpdated = z.object({ callback: Callback, previousStatus: CallbackStatus })

export const leadUpdated = z.object({
  leadId: z.string(),
  conversationId: conversationId.nullable(),
  changed: z.array(z.string()).describe('Names of the changed fields.'),
  lead: Lead,
})

export const feedbackReceived = ofConversation.extend({
  messageId: z.string(),
  rating: z.enum(['up', 'down', 'cleared']),
})

export const conversationCompleted = ofConversation.extend({
  startedAt: Milliseconds,
  lastMessageAt: Milliseconds,
  messageCount: z.int(),
  page,
  country: words,
  summary: words,
  labels: z
    .object({
      intent: words,
      sentiment: Sentiment.nullable(),
      leadQuality: LeadQuality.nullable(),
      outcome: Outcome.nullable(),
      topics: z.array(z.string()),
    })
    .describe("The assistant's assessment; null if there is no summary."),
  tags: z.array(LabelRef).describe("The site's labels on this conversation."),
  attributes: z.record(z.string(), z.string()),
  assignedTo: words,
  unanswered: z.array(z.string()),
  followUp: words,
  lead: Lead.nullable(),
  data: results,
  user: results.nullable(),
  transcript: z.array(z.object({ role: z.enum(['visitor', 'assistant', 'team']), text: z.string(), at: Milliseconds })),
})

export const handoverRequested = ofConversation.extend({ reason: words, page })
export const handoverEnded = ofConversation.extend({
  by: who,
  outcome: z.enum(['handback', 'left']).describe('left: the visitor left the queue.'),
})
export const conversationAssigned = ofConversation.extend({
  assignedTo: words.describe('An email, `key:<key_id>` or `telegram:<id>`; null if unassigned.'),
  name: words,
  by: who,
})
export const conversationClosed = ofConversation.extend({
  by: who,
  reason: z.enum(['team', 'idle', 'visitor']),
  wasLive: z.boolean(),
})
export const conversationUnsnoozed = ofConversation.extend({
  assignedTo: words.describe('As in `conversation.assigned`.'),
  reason: z.enum(['time', 'message']).describe('Its time came, or the visitor wrote.'),
})
export const conversationSummarized = SummaryResult.omit({ lead: true }).extend({ conversationId })

export const ofJob = z.object({ job: Job })
export const jobStageChanged = ofJob.extend({
  from: z.string().describe('Name of the stage.'),
  to: z.string().describe('Name of the stage.'),
})
export const jobLost = ofJob.extend({ reason: words })

export const ofAppointment = z.object({ appointment: Appointment })
export const appointmentUpdated = ofAppointment.extend({
  previous: z
    .object({ start: Milliseconds, end: Milliseconds, startIso: IsoTime, endIso: IsoTime })
    .optional()
    .describe('The previous time, if it moved.'),
})
export const appointmentCancelled = ofAppointment.extend({ reason: words })

export const budget = z.object({
  day: z.string(),
  neuronsUsed: z.number(),
  dailyBudget: z.number(),
  resetsAt: IsoTime,
})

export const crawlFinished = z.object({
  runId: z.string(),
  status: z.string(),
  trigger: z.string(),
  pages: z.object({ learned: z.int(), failed: z.int() }),
  passages: z.int(),
})
export const fileProcessed = z.object({
  fileId: z.string(),
  name: z.string(),
  status: z.enum(['indexed', 'error']),
  passages: z.int(),
  truncated: z.boolean(),
  error: words,
  // Missing in events of earlier versions.
  reason: failureFields.reason.optional(),
  params: failureFields.params.optional(),
})
export const knowledgeGap = z.object({
  id: z.string(),
  question: z.string(),
  count: z.int(),
  firstAskedAt: Milliseconds,
  lastAskedAt: Milliseconds,
  conversationId: conversationId.nullable(),
  status: z.enum(['open', 'answered', 'dismissed']),
})

export const testPing = z.object({
  message: z.string(),
  webhookId: z.string().optional().describe('The endpoint that was tested.'),
})

/** Data that only names the record to refetch. */
export const changed = z.object({ id: z.string() })
export const changedTool = changed.extend({ failing: z.literal(true).optional().describe('It began to fail.') })
export const changedWebhook = changed.extend({
  paused: z.literal(true).optional().describe('It was disabled now, because it had failed for days.'),
})
export const changedNote = changed.extend({
  conversationId: words,
  leadId: words,
  mentions: z.array(z.string()).describe('Emails of newly mentioned people, without the author.'),
})
export const changedMessage = changed.extend({ conversationId })
export const changedRead = ReadMark.extend({ email: z.string() })
export const changedAccount = z.object({ email: z.string() })
export const changedSettings = z.object({ version: z.int() })
export const changedPrompt = changedSettings
export const changedFacts = z.object({ at: Milliseconds })

export const presence = z.object({ email: z.string(), name: words, available: z.boolean() })
export const queue = z.object({ waiting: z.int(), unassigned: z.int(), longestSince: Milliseconds.nullable() })
export const typing = ofConversation.extend({ who: z.enum(['visitor', 'team']), name: words, typing: z.boolean() })
export const place = ofConversation.extend({
  place: z.int().describe('Position in the queue; 1 is next.'),
  minutes: z.int().nullable().describe('Estimated minutes left; null if unknown.'),
})
export const writing = ofConversation.extend({
  text: z.string().describe('The text so far.'),
  place: z
    .int()
    .optional()
    .describe('Its place in the queue of the model while it waits: 1 is next, 0 that its turn has come.'),
  done: z.boolean().describe('True for the last part. The message itself follows.'),
})
export const stopped = ofConversation.extend({ taskId: z.number() })
export const visitorPresence = ofConversation.extend(VisitorPresence.shape)
export const viewers = ofConversation.extend({ viewers: z.array(z.object({ email: z.string(), name: words })) })
export const changedCrawl = z.object({ run: CrawlRun })
export const changedPull = z.object({ pull: Pull })
export const checkedModel = z.object({ point: CheckPoint })
export const changedBulkChange = z.object({ bulkChange: BulkChange })
