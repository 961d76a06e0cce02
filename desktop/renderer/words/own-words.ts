import { type Language, useLanguage } from './words.tsx'

/**
 * The texts of a screen that is loaded later. They are loaded with it, in every language, so that the first file does
 * not contain them.
 */
export const ownWords =
  <W>(all: Record<Language, W>) =>
  (): W =>
    all[useLanguage().language]
