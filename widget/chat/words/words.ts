import type { Words } from './en.ts'

/** Only one of these small files is loaded. */
const files = {
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
export type Language = keyof typeof files
export const languages = Object.keys(files) as Language[]

const product = 'Frontdesk'

/**
 * The language of the chat: that of the page's tag or the page, otherwise the browser's first supported one, otherwise the site's,
 * otherwise English.
 * @param wanted language tags such as `de-AT`, most wanted first
 */
export function chooseLanguage(wanted: readonly (string | undefined)[]): Language {
  const tags = wanted.map((tag = '') => tag.slice(0, 2).toLowerCase())
  return (tags.find((tag) => Object.hasOwn(files, tag)) as Language | undefined) ?? 'en'
}

/** The texts of a language with the site's overrides. @throws if they cannot be loaded */
export async function loadWords(language: Language, own: Record<string, string> = {}): Promise<Words> {
  const { words } = await files[language]()
  return withOwn(words, own)
}

/** Applies the site's overrides. The product name cannot be removed. */
export function withOwn<All extends Record<string, string>>(words: All, own: Record<string, string>): All {
  const taken = Object.entries(own).filter(
    ([name, text]) => Object.hasOwn(words, name) && (name !== 'poweredBy' || text.includes(product)),
  )
  return { ...words, ...Object.fromEntries(taken) }
}

/** Replaces `{name}` in a text with the value of that name. Unknown names stay. */
export function fill(text: string, values: Record<string, string | number>): string {
  return text.replace(/\{([A-Za-z][A-Za-z0-9_.-]*)\}/g, (mark, name: string) =>
    Object.hasOwn(values, name) ? String(values[name]) : mark,
  )
}
