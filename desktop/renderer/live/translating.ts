import { createStore, useStore } from './store.ts'

/** The conversations whose messages are shown with a translation, as long as the page is open. */
const translated = createStore<ReadonlySet<string>>(new Set())
/** Translations by the id of the message. */
const texts = createStore<ReadonlyMap<string, string>>(new Map())

export const useIsTranslated = (conversation: string): boolean => useStore(translated, (all) => all.has(conversation))

export function toggleTranslation(conversation: string): void {
  translated.set(
    (all) => new Set(all.has(conversation) ? [...all].filter((one) => one !== conversation) : [...all, conversation]),
  )
}

/** The translations to show; none if the translation is hidden. */
export const showTranslations = (shown: ReadonlyMap<string, string>): void => texts.set(shown)

export const useTranslation = (message: string): string | undefined => useStore(texts, (all) => all.get(message))
