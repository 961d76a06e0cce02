import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type Body, type ChatWorld, createChatWorld } from './support/chat.ts'
import { at, type Chat, createPage } from './support/page.ts'

let world: ChatWorld
const page = createPage(() => world)
const hour = 3_600_000

beforeAll(async () => {
  world = await createChatWorld()
  const limits = { messagesPerIpPerMinute: 10_000, bookingsPerIpPerHour: 10_000 }
  await world.set({ bookings: { mode: 'picker', title: 'Visit', notice: 0 }, security: { limits } })
})
afterAll(() => world.close())
beforeEach(() => world.clock.move(60_000))

const send = async ({ id, token }: Chat, what: string, body: Body): Promise<{ status: number; body: Body }> => {
  const response = await page.send('POST', at(id, what), { token, body })
  return { status: response.status, body: await page.read(response) }
}
let made = 0
const bookingId = () => `booking of the test ${++made}`
const slotsFor = async (chat: Chat): Promise<Body[]> => {
  const { body } = await send(chat, 'slots', { tz: 'America/New_York' })
  return body.days.flatMap(({ slots }: Body) => slots)
}
const ann = { name: 'Ann', email: 'ann.books@mail.example' }

describe('a visitor', () => {
  test('[R334, R336, R338, R341] books an offered time once, and sees it in the chat', async () => {
    const chat = await page.start()
    const [slot] = await slotsFor(chat)
    const booking = { ...ann, start: slot.start, timezone: 'America/New_York', bookingId: bookingId() }
    const first = await send(chat, 'booking', booking)
    expect([first.status, first.body]).toMatchObject([
      200,
      { start: slot.start, timezone: 'America/New_York', status: 'confirmed' },
    ])
    expect((await send(chat, 'booking', booking)).body).toEqual(first.body)
    const { items } = (await world.get(`/appointments?conversation=${chat.id}`)).body
    expect(items).toMatchObject([{ source: 'chat', attendee: ann, timezone: 'UTC', contact: { name: 'Ann' } }])
    expect(items[0].job).not.toBeNull()
    const { messages } = await page.history(chat)
    expect(messages.at(-1)).toMatchObject({
      type: 'card',
      appointment: { id: first.body.id },
      text: expect.stringContaining('America/New_York'),
    })
    expect((await send(chat, 'booking', { ...booking, start: slot.end })).status).toBe(409)
  })

  test('[R334] cannot pick a time that was not offered here, or longer than an hour ago', async () => {
    const [chat, other] = [await page.start(), await page.start()]
    const slots = await slotsFor(chat)
    const booking = () => ({ ...ann, start: slots.at(-1).start, bookingId: bookingId() })
    const refused = await send(other, 'booking', booking())
    expect([refused.status, refused.body.error.reason]).toEqual([409, 'time_not_offered'])
    world.clock.move(hour + 1)
    expect((await send(chat, 'booking', booking())).body.error.reason).toBe('time_not_offered')
  })

  test('[R335] does not get a time that another one booked', async () => {
    const [one, other] = [await page.start(), await page.start()]
    const [slot] = await slotsFor(one)
    await slotsFor(other)
    const answers = await Promise.all(
      [one, other].map((chat) => send(chat, 'booking', { ...ann, start: slot.start, bookingId: bookingId() })),
    )
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409])
  })

  test('[R339] changes and cancels only what was booked in the same chat', async () => {
    const [chat, other] = [await page.start(), await page.start()]
    const [slot, next] = await slotsFor(chat)
    const { body: mine } = await send(chat, 'booking', { ...ann, start: slot.start, bookingId: bookingId() })
    await slotsFor(other)
    expect((await send(other, 'booking/change', { id: mine.id, start: next.start })).status).toBe(404)
    expect((await send(other, 'booking/cancel', { id: mine.id })).status).toBe(404)
    expect((await send(chat, 'booking/change', { id: mine.id, start: next.start })).body.start).toBe(next.start)
    expect((await send(chat, 'booking/cancel', { id: mine.id })).body.status).toBe('cancelled')
    expect((await send(chat, 'booking/cancel', { id: mine.id })).status).toBe(200)
  })

  test('sees in the chat that the team accepted a booking that waited for it', async () => {
    const chat = await page.start()
    const [slot] = await slotsFor(chat)
    const { body: mine } = await send(chat, 'booking', { ...ann, start: slot.start, bookingId: bookingId() })
    const set = (status: string) => world.api('PATCH', `/appointments/${mine.id}?site=demo`, { body: { status } })
    expect((await set('pending')).body).toMatchObject({ status: 'pending' })
    const before = (await page.history(chat)).messages.length
    await set('confirmed')
    const { messages } = await page.history(chat)
    expect(messages.slice(before)).toMatchObject([{ type: 'card', appointment: { id: mine.id, status: 'confirmed' } }])
  })

  test('sees in the chat that the place of an appointment changed, unless it is over or the place is the same', async () => {
    const chat = await page.start()
    const [slot] = await slotsFor(chat)
    const { body: mine } = await send(chat, 'booking', { ...ann, start: slot.start, bookingId: bookingId() })
    const before = (await page.history(chat)).messages.length
    const patch = (body: Body) => world.api('PATCH', `/appointments/${mine.id}?site=demo`, { body })
    for (const body of [{ location: 'Quay 4' }, { location: 'Quay 4' }, { notes: 'Bring the key.' }]) await patch(body)
    expect((await patch({ status: 'completed' })).status).toBe(200)
    await patch({ location: 'Quay 5' })
    const { messages } = await page.history(chat)
    expect(messages.slice(before)).toMatchObject([
      { type: 'card', title: expect.stringMatching(/^Changed: /), appointment: { id: mine.id, location: 'Quay 4' } },
    ])
  })

  test('[R341] learns the zone of the business with the site', async () => {
    const site = await page.read(await page.send('GET', '/site?site=demo'))
    expect(site.bookings).toMatchObject({ mode: 'picker', title: 'Visit', timezone: 'UTC' })
  })

  test('[R333] who asks for an appointment sees the calendar, and nothing is booked', async () => {
    const chat = await page.start({ message: "I'd like to book an appointment" })
    expect(chat.messages).toMatchObject([{ type: 'card', picker: true }])
    expect((await world.get(`/appointments?conversation=${chat.id}`)).body.items).toEqual([])
  })
})

test('who asks for an appointment without a model gets the booking link if the site has one', async () => {
  const quoting = await createChatWorld({ file: { ai: { provider: 'none' } } })
  try {
    const ask = async () => (await quoting.start({ message: 'rdv svp' })).messages
    await quoting.set({ bookings: { mode: 'link', label: 'Book now' } })
    expect((await ask())[0]).toMatchObject({ type: 'text' })
    const url = 'https://cal.example/wrenmouth'
    await quoting.api('PUT', '/knowledge/facts?site=demo', { body: { facts: { bookingUrl: url } } })
    const text = 'Here you can book an appointment:'
    const links = [{ label: 'Book now', url }]
    expect(await ask()).toMatchObject([{ type: 'links', title: text, text: `${text} ${url}`, links }])
    await quoting.set({ bookings: { mode: 'none' } })
    expect((await ask())[0]).toMatchObject({ type: 'text' })
  } finally {
    await quoting.close()
  }
})
