import { once } from 'node:events'
import { type AddressInfo, createServer, type Socket } from 'node:net'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { setCalendarSource } from '../server/features/bookings/calendars/of-site.ts'
import { allDay } from '../shared/time.ts'
import { type Body, type ChatWorld, createChatWorld } from './support/chat.ts'
import { type Caller, program } from './support/desk.ts'
import { createFakeCalendar } from './support/fake-calendar.ts'
import { learnFile } from './support/files.ts'
import { idle } from './support/idle.ts'
import { patience } from './support/live.ts'
import { addTask } from './support/tasks.ts'
import { startWebsite, type Website } from './support/website.ts'

let website: Website
let world: ChatWorld
let key: Caller

const minute = 60_000
const hour = 60 * minute
const day = 24 * hour
/** A Monday, in winter. */
let monday = 0

beforeAll(async () => {
  website = await startWebsite()
  world = await createChatWorld({ file: { outbound: { allow: [`127.0.0.1:${website.port}`] } } })
  key = await program(world)
  await world.set({
    assistant: { timezone: 'Europe/Berlin' },
    bookings: { mode: 'picker', duration: 60, notice: 0, daysAhead: 365, hours: allDay, busyUrls: [urlOf('/a.ics')] },
  })
  const january = Date.UTC(new Date(world.clock.now()).getUTCFullYear() + 1, 0, 8)
  monday = january + ((8 - new Date(january).getUTCDay()) % 7) * day
  world.clock.move(monday - 2 * day - world.clock.now())
})
afterAll(async () => {
  await world.close()
  await website.close()
})
beforeEach(() => website.clear())

const urlOf = (path: string) => `${website.url}${path}`
const fileOf = (...lines: string[]) => ['BEGIN:VCALENDAR', 'VERSION:2.0', ...lines, 'END:VCALENDAR', ''].join('\r\n')
let events = 0
const event = (...lines: string[]) => [
  'BEGIN:VEVENT',
  `UID:${++events}`,
  'SUMMARY:Very private',
  ...lines,
  'END:VEVENT',
]
const put = (...lines: string[]) =>
  website.put('/a.ics', { headers: { 'content-type': 'text/calendar' }, body: fileOf(...lines) })
const two = (value: number) => String(value).padStart(2, '0')
/** A date of the file, days after the Monday. */
const date = (days: number) => new Date(monday + days * day).toISOString().slice(0, 10).replaceAll('-', '')
const local = (days: number, hours: number) => `${date(days)}T${two(hours)}0000`

/** Lets the addresses be read. */
async function readAgain(): Promise<void> {
  world.clock.move(16 * minute)
  await addTask(world.services, 'bookings.readBusy.plan')
  await idle(world)
}
/** The hours of a day, by clocks in Berlin, that are not free. */
async function busyOn(days: number): Promise<number[]> {
  const from = new Date(monday + days * day).toISOString().slice(0, 10)
  const { body } = await key.get(`/bookings/slots?from=${from}&to=${from}&tz=Europe/Berlin`)
  const begins = Date.parse(`${from}T00:00:00+01:00`)
  const free = new Set(body.days[0].slots.map(({ start }: Body) => (start - begins) / hour))
  return Array.from({ length: 24 }, (_, place) => place).filter((place) => !free.has(place))
}
const problems = async (): Promise<Body[]> =>
  (await world.get('/overview')).body.health.filter(({ kind }: Body) => kind === 'calendar_sync_failing')
const rows = async (): Promise<number> => {
  const [row] = await world.services.database.sql<[{ count: number }]>`select count(*)::int as count from busy_times`
  return row.count
}

