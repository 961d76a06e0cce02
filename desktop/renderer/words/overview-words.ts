import { overview as de } from './de/overview.ts'
import { summary as germanSummary } from './de/summary.ts'
import { overview as en, type OverviewWords } from './en/overview.ts'
import { type SummaryWords, summary } from './en/summary.ts'
import { ownWords } from './own-words.ts'

/** What the overview says. */
export const useOverviewWords = ownWords<OverviewWords>({ en, de })

/** What outcomes and moods are called, here as beside a conversation. */
export const useSummaryWords = ownWords<SummaryWords>({ en: summary, de: germanSummary })
