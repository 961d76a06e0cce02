import type { Language } from '../words.ts'
import type { BookingWords } from './en.ts'

const files: Record<Language, () => Promise<{ words: BookingWords }>> = {
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

/** The texts of the calendar. @throws if they cannot be loaded */
export const loadBookingWords = async (language: Language): Promise<BookingWords> => (await files[language]()).words
