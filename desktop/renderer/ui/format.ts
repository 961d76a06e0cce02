import type { Words } from '../words/en.ts'
import { useLanguage } from '../words/words.tsx'

const second = 1_000
const minute = 60 * second
const hour = 60 * minute
const day = 24 * hour

const made = new Map<string, ReturnType<typeof createFormatters>>()

/** Formatters are slow to create, so each language's are created once. */
function formattersOf(language: string) {
  const known = made.get(language) ?? createFormatters(language)
  made.set(language, known)
  return known
}

const createFormatters = (language: string) => ({
  whole: new Intl.NumberFormat(language, { maximumFractionDigits: 0 }),
  short: new Intl.NumberFormat(language, { notation: 'compact' }),
  exact: new Intl.NumberFormat(language, { maximumSignificantDigits: 3 }),
  decimal: new Intl.NumberFormat(language, { maximumFractionDigits: 1 }),
  percent: new Intl.NumberFormat(language, { style: 'percent' }),
  share: new Intl.NumberFormat(language, { style: 'percent', maximumFractionDigits: 1 }),
  region: new Intl.DisplayNames(language, { type: 'region', fallback: 'none' }),
  clock: new Intl.DateTimeFormat(language, { hour: 'numeric', minute: '2-digit' }),
  wholeTime: new Intl.DateTimeFormat(language, { dateStyle: 'medium', timeStyle: 'short' }),
  exactTime: new Intl.DateTimeFormat(language, { dateStyle: 'medium', timeStyle: 'medium' }),
  longDay: new Intl.DateTimeFormat(language, { weekday: 'long', day: 'numeric', month: 'long', year: 'numeric' }),
  day: new Intl.DateTimeFormat(language, { day: 'numeric', month: 'short', year: 'numeric' }),
  weekday: new Intl.DateTimeFormat(language, { weekday: 'short' }),
  dayOfYear: new Intl.DateTimeFormat(language, { day: 'numeric', month: 'short' }),
  dayWithYear: new Intl.DateTimeFormat(language, { day: 'numeric', month: 'short', year: '2-digit' }),
  // A date such as 2030-01-07 names the same day everywhere, so its time zone is UTC.
  date: new Intl.DateTimeFormat(language, { day: 'numeric', month: 'short', timeZone: 'UTC' }),
  dateWithWeekday: new Intl.DateTimeFormat(language, {
    ...{ weekday: 'short', day: 'numeric', month: 'short', year: 'numeric', timeZone: 'UTC' },
  }),
  hour: new Intl.DateTimeFormat(language, { hour: 'numeric', timeZone: 'UTC' }),
})

/** Formats times and durations in the selected language and the reader's own time zone. */
export function useTimes() {
  const { clock, longDay, wholeTime, exactTime, decimal } = formattersOf(useLanguage().language)
  return {
    /** 14:05 */
    clock: (at: number) => clock.format(at),
    /** Friday, 20 November 2026 */
    day: (at: number) => longDay.format(at),
    /** 20 Nov 2026, 14:05 */
    whole: (at: number) => wholeTime.format(at),
    /** 20 Nov 2026, 14:05:12 */
    exact: (at: number) => exactTime.format(at),
    number: (value: number) => decimal.format(value),
    /** Milliseconds as `340 ms` or `1.2 s`. */
    lasted: (ms: number) => (ms < second ? `${Math.round(ms)} ms` : `${decimal.format(ms / second)} s`),
  }
}

