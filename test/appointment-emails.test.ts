import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { setCalendarSource } from '../server/features/bookings/calendars/of-site.ts'
import { languages } from '../widget/chat/words/words.ts'
import { type Body, type ChatWorld, createChatWorld } from './support/chat.ts'
import { type Caller, program } from './support/desk.ts'
import { createFakeCalendar } from './support/fake-calendar.ts'
import { idle } from './support/idle.ts'
import { type Mail, type MailServer, startMailServer } from './support/mail-server.ts'
import { at, type Chat, createPage } from './support/page.ts'

let world: ChatWorld
let key: Caller
let server: MailServer
const page = createPage(() => world)

const minute = 60_000
const hour = 60 * minute
const day = 24 * hour
let people = 0

beforeAll(async () => {
  server = await startMailServer()
  world = await createChatWorld({ file: { outbound: { allow: ['127.0.0.1'] } } })
  key = await program(world)
  const smtp = { host: '127.0.0.1', port: server.port, security: 'none', from: 'Bikes <desk@example.com>' }
  await world.api('PUT', '/notifications/email?site=demo', { body: { smtp } })
  await world.set({
    businessName: 'Wren & Sons',
    assistant: { timezone: 'Europe/Berlin' },
    bookings: { mode: 'picker', title: 'Visit', location: 'Quay 4, Hamburg; second floor', duration: 30 },
    security: { limits: { bookingsPerIpPerHour: 1_000, messagesPerIpPerMinute: 1_000 } },
  })
})
afterAll(async () => {
  await world.close()
  await server.close()
})
beforeEach(async () => {
  await pass(day)
  server.refuses(undefined)
  server.mails.length = 0
})

const send = async (path: string, token: string | undefined, body: Body) => {
  const response = await page.send('POST', path, { ...(token !== undefined && { token }), body })
  return { status: response.status, body: await page.read(response) }
}
const file = (path: string) => fetch(`${world.url}${path}`)

/** Lets time pass, with what is due. */
async function pass(by: number) {
  await idle(world)
  world.clock.move(by)
  await idle(world)
}
const soon = (days: number) => Math.floor(world.clock.now() / day) * day + days * day + 9 * hour
async function book(given: Body = {}): Promise<Body> {
  const contact = { name: 'Ann', email: `ann${++people}@mail.example` }
  const { status, body } = await key.post('/appointments', { start: soon(3), contact, ...given })
  expect([status, body.error]).toEqual([201, undefined])
  await idle(world)
  return body
}
const cancel = (id: string) => key.del(`/appointments/${id}?reason=Snow`)
const subjects = () => server.mails.map(({ subject }) => subject)
const last = (): Mail => server.mails.at(-1) as Mail
/** The properties of a calendar file, unfolded. */
const properties = (text: string): Record<string, string> =>
  Object.fromEntries(
    text
      .replaceAll('\r\n ', '')
      .split('\r\n')
      .filter((line) => line !== '')
      .map((line) => [line.split(/[:;]/)[0] as string, line.slice((line.split(/[:;]/)[0] as string).length + 1)]),
  )
const calendarOf = (mail: Mail) => properties(mail.calendars[0]?.text ?? '')

/** A visitor books in the chat. */
async function bookInChat(locale: string): Promise<{ id: string; start: number }> {
  const timezone = 'Asia/Kathmandu'
  const chat: Chat = await page.start({ message: 'Hallo', context: { locale, timezone } })
  const slots = await send(at(chat.id, 'slots'), chat.token, { tz: timezone })
  const { start } = slots.body.days.flatMap((one: Body) => one.slots)[0]
  const email = `zoe${++people}@mail.example`
  const given = { start, name: 'Zoë', email, timezone, bookingId: 'b'.repeat(16) }
  const { status, body } = await send(at(chat.id, 'booking'), chat.token, given)
  expect([status, body.error]).toEqual([200, undefined])
  await idle(world)
  return { id: body.id, start }
}

test('a booking, its changes and its cancellation are emailed, each with the same event for calendars', async () => {
  const { id, start: first } = await book()
  expect(subjects()).toEqual(['Your appointment with Wren & Sons is booked'])
  expect(last().text).toMatch(/APPOINTMENT|Visit/)
  expect(last().text).toContain('Quay 4, Hamburg; second floor')
  expect(last().calendars[0]?.type).toContain('REQUEST')
  const uid = `${id}@${new URL(world.services.config.baseUrl).hostname}`
  expect(calendarOf(last())).toMatchObject({
    ...{ METHOD: 'REQUEST', UID: uid, SEQUENCE: '0', STATUS: 'CONFIRMED', SUMMARY: 'Visit' },
    ...{ LOCATION: 'Quay 4\\, Hamburg\\; second floor', ORGANIZER: 'CN="Wren & Sons":mailto:desk@example.com' },
    DTSTART: `${new Date(first).toISOString().slice(0, 19).replaceAll(/[-:]/g, '')}Z`,
  })
  // What changes within moments is one email.
  await key.patch(`/appointments/${id}`, { start: first + hour })
  await key.patch(`/appointments/${id}`, { location: 'At home' })
  await pass(minute)
  expect(subjects().slice(1)).toEqual(['Your appointment with Wren & Sons has changed'])
  expect(calendarOf(last())).toMatchObject({ UID: uid, SEQUENCE: '1', LOCATION: 'At home' })
  // The team's own notes are none of the attendee's business.
  await key.patch(`/appointments/${id}`, { notes: 'Difficult.' })
  await pass(minute)
  expect(server.mails.length).toBe(2)
  await cancel(id)
  await pass(minute)
  expect(subjects().slice(2)).toEqual(['Your appointment with Wren & Sons was cancelled'])
  expect(last().calendars[0]?.type).toContain('CANCEL')
  expect(calendarOf(last())).toMatchObject({ METHOD: 'CANCEL', UID: uid, SEQUENCE: '2', STATUS: 'CANCELLED' })
})

