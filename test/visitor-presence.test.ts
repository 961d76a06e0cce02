import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import type { VisitorPresence } from '../shared/presence.ts'
import { type ChatWorld, createChatWorld, until } from './support/chat.ts'
import { type Following, openSocket, type Socket } from './support/live.ts'
import { openSecond } from './support/second.ts'
import { addPerson, type Person } from './support/team.ts'
import { createVisitorBrowser, type Tab, type VisitorBrowser } from './support/visitor.ts'
import { addWaiting } from './support/visitors.ts'

let world: ChatWorld
let anna: Person
let socket: Socket
let team: Following
const browsers: VisitorBrowser[] = []

beforeAll(async () => {
  world = await createChatWorld()
  await world.set({ welcomeMessage: '', security: { limits: { messagesPerIpPerMinute: 10_000 } } })
  anna = await addPerson(world, 'Anna Adler')
  await anna.open()
  socket = openSocket(world, { token: anna.token })
  team = socket.follow({ site: 'demo' })
})
afterEach(async () => {
  for (const browser of browsers.splice(0)) browser.close()
  await world.services.database.sql`delete from conversations`
})
afterAll(async () => {
  await socket.close()
  await world.close()
})

/** Moves the clock from one beat of the presence check to the next until this holds. */
const pass = (holds: () => Promise<boolean>) =>
  until(async () => {
    const held = await holds()
    if (held) return true
    const planned = world.clock.nextTimer(2_000)
    world.clock.move(2_000)
    await planned
    return false
  })

async function chat(): Promise<{ id: string; tab: Tab; browser: VisitorBrowser }> {
  const browser = createVisitorBrowser(world)
  browsers.push(browser)
  const tab = await browser.open()
  tab.talk.giveDetails({})
  tab.talk.send('Hello')
  const { conversation } = await tab.shows(({ entries, activity }) => entries.length === 2 && activity === 'none')
  return { id: conversation!, tab, browser }
}
const take = (id: string) => anna.post(`/conversations/${id}/takeover`)
const presence = async (id: string): Promise<VisitorPresence | null> => {
  return (await world.get(`/conversations/${id}`)).body.conversation.visitor_presence
}
const published = (id: string) =>
  team.items.flatMap(({ type, data }) =>
    type === 'visitor.changed' && data.conversationId === id ? [data.present] : [],
  )

test('the team sees that a visitor of a live chat is there, leaves and comes back', async () => {
  const { id, tab, browser } = await chat()
  expect(await presence(id)).toBeNull()
  await take(id)
  await pass(async () => (await presence(id))?.present === true)
  await pass(async () => published(id).length === 1)
  tab.leave()
  const left = world.clock.now()
  await pass(async () => (await presence(id))?.present === false)
  const { leftAt } = (await presence(id))!
  const { items } = (await world.get('/conversations')).body
  expect(items).toMatchObject([{ id, visitorPresence: { present: false, leftAt } }])
  expect(Math.abs(leftAt! - left)).toBeLessThanOrEqual(7_000)
  await browser.open()
  await pass(async () => (await presence(id))?.present === true)
  await pass(async () => published(id).length === 3)
  expect(published(id)).toEqual([true, false, true])
})

test('a reload is not taken for leaving, and one of two pages is enough', async () => {
  const { id, tab, browser } = await chat()
  await take(id)
  const other = await browser.open()
  await pass(async () => (await presence(id))?.present === true)
  tab.leave()
  const from = world.clock.now()
  await pass(async () => world.clock.now() - from > 40_000)
  other.leave()
  await browser.open()
  const again = world.clock.now()
  await pass(async () => world.clock.now() - again > 40_000)
  expect(published(id)).toEqual([true])
})

test('a page on another server counts, and which server notices does not matter', async () => {
  const second = await openSecond(world)
  const { id } = await chat()
  await take(id)
  await pass(async () => (await presence(id))?.present === true)
  // The other server’s notices come from the same rows.
  const from = world.clock.now()
  await pass(async () => world.clock.now() - from > 40_000)
  expect(published(id)).toEqual([true])
  await second.close()
})

test('a chat over the API, or with the assistant, says nothing about it', async () => {
  const { id } = await world.start()
  await take(id)
  const from = world.clock.now()
  await pass(async () => world.clock.now() - from > 10_000)
  expect([await presence(id), published(id)]).toEqual([null, []])
})

test('a waiting visitor who left is assigned to nobody until they come back, and fills nobody’s capacity', async () => {
  await world.set({ live: { routing: 'manual', capacity: 1, waitSeconds: 3_600 } })
  const owner = async (one: string) => (await world.get(`/conversations/${one}`)).body.conversation.assigned_to
  const askAndLeave = async () => {
    const { id, tab, browser } = await chat()
    tab.talk.askForPerson('Talk to a person')
    await tab.shows(({ queue }) => queue !== null)
    await pass(async () => (await presence(id))?.present === true)
    tab.leave()
    await pass(async () => (await presence(id))?.present === false)
    return { id, browser }
  }
  const held = await askAndLeave()
  await take(held.id)
  const { id, browser } = await askAndLeave()
  await world.set({ live: { routing: 'round_robin' } })
  const later = await addWaiting(world, world.clock.now())
  await pass(async () => (await owner(later)) === anna.email)
  expect(await owner(id)).toBeNull()
  // Otherwise it may have been closed as inactive.
  expect((await world.get(`/conversations/${held.id}`)).body.conversation.status).toBe('live')
  await world.set({ live: { capacity: 2 } })
  await browser.open()
  await pass(async () => (await owner(id)) === anna.email)
})
