import { Temporal } from 'temporal-polyfill'
import { zonedTime } from '../../../core/time.ts'
import { windowsZones } from './windows-zones.ts'

/** A local time without an offset, and the zone that it is in. */
export type WallTime = { local: string; zone: string }

/**
 * Start and end as local times of one zone, to the second. A local time that occurs twice, when clocks are set back, says
 * which of them only in UTC.
 */
export function wallTimes(start: number, end: number, zone: string): { start: string; end: string; zone: string } {
  const local = (at: number, in_: string) =>
    zonedTime(in_, at).toPlainDateTime().round('second').toString({ smallestUnit: 'second' })
  const isPlain = [start, end].every((at) => instantOf({ local: local(at, zone), zone }) === at)
  const used = isPlain ? zone : 'UTC'
  return { start: local(start, used), end: local(end, used), zone: used }
}

/** Milliseconds since the epoch; undefined for what is no time of a known zone. `local` may have seven decimals. */
export function instantOf({ local, zone }: WallTime): number | undefined {
  try {
    const name = windowsZones[zone] ?? (/^(utc|gmt|tzone:\/\/microsoft\/utc)$/i.test(zone) ? 'UTC' : zone)
    const { timeZoneId } = zonedTime(name, 0)
    // Further digits than nanoseconds would be refused.
    return Temporal.PlainDateTime.from(local.slice(0, 29)).toZonedDateTime(timeZoneId).epochMilliseconds
  } catch (error) {
    if (!(error instanceof RangeError || error instanceof TypeError)) throw error
    return undefined
  }
}

/** The beginning of a day in a zone, such as that of an event that lasts all day. */
export function dayStart(date: string, zone: string): number | undefined {
  return instantOf({ local: `${date}T00:00:00`, zone })
}
