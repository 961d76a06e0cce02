import { addDays, instantOf, type WallTime, wallAt } from '../../ui/zone.ts'

const minute = 60_000
const wholeDay = 24 * 60
/** The step of drags and keys in minutes. */
export const step = 15

export type Span = { start: number; end: number }

/** A change of the clock: at `at`, in minutes of the day before it, the clock goes `by` minutes forward, or back. */
type Change = { at: number; by: number; instant: number }

/** A day in a time zone. It may have 23 or 25 hours. */
export type Day = Span & { date: string; change: Change | undefined }

/** The day of a date in a zone. */
export function dayOf(zone: string, date: string): Day {
  const start = instantOf(zone, { date, minutes: 0 })
  const end = instantOf(zone, { date: addDays(date, 1), minutes: 0 })
  return { date, start, end, change: changeOf(zone, date, start, end) }
}

/** Days in a row. */
export const daysFrom = (zone: string, date: string, count: number): Day[] =>
  Array.from({ length: count }, (_, place) => dayOf(zone, addDays(date, place)))

function changeOf(zone: string, date: string, start: number, end: number): Change | undefined {
  const by = wholeDay - (end - start) / minute
  if (by === 0) return undefined
  const offset = (at: number) => minutesSince(date, wallAt(zone, at)) - (at - start) / minute
  // The day may begin or end with the change.
  let [before, after] = [start, end]
  if (offset(start) !== 0) return { at: 0, by: offset(start), instant: start }
  if (offset(end - minute) === 0) return { at: (end - start) / minute, by, instant: end }
  while (after - before > minute) {
    const middle = before + Math.floor((after - before) / minute / 2) * minute
    if (offset(middle) === 0) before = middle
    else after = middle
  }
  return { at: (after - start) / minute, by, instant: after }
}

const minutesSince = (date: string, wall: WallTime): number =>
  wall.minutes + (Date.parse(wall.date) - Date.parse(date)) / minute

/**
 * The vertical axis that days share, in minutes. It follows the clock. If a day repeats an hour, the axis has it twice,
 * so that every instant of every day has a place of its own.
 */
export type Axis = { length: number; repeated: { at: number; length: number; date: string } | undefined }

export function axisOf(days: readonly Day[]): Axis {
  const longer = days.find(({ change }) => change && change.by < 0)
  if (!longer?.change) return { length: wholeDay, repeated: undefined }
  const { at, by } = longer.change
  return { length: wholeDay - by, repeated: { at, length: -by, date: longer.date } }
}

/** Where an instant is on the axis. Instants outside of the day are at its ends. */
export function placeOf(day: Day, axis: Axis, at: number): number {
  if (at <= day.start) return 0
  if (at >= day.end) return axis.length
  const passed = (at - day.start) / minute
  const { change } = day
  const { repeated } = axis
  if (change && change.by < 0) return passed
  const clock = change && at >= change.instant ? passed + change.by : passed
  return repeated && clock >= repeated.at ? clock + repeated.length : clock
}

/** The instant at a place of the axis. A place that the day does not have is the next one that it has. */
export function instantAt(day: Day, axis: Axis, place: number): number {
  const { change } = day
  const { repeated } = axis
  const within = Math.max(0, Math.min(place, axis.length))
  if (change && change.by < 0) return day.start + within * minute
  const clock = repeated && within > repeated.at ? Math.max(repeated.at, within - repeated.length) : within
  if (!change || clock <= change.at) return day.start + clock * minute
  return day.start + Math.max(change.at, clock - change.by) * minute
}

/** The part of the axis that a day does not have: a skipped hour, or one that another day repeats. */
export function missingOf(day: Day, axis: Axis): { from: number; to: number } | undefined {
  const { change } = day
  const { repeated } = axis
  if (change && change.by > 0) return { from: change.at, to: change.at + change.by }
  if (!repeated || change) return undefined
  return { from: repeated.at, to: repeated.at + repeated.length }
}

/** The lines of the axis: each hour of the clock with its place. */
export function hoursOf({ repeated }: Axis): { place: number; clock: number }[] {
  const hours = Array.from({ length: 24 }, (_, hour) => {
    const clock = hour * 60
    return { clock, place: repeated && clock >= repeated.at ? clock + repeated.length : clock }
  })
  if (!repeated) return hours
  const again = { clock: repeated.at - repeated.length, place: repeated.at }
  return [...hours, again].toSorted((a, b) => a.place - b.place)
}

const snapped = (place: number) => Math.round(place / step) * step

/** A span that keeps its length and begins at this place of a day. */
export function movedTo({ start, end }: Span, day: Day, axis: Axis, place: number): Span {
  const last = Math.max(0, axis.length - step)
  const begins = instantAt(day, axis, Math.min(snapped(Math.max(0, place)), last))
  return { start: begins, end: begins + (end - start) }
}

/** A span that ends at this place of a day, at least a step after its start. */
export function resizedTo({ start }: Span, day: Day, axis: Axis, place: number): Span {
  return { start, end: Math.max(start + step * minute, instantAt(day, axis, snapped(place))) }
}

/** A new span between two places of a day. */
export function drawn(day: Day, axis: Axis, from: number, to: number): Span {
  const [above, below] = from < to ? [from, to] : [to, from]
  const start = instantAt(day, axis, Math.floor(above / step) * step)
  return { start, end: Math.max(start + step * minute, instantAt(day, axis, Math.ceil(below / step) * step)) }
}

/** A span some days later, at the same time of the clock, or some minutes later. */
export function shifted(zone: string, { start, end }: Span, by: { days?: number; minutes?: number }): Span {
  const { date, minutes } = wallAt(zone, start)
  // Seconds are lost in local times.
  const rest = start % minute
  const begins =
    (by.days ? instantOf(zone, { date: addDays(date, by.days), minutes }) + rest : start) + (by.minutes ?? 0) * minute
  return { start: begins, end: begins + (end - start) }
}

/** A span that ends some minutes later, at least a step after its start. */
export const lengthened = ({ start, end }: Span, minutes: number): Span => ({
  start,
  end: Math.max(start + step * minute, end + minutes * minute),
})
