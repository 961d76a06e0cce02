import { expect, test } from 'vitest'
import { readCalendar } from '../../server/features/bookings/calendars/read-ics.ts'
import { instantOf, wallTimes } from '../../server/features/bookings/calendars/wall-time.ts'
import { windowsZones } from '../../server/features/bookings/calendars/windows-zones.ts'
import { createRateBudget } from '../../server/outside/rate-budget.ts'
import { createTestClock } from '../support/clock.ts'

const minute = 60_000

test('[U116] local times have no offset; those that occur twice are sent in UTC', () => {
  const summer = Date.UTC(2030, 6, 1, 9)
  expect(wallTimes(summer, summer + 30 * minute, 'Europe/Berlin')).toEqual({
    ...{ start: '2030-07-01T11:00:00', end: '2030-07-01T11:30:00', zone: 'Europe/Berlin' },
  })
  // Clocks are set back at 01:00 UTC: 02:30 comes twice.
  const second = Date.UTC(2030, 9, 27, 1, 30)
  expect(wallTimes(second, second + 10 * minute, 'Europe/Berlin')).toMatchObject({
    start: '2030-10-27T01:30:00',
    zone: 'UTC',
  })
})

test('every local time means the same instant again, through a year of half hours', () => {
  for (const zone of ['Europe/Berlin', 'America/New_York', 'Asia/Kathmandu', 'Australia/Lord_Howe', 'Asia/Kolkata']) {
    for (let at = Date.UTC(2030, 0, 1); at < Date.UTC(2031, 0, 1); at += 7.5 * 60 * minute) {
      const { start, end, zone: used } = wallTimes(at, at + 15 * minute, zone)
      expect([start, end].map((local) => instantOf({ local, zone: used }))).toEqual([at, at + 15 * minute])
    }
  }
})

test('zones may have names of Windows; what is no time is undefined', () => {
  for (const zone of Object.keys(windowsZones))
    expect([zone, instantOf({ local: '2030-07-01T12:00:00.0000000', zone })]).toEqual([zone, expect.any(Number)])
  expect(instantOf({ local: '2030-07-01T12:00:00.0000000', zone: 'W. Europe Standard Time' })).toBe(
    Date.UTC(2030, 6, 1, 10),
  )
  for (const [local, zone] of [
    ['soon', 'UTC'],
    ['2030-13-01T00:00:00', 'UTC'],
    ['2030-07-01T12:00:00', 'Mars/Base'],
    ['', ''],
  ] as const)
    expect(instantOf({ local, zone })).toBeUndefined()
})

test('a rate budget keeps a share for calls that people wait for, and starts again', () => {
  const clock = createTestClock()
  const budget = createRateBudget(clock, 10)
  const taken = (isBackground: boolean) => {
    let count = 0
    while (count < 100 && budget.take('key', isBackground) === 0) count++
    return count
  }
  expect([taken(true), taken(false), taken(false)]).toEqual([7, 3, 0])
  expect(budget.take('another key', false)).toBe(0)
  clock.move(minute)
  budget.note('key', { limit: 50, remaining: 2, resetAt: clock.now() + 30_000 })
  expect([taken(true), taken(false), budget.take('key', false)]).toEqual([0, 2, 30_000])
  // Responses that come late raise nothing.
  budget.note('key', { limit: 50, remaining: 40, resetAt: clock.now() + 30_000 })
  expect(taken(false)).toBe(0)
  budget.block('key', clock.now() + 2 * minute)
  clock.move(minute)
  expect(budget.take('key', false)).toBe(minute)
})

test.each(['SECONDLY', 'MINUTELY'])(
  'a calendar file with an event that repeats %s for years is refused',
  (frequency) => {
    const rule = ['DTSTART:20260301T090000', 'DURATION:PT1S', `RRULE:FREQ=${frequency}`]
    const event = ['BEGIN:VEVENT', 'UID:1', ...rule, 'END:VEVENT']
    const file = ['BEGIN:VCALENDAR', 'VERSION:2.0', ...event, 'END:VCALENDAR', ''].join('\r\n')
    const window = { start: Date.UTC(2027, 0, 1), end: Date.UTC(2028, 0, 1) }
    expect(() => readCalendar(new TextEncoder().encode(file), window, 'Europe/Berlin')).toThrow('too many')
  },
)
