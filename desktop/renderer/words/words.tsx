import { createContext, type ReactNode, useContext, useEffect, useRef, useState } from 'react'
import { en, type Words } from './en.ts'

/** Each with its own name. English is always here; another is read where somebody wants it. */
const languages = {
  en: { name: 'English', read: async (): Promise<Words> => en },
  de: { name: 'Deutsch', read: async (): Promise<Words> => (await import('./de.ts')).de },
}
export type Language = keyof typeof languages

const kept = 'frontdesk.language'

type Spoken = {
  words: Words
  /** The one that was chosen; its words may still be on their way. */
  language: Language
  choose(language: Language): void
}

const Context = createContext<Spoken>({ words: en, language: 'en', choose: () => {} })

let spoken: Words = en

/** Every language that there is, with its own name. */
export const allLanguages = Object.entries(languages).map(([id, { name }]) => ({ id: id as Language, name }))

/** The words of the language in force, for what is no component: what it says is said once, and stays as it was said. */
export const wordsNow = (): Words => spoken

/** The person's choice, else the first of the browser's languages that there is, else English. */
function firstLanguage(): Language {
  const wanted = [localStorage.getItem(kept) ?? '', ...navigator.languages].map((tag) => tag.slice(0, 2).toLowerCase())
  return (wanted.find((tag) => tag in languages) as Language | undefined) ?? 'en'
}

/** The words to begin with. English where the others cannot be read now. */
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
      // They cannot be read now: the next start tries again.
      () => latest.current === next && setLanguage(shown),
    )
  }
  spoken = words
  useEffect(() => {
    document.documentElement.lang = shown
  }, [shown])
  return <Context.Provider value={{ words, language, choose }}>{children}</Context.Provider>
}

/** The words of the language in force. */
export const useWords = (): Words => useContext(Context).words

/** The language in force, and how to choose another. */
export const useLanguage = () => useContext(Context)
