import type { Zone } from '../../shared/time.ts'

const minute = 60_000
const quarter = 15 * minute
const day = 24 * 60 * minute
const week = 7 * day
/** Nobody chatted here before. */
const first = Date.UTC(2020, 0)

/** What is added to UTC at a time, in milliseconds. */
export function offsetIn(tz: Zone): (at: number) => number {
  if (typeof tz === 'number') return () => tz * minute
  const format = new Intl.DateTimeFormat('en-US', {
    timeZone: tz,
    hourCycle: 'h23',
    ...{ year: 'numeric', month: 'numeric', day: 'numeric', hour: 'numeric', minute: 'numeric' },
  })
  // Clocks change at most once in such a time: where both ends agree, all between does.
  const known = new Map<number, number>()
  const read = (at: number) => {
    const parts = Object.fromEntries(format.formatToParts(at).map(({ type, value }) => [type, Number(value)]))
    const { year = 0, month = 1, day: date = 1, hour: hours = 0, minute: minutes = 0 } = parts
    return Date.UTC(year, month - 1, date, hours, minutes) - Math.floor(at / minute) * minute
  }
  const readOnce = (at: number) => {
    const kept = known.get(at) ?? read(at)
    known.set(at, kept)
    return kept
  }
  return (at) => {
    const noon = Math.floor(at / day) * day
    const before = readOnce(noon)
    return before === readOnce(noon + day) ? before : readOnce(Math.floor(at / quarter) * quarter)
  }
}

/** From when on what is added to UTC, in milliseconds; the first holds for all before it, too. */
export type Offset = { at: number; offset: number }

/** What a zone adds to UTC in a time: clocks change at most once in a week. */
export function offsetsIn(tz: Zone, from: number, to: number): Offset[] {
  const offsetAt = offsetIn(tz)
  const begin = Math.max(from, first)
  const found: Offset[] = [{ at: 0, offset: offsetAt(begin) }]
  for (let at = begin; at < to; at += week) {
    const known = offsetAt(at)
    if (offsetAt(at + week) !== known) found.push(changeIn(offsetAt, at, at + week))
  }
  return found
}

/** Where the offset becomes another, to a quarter of an hour. */
function changeIn(offsetAt: (at: number) => number, from: number, to: number): Offset {
  let [before, after] = [Math.floor(from / quarter), Math.ceil(to / quarter)]
  const known = offsetAt(before * quarter)
  while (after - before > 1) {
    const middle = Math.floor((before + after) / 2)
    if (offsetAt(middle * quarter) === known) before = middle
    else after = middle
  }
  return { at: after * quarter, offset: offsetAt(after * quarter) }
}