describe('events of a calendar file', () => {
  test('block their time in the zone that they name, in UTC, and in that of the business', async () => {
    put(
      ...event(`DTSTART;TZID=America/New_York:${local(0, 3)}`, `DTEND;TZID=America/New_York:${local(0, 5)}`),
      ...event(`DTSTART:${local(1, 9)}Z`, 'DURATION:PT1H'),
      ...event(`DTSTART:${local(2, 9)}`, `DTEND:${local(2, 10)}`),
      ...event(`DTSTART;TZID=W. Europe Standard Time:${local(3, 9)}`, 'DURATION:PT2H'),
    )
    await readAgain()
    expect(await busyOn(0)).toEqual([9, 10])
    expect(await busyOn(1)).toEqual([10])
    expect(await busyOn(2)).toEqual([9])
    expect(await busyOn(3)).toEqual([9, 10])
    expect(await problems()).toEqual([])
  })

  test('use a zone that only the file describes', async () => {
    put(
      ...['BEGIN:VTIMEZONE', 'TZID:Our ship', 'BEGIN:STANDARD', 'DTSTART:19700101T000000', 'TZOFFSETFROM:+0500'],
      ...['TZOFFSETTO:+0500', 'END:STANDARD', 'END:VTIMEZONE'],
      ...event(`DTSTART;TZID=Our ship:${local(0, 9)}`, `DTEND;TZID=Our ship:${local(0, 10)}`),
    )
    await readAgain()
    expect(await busyOn(0)).toEqual([5])
  })

  test('block whole days of the business, however many they last', async () => {
    put(
      ...event(`DTSTART;VALUE=DATE:${date(0)}`, `DTEND;VALUE=DATE:${date(2)}`),
      ...event(`DTSTART;VALUE=DATE:${date(4)}`),
    )
    await readAgain()
    const hours = []
    for (const days of [0, 1, 2, 3, 4, 5]) hours.push((await busyOn(days)).length)
    expect(hours).toEqual([24, 24, 0, 0, 24, 0])
  })

  test('block nothing if they are cancelled or free', async () => {
    put(
      ...event(`DTSTART:${local(0, 9)}`, 'DURATION:PT1H', 'STATUS:CANCELLED'),
      ...event(`DTSTART:${local(0, 11)}`, 'DURATION:PT1H', 'TRANSP:TRANSPARENT'),
      ...event(`DTSTART:${local(0, 13)}`, 'DURATION:PT1H', 'X-MICROSOFT-CDO-BUSYSTATUS:FREE'),
      ...event(`DTSTART:${local(0, 15)}`),
    )
    await readAgain()
    expect([await busyOn(0), await rows()]).toEqual([[], 0])
  })

  test('repeat with exceptions, other dates, and repetitions that were moved or cancelled', async () => {
    const [first, second] = [event(), event()]
    const named = (one: string[], ...lines: string[]) => ['BEGIN:VEVENT', one[1] as string, ...lines, 'END:VEVENT']
    put(
      ...named(first, `DTSTART;TZID=Europe/Berlin:${local(0, 9)}`, 'DURATION:PT1H', 'RRULE:FREQ=DAILY;COUNT=6'),
      ...named(first, `RECURRENCE-ID;TZID=Europe/Berlin:${local(1, 9)}`, `DTSTART:${local(1, 13)}`, 'DURATION:PT2H'),
      ...named(
        first,
        ...[`RECURRENCE-ID:${local(2, 8)}Z`, `DTSTART:${local(2, 8)}Z`, 'DURATION:PT1H', 'STATUS:CANCELLED'],
      ),
      ...named(
        second,
        ...[`DTSTART;TZID=Europe/Berlin:${local(0, 20)}`, 'DURATION:PT1H', `RRULE:FREQ=WEEKLY;UNTIL=${local(14, 19)}Z`],
        ...[`EXDATE;TZID=Europe/Berlin:${local(7, 20)}`, `RDATE;TZID=Europe/Berlin:${local(3, 18)}`],
      ),
    )
    await readAgain()
    expect(await busyOn(0)).toEqual([9, 20])
    expect(await busyOn(1)).toEqual([13, 14])
    expect(await busyOn(2)).toEqual([])
    expect(await busyOn(3)).toEqual([9, 18])
    expect(await busyOn(6)).toEqual([])
    expect(await busyOn(7)).toEqual([])
    expect(await busyOn(14)).toEqual([20])
    expect(await busyOn(21)).toEqual([])
  })

  test('repeat at the same local time when clocks change', async () => {
    put(...event(`DTSTART;TZID=Europe/Berlin:${local(-700, 9)}`, 'DURATION:PT1H', 'RRULE:FREQ=DAILY'))
    await readAgain()
    const summer = Math.round((Date.UTC(new Date(monday).getUTCFullYear(), 6, 1) - monday) / day)
    expect(await busyOn(0)).toEqual([9])
    // `busyOn` counts from midnight in winter, so the hours of July are one less, and its last one is the next day.
    expect(await busyOn(summer)).toEqual([8, 23])
  })

  test('are stored as times alone, without titles and addresses', async () => {
    put(...event(`DTSTART:${local(0, 9)}`, 'DURATION:PT1H', 'DESCRIPTION:Very private'))
    await readAgain()
    const { sql } = world.services.database
    const stored = JSON.stringify([await sql`select * from busy_times`, await sql`select * from busy_sources`])
    expect(stored).toContain('starts_at')
    expect(stored).not.toMatch(/private|a\.ics/)
  })
})

