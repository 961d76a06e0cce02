import { assistant as germanAssistant } from './de/assistant.ts'
import { audit as germanAudit } from './de/audit.ts'
import { board as germanBoard } from './de/board.ts'
import { bookings as germanBookings } from './de/bookings.ts'
import { calendar as germanCalendar } from './de/calendar.ts'
import { callbacks as germanCallbacks } from './de/callbacks.ts'
import { chatFiles as germanChatFiles } from './de/chat-files.ts'
import { contacts as germanContacts } from './de/contacts.ts'
import { contactsPage as germanContactsPage } from './de/contacts-page.ts'
import { copilot as germanCopilot } from './de/copilot.ts'
import { dataPage as germanDataPage } from './de/data-page.ts'
import { email as germanEmail } from './de/email.ts'
import { facts as germanFacts } from './de/facts.ts'
import { failures as germanFailures } from './de/failures.ts'
import { files as germanFiles } from './de/files.ts'
import { gaps as germanGaps } from './de/gaps.ts'
import { guide as germanGuide } from './de/guide.ts'
import { integrations as germanIntegrations } from './de/integrations.ts'
import { jobPage as germanJobPage } from './de/job-page.ts'
import { jobs as germanJobs } from './de/jobs.ts'
import { knowledge as germanKnowledge } from './de/knowledge.ts'
import { model as germanModel } from './de/model.ts'
import { modelCheck as germanModelCheck } from './de/model-check.ts'
import { overview as germanOverview } from './de/overview.ts'
import { pages as germanPages } from './de/pages.ts'
import { pipeline as germanPipeline } from './de/pipeline.ts'
import { summary as germanSummary } from './de/summary.ts'
import { tools as germanTools } from './de/tools.ts'
import { webhooks as germanWebhooks } from './de/webhooks.ts'
import { type AssistantWords, assistant } from './en/assistant.ts'
import { type AuditWords, audit } from './en/audit.ts'
import { type BoardWords, board } from './en/board.ts'
import { type BookingsWords, bookings } from './en/bookings.ts'
import { type CalendarWords, calendar } from './en/calendar.ts'
import { type CallbacksWords, callbacks } from './en/callbacks.ts'
import { type ChatFileWords, chatFiles } from './en/chat-files.ts'
import { type ContactsWords, contacts } from './en/contacts.ts'
import { type ContactsPageWords, contactsPage } from './en/contacts-page.ts'
import { type CopilotWords, copilot } from './en/copilot.ts'
import { type DataPageWords, dataPage } from './en/data-page.ts'
import { type EmailWords, email } from './en/email.ts'
import { type FactsWords, facts } from './en/facts.ts'
import { failures } from './en/failures.ts'
import { type FilesWords, files } from './en/files.ts'
import { type GapWords, gaps } from './en/gaps.ts'
import { type GuideWords, guide } from './en/guide.ts'
import { type IntegrationsWords, integrations } from './en/integrations.ts'
import { type JobPageWords, jobPage } from './en/job-page.ts'
import { type JobsWords, jobs } from './en/jobs.ts'
import { type KnowledgeWords, knowledge } from './en/knowledge.ts'
import { type ModelWords, model } from './en/model.ts'
import { type ModelCheckWords, modelCheck } from './en/model-check.ts'
import { type OverviewWords, overview } from './en/overview.ts'
import { type PagesWords, pages } from './en/pages.ts'
import { type PipelineWords, pipeline } from './en/pipeline.ts'
import { type SummaryWords, summary } from './en/summary.ts'
import { type ToolsWords, tools } from './en/tools.ts'
import { type WebhookWords, webhooks } from './en/webhooks.ts'
import type { FailureWords } from './failure-words.ts'
import { ownWords } from './own-words.ts'

/** The texts of the settings of bookings. */
export const useBookingsWords = ownWords<BookingsWords>({ en: bookings, de: germanBookings })

/** The texts of the calendar, and of the appointments of jobs, contacts and conversations. */
export const useCalendarWords = ownWords<CalendarWords>({ en: calendar, de: germanCalendar })

/** The texts of the integrations page. */
export const useIntegrationsWords = ownWords<IntegrationsWords>({ en: integrations, de: germanIntegrations })

/** The texts of the callbacks screen. */
export const useCallbacksWords = ownWords<CallbacksWords>({ en: callbacks, de: germanCallbacks })

/** The texts about files in chats. */
export const useChatFileWords = ownWords<ChatFileWords>({ en: chatFiles, de: germanChatFiles })

/** The texts of the contacts screen. */
export const useContactsWords = ownWords<ContactsWords>({ en: contacts, de: germanContacts })

/** The texts of the first steps. */
export const useGuideWords = ownWords<GuideWords>({ en: guide, de: germanGuide })

/** The words that all screens about jobs share. */
export const useJobsWords = ownWords<JobsWords>({ en: jobs, de: germanJobs })

/** The texts of the board of jobs, and of the form of a new one. */
export const useBoardWords = ownWords<BoardWords>({ en: board, de: germanBoard })

/** The texts of the page of a job, of the table, and of the jobs of conversations and contacts. */
export const useJobPageWords = ownWords<JobPageWords>({ en: jobPage, de: germanJobPage })

/** The texts of the gaps tab. */
export const useGapWords = ownWords<GapWords>({ en: gaps, de: germanGaps })

/** The texts of the assistant page. */
export const useAssistantWords = ownWords<AssistantWords>({ en: assistant, de: germanAssistant })

/** The texts of the audit log. */
export const useAuditWords = ownWords<AuditWords>({ en: audit, de: germanAudit })

export const useContactsPageWords = ownWords<ContactsPageWords>({ en: contactsPage, de: germanContactsPage })

export const useDataPageWords = ownWords<DataPageWords>({ en: dataPage, de: germanDataPage })

/** The texts about models. */
export const useModelWords = ownWords<ModelWords>({ en: model, de: germanModel })

/** The texts of the check of the model. */
export const useModelCheckWords = ownWords<ModelCheckWords>({ en: modelCheck, de: germanModelCheck })

/** The texts of the knowledge screen. */
export const useKnowledgeWords = ownWords<KnowledgeWords>({ en: knowledge, de: germanKnowledge })

/** The texts about the website and its pages. */
export const usePagesWords = ownWords<PagesWords>({ en: pages, de: germanPages })

/** Why pages, crawls, files and parts of the server failed. */
export const useFailureWords = ownWords<FailureWords>({ en: failures, de: germanFailures })

/** The texts about files. */
export const useFilesWords = ownWords<FilesWords>({ en: files, de: germanFiles })

/** The texts about business details. */
export const useFactsWords = ownWords<FactsWords>({ en: facts, de: germanFacts })

/** The texts of the overview. */
export const useOverviewWords = ownWords<OverviewWords>({ en: overview, de: germanOverview })

/** The texts of the settings of jobs. */
export const usePipelineWords = ownWords<PipelineWords>({ en: pipeline, de: germanPipeline })

/** The names of outcomes and sentiments, as in a conversation. */
export const useSummaryWords = ownWords<SummaryWords>({ en: summary, de: germanSummary })
export const useCopilotWords = ownWords<CopilotWords>({ en: copilot, de: germanCopilot })

/** The texts of the webhooks page. */
export const useWebhookWords = ownWords<WebhookWords>({ en: webhooks, de: germanWebhooks })

/** The texts of the email page, and of a person's choices. */
export const useEmailWords = ownWords<EmailWords>({ en: email, de: germanEmail })
/** The texts about tools. */
export const useToolsWords = ownWords<ToolsWords>({ en: tools, de: germanTools })
