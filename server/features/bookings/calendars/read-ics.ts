import ICAL from 'ical.js'
import type { CalendarText } from '../../../core/reader.ts'
import { Unreadable } from '../../../core/reader.ts'
import type { Span } from './calendar.ts'
import { instantOf } from './wall-time.ts'

const minute = 60_000
const day = 24 * 60 * minute
/** No zone is further from UTC. */
const maxOffset = 2 * day
const maxComponents = 10_000
/** The repetitions of all events that are calculated, those before the window included. */
const maxSteps = 150_000
/** Busy times after those that overlap are merged. */
const maxSpans = 2_000

const unreadable = (message: string) => new Unreadable({ message, reason: null, params: null })
const notCalendar = () => unreadable('It is not a calendar file (.ics).')
const tooMuch = () => unreadable('It has too many events or repetitions.')

/** What clocks of a zone show, as if it were in UTC, to the time. Throws for what is no time. */
type ToInstant = (wall: number) => number

type Reading = {
  window: Span
  /** The zone of days and of times without one. */
  zone: string
  /** The zones that the file itself describes. */
  described: Map<string, ICAL.Timezone>
  /** By name; empty for times without a zone. */
  zones: Map<string, ToInstant>
  steps: number
  spans: Span[]
  unreadable: number
}

/**
 * The busy time of a calendar file (RFC 5545) that overlaps a window, merged and in order. Cancelled and transparent
 * events block nothing. Runs in a thread of its own, because a file may make the library calculate without an end.
 * @param zone the zone of events that last all day, and of times without a zone
 * @throws Unreadable if it is not a calendar file, or has too many events or repetitions
 */
export function readCalendar(bytes: Uint8Array, window: Span, zone: string): CalendarText {
  const text = new TextDecoder().decode(bytes)
  const reading: Reading = { window, zone, described: new Map(), zones: new Map(), steps: 0, spans: [], unreadable: 0 }
  for (const calendar of parse(text)) readEvents(reading, calendar)
  const spans = merged(reading.spans)
  return { spans: spans.slice(0, maxSpans), isCut: spans.length > maxSpans, unreadable: reading.unreadable }
}

function parse(text: string): ICAL.Component[] {
  if (!/^\s*BEGIN:VCALENDAR\s/i.test(text)) throw notCalendar()
  let components = 0
  for (const _ of text.matchAll(/^BEGIN:/gim)) if (++components > maxComponents) throw tooMuch()
  // Programs write properties that the standard does not allow.
  ICAL.design.strict = false
  try {
    const parsed = ICAL.parse(text) as unknown[]
    const calendars = (typeof parsed[0] === 'string' ? [parsed] : parsed) as unknown[][]
    return calendars.map((one) => new ICAL.Component(one as never))
  } catch {
    // The library has no type of its own for what it cannot read.
    throw notCalendar()
  }
}

function readEvents(reading: Reading, calendar: ICAL.Component): void {
  for (const component of calendar.getAllSubcomponents('vtimezone')) {
    const tzid = component.getFirstPropertyValue('tzid')
    if (typeof tzid === 'string') reading.described.set(tzid, new ICAL.Timezone({ component, tzid }))
  }
  const events = calendar.getAllSubcomponents('vevent')
  if (events.length > maxComponents) throw tooMuch()
  const replaced = new Map<string, Set<number>>()
  const single = new Set<ICAL.Component>()
  for (const event of events) {
    const replaces = event.getFirstProperty('recurrence-id')
    if (replaces)
      tryEvent(reading, () => {
        const uid = uidOf(event)
        replaced.set(uid, (replaced.get(uid) ?? new Set<number>()).add(startOf(reading, replaces).instant))
        single.add(event)
      })
  }
  for (const event of events) {
    if (isFree(event)) continue
    const isSingle = single.has(event)
    if (!isSingle && event.hasProperty('recurrence-id')) continue
    tryEvent(reading, () => addEvent(reading, event, isSingle ? undefined : (replaced.get(uidOf(event)) ?? new Set())))
  }
}