describe('a booking', () => {
  const book = (start: number, given: Body = {}) => key.post('/appointments', { start, duration: 60, ...given })

  test('is refused at a busy time with the next free ones, unless it is forced', async () => {
    put(...event(`DTSTART:${local(8, 9)}Z`, 'DURATION:PT1H'))
    await readAgain()
    const start = monday + 8 * day + 9 * hour
    const { status, body } = await book(start + hour / 2)
    expect([status, body.error.reason, body.conflicts]).toEqual([409, 'time_taken', []])
    expect(body.next[0].start).toBeGreaterThanOrEqual(start + hour)
    expect((await book(start, { force: true })).status).toBe(201)
    const { body: later } = await book(start + 2 * hour)
    expect((await key.patch(`/appointments/${later.id}`, { start: start + hour / 2 })).status).toBe(409)
    expect((await key.patch(`/appointments/${later.id}`, { title: 'Other' })).status).toBe(200)
  })

  test('can be moved although the file has its own time', async () => {
    const start = monday + 9 * day + 9 * hour
    const { body } = await book(start)
    put(...event(`DTSTART:${local(9, 9)}Z`, 'DURATION:PT1H'))
    await readAgain()
    expect((await key.patch(`/appointments/${body.id}`, { start: start + 2 * hour })).status).toBe(200)
    await key.del(`/appointments/${body.id}`)
  })

  test('with a synced calendar needs time that is free in both', async () => {
    const calendar = createFakeCalendar()
    setCalendarSource(world.services, () => calendar)
    await world.set({ bookings: { sync: 'google' } })
    put(...event(`DTSTART:${local(10, 9)}Z`, 'DURATION:PT1H'))
    await readAgain()
    expect(await busyOn(10)).toContain(10)
    expect((await book(monday + 10 * day + 9 * hour)).status).toBe(409)
    expect(calendar.events.size).toBe(0)
    await world.set({ bookings: { sync: 'none' } })
  })
})

