import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { type ChatWorld, createChatWorld, until } from './support/chat.ts'
import { createGate, stepped } from './support/steps.ts'
import { createVisitorBrowser, type VisitorBrowser } from './support/visitor.ts'

const limits = { messagesPerIpPerMinute: 10_000, messagesPerSitePerDay: 100_000 }

let world: ChatWorld
const browsers: VisitorBrowser[] = []

beforeAll(async () => {
  world = await createChatWorld()
  await world.set({ welcomeMessage: 'How can we help?', leads: { enabled: false }, security: { limits } })
})
afterAll(() => world.close())
afterEach(() => {
  for (const browser of browsers.splice(0)) browser.close()
  world.says({ text: 'All is well.' })
  // Each test has its own minute, so that requests of one do not count against the next.
  world.clock.move(60_000)
})

function newBrowser(): VisitorBrowser {
  const browser = createVisitorBrowser(world)
  browsers.push(browser)
  return browser
}

const starts = (browser: VisitorBrowser) =>
  browser.requests.filter(({ method, path }) => method === 'POST' && path === '')

test('a chat starts with the first message, and its reply is shown as it is written', async () => {
  const browser = newBrowser()
  const { talk, shows, texts, emitted } = await browser.open()
  expect(talk.state).toMatchObject({ conversation: null, entries: [], activity: 'none', unread: 0 })
  await browser.idle()
  expect(browser.requests).toEqual([])
  const gate = createGate()
  world.says(...stepped(gate, ['A long ', 'story.']))
  talk.send('  Tell me ')
  expect(talk.state.entries).toMatchObject([{ role: 'user', text: 'Tell me', sending: 'sending' }])
  await shows(({ activity, entries }) => activity === 'looking' && entries.at(-1)?.sending === undefined)
  gate.step()
  await shows(({ writing, activity }) => writing === 'A long' && activity === 'writing')
  gate.open()
  await shows(({ writing, entries }) => writing === null && entries.length === 3)
  expect(texts()).toEqual(['How can we help?', 'Tell me', 'A long story.'])
  expect(talk.state).toMatchObject({ activity: 'none', failure: null })
  expect(starts(browser)).toHaveLength(1)
  expect(emitted).toEqual([{ name: 'message', payload: { role: 'agent', count: 0 } }])
  const stored = await world.stored(talk.state.conversation!)
  expect(stored.map(({ text }) => text)).toEqual(texts())
})

test('[U101] a page that is left during a stream finds the finished reply on the next', async () => {
  const browser = newBrowser()
  const gate = createGate()
  world.says(...stepped(gate, ['A long ', 'story.']))
  const first = await browser.open()
  first.talk.send('Tell me')
  gate.step()
  await first.shows(({ writing }) => writing === 'A long')
  first.leave()
  const second = await browser.open()
  expect(second.texts()).toEqual(['How can we help?', 'Tell me'])
  expect(second.talk.state.activity).toBe('looking')
  gate.open()
  await second.shows(({ entries, activity }) => entries.length === 3 && activity === 'none')
  expect(second.texts()).toEqual(['How can we help?', 'Tell me', 'A long story.'])
  expect((await world.stored(second.talk.state.conversation!)).map(({ text }) => text)).toEqual(second.texts())
  expect(second.emitted).toEqual([{ name: 'message', payload: { role: 'agent', count: 0 } }])
})

test('messages written offline are kept over pages, and sent once and in order', async () => {
  const browser = newBrowser()
  const first = await browser.open()
  browser.offline()
  await first.shows(({ online }) => !online)
  for (const text of ['One', 'Two', 'Three']) first.talk.send(text)
  expect(first.talk.state.entries.map(({ sending }) => sending)).toEqual(['kept', 'kept', 'kept'])
  await browser.idle()
  expect(browser.requests).toEqual([])
  first.leave()
  const tabs = [await browser.open(), await browser.open({ visible: false })]
  expect(tabs[1]!.texts()).toEqual(['One', 'Two', 'Three'])
  browser.online()
  for (const tab of tabs) await tab.shows(({ entries, activity }) => entries.length === 7 && activity === 'none')
  const stored = await world.stored(tabs[0]!.talk.state.conversation!)
  expect(stored.filter(({ role }) => role === 'user').map(({ text }) => text)).toEqual(['One', 'Two', 'Three'])
  expect(stored).toHaveLength(7)
  expect(starts(browser)).toHaveLength(1)
  for (const tab of tabs) expect(tab.texts()).toEqual(stored.map(({ text }) => text))
})

test('a connection that is cut after the message arrived gives one message and one reply', async () => {
  const browser = newBrowser()
  const { talk, shows, texts } = await browser.open()
  const gate = createGate()
  world.says(...stepped(gate, ['A long ', 'story.']))
  talk.send('Tell me')
  gate.step()
  await shows(({ writing }) => writing === 'A long')
  browser.cut()
  await shows(({ failure }) => failure === 'unreachable')
  expect(talk.state.writing).toBeNull()
  browser.mend()
  gate.open()
  await until(() => browser.clock.timers(500) > 0)
  browser.clock.move(500)
  await shows(({ entries, failure }) => entries.length === 3 && failure === null)
  expect(texts()).toEqual(['How can we help?', 'Tell me', 'A long story.'])
  expect((await world.stored(talk.state.conversation!)).map(({ text }) => text)).toEqual(texts())
})
