import { assistant as germanAssistant } from './de/assistant.ts'
import { audit as germanAudit } from './de/audit.ts'
import { callbacks as germanCallbacks } from './de/callbacks.ts'
import { contacts as germanContacts } from './de/contacts.ts'
import { contactsPage as germanContactsPage } from './de/contacts-page.ts'
import { dataPage as germanDataPage } from './de/data-page.ts'
import { facts as germanFacts } from './de/facts.ts'
import { files as germanFiles } from './de/files.ts'
import { gaps as germanGaps } from './de/gaps.ts'
import { guide as germanGuide } from './de/guide.ts'
import { knowledge as germanKnowledge } from './de/knowledge.ts'
import { model as germanModel } from './de/model.ts'
import { overview as germanOverview } from './de/overview.ts'
import { pages as germanPages } from './de/pages.ts'
import { summary as germanSummary } from './de/summary.ts'
import { type AssistantWords, assistant } from './en/assistant.ts'
import { type AuditWords, audit } from './en/audit.ts'
import { type CallbacksWords, callbacks } from './en/callbacks.ts'
import { type ContactsWords, contacts } from './en/contacts.ts'
import { type ContactsPageWords, contactsPage } from './en/contacts-page.ts'
import { type DataPageWords, dataPage } from './en/data-page.ts'
import { type FactsWords, facts } from './en/facts.ts'
import { type FilesWords, files } from './en/files.ts'
import { type GapWords, gaps } from './en/gaps.ts'
import { type GuideWords, guide } from './en/guide.ts'
import { type KnowledgeWords, knowledge } from './en/knowledge.ts'
import { type ModelWords, model } from './en/model.ts'
import { type OverviewWords, overview } from './en/overview.ts'
import { type PagesWords, pages } from './en/pages.ts'
import { type SummaryWords, summary } from './en/summary.ts'
import { ownWords } from './own-words.ts'

/** What the screen of the callbacks says. */
export const useCallbacksWords = ownWords<CallbacksWords>({ en: callbacks, de: germanCallbacks })

/** What the screen of the contacts says. */
export const useContactsWords = ownWords<ContactsWords>({ en: contacts, de: germanContacts })

/** What the first steps say. */
export const useGuideWords = ownWords<GuideWords>({ en: guide, de: germanGuide })

/** What the tab of the gaps says. */
export const useGapWords = ownWords<GapWords>({ en: gaps, de: germanGaps })

/** What the page of the assistant says. */
export const useAssistantWords = ownWords<AssistantWords>({ en: assistant, de: germanAssistant })

/** What the page of the audit log says. */
export const useAuditWords = ownWords<AuditWords>({ en: audit, de: germanAudit })

export const useContactsPageWords = ownWords<ContactsPageWords>({ en: contactsPage, de: germanContactsPage })

export const useDataPageWords = ownWords<DataPageWords>({ en: dataPage, de: germanDataPage })

/** What is said of the models. */
export const useModelWords = ownWords<ModelWords>({ en: model, de: germanModel })

/** What the screen of the knowledge says. */
export const useKnowledgeWords = ownWords<KnowledgeWords>({ en: knowledge, de: germanKnowledge })

/** What is said of the website and its pages. */
export const usePagesWords = ownWords<PagesWords>({ en: pages, de: germanPages })

/** What is said of the files. */
export const useFilesWords = ownWords<FilesWords>({ en: files, de: germanFiles })

/** What is said of the business details. */
export const useFactsWords = ownWords<FactsWords>({ en: facts, de: germanFacts })

/** What the overview says. */
export const useOverviewWords = ownWords<OverviewWords>({ en: overview, de: germanOverview })

/** What outcomes and moods are called, here as beside a conversation. */
export const useSummaryWords = ownWords<SummaryWords>({ en: summary, de: germanSummary })
