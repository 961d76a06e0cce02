import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { freeSlots, type SlotRules } from '../../server/features/bookings/slots.ts'
import { BookingSettings } from '../../shared/settings-section.ts'
import { Hours } from '../../shared/time.ts'

const minute = 60_000
const hour = 60 * minute
const day = 24 * hour
const at = (iso: string) => Date.parse(iso)
const noHours = Hours.parse({})

const rulesOf = (given: Partial<SlotRules>): SlotRules => ({
  ...{ hours: noHours, duration: 30, buffer: 0, notice: 0, daysAhead: 365, daysOff: [], timezone: 'UTC' },
  ...given,
})

type Asked = { from: string; to: string; now?: string; taken?: [string, string][] }

const starts = (rules: Partial<SlotRules>, { from, to, now = from, taken = [] }: Asked): string[] =>
  freeSlots(rulesOf(rules), {
    ...{ start: at(from), end: at(to), now: at(now) },
    taken: taken.map(([start, end]) => ({ start: at(start), end: at(end) })),
  }).map(({ start }) => new Date(start).toISOString().slice(5, 16))

describe('free times [R309, R357]', () => {
  const monday = { from: '2030-01-07T00:00:00Z', to: '2030-01-08T00:00:00Z' }

  test('begin at the start of each range and each duration after it, and end within the range', () => {
    const hours = { ...noHours, mon: ['09:00-10:20', '23:30-24:00'] }
    expect(starts({ hours }, monday)).toEqual(['01-07T09:00', '01-07T09:30', '01-07T23:30'])
  })

  test('are not those of appointments, whose end includes the buffer, nor those whose buffer would overlap one', () => {
    const hours = { ...noHours, mon: ['09:00-12:00'] }
    const taken: Asked['taken'] = [['2030-01-07T10:00:00Z', '2030-01-07T10:45:00Z']]
    expect(starts({ hours, buffer: 15 }, { ...monday, taken })).toEqual(['01-07T09:00', '01-07T11:00', '01-07T11:30'])
    expect(starts({ hours }, { ...monday, taken })).toEqual([
      '01-07T09:00',
      '01-07T09:30',
      '01-07T11:00',
      '01-07T11:30',
    ])
  })

  test('keep the notice, the last day and the days off', () => {
    const hours = { ...noHours, mon: ['09:00-10:00'], tue: ['09:00-10:00'], wed: ['09:00-10:00'] }
    const week = { from: '2030-01-07T00:00:00Z', to: '2030-01-14T00:00:00Z' }
    expect(starts({ hours, notice: 120, duration: 60 }, { ...week, now: '2030-01-07T07:00:00Z' })[0]).toBe(
      '01-07T09:00',
    )
    expect(starts({ hours, notice: 120, duration: 60 }, { ...week, now: '2030-01-07T07:00:01Z' })[0]).toBe(
      '01-08T09:00',
    )
    expect(starts({ hours, duration: 60, daysAhead: 1 }, week)).toEqual(['01-07T09:00', '01-08T09:00'])
    expect(starts({ hours, duration: 60, daysOff: ['2030-01-07'] }, week)).toEqual(['01-08T09:00', '01-09T09:00'])
    expect(starts({ hours, duration: 60, daysOff: [{ from: '2029-12-24', to: '2030-01-08' }] }, week)).toEqual([
      '01-09T09:00',
    ])
    // Both of its days belong to a range.
    expect(starts({ hours, duration: 60, daysOff: [{ from: '2030-01-08', to: '2030-01-09' }] }, week)).toEqual([
      '01-07T09:00',
    ])
  })

  test('follow the clocks of the zone: nothing in a skipped hour, and a repeated one twice', () => {
    const zone = { duration: 60, timezone: 'Europe/Berlin' }
    const spring = { from: '2030-03-30T23:00:00Z', to: '2030-03-31T22:00:00Z' }
    expect(starts({ ...zone, hours: { ...noHours, sun: ['02:00-03:00'] } }, spring)).toEqual([])
    expect(starts({ ...zone, hours: { ...noHours, sun: ['01:00-04:00'] } }, spring)).toEqual([
      '03-31T00:00',
      '03-31T01:00',
    ])
    const autumn = { from: '2030-10-26T22:00:00Z', to: '2030-10-27T23:00:00Z' }
    expect(starts({ ...zone, hours: { ...noHours, sun: ['02:00-03:00'] } }, autumn)).toEqual([
      '10-27T00:00',
      '10-27T01:00',
    ])
    expect(starts({ ...zone, duration: 30, hours: { ...noHours, sun: ['02:30-03:30'] } }, autumn)).toEqual([
      '10-27T00:30',
      '10-27T01:30',
      '10-27T02:00',
    ])
  })

  test('accept days off as dates and ranges only, and at most a hundred', () => {
    const accepts = (daysOff: unknown) => BookingSettings.safeParse({ daysOff }).success
    expect(accepts(['2030-12-24', { from: '2030-12-25', to: '2030-12-26' }])).toBe(true)
    for (const bad of [['2030-02-30'], ['24.12.2030'], [{ from: '2030-02-02', to: '2030-02-01' }], [{}], null, 'all'])
      expect(accepts(bad), JSON.stringify(bad)).toBe(false)
    expect(accepts(Array.from({ length: 101 }, () => '2030-12-24'))).toBe(false)
  })
})

