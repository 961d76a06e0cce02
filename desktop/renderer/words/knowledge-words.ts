import { facts as germanFacts } from './de/facts.ts'
import { files as germanFiles } from './de/files.ts'
import { knowledge as germanKnowledge } from './de/knowledge.ts'
import { pages as germanPages } from './de/pages.ts'
import { type FactsWords, facts } from './en/facts.ts'
import { type FilesWords, files } from './en/files.ts'
import { type KnowledgeWords, knowledge } from './en/knowledge.ts'
import { type PagesWords, pages } from './en/pages.ts'
import { ownWords } from './own-words.ts'

/** What the screen of the knowledge says. */
export const useKnowledgeWords = ownWords<KnowledgeWords>({ en: knowledge, de: germanKnowledge })

/** What is said of the website and its pages. */
export const usePagesWords = ownWords<PagesWords>({ en: pages, de: germanPages })

/** What is said of the files. */
export const useFilesWords = ownWords<FilesWords>({ en: files, de: germanFiles })

/** What is said of the business details. */
export const useFactsWords = ownWords<FactsWords>({ en: facts, de: germanFacts })
