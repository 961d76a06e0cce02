import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { type ChatWorld, createChatWorld } from './support/chat.ts'
import { createGate, stepped } from './support/steps.ts'
import { addPerson, type Person } from './support/team.ts'
import { type BrowserOptions, comes, createVisitorBrowser, type Tab, type VisitorBrowser } from './support/visitor.ts'

const limits = { messagesPerIpPerMinute: 10_000, messagesPerSitePerDay: 100_000 }

let world: ChatWorld
let anna: Person
const browsers: VisitorBrowser[] = []

beforeAll(async () => {
  world = await createChatWorld()
  await world.set({ welcomeMessage: '', leads: { enabled: false }, security: { limits } })
  anna = await addPerson(world, 'Anna Adler')
})
afterAll(() => world.close())
afterEach(async () => {
  for (const browser of browsers.splice(0)) browser.close()
  await anna.leave()
  world.says({ text: 'All is well.' })
  // Each test has its own minute, so that requests of one do not count against the next.
  world.clock.move(60_000)
})

function newBrowser(options?: BrowserOptions): VisitorBrowser {
  const browser = createVisitorBrowser(world, options)
  browsers.push(browser)
  return browser
}

const streams = ({ requests }: VisitorBrowser) => requests.filter(({ path, open }) => path.endsWith('/events') && open)
const readings = ({ requests }: VisitorBrowser) =>
  requests.filter(({ method, path }) => method === 'GET' && path.endsWith('/messages'))

/** The last event that a tab of this browser processed. */
const positionOf = ({ stored }: VisitorBrowser) => JSON.parse(stored.get('svc:demo:chat')!).position

async function openTabs(browser: VisitorBrowser, count: number): Promise<Tab[]> {
  const tabs: Tab[] = []
  for (let at = 0; at < count; at++) tabs.push(await browser.open())
  return tabs
}

const at = (id: string, what: string) => `/conversations/${id}/${what}`

/** The first tab's chat with one message and its reply. */
async function talkIn(tab: Tab): Promise<string> {
  tab.talk.send('Hello')
  const { conversation } = await tab.shows(({ entries, activity }) => entries.length === 2 && activity === 'none')
  return conversation!
}

test('ten tabs have one event stream, and all show the reply while it is written', async () => {
  const browser = newBrowser()
  const tabs = await openTabs(browser, 10)
  await talkIn(tabs[0]!)
  await comes(() => streams(browser).length === 1)
  const gate = createGate()
  world.says(...stepped(gate, ['A long', ' story.']))
  tabs[3]!.talk.send('Tell me')
  gate.step()
  await tabs[3]!.shows(({ writing }) => writing === 'A long')
  // Growing replies are shared a few times a second.
  world.clock.move(100)
  for (const tab of tabs) await tab.shows(({ writing, activity }) => writing === 'A long' && activity === 'writing')
  gate.open()
  for (const tab of tabs) await tab.shows(({ entries, writing }) => entries.length === 4 && writing === null)
  for (const tab of tabs) expect(tab.texts()).toEqual(['Hello', 'All is well.', 'Tell me', 'A long story.'])
  expect(streams(browser)).toHaveLength(1)
  for (const tab of tabs) expect(tab.emitted.filter(({ name }) => name === 'message')).toHaveLength(2)
})

test('when the tab with the stream is closed, another resumes it, and nothing is missed', async () => {
  const browser = newBrowser()
  const [first, second] = (await openTabs(browser, 2)) as [Tab, Tab]
  const id = await talkIn(first)
  await comes(() => streams(browser).length === 1)
  await world.post(at(id, 'reply'), { text: 'Hi, a person here.' })
  await second.shows(({ entries }) => entries.length === 3)
  first.leave()
  await world.post(at(id, 'reply'), { text: 'Are you there?' })
  await second.shows(({ entries }) => entries.length === 4)
  expect(second.texts().slice(2)).toEqual(['Hi, a person here.', 'Are you there?'])
  expect(streams(browser)).toHaveLength(1)
})

