import { assistant as de } from '../../words/de/assistant.ts'
import { type AssistantWords, assistant as en } from '../../words/en/assistant.ts'
import { ownWords } from '../../words/own-words.ts'

/** What the page of the assistant says. */
export const useAssistantWords = ownWords<AssistantWords>({ en, de })
