import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { isOpenAt } from '../../shared/opening-hours.ts'
import { allDay, Hours, officeHours } from '../../shared/time.ts'

const at = (iso: string) => Date.parse(iso)

describe('opening hours', () => {
  test('are those of the weekday, from the first minute to before the last', () => {
    const open = (iso: string) => isOpenAt(officeHours, 'UTC', at(iso))
    expect(
      ['2030-01-07T08:59:59Z', '2030-01-07T09:00:00Z', '2030-01-07T16:59:59Z', '2030-01-07T17:00:00Z'].map(open),
    ).toEqual([false, true, true, false])
    expect(open('2030-01-06T12:00:00Z')).toBe(false)
  })

  test.each(['21:00-02:00', '09:00-09:00', '24:00-02:00'])(
    'that pass midnight are told how to be written: %s',
    (entry) => {
      const { error } = Hours.safeParse({ fri: [entry] })
      expect(error?.issues[0]).toMatchObject({ path: ['fri', 0], message: expect.stringMatching(/24:00|09:00-17:30/) })
    },
  )

  test('are read in their time zone, half hours and the next day included', () => {
    const hours = Hours.parse({ tue: ['00:00-01:00', '23:30-24:00'] })
    const open = (zone: string, iso: string) => isOpenAt(hours, zone, at(iso))
    expect(open('Asia/Kolkata', '2030-01-07T18:30:00Z')).toBe(true)
    expect(open('Asia/Kolkata', '2030-01-07T18:29:59Z')).toBe(false)
    expect(open('Pacific/Auckland', '2030-01-08T10:59:59Z')).toBe(true)
    expect(open('America/New_York', '2030-01-08T04:59:59Z')).toBe(false)
  })

  test('follow summer time: nine o’clock is nine o’clock before and after the change', () => {
    const open = (iso: string) => isOpenAt(Hours.parse({ sun: ['09:00-10:00'] }), 'Europe/Berlin', at(iso))
    expect(['2030-03-24T08:00:00Z', '2030-03-31T07:00:00Z', '2030-03-31T08:00:00Z'].map(open)).toEqual([
      true,
      true,
      false,
    ])
    expect(['2030-10-20T07:00:00Z', '2030-10-27T07:00:00Z', '2030-10-27T08:00:00Z'].map(open)).toEqual([
      true,
      false,
      true,
    ])
  })

  test('lack a skipped hour, and include a repeated one twice', () => {
    const night = Hours.parse({ sun: ['02:00-03:00'] })
    const openMinutes = (day: string) =>
      Array.from({ length: 24 * 60 }, (_, minute) => at(`${day}T00:00:00Z`) + minute * 60_000).filter((time) =>
        isOpenAt(night, 'Europe/Berlin', time),
      ).length
    expect(['2030-03-24', '2030-03-31', '2030-10-27'].map(openMinutes)).toEqual([60, 0, 120])
  })

  test('of all day are never closed, and none are never open', () => {
    const zones = fc.constantFrom('UTC', 'Europe/Berlin', 'America/St_Johns', 'Asia/Kathmandu', 'Pacific/Chatham')
    fc.assert(
      fc.property(zones, fc.integer({ min: 0, max: 4_102_444_800_000 }), (zone, time) => {
        expect([isOpenAt(allDay, zone, time), isOpenAt(Hours.parse({}), zone, time)]).toEqual([true, false])
      }),
    )
  })
})
