import { languages } from '../../../language/languages.ts'

/** Values of one result that are read. */
const maxValues = 500

/**
 * What a result of a tool supports, as texts: its words, its numbers as amounts and shares, and its dates and times in
 * the languages of replies. A field in cents also counts in whole units.
 */
export function textsOfResult(result: unknown, timeZone: string): string[] {
  const texts: string[] = []
  const read = (value: unknown, name: string) => {
    if (texts.length > maxValues * 4) return
    if (typeof value === 'number') texts.push(numberText(value), ...(isMinor(name) ? [numberText(value / 100)] : []))
    else if (typeof value === 'string') texts.push(value, ...stringTexts(value, timeZone))
    else if (typeof value === 'object' && value !== null)
      for (const [inner, one] of Object.entries(value)) read(one, inner)
  }
  read(result, '')
  return texts
}

const isMinor = (name: string) => /cents?$|minor|pence/i.test(name)
const currencies = ['€', '$', '£', 'CHF', 'USD', 'EUR', 'GBP']
const units = ['%', 'days', 'Tage', 'jours', 'días', 'hours', 'Stunden', 'minutes', 'Minuten', 'weeks', 'Wochen']

function numberText(value: number): string {
  const number = Number.isInteger(value) ? String(value) : value.toFixed(2)
  return [...currencies, ...units].map((unit) => `${number} ${unit}`).join('\n')
}

/** A number in a text counts like one; a date as it is written in each language. */
function stringTexts(value: string, timeZone: string): string[] {
  if (/^-?\d{1,12}(?:[.,]\d{1,4})?$/.test(value.trim())) return [numberText(Number(value.replace(',', '.')))]
  if (!/^\d{4}-\d{2}-\d{2}(?:[T ]\d{2}:\d{2}.*)?$/.test(value)) return []
  const hasTime = value.length > 10
  const at = Date.parse(hasTime ? value : `${value}T12:00:00Z`)
  if (Number.isNaN(at)) return []
  // A time without a zone is meant where the business is; only its clock is read.
  const zone = hasTime && /(?:Z|[+-]\d{2}:?\d{2})$/.test(value) ? timeZone : 'UTC'
  const shown = hasTime && zone === 'UTC' ? Date.parse(`${value}Z`) : at
  const time = Number.isNaN(shown) ? at : shown
  return Object.keys(languages).flatMap((locale) => [
    new Intl.DateTimeFormat(locale, { timeZone: zone, dateStyle: 'full' }).format(time),
    ...(hasTime ? [new Intl.DateTimeFormat(locale, { timeZone: zone, timeStyle: 'short' }).format(time)] : []),
  ])
}
