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

/** The languages of emails and appointments: those of the widget. */
const ofVisitors = ['en', 'de', 'fr', 'es', 'it', 'pt', 'nl', 'pl', 'tr', 'ar'] as const
export type VisitorLanguage = (typeof ofVisitors)[number]

/** The code of the first of these locales that is supported, such as `de` for `de-AT`; otherwise `en`. */
export const languageCode = (...locales: (string | null)[]): LanguageCode =>
  firstOf(Object.keys(known) as LanguageCode[], locales)

/** Like `languageCode`, among the languages of emails and appointments. */
export const visitorLanguage = (...locales: (string | null)[]): VisitorLanguage => firstOf(ofVisitors, locales)

/** In which direction texts of a language run. */
export const directionOf = (language: string): 'ltr' | 'rtl' => (language === 'ar' ? 'rtl' : 'ltr')

function firstOf<Code extends string>(codes: readonly Code[], locales: (string | null)[]): Code | 'en' {
  const wanted = locales.map((locale) => locale?.toLowerCase().split(/[-_]/)[0] ?? '')
  for (const one of wanted) {
    const code = codes.find((code) => code === one)
    if (code) return code
  }
  return 'en'
}

/** The language of the first of these locales that is supported; otherwise English. */
export const languageFor = (...locales: (string | null)[]): Language => languages[languageCode(...locales)]
