import { dataPage as de } from '../../words/de/data-page.ts'
import { type DataPageWords, dataPage as en } from '../../words/en/data-page.ts'
import { ownWords } from '../../words/own-words.ts'

export const useDataPageWords = ownWords<DataPageWords>({ en, de })
