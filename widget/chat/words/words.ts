import type { Words } from './en.ts'

/** Of the words, only these are fetched: one small file. */
const files = {
  en: () => import('./en.ts'),
  de: () => import('./de.ts'),
  fr: () => import('./fr.ts'),
  es: () => import('./es.ts'),
}
export type Language = keyof typeof files

const product = 'Frontdesk'

/**
 * The language of the chat: that of the page, as its visitor reads it; else the first that the browser asks for; else that
 * of the site's settings; else English.
 * @param wanted language tags such as `de-AT`, the most wanted first
 */
export function chooseLanguage(wanted: readonly string[]): Language {
  const tags = wanted.map((tag) => tag.slice(0, 2).toLowerCase())
  return (tags.find((tag) => Object.hasOwn(files, tag)) as Language | undefined) ?? 'en'
}

/** The words of a language, with the site's own in place of some. @throws when they cannot be fetched */
export async function loadWords(language: Language, own: Record<string, string> = {}): Promise<Words> {
  const { words } = await files[language]()
  return withOwn(words, own)
}

/** A site's own words take the place of those with the same name. The product stays named whatever is said of it. */
export function withOwn(words: Words, own: Record<string, string>): Words {
  const taken = Object.entries(own).filter(
    ([name, text]) => Object.hasOwn(words, name) && (name !== 'poweredBy' || text.includes(product)),
  )
  return { ...words, ...Object.fromEntries(taken) }
}

/** Puts values into a text: `{name}` stands for the value of that name. What has none stays as it is. */
export function fill(text: string, values: Record<string, string | number>): string {
  return text.replace(/\{([A-Za-z][A-Za-z0-9_.-]*)\}/g, (mark, name: string) =>
    Object.hasOwn(values, name) ? String(values[name]) : mark,
  )
}
