import { useMemo } from 'react'
import { useLanguage } from '../words/words.tsx'

/** Formats times in a time zone, in the selected language. */
export function useZonedTimes(timeZone: string) {
  const { language } = useLanguage()
  return useMemo(() => createZonedTimes(language, timeZone), [language, timeZone])
}

export type ZonedTimes = ReturnType<typeof createZonedTimes>

function createZonedTimes(language: string, timeZone: string) {
  const format = (options: Intl.DateTimeFormatOptions) => new Intl.DateTimeFormat(language, options)
  const clock = format({ hour: 'numeric', minute: '2-digit', timeZone })
  const whole = format({
    weekday: 'short',
    day: 'numeric',
    month: 'short',
    hour: 'numeric',
    minute: '2-digit',
    timeZone,
  })
  // A date is the same day everywhere.
  const weekday = format({ weekday: 'short', timeZone: 'UTC' })
  const dayOfMonth = format({ day: 'numeric', timeZone: 'UTC' })
  const longDay = format({ weekday: 'long', day: 'numeric', month: 'long', year: 'numeric', timeZone: 'UTC' })
  const range = format({ day: 'numeric', month: 'short', year: 'numeric', timeZone: 'UTC' })
  const hour = format({ hour: 'numeric', minute: '2-digit', timeZone: 'UTC' })
  return {
    /** 14:05 */
    clock: (at: number) => clock.format(at),
    /** Mon, 7 Jan, 14:05 – 14:35 */
    span: (start: number, end: number) => whole.formatRange(start, end),
    /** Mon, 7 Jan, 14:05 */
    whole: (at: number) => whole.format(at),
    /** Mon */
    weekday: (date: string) => weekday.format(Date.parse(date)),
    /** 7 */
    dayOfMonth: (date: string) => dayOfMonth.format(Date.parse(date)),
    /** Monday, 7 January 2030 */
    longDay: (date: string) => longDay.format(Date.parse(date)),
    /** 7 – 13 Jan 2030 */
    days: (from: string, to: string) => range.formatRange(Date.parse(from), Date.parse(to)),
    /** 14:00, of the minutes of a day */
    hour: (minutes: number) => hour.format(minutes * 60_000),
  }
}
