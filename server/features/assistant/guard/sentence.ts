import { allLanguages } from '../../../language/languages.ts'

const abbreviations = new Set(allLanguages.flatMap((language) => language.abbreviations.split(' ')))
const monthsBegin = new RegExp(
  `^(?:${allLanguages.flatMap(({ calendar }) => calendar.months.split(' ').map((name) => name.slice(0, 3))).join('|')})`,
  'i',
)
const closing = /["'”’“)\]*_`»]+$/

/**
 * Whether white space after this text ends a sentence; `perhaps` if the next word decides: `It costs £14. You …`, but
 * `on 3. May`.
 */
export function endsSentence(text: string): 'yes' | 'no' | 'perhaps' {
  const end = text.slice(-80).replace(closing, '')
  if (/[!?…]$/.test(end)) return 'yes'
  if (!end.endsWith('.')) return 'no'
  if (/\d\.$/.test(end)) return 'perhaps'
  const word = /[\p{L}.]+$/u.exec(end)?.[0].slice(0, -1).toLowerCase() ?? ''
  if (/^[ap]\.?m$/.test(word)) return 'perhaps'
  return abbreviations.has(word) || (/^\p{L}$/u.test(word) && word !== 'i') ? 'no' : 'yes'
}

/** Whether the following text begins a new sentence; undefined until its first word is complete. */
export function beginsSentence(following: string): boolean | undefined {
  const text = following.trimStart()
  const first = text.charAt(0)
  if (first === '') return undefined
  if (!/\p{L}/u.test(first)) return true
  if (!/\p{Lu}/u.test(first)) return false
  if (/^\p{L}+$/u.test(text) && text.length < 12) return undefined
  return !monthsBegin.test(text)
}
