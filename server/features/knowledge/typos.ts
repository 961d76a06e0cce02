import { editDistance } from '../../core/edit-distance.ts'

/** Shorter words are similar to too many others. */
export const minMisspeltLength = 5

/** The maximum number of typos in a word of this length. */
export const maxTyposIn = (lexeme: string): number => (lexeme.length >= 9 ? 2 : 1)

/** Whether another lexeme may be a misspelling of this one with the first two letters right. */
export const isTypo = (lexeme: string, other: string): boolean =>
  lexeme.slice(0, 2) === other.slice(0, 2) && isAnyTypo(lexeme, other)

/**
 * Like `isSlip`, but for typos anywhere. A word that begins with the other is more often a different word: `plane`,
 * `plan`.
 */
export function isAnyTypo(lexeme: string, other: string): boolean {
  if (lexeme.length < minMisspeltLength || lexeme.startsWith(other) || other.startsWith(lexeme)) return false
  const typos = maxTyposIn(lexeme)
  return editDistance(lexeme, other, typos) <= typos || squeezed(lexeme) === squeezed(other)
}

/** Doubled letters are the most frequently forgotten ones. */
const squeezed = (word: string) => word.replace(/(.)\1/gu, '$1')
