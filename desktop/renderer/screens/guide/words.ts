import { guide as de } from '../../words/de/guide.ts'
import { guide as en, type GuideWords } from '../../words/en/guide.ts'
import { ownWords } from '../../words/own-words.ts'

/** What the first steps say. */
export const useGuideWords = ownWords<GuideWords>({ en, de })
