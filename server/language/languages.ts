import { german } from './de.ts'
import { english } from './en.ts'
import { spanish } from './es.ts'
import { french } from './fr.ts'
import type { Language } from './language.ts'

/** A fifth language is one more file and its line here. */
const known = { en: english, de: german, fr: french, es: spanish }
export type LanguageCode = keyof typeof known
export const languages: Record<LanguageCode, Language> = known

export const allLanguages: readonly Language[] = Object.values(languages)

const isKnown = (code: string): code is LanguageCode => Object.hasOwn(languages, code)

/** The code of the first of these locales that is supported, such as `de` for `de-AT`; otherwise `en`. */
export function languageCode(...locales: (string | null)[]): LanguageCode {
  const codes = locales.map((locale) => locale?.toLowerCase().split(/[-_]/)[0] ?? '')
  return codes.find(isKnown) ?? 'en'
}

/** The language of the first of these locales that is supported; otherwise English. */
export const languageFor = (...locales: (string | null)[]): Language => languages[languageCode(...locales)]
