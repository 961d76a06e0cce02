import type { Words } from '../en.ts'
import { type Language, loadWords, withOwn } from '../words.ts'
import type { LaterWords } from './en.ts'

const files: Record<Language, () => Promise<{ words: LaterWords }>> = {
  en: () => import('./en.ts'),
  de: () => import('./de.ts'),
  fr: () => import('./fr.ts'),
  es: () => import('./es.ts'),
  it: () => import('./it.ts'),
  pt: () => import('./pt.ts'),
  nl: () => import('./nl.ts'),
  pl: () => import('./pl.ts'),
  tr: () => import('./tr.ts'),
  ar: () => import('./ar.ts'),
}

export type AllWords = Words & LaterWords

/** All texts, those of the parts that are loaded on use included. @throws if they cannot be loaded */
export async function loadAllWords(language: Language, own: Record<string, string> = {}): Promise<AllWords> {
  const [words, later] = await Promise.all([loadWords(language, own), files[language]()])
  return { ...words, ...withOwn(later.words, own) }
}