test('a pending message of a closed tab is sent by another', async () => {
  const browser = newBrowser()
  const [first, second] = (await openTabs(browser, 2)) as [Tab, Tab]
  await talkIn(first)
  await second.shows(({ entries }) => entries.length === 2)
  const gate = createGate()
  world.says(...stepped(gate, ['A long', ' story.']))
  first.talk.send('Tell me')
  first.talk.send('And then?')
  gate.step()
  await first.shows(({ writing }) => writing === 'A long')
  await second.shows(({ entries }) => entries.length === 4)
  first.leave()
  gate.open()
  browser.clock.move(2_000)
  await second.shows(({ entries, activity }) => entries.length === 6 && activity === 'none')
  expect(second.texts().slice(2)).toEqual(['Tell me', 'A long story.', 'And then?', 'A long story.'])
})

test('if tabs cannot communicate, each follows on its own, and messages are stored once', async () => {
  const browser = newBrowser({ lacks: ['locks'] })
  const [first, second] = (await openTabs(browser, 2)) as [Tab, Tab]
  const id = await talkIn(first)
  await second.shows(({ entries }) => entries.length === 2)
  await comes(() => streams(browser).length === 2)
  browser.offline()
  await first.shows(({ online }) => !online)
  first.talk.send('Still there?')
  await second.shows(({ entries }) => entries.length === 3)
  browser.online()
  for (const tab of [first, second])
    await tab.shows(({ entries, activity }) => entries.length === 4 && activity === 'none')
  expect((await world.stored(id)).map(({ text }) => text)).toEqual(first.texts())
})

test('a browser without storage has a chat for as long as the page', async () => {
  const browser = newBrowser({ lacks: ['storage'] })
  const first = await browser.open()
  await talkIn(first)
  expect(first.texts()).toEqual(['Hello', 'All is well.'])
  expect((await browser.open()).talk.state).toMatchObject({ conversation: null, entries: [] })
})

test('nothing is followed while no window is visible, unless a person has the chat; new messages are counted', async () => {
  const browser = newBrowser()
  const tab = await browser.open()
  const id = await talkIn(tab)
  await comes(() => streams(browser).length === 1)
  tab.talk.show(false)
  await comes(() => streams(browser).length === 0)
  tab.talk.show(true)
  await anna.post(at(id, 'takeover'))
  await tab.shows(({ person }) => person?.name === 'Anna')
  tab.talk.show(false)
  expect(streams(browser)).toHaveLength(1)
  await anna.post(at(id, 'reply'), { text: 'How can I help?' })
  await tab.shows(({ unread }) => unread === 1)
  await anna.post(at(id, 'reply'), { text: 'Hello?' })
  await tab.shows(({ unread }) => unread === 2)
  expect(tab.badge).toBe(2)
  expect(tab.emitted.slice(-2)).toEqual([1, 2].map((count) => ({ name: 'message', payload: { role: 'agent', count } })))
  const other = await browser.open({ visible: false })
  expect(other.talk.state.unread).toBe(2)
  tab.talk.show(true)
  expect(tab.talk.state.unread).toBe(0)
  await other.shows(({ unread }) => unread === 0)
  expect(other.badge).toBe(0)
})

test('when another tab ends the chat, it ends in all, and the next message starts a new one', async () => {
  const browser = newBrowser()
  const [first, second] = (await openTabs(browser, 2)) as [Tab, Tab]
  const id = await talkIn(first)
  await second.shows(({ entries }) => entries.length === 2)
  second.talk.end()
  await first.shows(({ ended }) => ended)
  await comes(() => streams(browser).length === 0)
  first.talk.send('Once more')
  const { conversation } = await first.shows(({ entries, activity }) => entries.length === 2 && activity === 'none')
  expect(conversation).not.toBe(id)
  expect(first.texts()).toEqual(['Once more', 'All is well.'])
  await second.shows((state) => state.conversation === conversation && state.entries.length === 2)
  expect((await world.get(`/conversations/${id}`)).body.conversation.ended_at).not.toBeNull()
})

