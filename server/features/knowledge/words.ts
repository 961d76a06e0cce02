/** A word as Postgres is to see it. A compound such as `check-up` is written in one, and has its parts. */
export type Word = { text: string; parts: string[] }

/** What was read of a text: its words in their order, and of scripts that put no space between words the runs and their 2-grams. */
export type Words = { words: Word[]; grams: string[]; runs: string[] }

const scripts = ['Han', 'Hiragana', 'Katakana', 'Hangul', 'Thai', 'Lao', 'Khmer', 'Myanmar']
const spaceless = `[${scripts.map((name) => String.raw`\p{Script=${name}}`).join('')}ー]`
const letters = String.raw`[[\p{L}\p{M}\p{N}]--${spaceless}]+`
const token = new RegExp(`(${spaceless}+)|${letters}(?:['.\\-]${letters})*`, 'gv')

/** Longer runs of letters are no words: keys, encoded data. Postgres has a limit of its own, of 2,046 bytes. */
const longest = 60

/**
 * Reads a text as words, the same whatever the database's version and locale: lower case, compatibility forms made plain,
 * and without what an apostrophe clips on (`what's`, `l'heure`).
 */
export function readWords(text: string): Words {
  const found: Words = { words: [], grams: [], runs: [] }
  // Before the forms are made plain: that would take a sign for an apostrophe apart.
  const plain = text
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
 * `東京駅` → `東京`, `京駅`; one sign alone is its own gram. Between hiragana and other signs of Japanese a word, or its ending,
 * begins: no pair goes across, and one hiragana alone, a particle, is none.
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
    .flatMap(unclipped)
    .filter((part) => part.length <= longest)
  if (token.includes('-') && !/[.\d]/.test(token) && pieces.length > 1)
    return [{ text: pieces.join('').slice(0, longest), parts: pieces }]
  return pieces.map((text) => ({ text, parts: [] }))
}

/** A word with an apostrophe, without the one or two letters that were clipped on at either end. */
function unclipped(word: string): string[] {
  const parts = word.split("'")
  const long = parts.filter((part) => part.length > 2)
  return long.length > 0 ? long : parts.slice(0, 1)
}
