import type { Hours } from './time.ts'

const weekdays = ['sun', 'mon', 'tue', 'wed', 'thu', 'fri', 'sat'] as const

/**
 * Whether a time is within opening hours in the time zone. When clocks are set back, the repeated hour is open both
 * times.
 * @param at milliseconds since the epoch
 */
export function isOpenAt(hours: Hours, timeZone: string, at: number): boolean {
  const format = new Intl.DateTimeFormat('en-US', {
    timeZone,
    weekday: 'short',
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
  })
  const parts = Object.fromEntries(format.formatToParts(at).map(({ type, value }) => [type, value]))
  const day = weekdays.find((name) => name === parts.weekday?.toLowerCase())
  const time = `${parts.hour}:${parts.minute}`
  return (hours[day ?? 'sun'] ?? []).some((range) => {
    const [from = '', to = ''] = range.split('-')
    return from <= time && time < to
  })
}