/** What a clock on the wall shows, read minute by minute. */
function clockOf(timeZone: string) {
  const format = new Intl.DateTimeFormat('en-GB', {
    ...{ timeZone, hourCycle: 'h23', weekday: 'short', year: 'numeric', month: '2-digit', day: '2-digit' },
    ...{ hour: '2-digit', minute: '2-digit' },
  } as Intl.DateTimeFormatOptions)
  return (time: number) => {
    const part = Object.fromEntries(format.formatToParts(time).map(({ type, value }) => [type, value]))
    return {
      date: `${part.year}-${part.month}-${part.day}`,
      weekday: part.weekday?.toLowerCase() as keyof Hours,
      time: `${part.hour}:${part.minute}`,
    }
  }
}

type Span = { start: number; end: number }

/** The same times, found by looking at each minute. */
function slowly(rules: SlotRules, { start, end, now, taken }: Span & { now: number; taken: Span[] }): number[] {
  const clock = clockOf(rules.timezone)
  const [from, to] = [start - 2 * day, end + 2 * day]
  const today = Date.parse(clock(now).date)
  const isOff = (date: string) =>
    rules.daysOff.some((off) => (typeof off === 'string' ? off === date : off.from <= date && date <= off.to))
  const found: number[] = []
  let open: { range: string; since: number } | undefined
  for (let time = from; time < to; time += minute) {
    const shown = clock(time)
    const range = isOff(shown.date)
      ? undefined
      : rules.hours[shown.weekday].find((one) => one.slice(0, 5) <= shown.time && shown.time < one.slice(6))
    const name = range && `${shown.date} ${range}`
    if (name === undefined) open = undefined
    else if (open?.range !== name) open = { range: name, since: time }
    // A time is a slot at its last minute, once it is known to end within the range.
    if (!open || (time + minute - open.since) % (rules.duration * minute) !== 0) continue
    const [begins, ends] = [time + minute - rules.duration * minute, time + minute]
    const isAhead = (Date.parse(clock(begins).date) - today) / day <= rules.daysAhead
    const isTaken = taken.some((one) => one.start < ends + rules.buffer * minute && begins < one.end)
    if (begins >= start && begins < end && begins >= now + rules.notice * minute && isAhead && !isTaken)
      found.push(begins)
  }
  return found.sort((a, b) => a - b)
}

const zones = ['Europe/Berlin', 'America/New_York', 'Asia/Kathmandu', 'Australia/Lord_Howe', 'Asia/Kolkata']
const [firstDay, lastDay] = [at('2026-01-01T00:00:00Z'), at('2036-01-01T00:00:00Z')]

/** Days around the clock changes of a zone in ten years. */
function changesOf(timezone: string): number[] {
  const clock = clockOf(timezone)
  const offset = (time: number) => Date.parse(`${clock(time).date}T${clock(time).time}:00Z`) - time
  const found: number[] = []
  for (let time = firstDay; time < lastDay; time += day) if (offset(time) !== offset(time + day)) found.push(time)
  return found
}

const changes = new Map(zones.map((zone) => [zone, changesOf(zone)]))

const times = [
  '00:00',
  '00:30',
  '01:00',
  '01:45',
  '02:00',
  '02:15',
  '02:30',
  '03:00',
  '04:10',
  '09:00',
  '17:30',
  '24:00',
]
const dayHours = fc
  .uniqueArray(fc.nat(times.length - 1), { minLength: 0, maxLength: 6 })
  .map((places) => places.toSorted((a, b) => a - b).map((place) => times[place] as string))
  .map((sorted) =>
    Array.from({ length: Math.floor(sorted.length / 2) }, (_, at) => `${sorted[2 * at]}-${sorted[2 * at + 1]}`),
  )

test('agree with a slow calculation over ten years, in five zones, for visitors elsewhere [threat 22]', () => {
  const scene = fc.constantFrom(...zones).chain((timezone) =>
    fc.record({
      timezone: fc.constant(timezone),
      // Half of the spans are around a clock change. They begin at midnight of any visitor's zone.
      from: fc.oneof(
        fc.integer({ min: 0, max: 3_650 }).map((days) => firstDay + days * day),
        fc.constantFrom(firstDay, ...(changes.get(timezone) ?? [])),
      ),
      visitor: fc.constantFrom(-10 * hour, -3.5 * hour, 0, 5.75 * hour, 13 * hour),
      hours: fc.record({
        mon: dayHours,
        tue: dayHours,
        wed: dayHours,
        thu: dayHours,
        fri: dayHours,
        sat: dayHours,
        sun: dayHours,
      }),
      duration: fc.constantFrom(5, 20, 30, 45, 60, 90),
      buffer: fc.constantFrom(0, 10, 30),
      notice: fc.constantFrom(0, 120, 1_441),
      daysAhead: fc.constantFrom(1, 2, 30),
      isOff: fc.boolean(),
      taken: fc.array(
        fc.record({ start: fc.integer({ min: -60, max: 4_000 }), length: fc.integer({ min: 1, max: 300 }) }),
        { maxLength: 5 },
      ),
    }),
  )
  fc.assert(
    fc.property(scene, ({ from, visitor, isOff, taken, ...rules }) => {
      const start = from - visitor
      const now = start - hour
      const daysOff = isOff ? [new Date(from + day).toISOString().slice(0, 10)] : []
      const spans = taken.map((one) => ({
        start: start + one.start * minute,
        end: start + (one.start + one.length) * minute,
      }))
      const wanted = { start, end: start + 2 * day, now, taken: spans }
      const found = freeSlots({ ...rules, daysOff }, wanted).map((one) => one.start)
      expect(found.toSorted((a, b) => a - b)).toEqual(slowly({ ...rules, daysOff }, wanted))
    }),
    { numRuns: 60 },
  )
})
