import type { DayOff } from '../../../shared/booking.ts'
import type { Hours } from '../../../shared/time.ts'
import { offsetsIn, zonedTime } from '../../core/time.ts'
import type { Span } from './calendars/calendar.ts'

const minute = 60_000
const day = 24 * 60 * minute
/** No zone is further from UTC. */
const maxOffset = day

/** What decides when appointments can be made. Durations are in minutes. */
export type SlotRules = {
  hours: Hours
  duration: number
  /** Kept free after each appointment. */
  buffer: number
  /** How long before its start an appointment must be made. */
  notice: number
  /** The last day on which appointments can be made, counted from today. */
  daysAhead: number
  daysOff: readonly DayOff[]
  /** The zone of hours and days. */
  timezone: string
}

type Wanted = Span & {
  now: number
  /** What is taken already. The end of an appointment includes its buffer. */
  taken: readonly Span[]
}

/**
 * The free times that begin in a span, in order. They start at the beginning of a range of hours and each `duration`
 * after it, and end within the range. Hours are those of clocks in the zone: a skipped hour is missing, and a repeated
 * one is offered twice.
 */
export function freeSlots(rules: SlotRules, { start, end, now, taken }: Wanted): Span[] {
  const earliest = Math.max(start, now + rules.notice * minute)
  const latest = Math.min(end, lastMoment(rules, now))
  if (earliest >= latest) return []
  const isFree = freeAmong(taken)
  const length = rules.duration * minute
  const busyFor = length + rules.buffer * minute
  return openRanges(rules, { start: earliest, end: latest }).flatMap((range) =>
    startsIn(range, length)
      .filter((at) => at >= earliest && at < latest && isFree(at, at + busyFor))
      .map((at) => ({ start: at, end: at + length })),
  )
}

function startsIn({ start, end }: Span, length: number): number[] {
  const count = Math.max(0, Math.floor((end - start) / length))
  return Array.from({ length: count }, (_, place) => start + place * length)
}

/** When the last day ends on which appointments can be made. */
const lastMoment = ({ timezone, daysAhead }: SlotRules, now: number): number =>
  zonedTime(timezone, now)
    .toPlainDate()
    .add({ days: daysAhead + 1 })
    .toZonedDateTime(zonedTime(timezone, now).timeZoneId).epochMilliseconds

/** Whether a span overlaps none of those that are taken. They are merged, so that a search finds the only candidate. */
function freeAmong(taken: readonly Span[]): (start: number, end: number) => boolean {
  const merged: Span[] = []
  for (const { start, end } of taken.toSorted((one, other) => one.start - other.start)) {
    const last = merged.at(-1)
    if (last && start <= last.end) last.end = Math.max(last.end, end)
    else merged.push({ start, end })
  }
  return (start, end) => {
    let [from, to] = [0, merged.length]
    while (from < to) {
      const middle = (from + to) >>> 1
      if ((merged[middle] as Span).end <= start) from = middle + 1
      else to = middle
    }
    const next = merged[from]
    return next === undefined || next.start >= end
  }
}

const weekdays = ['sun', 'mon', 'tue', 'wed', 'thu', 'fri', 'sat'] as const

/** The ranges of hours that overlap a span, in order, without days off. */
function openRanges({ hours, daysOff, timezone }: SlotRules, span: Span): Span[] {
  const segments = segmentsOf(timezone, span)
  const isOff = offDays(daysOff)
  const found: Span[] = []
  // Days are counted by the clocks of the zone, as if they were in UTC.
  const first = Math.floor((span.start - maxOffset) / day) * day
  for (let date = first; date < span.end + maxOffset; date += day) {
    if (isOff(new Date(date).toISOString().slice(0, 10))) continue
    for (const range of hours[weekdays[new Date(date).getUTCDay()] as keyof Hours])
      found.push(...instantsOf(date, range, segments))
  }
  return found.filter(({ start, end }) => end > span.start && start < span.end).sort((a, b) => a.start - b.start)
}

type Segment = Span & { offset: number }

/** The times between two clock changes around a span, with their offsets from UTC. */
function segmentsOf(timezone: string, span: Span): Segment[] {
  const [from, to] = [span.start - 3 * day, span.end + 3 * day]
  const offsets = offsetsIn(timezone, from, to)
  return offsets.map(({ at, offset }, place) => ({
    start: place === 0 ? from : at,
    end: offsets[place + 1]?.at ?? to,
    offset,
  }))
}

/** When clocks show a range of a date. It is split if an hour is repeated that belongs to it only in part. */
function instantsOf(date: number, range: string, segments: readonly Segment[]): Span[] {
  const [opens = 0, closes = 0] = range.split('-').map((time) => date + minutesOf(time) * minute)
  const pieces: Span[] = []
  for (const { start, end, offset } of segments) {
    const piece = { start: Math.max(start, opens - offset), end: Math.min(end, closes - offset) }
    if (piece.start >= piece.end) continue
    const last = pieces.at(-1)
    if (last?.end === piece.start) last.end = piece.end
    else pieces.push(piece)
  }
  return pieces
}

function minutesOf(time: string): number {
  const [hours = 0, minutes = 0] = time.split(':').map(Number)
  return hours * 60 + minutes
}

/** Dates in this form compare as text. */
function offDays(daysOff: readonly DayOff[]): (date: string) => boolean {
  const single = new Set(daysOff.filter((one) => typeof one === 'string'))
  const ranges = daysOff.filter((one) => typeof one !== 'string')
  return (date) => single.has(date) || ranges.some(({ from, to }) => from <= date && date <= to)
}
