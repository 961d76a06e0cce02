import { Temporal } from 'temporal-polyfill'
import type { Zone } from '../../shared/time.ts'

/** No conversation is older, so queries need no earlier clock changes. */
const first = Date.UTC(2020, 0)

/** A time in a zone, with its date, time of day and offset. */
export const zonedTime = (tz: Zone, at: number): Temporal.ZonedDateTime =>
  Temporal.Instant.fromEpochMilliseconds(at).toZonedDateTimeISO(typeof tz === 'number' ? offsetName(tz) : ianaName(tz))

/** Intl also accepts old names such as PST, which Temporal refuses. */
const ianaName = (timeZone: string) => new Intl.DateTimeFormat('en', { timeZone }).resolvedOptions().timeZone

/** An offset in minutes as the name of a Temporal zone: `+05:30`. */
function offsetName(minutes: number): string {
  const [hours, rest] = [Math.trunc(Math.abs(minutes) / 60), Math.abs(minutes) % 60]
  const digits = [hours, rest].map((part) => String(part).padStart(2, '0'))
  return `${minutes < 0 ? '-' : '+'}${digits.join(':')}`
}

/** The offset of a zone from UTC, valid from a time on, in milliseconds. */
export type Offset = { at: number; offset: number }

/** The offsets of a zone between two times. The first one also applies to all times before it. */
export function offsetsIn(tz: Zone, from: number, to: number): Offset[] {
  const begin = zonedTime(tz, Math.max(from, first))
  const found: Offset[] = [{ at: 0, offset: offsetOf(begin) }]
  let change = begin.getTimeZoneTransition('next')
  while (change && change.epochMilliseconds < to) {
    found.push({ at: change.epochMilliseconds, offset: offsetOf(change) })
    change = change.getTimeZoneTransition('next')
  }
  return found
}

/** The pause that a Retry-After asks for, as seconds or as a date, in milliseconds; 0 if it says nothing usable. */
export function retryAfterMs(header: string | null, now: number): number {
  const text = (header ?? '').trim()
  const ms = /^\d{1,9}$/.test(text) ? Number(text) * 1000 : Date.parse(text) - now
  return Number.isFinite(ms) ? Math.max(0, ms) : 0
}

const offsetOf = (time: Temporal.ZonedDateTime) => time.offsetNanoseconds / 1e6
