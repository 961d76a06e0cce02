/** How digits are set off from the text before them. `isNote`: as the mark of a footnote. `isPriced`: inside of a price. */
export type SetOff = {
  isRaised?: boolean
  isLowered?: boolean
  isSmaller?: boolean
  isNote?: boolean
  isPriced?: boolean
  language?: string
}

const money =
  '(?:\\p{Sc}|(?<!\\p{L})(?:USD|EUR|GBP|CHF|CAD|AUD|NZD|SGD|HKD|CNY|INR|THB|MYR|AED|SAR|ILS|ZAR|MXN|PEN|PLN|SEK|NOK|DKK|CZK|HUF|RON|BGN|RSD|UAH|TRY|BRL|S/|R|kr|zł|Frs?|SFr|Kč|Ft|lei|TL|руб|грн|лв|Rs|RM|euros?|dollars?|pounds?|francs?|franken))(?![\\p{L}])\\.?'
const signBefore = new RegExp(`${money}\\s?\\d[\\d.,'’\\s]*$`, 'iu')
const signBehind = new RegExp(`^\\d{2}\\s*(?:${money}|,?[-–—](?![\\d\\s]*\\d))`, 'iu')

/**
 * Joins digits or letters that are set off by their looks only to the text of the line before them, as a reader sees
 * them: `£12` and a raised `99` as `£12.99`, `100` and a raised `2` as `100²`, and the mark of a footnote apart.
 * @param left the line before, a few characters are enough
 * @param right what follows on the line
 * @returns what is written for `text`; `isCents` tells that white space before it is none
 */
export function joinSetOff(left: string, text: string, right: string, how: SetOff): { text: string; isCents: boolean } {
  const before = left.trimEnd()
  const [digits = ''] = /^\d+/.exec(text) ?? []
  const isMoney = signBefore.test(before) || signBehind.test(text + right) || how.isPriced
  const isCents = how.isRaised || (before === left && !/^\s*\p{L}/u.test(text.slice(2)))
  if (isMoney && !how.isNote && digits.length === 2 && (isCents || signBehind.test(text + right))) {
    const [, mark, decimals] = /\d([.,])(\d*)$/.exec(before) ?? []
    if (decimals === '') return { text, isCents: true }
    if (/\d$/.test(before) && (mark === undefined || decimals?.length === 3))
      return { text: pointOf(mark, how.language ?? '') + text, isCents: true }
  }
  return { text: signOf(left, text, right, how), isCents: false }
}

/** The decimal point: not the mark of the thousands, otherwise as the language writes it. */
function pointOf(thousands: string | undefined, language: string): string {
  if (thousands !== undefined) return thousands === '.' ? ',' : '.'
  return language === '' || /^(?:en|ja|zh|ko|he|th)\b/i.test(language) ? '.' : ','
}

/** Digits and letters that are no cents. */
function signOf(left: string, text: string, right: string, { isRaised, isLowered, isSmaller, isNote }: SetOff): string {
  if (!/[\p{L}\d]$/u.test(left)) return text
  if (isNote) return /^[\p{L}\d]/u.test(text) ? ` ${text}` : text
  if (isLowered) return /\d$/.test(left) ? inDigits(text, '₀₁₂₃₄₅₆₇₈₉') : text
  if (!isRaised) return isApart(left, text, isSmaller) ? ` ${text}` : text
  if (/\d$/.test(left)) {
    if (/^[o0]$/.test(text) && /^\s?[CF](?!\p{L})/u.test(right)) return '°'
    if (/^\d$/.test(text) && /^\s?[/⁄]\s?\d{1,2}(?!\d)/.test(right)) return ` ${text}`
    if (isMinutes(left, text, right)) return `:${text}`
  }
  if (/^[-−–]\d{1,2}(?!\d)/.test(text)) return `⁻${inDigits(text.slice(1), '⁰¹²³⁴⁵⁶⁷⁸⁹')}`
  if (isPower(left, text)) return inDigits(text, '⁰¹²³⁴⁵⁶⁷⁸⁹')
  return /^\d/.test(text) || isLetterOfNote(left, text) ? ` ${text}` : text
}

const isApart = (left: string, text: string, isSmaller = false): boolean =>
  isSmaller ? /\d$/.test(left) && /^\d/.test(text) : signBefore.test(left) && /^\d\d(?!\d)/.test(text)

const until = '(?:[-–—]|bis|to|until|à|a|al|au|do|до)'
const hourBehind = new RegExp(
  `^\\s?(?:${until}\\s?\\d{1,2}(?::?[0-5]\\d)?\\s?)?(?:Uhr|h|Std|hrs|[ap]\\.?m|час)(?!\\p{L})`,
  'iu',
)
const hourBefore = new RegExp(`(?:\\d:[0-5]\\d\\s?${until}|godz\\.?)\\s?\\d{1,2}$`, 'iu')

/** Raised minutes of a time of day. Without a word or a time beside them, they may be cents. */
const isMinutes = (left: string, text: string, right: string): boolean =>
  /^[0-5]\d$/.test(text) &&
  /(?:^|[^\d.,])(?:[01]?\d|2[0-4])$/.test(left) &&
  (hourBehind.test(right) || hourBefore.test(left))

/** Raised digits behind a number or a unit, such as `10²` and `m²`. Behind a word, they are the mark of a footnote. */
const isPower = (left: string, text: string): boolean =>
  /^\d{1,2}(?!\d)/.test(text) &&
  (/(?:^|[^\d.,])\d{1,4}$/.test(left) || /(?:^|[\s\d/])(?:mm|cm|dm|m|km|qm|ft|in|yd|s)$/.test(left)) &&
  !signBefore.test(left)

/** A letter behind a word or a price. Behind a short word or a number it is part of an abbreviation: `Mᵐᵉ`, `1ᵉʳ`. */
const isLetterOfNote = (left: string, text: string): boolean =>
  /^(?:[a-z]|[ivx]{2,4})(?!\p{L})/u.test(text) && (/\p{L}{4}$/u.test(left) || signBefore.test(left))

const inDigits = (text: string, signs: string) =>
  text.replace(/^\d+/, (digits) => digits.replace(/\d/g, (digit) => signs[Number(digit)] ?? digit))