/** Formats numbers, shares, sizes and dates in the selected language. */
export function useFigures() {
  const { language } = useLanguage()
  const formatters = formattersOf(language)
  return {
    /** A count: 10,000 */
    whole: (count: number) => formatters.whole.format(count),
    /** 12K, for little space */
    short: (count: number) => formatters.short.format(count),
    /** A value of which the first digits matter: 0.0328 */
    exact: (value: number) => formatters.exact.format(value),
    /** 2.5 */
    decimal: (value: number) => formatters.decimal.format(value),
    /** A share of 1 without decimals: 4 % */
    percent: (share: number) => formatters.percent.format(share),
    /** A share of 1, below a tenth with one decimal: 45 %, 4.2 % */
    share: (share: number) => formatters.share.format(share < 0.1 ? share : Math.round(share * 100) / 100),
    /** The size of a file or a model: 12 kB, 1.4 MB, 2 GB */
    size: (bytes: number) => sizeIn(bytes, language),
    /** 7 Jan, of a date such as 2030-01-07 */
    date: (date: string) => formatters.date.format(Date.parse(date)),
    /** Mon, 7 Jan 2030 */
    weekday: (date: string) => formatters.dateWithWeekday.format(Date.parse(date)),
    /** 7 Jan 2030, in the reader's time zone */
    day: (at: number) => formatters.day.format(at),
    /** 2 PM, of the hour of a day from 0 */
    hour: (of: number) => formatters.hour.format(of * hour),
    /** The name of a country by its code; the word for an unknown country where the code is none. */
    country: (code: string) => nameOfCountry(formatters.region, code),
    /** 45 sec, 12 min, 3.5 hr */
    length: (seconds: number) => lengthIn(language, seconds),
  }
}

const kilo = 1024
const units = ['kilobyte', 'megabyte', 'gigabyte'] as const

function sizeIn(bytes: number, language: string): string {
  const step = bytes < kilo ** 2 ? 0 : bytes < kilo ** 3 ? 1 : 2
  const count = step === 0 ? Math.ceil(bytes / kilo) : bytes / kilo ** (step + 1)
  return count.toLocaleString(language, { style: 'unit', unit: units[step], maximumFractionDigits: 1 })
}

function nameOfCountry(region: Intl.DisplayNames, code: string): string {
  // Every language has a name for ZZ, the code of an unknown country.
  const known = /^[A-Z]{2}$/i.test(code) ? region.of(code) : undefined
  return known ?? region.of('ZZ') ?? code
}

const lengths = [
  { unit: 'day', seconds: 86_400 },
  { unit: 'hour', seconds: 3_600 },
  { unit: 'minute', seconds: 60 },
  { unit: 'second', seconds: 1 },
] as const

/** A duration in the largest unit of which it has at least two. */
function lengthIn(language: string, seconds: number): string {
  const { unit, seconds: one } = lengths.find((length) => seconds >= 2 * length.seconds) ?? lengths[3]
  const maximumFractionDigits = unit === 'second' || seconds / one >= 10 ? 0 : 1
  return (seconds / one).toLocaleString(language, { style: 'unit', unit, maximumFractionDigits })
}

/** The age of something, short enough for a row: `now`, `4 m`, `3 h`, `Tue`, `12 Mar`, `12 Mar 24`. */
export function ageWords(at: number, now: number, language: string, words: Words['inbox']['time']): string {
  const passed = now - at
  if (passed < minute) return words.now
  if (passed < hour) return words.minutes(Math.floor(passed / minute))
  const [then, today] = [new Date(at), new Date(now)]
  if (then.toDateString() === today.toDateString()) return words.hours(Math.floor(passed / hour))
  const { weekday, dayOfYear, dayWithYear } = formattersOf(language)
  if (passed < 6 * day) return weekday.format(then)
  return (then.getFullYear() === today.getFullYear() ? dayOfYear : dayWithYear).format(then)
}

/** The full time, shown as a title of a shorter one. */
export const wholeTime = (at: number, language: string): string => formattersOf(language).wholeTime.format(at)

/** How long somebody has been waiting, in whole units: `40 sec`, `2 min`, `1 hr 5 min`. */
export function waitLength(since: number, now: number, language: string): string {
  const seconds = Math.max(0, Math.floor((now - since) / second))
  const [h, m] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60]
  const write = (count: number, unit: 'hour' | 'minute' | 'second') =>
    count.toLocaleString(language, { style: 'unit', unit, unitDisplay: 'short' })
  if (h > 0) return `${write(h, 'hour')} ${write(m, 'minute')}`
  return m > 0 ? write(m, 'minute') : write(seconds, 'second')
}

/** How long somebody has been waiting, as a running clock: `0:07`, `12:40`, `3:02:11`. */
export function waitWords(since: number, now: number): string {
  // The clocks of two machines may differ a little, so a wait is never negative.
  const seconds = Math.max(0, Math.floor((now - since) / second))
  const [h, m, s] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, seconds % 60]
  const two = (count: number) => String(count).padStart(2, '0')
  return h > 0 ? `${h}:${two(m)}:${two(s)}` : `${m}:${two(s)}`
}
