// What ends in a full stop and no sentence; single letters too.
const abbreviations = new Set(
  (
    'approx ca bzw bspw evtl ggf inkl exkl zzgl max min nr no nos tel fax ext str vs etc usw mr mrs ms dr prof st e.g i.e ' +
    'z.b d.h u.a o.ä a.m p.m env av apr.j jan feb aug sep sept oct okt nov dec dez janv févr mo di mi do fr sa so mon tue ' +
    'wed thu fri sat sun incl excl std'
  ).split(' '),
)
const monthsBegin = /^(?:jan|feb|fév|mar|mär|apr|avr|may|mai|jun|jui|jul|aug|aoû|sep|oct|okt|nov|dec|déc|dez)/i
const closing = /["'”’“)\]*_`»]+$/

/**
 * Whether white space after this text ends a sentence; `perhaps` where the next word decides: `It costs £14. You …`, but
 * `on 3. May`.
 */
export function endsSentence(text: string): 'yes' | 'no' | 'perhaps' {
  const told = text.slice(-80).replace(closing, '')
  if (/[!?…]$/.test(told)) return 'yes'
  if (!told.endsWith('.')) return 'no'
  if (/\d\.$/.test(told)) return 'perhaps'
  const word = /[\p{L}.]+$/u.exec(told)?.[0].slice(0, -1).toLowerCase() ?? ''
  if (/^[ap]\.?m$/.test(word)) return 'perhaps'
  return abbreviations.has(word) || (/^\p{L}$/u.test(word) && word !== 'i') ? 'no' : 'yes'
}

/** Whether what follows begins a sentence of its own; undefined as long as its first word is not there as a whole. */
export function beginsSentence(following: string): boolean | undefined {
  const text = following.trimStart()
  const first = text.charAt(0)
  if (first === '') return undefined
  if (!/\p{L}/u.test(first)) return true
  if (!/\p{Lu}/u.test(first)) return false
  if (/^\p{L}+$/u.test(text) && text.length < 12) return undefined
  return !monthsBegin.test(text)
}