test('messages from elsewhere are not lost on a tab that was offline: after too long it reloads', async () => {
  const browser = newBrowser()
  const tab = await browser.open()
  const id = await talkIn(tab)
  await comes(() => streams(browser).length === 1)
  browser.cut()
  await comes(() => streams(browser).length === 0)
  await anna.post(at(id, 'takeover'))
  await anna.post(at(id, 'reply'), { text: 'I am here.' })
  // As if too much had happened since to be replayed.
  const kept = JSON.parse(browser.stored.get('svc:demo:chat')!)
  browser.stored.set('svc:demo:chat', JSON.stringify({ ...kept, position: 'evt_none' }))
  await comes(() => browser.clock.timers(500) > 0)
  browser.mend()
  browser.clock.move(500)
  await tab.shows(({ entries, person }) => entries.length === 4 && person?.name === 'Anna')
  expect(tab.texts().at(-1)).toBe('I am here.')
})

test('a newly opened page does not overwrite what another one stored in the meantime', async () => {
  const reading = createGate()
  let isRead = false
  const browser = newBrowser({
    async fetch(url, init) {
      const answer = await fetch(url, init)
      if (init?.method !== 'GET' || !String(url).endsWith('/messages')) return answer
      isRead = true
      await reading.passed()
      return answer
    },
  })
  const first = await browser.open()
  await talkIn(first)
  await comes(() => positionOf(browser) !== undefined)
  const second = await browser.open()
  await comes(() => isRead)
  second.lag()
  first.talk.send('Tell me')
  await first.shows(({ entries, activity }) => entries.length === 4 && activity === 'none')
  reading.open()
  await comes(() => !readings(browser)[0]!.open)
  second.catchUp()
  for (const tab of [first, second]) {
    await tab.shows(({ entries }) => entries.length === 4)
    expect(tab.texts()).toEqual(['Hello', 'All is well.', 'Tell me', 'All is well.'])
  }
})

test('nor does one that stores what it knows: visible messages are stored separately', async () => {
  const browser = newBrowser()
  const first = await browser.open()
  const id = await talkIn(first)
  await comes(() => streams(browser).length === 1)
  const second = await browser.open()
  await anna.post(at(id, 'takeover'))
  for (const tab of [first, second]) {
    await tab.shows(({ person }) => person?.name === 'Anna')
    tab.talk.show(false)
  }
  const { entries } = first.talk.state
  await anna.post(at(id, 'reply'), { text: 'How can I help?' })
  await second.shows(({ unread }) => unread === 1)
  second.lag()
  await anna.post(at(id, 'reply'), { text: 'Hello?' })
  await first.shows(({ unread }) => unread === 2)
  second.talk.show(true)
  expect(second.talk.state.unread).toBe(0)
  second.catchUp()
  await second.shows((state) => state.entries.length === entries.length + 2)
  expect(second.texts().slice(entries.length)).toEqual(['How can I help?', 'Hello?'])
  await first.shows(({ unread }) => unread === 0)
  expect(first.texts()).toEqual(second.texts())
})

test('what an outdated tab overwrites is merged again', async () => {
  const browser = newBrowser()
  const first = await browser.open()
  await talkIn(first)
  await comes(() => positionOf(browser) !== undefined)
  const second = await browser.open()
  await comes(() => readings(browser)[0]?.open === false)
  const heard = positionOf(browser)
  second.lag()
  first.talk.send('Tell me')
  await first.shows(({ entries, activity }) => entries.length === 4 && activity === 'none')
  await comes(() => positionOf(browser) > heard)
  second.talk.rate(second.talk.state.entries[1]!.id, 1)
  second.catchUp()
  for (const tab of [first, second]) {
    await tab.shows(({ entries }) => entries.length === 4)
    expect(tab.texts()).toEqual(['Hello', 'All is well.', 'Tell me', 'All is well.'])
  }
})