/** One event that cannot be read does not hide the others. */
function tryEvent(reading: Reading, work: () => void): void {
  try {
    work()
  } catch (error) {
    if (error instanceof Unreadable) throw error
    reading.unreadable++
  }
}

const uidOf = (event: ICAL.Component): string => String(event.getFirstPropertyValue('uid') ?? '')

const upper = (event: ICAL.Component, name: string): string =>
  String(event.getFirstPropertyValue(name) ?? '').toUpperCase()

/** Outlook publishes free time as events of their own kind. */
const isFree = (event: ICAL.Component): boolean =>
  upper(event, 'status') === 'CANCELLED' ||
  upper(event, 'transp') === 'TRANSPARENT' ||
  upper(event, 'x-microsoft-cdo-busystatus') === 'FREE'

type Start = { wall: number; isDate: boolean; instant: number; toInstant: ToInstant }

function startOf(reading: Reading, property: ICAL.Property): Start {
  const time = property.getFirstValue()
  if (!(time instanceof ICAL.Time)) throw new Error('The event has no start.')
  const [wall, toInstant] = [wallOf(time), zoneFor(reading, property, time)]
  return { wall, isDate: time.isDate, instant: toInstant(wall), toInstant }
}

const wallOf = ({ year, month, day: date, hour, minute: minutes, second, isDate }: ICAL.Time): number =>
  isDate ? Date.UTC(year, month - 1, date) : Date.UTC(year, month - 1, date, hour, minutes, second)

function zoneFor(reading: Reading, property: ICAL.Property, time: ICAL.Time): ToInstant {
  if (!time.isDate && time.zone === ICAL.Timezone.utcTimezone) return (wall) => wall
  const given = time.isDate ? undefined : property.getParameter('tzid')
  const name = typeof given === 'string' ? given : ''
  const known = reading.zones.get(name) ?? createZone(reading, name)
  reading.zones.set(name, known)
  return known
}

/** A zone by its well-known name, else as the file describes it, else that of the business. */
function createZone(reading: Reading, name: string): ToInstant {
  const described = reading.described.get(name)
  const isKnown = name !== '' && instantOf({ local: '2026-01-01T00:00:00', zone: name }) !== undefined
  if (!isKnown && described) return (wall) => wall - described.utcOffset(timeOf(wall, false)) * 1000
  const zone = isKnown ? name : reading.zone
  return (wall) => {
    const instant = instantOf({ local: new Date(wall).toISOString().slice(0, 19), zone })
    if (instant === undefined) throw new Error('The event has no valid time.')
    return instant
  }
}

/** A time without a zone, in which repetitions are calculated. */
function timeOf(wall: number, isDate: boolean): ICAL.Time {
  const at = new Date(wall)
  const date = { year: at.getUTCFullYear(), month: at.getUTCMonth() + 1, day: at.getUTCDate(), isDate }
  const clock = { hour: at.getUTCHours(), minute: at.getUTCMinutes(), second: at.getUTCSeconds() }
  return new ICAL.Time({ ...date, ...(isDate ? {} : clock) }, ICAL.Timezone.localTimezone)
}

