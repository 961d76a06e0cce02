import type { Language } from '../../words/words.ts'

/** The visitor's own variant of the chat's language, such as `en-GB`, which decides how times are written. */
export function localeOf(language: Language): string {
  const own = navigator.languages.find((tag) => tag.slice(0, 2).toLowerCase() === language)
  return own ?? language
}

/** How times are written in a locale and a zone. Numbers are formatted, because some pages replace `Date`. */
export type Formats = {
  /** `10:00` */
  time(at: number): string
  /** `Fri` */
  weekday(at: number): string
  /** `27 Nov` */
  date(at: number): string
  /** `Friday, 27 November` */
  day(at: number): string
  /** `Friday, 27 November 2026 at 10:00 – 10:30` */
  span(start: number, end: number): string
  /** `GMT+1`, which is different after a clock change. */
  offset(at: number): string
}

/** Falls back to UTC where the browser does not know the zone. */
export function formatsOf(locale: string, timezone: string): Formats {
  const timeZone = knownZone(timezone)
  const create = (options: Intl.DateTimeFormatOptions) => new Intl.DateTimeFormat(locale, { ...options, timeZone })
  const time = create({ timeStyle: 'short' })
  const weekday = create({ weekday: 'short' })
  const date = create({ day: 'numeric', month: 'short' })
  const day = create({ weekday: 'long', day: 'numeric', month: 'long' })
  const span = create({ dateStyle: 'full', timeStyle: 'short' })
  const offset = create({ timeZoneName: 'shortOffset' })
  return {
    time: (at) => time.format(at),
    weekday: (at) => weekday.format(at),
    date: (at) => date.format(at),
    day: (at) => day.format(at),
    span: (start, end) => span.formatRange(start, end),
    offset: (at) => offset.formatToParts(at).find(({ type }) => type === 'timeZoneName')?.value ?? timeZone,
  }
}

function knownZone(timezone: string): string {
  try {
    new Intl.DateTimeFormat('en', { timeZone: timezone })
    return timezone
  } catch {
    return 'UTC'
  }
}

/** `New York` for `America/New_York`. */
export const cityOf = (timezone: string): string => (timezone.split('/').at(-1) ?? timezone).replaceAll('_', ' ')

/** The zones that can be chosen: first the given ones. */
export function zonesOf(...first: (string | undefined)[]): string[] {
  const given = first.filter((zone) => zone !== undefined)
  return [...new Set([...given, ...(Intl.supportedValuesOf?.('timeZone') ?? [])])]
}
