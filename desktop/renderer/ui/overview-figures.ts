import { useLanguage } from '../words/words.tsx'

type Format = {
  whole: Intl.NumberFormat
  short: Intl.NumberFormat
  percent: Intl.NumberFormat
  decimal: Intl.NumberFormat
  date: Intl.DateTimeFormat
  weekday: Intl.DateTimeFormat
  hour: Intl.DateTimeFormat
  day: Intl.DateTimeFormat
  region: Intl.DisplayNames
}

const made = new Map<string, Format>()

/** Formats are dear to make, so each language's are made once. A date names its day everywhere: its zone is UTC. */
function formatOf(language: string): Format {
  const known = made.get(language)
  if (known) return known
  const format: Format = {
    whole: new Intl.NumberFormat(language, { maximumFractionDigits: 0 }),
    short: new Intl.NumberFormat(language, { notation: 'compact' }),
    percent: new Intl.NumberFormat(language, { style: 'percent', maximumFractionDigits: 1 }),
    decimal: new Intl.NumberFormat(language, { maximumFractionDigits: 1 }),
    date: new Intl.DateTimeFormat(language, { day: 'numeric', month: 'short', timeZone: 'UTC' }),
    weekday: new Intl.DateTimeFormat(language, {
      ...{ weekday: 'short', day: 'numeric', month: 'short', year: 'numeric', timeZone: 'UTC' },
    }),
    day: new Intl.DateTimeFormat(language, { day: 'numeric', month: 'short', year: 'numeric' }),
    hour: new Intl.DateTimeFormat(language, { hour: 'numeric', timeZone: 'UTC' }),
    region: new Intl.DisplayNames(language, { type: 'region', fallback: 'none' }),
  }
  made.set(language, format)
  return format
}

/** A share of 1 as few signs say it: only below a tenth with a digit behind the point. */
const shareOf = (share: number) => (share < 0.1 ? share : Math.round(share * 100) / 100)

function nameOfCountry(region: Intl.DisplayNames, code: string): string {
  // ZZ is the code of what is not known, which has a name in every language.
  const known = /^[A-Z]{2}$/i.test(code) ? region.of(code) : undefined
  return known ?? region.of('ZZ') ?? code
}

const lengths = [
  { unit: 'day', seconds: 86_400 },
  { unit: 'hour', seconds: 3_600 },
  { unit: 'minute', seconds: 60 },
  { unit: 'second', seconds: 1 },
] as const

/** A length of time in the unit that it has at least two of: 45 sec, 12 min, 3.5 hr. */
function lengthIn(language: string, seconds: number): string {
  const { unit, seconds: one } = lengths.find((length) => seconds >= 2 * length.seconds) ?? lengths[3]
  const maximumFractionDigits = unit === 'second' || seconds / one >= 10 ? 0 : 1
  return (seconds / one).toLocaleString(language, { style: 'unit', unit, maximumFractionDigits })
}

/** Writers of figures in the language in force. */
export function useFigures() {
  const { language } = useLanguage()
  const { whole, short, percent, decimal, date, weekday, hour, day, region } = formatOf(language)
  return {
    /** 12,345 */
    whole: (count: number) => whole.format(count),
    /** 12K, where there is little room */
    short: (count: number) => short.format(count),
    /** 45 % */
    percent: (share: number) => percent.format(shareOf(share)),
    /** 2.5 */
    decimal: (value: number) => decimal.format(value),
    /** 7 Jan, of a date such as 2030-01-07 */
    date: (day: string) => date.format(Date.parse(day)),
    /** Mon, 7 Jan 2030 */
    weekday: (day: string) => weekday.format(Date.parse(day)),
    /** 7 Jan 2030, where the person is */
    day: (at: number) => day.format(at),
    /** 2 PM, of the hour of a day from 0 */
    hour: (of: number) => hour.format(of * 3_600_000),
    /** What a country is called, by its code; where there is none of that code, that it is not known. */
    country: (code: string) => nameOfCountry(region, code),
    /** 45 sec, 12 min, 3.5 hr */
    length: (seconds: number) => lengthIn(language, seconds),
  }
}