test('the attendee is emailed in their language and zone, and can change the appointment by the link', async () => {
  const { start, id: made } = await bookInChat('de-AT')
  expect(subjects()).toEqual(['Ihr Termin bei Wren & Sons ist gebucht'])
  const shown = new Intl.DateTimeFormat('de-AT', { timeStyle: 'short', timeZone: 'Asia/Kathmandu' }).format(start)
  expect(last().text).toContain(`${shown} (Asia/Kathmandu)`)
  expect(last().text).toContain('(Europe/Berlin)')
  const link = /#svc-chat=(\S+)/.exec(last().text)?.[1]
  const opened = await send('/resume', undefined, { site: 'demo', link })
  const { id, token } = opened.body
  const cancelled = await send(at(id, 'booking/cancel'), token, { id: made })
  expect(cancelled.status).toBe(200)
  await pass(minute)
  expect(subjects().slice(1)).toEqual(['Ihr Termin bei Wren & Sons wurde abgesagt'])
})

test('the attendee is emailed in every language of the widget, in its direction, with a named link to the calendar file', async () => {
  const said: string[] = []
  for (const language of languages) {
    const { id } = await bookInChat(language)
    const { subject, html } = last()
    expect(html).toContain(`<html lang="${language}" dir="${language === 'ar' ? 'rtl' : 'ltr'}">`)
    const [, label] = /<a [^>]*\/appointment\.ics\?token=[^>]*>([^<]+)<\/a>/.exec(html) ?? []
    await key.patch(`/appointments/${id}`, { location: 'At home' })
    await pass(minute)
    await cancel(id)
    await pass(minute)
    said.push(subject, `${label}`, ...subjects().slice(-2))
    expect(html.indexOf('Quay 4')).toBeLessThan(html.indexOf('/appointment.ics'))
  }
  expect(new Set(said).size).toBe(4 * languages.length)
})

test('the link to the calendar file shows the appointment as it is, and others show nothing', async () => {
  const { id, start: first } = await book({ title: 'Größe; "XL"\nund, mehr ✓'.replace('\n', ' ').repeat(3) })
  const path = /\/appointment\.ics\?token=\S+/.exec(last().text)?.[0] as string
  const answer = await file(path)
  expect([answer.status, answer.headers.get('content-type')]).toEqual([
    200,
    'text/calendar; charset=utf-8; method=PUBLISH',
  ])
  const text = await answer.text()
  expect(text.split('\r\n').every((line) => Buffer.byteLength(line) <= 75)).toBe(true)
  expect(properties(text)).toMatchObject({ METHOD: 'PUBLISH', STATUS: 'CONFIRMED' })
  expect(properties(text).ORGANIZER).toBeUndefined()
  await key.patch(`/appointments/${id}`, { start: first + hour })
  const later = properties(await (await file(path)).text())
  expect(later.SEQUENCE).toBe('1')
  for (const token of ['', 'x', path.split('=')[1]?.slice(0, -3) ?? '', 'y'.repeat(10_000)])
    expect((await file(`/appointment.ics?token=${token}`)).status).toBe(404)
})

test('[R351] a reminder is emailed a day before, and none for what was cancelled', async () => {
  const [kept, other] = [await book({ start: soon(4) }), await book({ start: soon(5) })]
  await cancel(other.id)
  await pass(minute)
  server.mails.length = 0
  for (const { start: first } of [kept, other]) {
    await pass(first - 23 * hour - world.clock.now())
    await pass(minute)
  }
  expect(server.mails.map(({ to, subject }) => [to[0], subject])).toEqual([
    [kept.attendee.email, 'Reminder: your appointment with Wren & Sons'],
  ])
})

test('nothing is emailed about what is over, without an address, if it is turned off, or if the calendar does it', async () => {
  await book({ start: world.clock.now() - day, force: true })
  await book({ contact: { name: 'No address', phone: '07700 900123' }, start: soon(6) })
  await world.set({ bookings: { emailAttendee: false } })
  await book({ start: soon(7) })
  await world.set({ bookings: { emailAttendee: true, sync: 'calcom' } })
  const fake = createFakeCalendar({ provider: 'calcom' })
  setCalendarSource(world.services, () => fake)
  await book({ start: soon(8) })
  await world.set({ bookings: { sync: 'none' } })
  expect(subjects()).toEqual([])
})

test('one email is sent after the mail server was away, and few about one appointment', async () => {
  server.refuses('451 try later')
  const { id, start: first } = await book({ start: soon(20) })
  expect(server.mails).toEqual([])
  server.refuses(undefined)
  await pass(10 * minute)
  expect(subjects()).toEqual(['Your appointment with Wren & Sons is booked'])
  for (let moves = 1; moves < 15; moves++) {
    await key.patch(`/appointments/${id}`, { start: first + moves * hour })
    await pass(minute)
  }
  expect(server.mails.length).toBe(10)
})
