import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  axisOf,
  dayOf,
  daysFrom,
  drawn,
  hoursOf,
  instantAt,
  lengthened,
  missingOf,
  movedTo,
  placeOf,
  resizedTo,
  shifted,
} from '../../desktop/renderer/screens/calendar/days.ts'
import { addDays, instantOf, wallAt } from '../../desktop/renderer/ui/zone.ts'

const minute = 60_000
const hour = 60 * minute

/** Zones with summer time, with half an hour of it, with changes at midnight, and without. */
const zones = [
  'Europe/Berlin',
  'America/New_York',
  'Australia/Lord_Howe',
  'America/Santiago',
  'Africa/Cairo',
  'Asia/Kolkata',
  'UTC',
]
const zone = fc.constantFrom(...zones)
const date = fc.integer({ min: 0, max: 2_000 }).map((days) => addDays('2024-01-01', days))

describe('a local time', () => {
  test('of an instant is that instant, unless the clock shows it twice', () => {
    fc.assert(
      fc.property(zone, date, fc.integer({ min: 0, max: 1_439 }), (name, day, minutes) => {
        const at = Date.parse(day) + minutes * minute
        const back = instantOf(name, wallAt(name, at))
        expect(wallAt(name, back)).toEqual(wallAt(name, at))
        expect(back).toBeLessThanOrEqual(at)
      }),
    )
  })

  test('that is skipped is as much later as the clock skips', () => {
    const at = instantOf('Europe/Berlin', { date: '2026-03-29', minutes: 150 })
    expect(wallAt('Europe/Berlin', at)).toEqual({ date: '2026-03-29', minutes: 210 })
  })

  test('that occurs twice is the first of both', () => {
    expect(new Date(instantOf('Europe/Berlin', { date: '2026-10-25', minutes: 150 })).toISOString()).toBe(
      '2026-10-25T00:30:00.000Z',
    )
  })
})

describe('days', () => {
  test('of 23 and 25 hours have their hours, in place', () => {
    const [short, long] = [dayOf('Europe/Berlin', '2026-03-29'), dayOf('Europe/Berlin', '2026-10-25')]
    expect([short.end - short.start, long.end - long.start]).toEqual([23 * hour, 25 * hour])
    const axis = axisOf([short])
    expect(axis.length).toBe(1_440)
    expect(missingOf(short, axis)).toEqual({ from: 120, to: 180 })
    // 01:00 UTC is 03:00 on the clock.
    expect(placeOf(short, axis, Date.UTC(2026, 2, 29, 1))).toBe(180)
    const longer = axisOf([long])
    expect(longer.length).toBe(1_500)
    expect(hoursOf(longer).filter(({ clock }) => clock === 120)).toEqual([
      { clock: 120, place: 120 },
      { clock: 120, place: 180 },
    ])
    const next = dayOf('Europe/Berlin', '2026-10-26')
    expect(missingOf(next, longer)).toEqual({ from: 180, to: 240 })
    // The days after it have the same hours at the same height.
    expect(placeOf(next, longer, next.start + 9 * hour)).toBe(600)
    expect(placeOf(long, longer, long.start + 10 * hour)).toBe(600)
  })

  test('follow one another without gaps', () => {
    fc.assert(
      fc.property(zone, date, (name, day) => {
        const week = daysFrom(name, day, 7)
        for (const [place, one] of week.slice(1).entries()) expect(one.start).toBe(week[place]?.end)
      }),
    )
  })

  test('have a place for each of their instants, in order, and no two for one', () => {
    fc.assert(
      fc.property(
        zone,
        date,
        fc.integer({ min: 0, max: 6 }),
        fc.integer({ min: 0, max: 1_499 }),
        (name, first, at, passed) => {
          const week = daysFrom(name, first, 7)
          const axis = axisOf(week)
          const day = week[at]!
          const instant = day.start + passed * minute
          fc.pre(instant < day.end)
          const place = placeOf(day, axis, instant)
          expect(instantAt(day, axis, place)).toBe(instant)
          const later = placeOf(day, axis, instant + minute)
          expect(later).toBeGreaterThan(place)
          expect(place).toBeGreaterThanOrEqual(0)
          expect(later).toBeLessThanOrEqual(axis.length)
        },
      ),
      { numRuns: 2_000 },
    )
  })
})

const span = { start: Date.UTC(2026, 9, 24, 8), end: Date.UTC(2026, 9, 24, 9) }

describe('a drag', () => {
  test('keeps the length, and begins at a quarter of the clock of that day', () => {
    fc.assert(
      fc.property(
        zone,
        date,
        fc.integer({ min: -100, max: 1_700 }),
        fc.integer({ min: 1, max: 3_000 }),
        (name, first, place, length) => {
          const [day] = daysFrom(name, first, 1)
          const moved = movedTo({ start: 0, end: length * minute }, day!, axisOf([day!]), place)
          expect(moved.end - moved.start).toBe(length * minute)
          expect(wallAt(name, moved.start).minutes % 15).toBe(0)
          expect(moved.start).toBeGreaterThanOrEqual(day!.start)
          expect(moved.start).toBeLessThan(day!.end)
        },
      ),
    )
  })

  test('of the end keeps the start, and at least a quarter of an hour', () => {
    fc.assert(
      fc.property(zone, date, fc.integer({ min: -100, max: 1_700 }), (name, first, place) => {
        const [day] = daysFrom(name, first, 1)
        const start = day!.start + 9 * hour
        const resized = resizedTo({ start, end: start + hour }, day!, axisOf([day!]), place)
        expect(resized.start).toBe(start)
        expect(resized.end - resized.start).toBeGreaterThanOrEqual(15 * minute)
      }),
    )
  })

  test('on empty time makes whole quarters, upwards and downwards', () => {
    const day = dayOf('UTC', '2026-10-24')
    const axis = axisOf([day])
    const expected = { start: day.start + 8 * hour, end: day.start + 9.25 * hour }
    expect(drawn(day, axis, 482, 543)).toEqual(expected)
    expect(drawn(day, axis, 543, 482)).toEqual(expected)
    expect(drawn(day, axis, 480, 480)).toEqual({ start: day.start + 8 * hour, end: day.start + 8.25 * hour })
  })
})

describe('keys', () => {
  test('move to the same time of the clock on another day, when the clock changes too', () => {
    const next = shifted('Europe/Berlin', span, { days: 1 })
    expect(wallAt('Europe/Berlin', next.start)).toEqual({ date: '2026-10-25', minutes: 600 })
    expect(next.start - span.start).toBe(25 * hour)
    expect(next.end - next.start).toBe(hour)
  })

  test('undo one another, where the clock does not change', () => {
    fc.assert(
      fc.property(fc.integer({ min: -400, max: 400 }), fc.integer({ min: -10, max: 10 }), (days, quarters) => {
        const there = shifted('Asia/Kolkata', span, { days, minutes: quarters * 15 })
        expect(shifted('Asia/Kolkata', there, { days: -days, minutes: -quarters * 15 })).toEqual(span)
      }),
    )
  })

  test('keep at least a quarter of an hour', () => {
    expect(lengthened(span, -15).end).toBe(span.end - 15 * minute)
    expect(lengthened(span, -600).end).toBe(span.start + 15 * minute)
  })
})
