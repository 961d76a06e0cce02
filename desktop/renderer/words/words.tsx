import { createContext, type ReactNode, useContext, useEffect, useState } from 'react'
import { de } from './de.ts'
import { en, type Words } from './en.ts'

const languages = { en, de }
export type Language = keyof typeof languages

const kept = 'frontdesk.language'

type Spoken = { words: Words; language: Language; choose(language: Language): void }

const Context = createContext<Spoken>({ words: en, language: 'en', choose: () => {} })

let spoken: Words = en

/** Every language that there is, with its own name. */
export const allLanguages = Object.entries(languages).map(([id, words]) => ({
  id: id as Language,
  name: words.language,
}))

/** The words of the language in force, for what is no component: what it says is said once, and stays as it was said. */
export const wordsNow = (): Words => spoken

/** The person's choice, else the first of the browser's languages that there is, else English. */
function firstLanguage(): Language {
  const wanted = [localStorage.getItem(kept) ?? '', ...navigator.languages].map((tag) => tag.slice(0, 2).toLowerCase())
  return (wanted.find((tag) => tag in languages) as Language | undefined) ?? 'en'
}

export function WordsProvider({ children }: { children: ReactNode }) {
  const [language, setLanguage] = useState(firstLanguage)
  const choose = (next: Language) => {
    localStorage.setItem(kept, next)
    setLanguage(next)
  }
  spoken = languages[language]
  useEffect(() => {
    document.documentElement.lang = language
  }, [language])
  return <Context.Provider value={{ words: languages[language], language, choose }}>{children}</Context.Provider>
}

/** The words of the language in force. */
export const useWords = (): Words => useContext(Context).words

/** The language in force, and how to choose another. */
export const useLanguage = () => useContext(Context)
