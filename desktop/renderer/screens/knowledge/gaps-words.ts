import { gaps as de } from '../../words/de/gaps.ts'
import { gaps as en, type GapWords } from '../../words/en/gaps.ts'
import { ownWords } from '../../words/own-words.ts'

/** What the tab of the gaps says. */
export const useGapWords = ownWords<GapWords>({ en, de })
