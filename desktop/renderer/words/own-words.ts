import { type Language, useLanguage } from './words.tsx'

/**
 * The words of a screen that is read once somebody goes there. They come with it, in every language, so that what a browser
 * loads at first does not hold them.
 */
export const ownWords =
  <W>(all: Record<Language, W>) =>
  (): W =>
    all[useLanguage().language]
