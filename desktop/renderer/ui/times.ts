import { useLanguage } from '../words/words.tsx'

type Format = Record<'clock' | 'day' | 'whole' | 'exact', Intl.DateTimeFormat> & { number: Intl.NumberFormat }

const made = new Map<string, Format>()

/** Formats are dear to make, so each language's are made once. */
function formatOf(language: string): Format {
  const known = made.get(language)
  if (known) return known
  const format = {
    clock: new Intl.DateTimeFormat(language, { hour: 'numeric', minute: '2-digit' }),
    day: new Intl.DateTimeFormat(language, { weekday: 'long', day: 'numeric', month: 'long', year: 'numeric' }),
    whole: new Intl.DateTimeFormat(language, { dateStyle: 'medium', timeStyle: 'short' }),
    exact: new Intl.DateTimeFormat(language, { dateStyle: 'medium', timeStyle: 'medium' }),
    number: new Intl.NumberFormat(language, { maximumFractionDigits: 1 }),
  }
  made.set(language, format)
  return format
}

/** Writers of times and numbers in the language in force and the reader's own time zone. */
export function useTimes() {
  const { clock, day, whole, exact, number } = formatOf(useLanguage().language)
  return {
    /** 14:05 */
    clock: (at: number) => clock.format(at),
    /** Friday, 20 November 2026 */
    day: (at: number) => day.format(at),
    /** The whole time, for who rests on a shorter one. */
    whole: (at: number) => whole.format(at),
    /** With seconds. */
    exact: (at: number) => exact.format(at),
    number: (value: number) => number.format(value),
    /** Milliseconds as `340 ms` or `1.2 s`. */
    lasted: (ms: number) => (ms < 1000 ? `${Math.round(ms)} ms` : `${number.format(ms / 1000)} s`),
  }
}