/** @param replaced the repetitions that other events replace; undefined for such an event, which has no repetitions */
function addEvent(reading: Reading, event: ICAL.Component, replaced: ReadonlySet<number> | undefined): void {
  const begins = event.getFirstProperty('dtstart')
  if (!begins) throw new Error('The event has no start.')
  const start = startOf(reading, begins)
  const length = lengthOf(reading, event, start)
  const endOf = (wall: number, instant: number) => (start.isDate ? start.toInstant(wall + length) : instant + length)
  if (!replaced) {
    add(reading, start.instant, endOf(start.wall, start.instant))
    return
  }
  const excluded = readExcluded(reading, event)
  const isOut = (wall: number, instant: number) =>
    replaced.has(instant) || excluded.instants.has(instant) || excluded.days.has(Math.floor(wall / day))
  for (const wall of repetitionsOf(reading, event, start, length)) {
    const instant = start.toInstant(wall)
    if (!isOut(wall, instant)) add(reading, instant, endOf(wall, instant))
  }
  for (const property of event.getAllProperties('rdate')) {
    for (const value of property.getValues()) {
      const time = value instanceof ICAL.Period ? value.start : value
      if (!(time instanceof ICAL.Time)) throw new Error('The event has no valid repetition.')
      const [wall, toInstant] = [wallOf(time), zoneFor(reading, property, time)]
      const instant = toInstant(wall)
      const end = value instanceof ICAL.Period ? toInstant(wallOf(value.getEnd())) : endOf(wall, instant)
      if (!isOut(wall, instant)) add(reading, instant, end)
    }
  }
}

function add({ window, spans }: Reading, start: number, end: number): void {
  const span = { start: Math.max(start, window.start), end: Math.min(end, window.end) }
  if (span.start < span.end) spans.push(span)
}

/** In milliseconds; of an event that lasts all day, in whole days as its clocks count them. */
function lengthOf(reading: Reading, event: ICAL.Component, { wall, isDate, instant }: Start): number {
  const ends = event.getFirstProperty('dtend')
  if (ends) {
    const end = startOf(reading, ends)
    return isDate ? Math.max(day, Math.round((end.wall - wall) / day) * day) : end.instant - instant
  }
  const duration = event.getFirstPropertyValue('duration')
  const length = duration instanceof ICAL.Duration ? duration.toSeconds() * 1000 : 0
  return isDate ? Math.max(day, Math.ceil(length / day) * day) : length
}

/** When clocks show the beginnings of an event, around the window. The first one always counts. */
function* repetitionsOf(reading: Reading, event: ICAL.Component, start: Start, length: number): Generator<number> {
  const { window } = reading
  yield start.wall
  for (const property of event.getAllProperties('rrule')) {
    const rule = property.getFirstValue()
    if (!(rule instanceof ICAL.Recur)) throw new Error('The event has no valid rule.')
    const isOver = endOfRule(rule, start)
    // Compared here instead, because the library calculates without a zone.
    rule.until = null as never
    const iterator = rule.iterator(timeOf(start.wall, start.isDate))
    for (let next = iterator.next(); next; next = iterator.next()) {
      if (++reading.steps > maxSteps) throw tooMuch()
      const wall = wallOf(next)
      if (wall > window.end + maxOffset || isOver(wall)) break
      if (wall !== start.wall && wall + length > window.start - maxOffset) yield wall
    }
  }
}

function endOfRule({ until }: ICAL.Recur, { toInstant }: Start): (wall: number) => boolean {
  if (!(until instanceof ICAL.Time)) return () => false
  const last = wallOf(until)
  if (until.isDate) return (wall) => wall >= last + day
  return until.zone === ICAL.Timezone.utcTimezone ? (wall) => toInstant(wall) > last : (wall) => wall > last
}

/** The exceptions: times, and the days of those that are dates. */
function readExcluded(reading: Reading, event: ICAL.Component): { instants: Set<number>; days: Set<number> } {
  const [instants, days] = [new Set<number>(), new Set<number>()]
  for (const property of event.getAllProperties('exdate')) {
    for (const time of property.getValues()) {
      if (!(time instanceof ICAL.Time)) throw new Error('The event has no valid exception.')
      const wall = wallOf(time)
      if (time.isDate) days.add(Math.floor(wall / day))
      else instants.add(zoneFor(reading, property, time)(wall))
    }
  }
  return { instants, days }
}

/** Spans that overlap or touch as one, in order. */
function merged(spans: readonly Span[]): Span[] {
  const found: Span[] = []
  for (const { start, end } of spans.toSorted((one, other) => one.start - other.start)) {
    const last = found.at(-1)
    if (last && start <= last.end) last.end = Math.max(last.end, end)
    else found.push({ start, end })
  }
  return found
}
