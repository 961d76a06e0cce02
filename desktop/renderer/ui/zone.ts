const minute = 60_000
const quarter = 15 * minute
const day = 86_400_000

const formats = new Map<string, Intl.DateTimeFormat>()
const offsets = new Map<string, number>()
const maxKept = 20_000

/** A local time: a date as YYYY-MM-DD, and the minutes since 0:00 on the clock. */
export type WallTime = { date: string; minutes: number }

/** The time zone of this machine. */
export const ownZone = (): string => Intl.DateTimeFormat().resolvedOptions().timeZone

/** The offset from UTC in milliseconds. Clocks change at full quarters only, so each quarter is computed once. */
function offsetAt(zone: string, at: number): number {
  const from = Math.floor(at / quarter) * quarter
  const key = `${zone} ${from}`
  const known = offsets.get(key)
  if (known !== undefined) return known
  if (offsets.size >= maxKept) offsets.clear()
  const offset = computeOffset(zone, from)
  offsets.set(key, offset)
  return offset
}

function computeOffset(zone: string, at: number): number {
  let format = formats.get(zone)
  if (!format) {
    const options = { year: 'numeric', month: 'numeric', day: 'numeric', hour: 'numeric', minute: 'numeric' } as const
    format = new Intl.DateTimeFormat('en-u-ca-gregory-nu-latn', { ...options, timeZone: zone, hourCycle: 'h23' })
    formats.set(zone, format)
  }
  const parts = Object.fromEntries(format.formatToParts(at).map(({ type, value }) => [type, Number(value)]))
  const { year = 0, month = 1, day: date = 1, hour = 0, minute: minutes = 0 } = parts
  return Date.UTC(year, month - 1, date, hour, minutes) - at
}

/** The local time in a zone. Seconds are left out. */
export function wallAt(zone: string, at: number): WallTime {
  const local = at + offsetAt(zone, at)
  return { date: new Date(local).toISOString().slice(0, 10), minutes: Math.floor((local - dayOf(local)) / minute) }
}

const dayOf = (local: number) => Math.floor(local / day) * day

/**
 * The instant of a local time, in milliseconds since the epoch. One that occurs twice is the first of both. One that is
 * skipped is as much later as the clock skips. `minutes` may be outside of the day.
 */
export function instantOf(zone: string, { date, minutes }: WallTime): number {
  const local = Date.parse(date) + minutes * minute
  // The offsets before and after a change on this day.
  const times = [local - day, local + day].map((near) => local - offsetAt(zone, near))
  const valid = times.filter((at) => at + offsetAt(zone, at) === local)
  return valid.length > 0 ? Math.min(...valid) : Math.max(...times)
}

/** The date some days later, or earlier. */
export const addDays = (date: string, days: number): string =>
  new Date(Date.parse(date) + days * day).toISOString().slice(0, 10)

/** The days of the week from Monday, 0, to Sunday, 6. */
export const weekdayOf = (date: string): number => (new Date(date).getUTCDay() + 6) % 7

/** Whether it is a date as YYYY-MM-DD that exists, in the years in which appointments are possible. */
export function isDate(text: string): boolean {
  if (!/^(19[789]\d|[2-8]\d{3})-\d\d-\d\d$/.test(text)) return false
  const at = Date.parse(text)
  return !Number.isNaN(at) && new Date(at).toISOString().startsWith(text)
}

/** `09:30` of the minutes of a day. */
export const clockOf = (minutes: number): string =>
  `${String(Math.floor(minutes / 60)).padStart(2, '0')}:${String(minutes % 60).padStart(2, '0')}`

/** The minutes of `09:30`; undefined if it is no time. */
export function minutesOf(clock: string): number | undefined {
  const [, hours, minutes] = /^([01]\d|2[0-3]):([0-5]\d)/.exec(clock) ?? []
  return hours === undefined ? undefined : Number(hours) * 60 + Number(minutes)
}