describe('an address', () => {
  test('that fails keeps what was read, and is reported until it works again', async () => {
    put(...event(`DTSTART:${local(0, 9)}`, 'DURATION:PT1H'))
    await readAgain()
    for (const page of [
      { status: 500 },
      { body: '<!doctype html><title>Sign in</title>' },
      { body: `${fileOf(...event(`DTSTART:${local(1, 9)}`))}${' '.repeat(3_000_000)}` },
      { body: `${fileOf().slice(0, 30)}` },
    ]) {
      website.put('/a.ics', page)
      await readAgain()
      expect([page.status, await busyOn(0)]).toEqual([page.status, [9]])
      expect(await problems()).toMatchObject([
        { reason: 'busy_unreadable', params: { host: `127.0.0.1:${website.port}` } },
      ])
      expect(JSON.stringify(await problems())).not.toContain('a.ics')
    }
    put()
    await readAgain()
    expect([await busyOn(0), await problems()]).toEqual([[], []])
  })

  test.each([
    ['a rule that never matches', 'RRULE:FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=31'],
    ['a rule whose days never meet', 'RRULE:FREQ=MONTHLY;BYMONTHDAY=31;BYDAY=99MO'],
  ])('with %s neither blocks the server nor hides what was read', async (_, rule) => {
    put(...event(`DTSTART:${local(0, 9)}`, 'DURATION:PT1H'))
    await readAgain()
    put(
      ...event(`DTSTART:${local(-300, 9)}`, 'DURATION:PT1S', rule),
      ...event(`DTSTART:${local(0, 9)}`, 'DURATION:PT1H'),
    )
    await readAgain()
    expect(await busyOn(0)).toContain(9)
    expect((await world.get('/overview')).status).toBe(200)
  })

  test('with too many entries is refused, and one with too many times is cut, with a report', async () => {
    put(...Array.from({ length: 10_001 }, () => ['BEGIN:VTODO', 'END:VTODO']).flat())
    await readAgain()
    expect(await problems()).toMatchObject([{ reason: 'busy_unreadable' }])
    put(...event(`DTSTART:${local(0, 9)}Z`, 'DURATION:PT1M', 'RRULE:FREQ=HOURLY;COUNT=3000'))
    await readAgain()
    expect([await rows(), await problems()]).toMatchObject([2_000, [{ reason: 'busy_cut', params: { max: 2_000 } }]])
  })

  test('with an event that cannot be read blocks the time of the others, with a report', async () => {
    put(...event('DTSTART:soon', 'DURATION:PT1H'), ...event(`DTSTART:${local(0, 9)}`, 'DURATION:PT1H'))
    await readAgain()
    expect(await busyOn(0)).toEqual([9])
    expect(await problems()).toMatchObject([{ reason: 'busy_events_unreadable', params: { count: 1 } }])
  })

  test('that is removed blocks nothing, and its times are deleted', async () => {
    put(...event(`DTSTART:${local(0, 9)}`, 'DURATION:PT1H'))
    await readAgain()
    await world.set({ bookings: { busyUrls: [] } })
    expect([await busyOn(0), await problems()]).toEqual([[], []])
    await readAgain()
    expect(await rows()).toBe(0)
    await world.set({ bookings: { busyUrls: [urlOf('/a.ics')] } })
  })

  test('is saved with the scheme that calendars use, at most five of them', async () => {
    const save = async (busyUrls: string[]) =>
      await world.api('PUT', '/settings', { body: { site: 'demo', settings: { bookings: { busyUrls } } } })
    const { body } = await save(['webcal://calendar.example/basic.ics'])
    expect(body.settings.bookings.busyUrls).toEqual(['https://calendar.example/basic.ics'])
    expect((await save(['ftp://calendar.example/'])).status).toBe(400)
    expect((await save(Array.from({ length: 6 }, (_, place) => `https://calendar.example/${place}`))).status).toBe(400)
    await save([urlOf('/a.ics')])
  })
})

test('calendars that hang hold up no other work of their site', async () => {
  const sockets: Socket[] = []
  const silent = createServer((socket) => sockets.push(socket)).listen(0, '127.0.0.1')
  await once(silent, 'listening')
  const { port } = silent.address() as AddressInfo
  const slow = await createChatWorld({ file: { outbound: { allow: [`127.0.0.1:${port}`] } } })
  const busyUrls = Array.from({ length: 5 }, (_, place) => `http://127.0.0.1:${port}/${place}.ics`)
  await slow.set({ bookings: { mode: 'picker', busyUrls } })
  await addTask(slow.services, 'bookings.readBusy.plan')
  await expect.poll(() => sockets.length, patience).toBe(1)
  // The others are spread over a minute.
  slow.clock.move(minute)
  await expect.poll(() => sockets.length, patience).toBe(5)
  const file = await learnFile(slow, { name: 'prices.txt', bytes: 'A lamp costs five euros.', query: '?site=demo' })
  expect([file.status, sockets.filter(({ destroyed }) => destroyed)]).toEqual(['indexed', []])
  for (const socket of sockets) socket.destroy()
  await slow.close()
  silent.close()
})
