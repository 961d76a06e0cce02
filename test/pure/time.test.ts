import fc from 'fast-check'
import { expect, test } from 'vitest'
import { offsetsIn } from '../../server/core/time.ts'
import { daysUntil } from '../../server/features/overview/days.ts'
import { Zone } from '../../shared/time.ts'

const quarter = 15 * 60_000

/**
 * Zones whose clocks change at midnight, by half an hour or in the other half of the year, or with offsets of parts of
 * an hour.
 */
const zones = [
  ...['Europe/Berlin', 'America/New_York', 'Australia/Lord_Howe', 'America/St_Johns', 'Asia/Kathmandu', 'Asia/Kolkata'],
  ...[
    'Africa/Cairo',
    'Asia/Beirut',
    'America/Santiago',
    'America/Havana',
    'Pacific/Chatham',
    'Africa/Casablanca',
    'UTC',
  ],
]

const formats = new Map(
  zones.map((timeZone) => [
    timeZone,
    new Intl.DateTimeFormat('en-CA', {
      timeZone,
      hourCycle: 'h23',
      ...{ year: 'numeric', month: '2-digit', day: '2-digit', hour: '2-digit', minute: '2-digit' },
    }),
  ]),
)

/** A local clock, computed without the code under test: `2030-03-31`, 3 and 15. */
function clockIn(zone: string | number, at: number): { date: string; hour: number; minute: number } {
  const format = formats.get(zone === Number(zone) ? 'UTC' : String(zone))
  const shifted = typeof zone === 'number' ? at + zone * 60_000 : at
  const parts = Object.fromEntries(format?.formatToParts(shifted).map(({ type, value }) => [type, value]) ?? [])
  return { date: `${parts.year}-${parts.month}-${parts.day}`, hour: Number(parts.hour), minute: Number(parts.minute) }
}

const zone = fc.oneof(
  fc.constantFrom(...zones),
  fc.integer({ min: -56, max: 56 }).map((quarters) => quarters * 15),
)
const time = fc.integer({ min: Date.UTC(2024, 0), max: Date.UTC(2032, 0) })

test('[threat 22] the days of an overview are those of local clocks', () => {
  const property = fc.property(zone, time, fc.integer({ min: 1, max: 40 }), fc.nat(), (tz, now, days, seed) => {
    const { since, current, previous, dates, previousDates, placeOf } = daysUntil(now, { days, tz })
    const all = [...previousDates, ...dates]
    expect(dates.at(-1)).toBe(clockIn(tz, now).date)
    expect(all).toEqual(
      all.map((_, at) =>
        new Date(Date.parse(dates[0] as string) + (at - days) * 86_400_000).toISOString().slice(0, 10),
      ),
    )
    expect([current.from, previous.to, current.to]).toEqual([
      since / quarter,
      since / quarter,
      Math.floor(now / quarter) + 1,
    ])
    // The first quarter hour with the first date, and none before.
    for (const [from, date] of [
      [current.from, dates[0]],
      [previous.from, previousDates[0]],
    ] as const) {
      expect(clockIn(tz, from * quarter).date).toBe(date)
      for (let before = 1; before <= 96; before++)
        expect(clockIn(tz, (from - before) * quarter).date < `${date}`).toBe(true)
    }
    for (let one = 0; one < 20; one++) {
      const at = previous.from + ((seed + one * 7919) % (current.to - previous.from))
      const { date, hour } = clockIn(tz, at * quarter)
      expect(placeOf(at)).toEqual({ day: all.indexOf(date) - days, hour })
    }
  })
  fc.assert(property)
})

test('[threat 22] the offset of a zone is known exactly at each time', () => {
  const property = fc.property(zone, time, fc.integer({ min: 0, max: 800 }), fc.nat(), (tz, from, days, seed) => {
    const to = from + days * 86_400_000
    const offsets = offsetsIn(tz, from, to)
    expect(offsets[0]?.at).toBe(0)
    const check = (at: number) => {
      const offset = offsets.findLast((one) => one.at <= at)?.offset ?? Number.NaN
      const shown = new Date(at + offset)
      const { date, hour, minute } = clockIn(tz, at)
      expect([shown.toISOString().slice(0, 10), shown.getUTCHours(), shown.getUTCMinutes()]).toEqual([
        date,
        hour,
        minute,
      ])
    }
    for (let one = 0; one < 20; one++) check(from + ((seed + one * 104_729_000) % (to - from + 1)))
    for (const { at } of offsets.slice(1)) {
      check(at)
      if (at > from) check(at - 1)
    }
  })
  fc.assert(property)
})

test('each zone that a query may name has its days, by any of its names', () => {
  const names = [
    ...Intl.supportedValuesOf('timeZone'),
    'PST',
    'IST',
    'EST5EDT',
    'Etc/GMT+5',
    'utc',
    'europe/berlin',
    '-90',
  ]
  for (const name of names) {
    const tz = Zone.parse(name)
    expect(daysUntil(Date.UTC(2030, 0, 7, 12), { days: 7, tz }).dates, name).toHaveLength(7)
    expect(offsetsIn(tz, 0, Date.UTC(2030, 0)).length, name).toBeGreaterThan(0)
  }
  for (const name of ['SystemV/AST4', 'Factory', 'Mars/Olympus']) expect(Zone.safeParse(name).success, name).toBe(false)
})
