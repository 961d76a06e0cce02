import { overview as de } from '../words/de/overview.ts'
import { summary as germanSummary } from '../words/de/summary.ts'
import { overview as en, type OverviewWords } from '../words/en/overview.ts'
import { type SummaryWords, summary } from '../words/en/summary.ts'
import { ownWords } from '../words/own-words.ts'

/** What the overview says. */
export const useOverviewWords = ownWords<OverviewWords>({ en, de })

/** What outcomes and moods are called, here as beside a conversation. */
export const useSummaryWords = ownWords<SummaryWords>({ en: summary, de: germanSummary })
