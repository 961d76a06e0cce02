/** A word in the form that Postgres receives. A compound such as `check-up` is joined, and also has its parts. */
export type Word = { text: string; parts: string[] }

/** The words of a text in order, and the runs and 2-grams of scripts without spaces. */
export type Words = { words: Word[]; grams: string[]; runs: string[] }

const scripts = ['Han', 'Hiragana', 'Katakana', 'Hangul', 'Thai', 'Lao', 'Khmer', 'Myanmar']
const spaceless = `[${scripts.map((name) => String.raw`\p{Script=${name}}`).join('')}ー]`
const letters = String.raw`[[\p{L}\p{M}\p{N}]--${spaceless}]+`
const token = new RegExp(`(${spaceless}+)|${letters}(?:['.\\-]${letters})*`, 'gv')

/** Longer runs of letters are not words, but keys or encoded data. Postgres has a limit of 2,046 bytes. */
const maxLength = 60

/**
 * Splits a text into words, independent of the database's version and locale: lower case, compatibility forms
 * normalised, without clitics before or after an apostrophe (`what's`, `l'heure`).
 */
export function readWords(text: string): Words {
  const found: Words = { words: [], grams: [], runs: [] }
  // Before normalisation, which would decompose a character used as an apostrophe.
  const plain = text
    // Characters that are not seen are no part of a word.
    .replace(/[\u00ad\u200b-\u200d\u2060\ufeff]/g, '')
    .replace(/[‘’ʼ´`]/g, "'")
    .replace(/[‐‑]/g, '-')
    .normalize('NFKC')
    .toLowerCase()
  for (const [whole, signs] of plain.matchAll(token)) {
    if (signs) {
      found.runs.push(signs)
      for (const gram of gramsOf(signs)) found.grams.push(gram)
    } else for (const word of wordsOf(whole)) found.words.push(word)
  }
  return found
}

/**
 * `東京駅` → `東京`, `京駅`. A single character is its own gram. In Japanese, a word or ending begins where hiragana meet
 * other characters, so no pair crosses that border, and a single hiragana, a particle, is not a gram.
 */
export const gramsOf = (signs: string): string[] =>
  (signs.match(/\p{Script=Hiragana}+|\P{Script=Hiragana}+/gu) ?? []).flatMap((part) =>
    part !== signs && /^\p{Script=Hiragana}$/u.test(part) ? [] : pairsOf(part),
  )

function pairsOf(signs: string): string[] {
  const each = [...signs]
  return each.length === 1 ? each : each.slice(1).map((sign, at) => `${each[at]}${sign}`)
}

function wordsOf(token: string): Word[] {
  const pieces = token
    .split(/[.-]/)
    .flatMap(withoutClitics)
    .filter((part) => part.length <= maxLength)
  if (token.includes('-') && !/[.\d]/.test(token) && pieces.length > 1)
    return [{ text: pieces.join('').slice(0, maxLength), parts: pieces }]
  return pieces.map((text) => ({ text, parts: [] }))
}

/** A word with an apostrophe, without the one or two letters of a clitic at either end. */
function withoutClitics(word: string): string[] {
  const parts = word.split("'")
  const long = parts.filter((part) => part.length > 2)
  return long.length > 0 ? long : parts.slice(0, 1)
}
