import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Body, type ChatWorld, createChatWorld } from './support/chat.ts'
import { type Caller, person, program } from './support/desk.ts'

let world: ChatWorld
let key: Caller
let anna: Caller

const minute = 60_000
const hour = 60 * minute
const day = 24 * hour

beforeAll(async () => {
  world = await createChatWorld()
  key = await program(world)
  anna = await person(world, 'member')
  await world.set({ businessName: 'Wren & Sons; Berlin', bookings: { mode: 'picker', timezone: 'UTC' } })
})
afterAll(() => world.close())

let booked = 0
async function book(given: Body = {}): Promise<Body> {
  const start = Math.floor(world.clock.now() / day) * day + ++booked * day + 9 * hour
  const { status, body } = await key.post('/appointments', { start, duration: 30, ...given })
  expect([status, body.error]).toEqual([201, undefined])
  return body
}

const address = async (caller: Caller, of?: 'site' | 'me'): Promise<string> =>
  (await caller.get(`/bookings/feed${of ? `?of=${of}` : ''}`)).body.url
/** Asks this server, whatever host its public address has. */
const read = (url: string, headers: Record<string, string> = {}) =>
  fetch(`${world.url}${new URL(url).pathname}`, { headers })
const text = async (url: string): Promise<string> => await (await read(url)).text()
const ids = (file: string): string[] => [...file.matchAll(/^UID:(\w+)@/gm)].map(([, id]) => id as string)

test('a feed has the appointments from 30 days ago to 180 days ahead, in order, without notes and attendees', async () => {
  const far = world.clock.now() + 181 * day
  const contact = { name: 'Kim Secret', email: 'kim.secret@mail.example' }
  const first = await book({ title: 'Fit; "a" door', location: 'Quay 4, Hamburg', notes: 'Ring twice.', contact })
  const second = await book()
  await book({ start: far })
  const gone = await book()
  await key.del(`/appointments/${gone.id}`)
  const response = await read(await address(key))
  const file = await response.text()
  expect([response.status, response.headers.get('content-type')]).toEqual([
    200,
    expect.stringMatching(/^text\/calendar/),
  ])
  expect(response.headers.get('cache-control')).toMatch(/^private/)
  expect(ids(file)).toEqual([first.id, second.id])
  const at = (time: number) => `${new Date(time).toISOString().slice(0, 19).replaceAll(/[-:]/g, '')}Z`
  expect(file.split('\r\n')).toEqual(
    expect.arrayContaining([
      ...['METHOD:PUBLISH', 'X-WR-CALNAME:Wren & Sons\\; Berlin', 'SUMMARY:Fit\\; "a" door'],
      ...[`DTSTART:${at(first.start)}`, `DTEND:${at(first.end)}`, 'LOCATION:Quay 4\\, Hamburg', 'STATUS:CONFIRMED'],
    ]),
  )
  expect(file.match(/BEGIN:VCALENDAR/g)).toHaveLength(1)
  expect(file).not.toMatch(/Ring twice|secret/i)
})

test('a calendar that has the file is answered without it, until an appointment changes', async () => {
  const { id } = await book()
  const url = await address(key)
  const etag = (await read(url)).headers.get('etag') as string
  world.clock.move(minute)
  const again = await read(url, { 'if-none-match': `"other", W/${etag}` })
  expect([again.status, again.headers.get('etag'), await again.text()]).toEqual([304, etag, ''])
  await key.patch(`/appointments/${id}`, { title: 'Other' })
  expect((await read(url, { 'if-none-match': etag })).status).toBe(200)
})

test('people get their own feed, with the appointments on jobs that are assigned to them', async () => {
  const { body: job } = await key.post('/jobs', { title: 'Roof' })
  await key.patch(`/jobs/${job.id}`, { assignedTo: anna.id })
  const [hers, other] = [await book({ jobId: job.id }), await book()]
  const { body } = await anna.get('/bookings/feed')
  expect(body).toEqual({ of: 'me', url: expect.stringMatching(/\/feeds\/[\w.-]+\.ics$/), renewedAt: null })
  expect(decodeURIComponent(body.url)).not.toContain(anna.id)
  expect(ids(await text(body.url))).toEqual([hers.id])
  expect(ids(await text(await address(anna, 'site')))).toEqual(expect.arrayContaining([hers.id, other.id]))
  expect(await address(anna, 'site')).toBe(await address(key))
  await key.patch(`/jobs/${job.id}`, { assignedTo: null })
  expect(ids(await text(body.url))).toEqual([])
})

test('renewing ends the address so far, and no other', async () => {
  const [own, all] = [await address(anna), await address(key)]
  const { status, body } = await anna.post('/bookings/feed/renew', {})
  expect([status, body.of, body.renewedAt]).toEqual([200, 'me', world.clock.now()])
  expect(body.url).not.toBe(own)
  expect(await address(anna)).toBe(body.url)
  expect([(await read(own)).status, (await read(body.url)).status, (await read(all)).status]).toEqual([404, 200, 200])
  await key.post('/bookings/feed/renew', {})
  expect([(await read(all)).status, (await read(await address(key))).status]).toEqual([404, 200])
})

test('keys need the scope, and have no feed of their own', async () => {
  const reader = await program(world, ['jobs:read'])
  expect((await reader.get('/bookings/feed')).status).toBe(200)
  expect((await reader.post('/bookings/feed/renew')).status).toBe(403)
  expect((await reader.get('/bookings/feed?of=me')).status).toBe(400)
  expect((await (await program(world, ['leads:read'])).get('/bookings/feed')).status).toBe(403)
})

test('an account that is deleted takes its feed with it', async () => {
  const ben = await person(world, 'member')
  const url = await address(ben)
  expect((await read(url)).status).toBe(200)
  await world.api('DELETE', `/admins/${encodeURIComponent(ben.id)}`)
  expect((await read(url)).status).toBe(404)
})

test('other addresses have no feed', async () => {
  const { pathname } = new URL(await address(key))
  const [site, person = '', signature = ''] = pathname.slice('/feeds/'.length, -'.ics'.length).split('.')
  const wrong = [
    ...['x.ics', '..ics', '%00.ics', `${'a'.repeat(5_000)}.ics`, `${site}.${person}.${signature}`],
    ...[`${site}.${person}.${'0'.repeat(40)}.ics`, `${site}.0123456789abcdef.${signature}.ics`, `${site}..ics`],
    `${Buffer.from('de\0mo').toString('base64url')}..${signature}.ics`,
  ]
  for (const name of wrong) expect([name, (await fetch(`${world.url}/feeds/${name}`)).status]).toEqual([name, 404])
})

test('ends while appointments are off', async () => {
  const url = await address(key)
  await world.set({ bookings: { mode: 'none' } })
  expect([(await read(url)).status, (await key.get('/bookings/feed')).status]).toEqual([404, 400])
  await world.set({ bookings: { mode: 'picker' } })
  expect((await read(url)).status).toBe(200)
})

test('leaves out what ended more than 30 days ago', async () => {
  const { id } = await book()
  const url = await address(key)
  world.clock.move(20 * day)
  expect(ids(await text(url))).toContain(id)
  world.clock.move(40 * day)
  expect(ids(await text(url))).not.toContain(id)
})
