import { afterAll, beforeAll, expect, test } from 'vitest'
import { eventId } from '../server/core/events.ts'
import { type ChatWorld, createChatWorld, eventsOf, nextEvent, until } from './support/chat.ts'
import { openSocket, patience } from './support/live.ts'
import { createPage } from './support/page.ts'
import { addPerson, type Person } from './support/team.ts'

let world: ChatWorld
let anna: Person
const page = createPage(() => world)

beforeAll(async () => {
  world = await createChatWorld()
  anna = await addPerson(world, 'Anna Adler')
})
afterAll(() => world.close())

const position = () => world.services.events.position()
const sql = () => world.services.database.sql

/** Leaves the log as a standby has it that did not receive the last events. The server does not notice. */
async function loseAfter(seq: number): Promise<void> {
  await sql()`delete from events where seq > ${seq}`
  await sql()`update consumers set seq = least(seq, ${seq})`
  await sql()`select setval('events_seq_seq', ${seq})`
}

/** Writes events that are lost later. @returns the position before them */
async function writeLost(count: number): Promise<number> {
  await until(async () => position() === (await world.services.events.span()).last)
  const before = position()
  const context = await world.context()
  for (let at = 0; at < count; at++) await context.tx(async (tx) => tx.emit('test.ping', { message: `lost ${at}` }))
  await until(() => position() === before + count)
  return before
}

/** The server checks the log every second. */
const notices = (before: number) =>
  until(() => {
    world.clock.move(1_000)
    return position() <= before
  })

test('after a failover to a log that ends earlier, streams resync and receive new events at once', async () => {
  const chat = await page.start({})
  await anna.open()
  const socket = openSocket(world, { token: anna.token })
  const following = socket.follow({ site: 'demo' })
  await expect.poll(() => following.places.length, patience).toBe(1)
  const events = eventsOf(await page.follow(chat, { 'last-event-id': (await page.history(chat)).lastEventId }))
  const before = await writeLost(20)
  await loseAfter(before)
  await notices(before)
  expect((await nextEvent(events, 'resync')).id).toBe(eventId(before))
  await following.has(({ type }) => type === 'resync')
  await anna.post(`/conversations/${chat.id}/takeover`)
  await anna.post(`/conversations/${chat.id}/reply`, { text: 'Here I am.' })
  const texts: string[] = []
  while (texts.at(-1) !== 'Here I am.') {
    const { id, data } = await nextEvent(events, 'message.sent')
    expect(id! <= eventId(before + 20)).toBe(true)
    texts.push(data.messages[0].text)
  }
  await following.has(({ type, data }) => type === 'message.sent' && data.conversationId === chat.id)
  await events.return(undefined)
  await socket.close()
})

test('a stream that resumes after an event of the lost log reads the history again', async () => {
  const chat = await page.start({})
  const before = await writeLost(5)
  const lost = eventId(position())
  await loseAfter(before)
  await notices(before)
  const events = eventsOf(await page.follow(chat, { 'last-event-id': lost }))
  expect((await events.next()).value.event).toBe('resync')
  await events.return(undefined)
})

test('a log that has other events since, and as many, is another one', async () => {
  const chat = await page.start({})
  const events = eventsOf(await page.follow(chat, { 'last-event-id': (await page.history(chat)).lastEventId }))
  const before = await writeLost(5)
  // The other log is written before the server looks again.
  await sql().begin(async (tx) => {
    await tx`delete from events where seq > ${before}`
    await tx`select setval('events_seq_seq', ${before})`
    const kept = { site: 'demo', type: 'test.ping', at: 1, data: { message: 'kept' } }
    await tx`select append_events(${tx.json(Array(9).fill(kept))})`
  })
  const resync = nextEvent(events, 'resync')
  world.clock.move(1_000)
  expect((await resync).id).toBe(eventId(before + 9))
  await events.return(undefined)
})

test('a log whose events were all removed by retention is still the same', async () => {
  const chat = await page.start({})
  const events = eventsOf(await page.follow(chat, { 'last-event-id': (await page.history(chat)).lastEventId }))
  await until(async () => position() === (await world.services.events.span()).last)
  await sql()`update event_floor set seq = ${position()}`
  await sql()`delete from events`
  world.clock.move(1_000)
  await anna.post(`/conversations/${chat.id}/takeover`)
  const seen: string[] = []
  for await (const { event } of events) {
    seen.push(event)
    if (event === 'conversation.taken_over' || event === 'message.sent') break
  }
  expect(seen).not.toContain('resync')
  await events.return(undefined)
})

test('consumers are woken, and caches read again what the lost events changed', async () => {
  await world.set({ businessName: 'Before' })
  const before = await writeLost(3)
  const [kept] = await sql()<[{ settings: unknown }]>`select settings from site_settings where site = 'demo'`
  await world.set({ businessName: 'Lost' })
  await until(() => position() > before + 3)
  await sql()`update site_settings set settings = ${sql().json(kept.settings as never)} where site = 'demo'`
  await sql()`delete from consumers`
  await loseAfter(before)
  await notices(before)
  expect((await world.services.sites.find('demo'))?.settings.businessName).toBe('Before')
  await until(async () => (await sql()`select from consumers where site = 'demo'`).length > 0)
})
