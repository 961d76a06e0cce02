import type { Turn } from './turn.ts'

const fewWords = 4
const mostCharacters = 1000

/**
 * What to search for: the visitor's message, and where that is as short as `And on Sundays?` or `to France` the one before
 * it too, which says what it is about.
 */
export function questionOf({ history }: Turn): string {
  const said = history.filter(({ role }) => role === 'user').map((message) => message.text ?? '')
  const latest = said.at(-1) ?? ''
  const before = said.at(-2) ?? ''
  const words = latest.match(/[\p{L}\p{N}]{3,}/gu) ?? []
  const isWhole = words.length >= fewWords || before === '' || /[\p{Lo}]{4,}/u.test(latest)
  return (isWhole ? latest : `${latest}\n${before}`).slice(0, mostCharacters).toWellFormed()
}
