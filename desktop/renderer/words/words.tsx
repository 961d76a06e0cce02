import { createContext, type ReactNode, useContext, useEffect, useRef, useState } from 'react'
import { en, type Words } from './en.ts'

/** The languages with their own names. English is always loaded; another one is loaded when it is selected. */
const languages = {
  en: { name: 'English', read: async (): Promise<Words> => en },
  de: { name: 'Deutsch', read: async (): Promise<Words> => (await import('./de.ts')).de },
}
export type Language = keyof typeof languages

const kept = 'frontdesk.language'

type Spoken = {
  words: Words
  /** The selected language. Its texts may still be loading. */
  language: Language
  choose(language: Language): void
}

const Context = createContext<Spoken>({ words: en, language: 'en', choose: () => {} })

let spoken: Words = en

/** All languages with their own names. */
export const allLanguages = Object.entries(languages).map(([id, { name }]) => ({ id: id as Language, name }))

/**
 * The texts of the current language, outside of components: what they are used for does not change with the language.
 */
export const wordsNow = (): Words => spoken

/** The person's choice, otherwise the browser's first supported language, otherwise English. */
function firstLanguage(): Language {
  const wanted = [localStorage.getItem(kept) ?? '', ...navigator.languages].map((tag) => tag.slice(0, 2).toLowerCase())
  return (wanted.find((tag) => tag in languages) as Language | undefined) ?? 'en'
}

/** The initial texts. English if the others cannot be loaded. */
export async function readWords(): Promise<{ language: Language; words: Words }> {
  const language = firstLanguage()
  return await languages[language].read().then(
    (words) => ({ language, words }),
    () => ({ language: 'en' as const, words: en }),
  )
}

type Given = { first: Awaited<ReturnType<typeof readWords>>; children: ReactNode }

export function WordsProvider({ first, children }: Given) {
  const [{ words, language: shown }, show] = useState(first)
  const [language, setLanguage] = useState(shown)
  const latest = useRef(shown)
  const choose = (next: Language) => {
    localStorage.setItem(kept, next)
    latest.current = next
    setLanguage(next)
    languages[next].read().then(
      (read) => latest.current === next && show({ words: read, language: next }),
      // They cannot be loaded now: the next start tries again.
      () => latest.current === next && setLanguage(shown),
    )
  }
  spoken = words
  useEffect(() => {
    document.documentElement.lang = shown
  }, [shown])
  return <Context.Provider value={{ words, language, choose }}>{children}</Context.Provider>
}

/** The texts of the current language. */
export const useWords = (): Words => useContext(Context).words

/** The current language, and how to change it. */
export const useLanguage = () => useContext(Context)
