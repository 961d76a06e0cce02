import type { Turn } from './turn.ts'

const fewWords = 4
const mostCharacters = 1000

/**
 * What to search for, the more promising first: the visitor's message; where that is as short as `And on Sundays?`, before
 * it the message together with the one that it follows, which says what it is about.
 */
export function queriesOf({ history }: Turn): string[] {
  const said = history.filter(({ role }) => role === 'user').map((message) => message.text ?? '')
  const latest = said.at(-1) ?? ''
  const before = said.at(-2) ?? ''
  const words = latest.match(/[\p{L}\p{N}]{3,}/gu) ?? []
  const isWhole = words.length >= fewWords || before === '' || /\p{Lo}{4}/u.test(latest)
  const queries = isWhole ? [latest] : [`${latest}\n${before}`, latest]
  return queries.map((query) => query.slice(0, mostCharacters).toWellFormed())
}

const joins = /^\s*[¿]?\s*(and|or|what about|how about|und|oder|et|ou|y|o|e)\b/iu

/** Whether a message says by its first word that it goes on with what was said before. */
export const continues = (text: string): boolean => joins.test(text)
