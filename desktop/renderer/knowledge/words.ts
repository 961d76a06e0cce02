import { knowledge as de } from '../words/de/knowledge.ts'
import { knowledge as en, type KnowledgeWords } from '../words/en/knowledge.ts'
import { ownWords } from '../words/own-words.ts'

/** What the screen of the knowledge says. */
export const useKnowledgeWords = ownWords<KnowledgeWords>({ en, de })
