import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { type ChatWorld, createChatWorld } from './support/chat.ts'
import { idle } from './support/idle.ts'
import { openSocket, type Socket } from './support/live.ts'
import { createGate, stepped } from './support/steps.ts'
import { addPerson, type Person } from './support/team.ts'
import { type BrowserOptions, createVisitorBrowser, type Tab, type VisitorBrowser } from './support/visitor.ts'

const limits = { messagesPerIpPerMinute: 10_000, messagesPerSitePerDay: 100_000 }

let world: ChatWorld
let anna: Person
const browsers: VisitorBrowser[] = []
const dashboards: Socket[] = []

beforeAll(async () => {
  world = await createChatWorld()
  await world.set({ welcomeMessage: '', security: { limits } })
  anna = await addPerson(world, 'Anna Adler')
})
afterAll(() => world.close())
afterEach(async () => {
  for (const browser of browsers.splice(0)) browser.close()
  for (const dashboard of dashboards.splice(0)) await dashboard.close()
  await anna.leave()
  // A live chat that closes is summarized, which would take the next test's answer.
  await idle(world)
  world.says({ text: 'All is well.' })
  // Each test has its own minute, so that requests of one do not count against the next.
  world.clock.move(60_000)
})

async function openTab(options?: BrowserOptions): Promise<Tab & { browser: VisitorBrowser }> {
  const browser = createVisitorBrowser(world, options)
  browsers.push(browser)
  return Object.assign(await browser.open(), { browser })
}

const at = (id: string, what: string) => `/conversations/${id}/${what}`

async function begin(tab: Pick<Tab, 'talk' | 'shows'>): Promise<string> {
  tab.talk.giveDetails({})
  tab.talk.send('Hello')
  const { conversation } = await tab.shows(({ entries, activity }) => entries.length === 2 && activity === 'none')
  return conversation!
}

test('an answer is placed after its question, even if it arrives sooner', async () => {
  await anna.open()
  const { promise, resolve } = Promise.withResolvers<void>()
  const { talk, shows, texts } = await openTab({
    async fetch(address, options) {
      const answer = await fetch(address, options)
      if (String(options?.body).includes('"person"')) await promise
      return answer
    },
  })
  const id = await begin({ talk, shows })
  talk.askForPerson('Talk to a person')
  await shows(({ queue, entries }) => queue !== null && entries.length === 4)
  resolve()
  await shows(({ entries }) => entries.every(({ sending }) => !sending))
  expect(texts()).toEqual(['Hello', 'All is well.', 'Talk to a person', expect.stringContaining('asked the team')])
  await anna.post(at(id, 'close'))
})

test('[U105] a visitor who asks for a person waits with a place, over pages too, and sees who joins and leaves', async () => {
  await anna.open()
  const { talk, shows, texts, browser } = await openTab()
  const id = await begin({ talk, shows })
  talk.askForPerson('Talk to a person')
  await shows(({ queue }) => queue !== null)
  // Places are published a few times a second.
  world.clock.move(200)
  await shows(({ queue }) => queue?.place === 1)
  expect(talk.state).toMatchObject({ person: null, activity: 'none', failure: null })
  expect(texts()[2]).toBe('Talk to a person')
  talk.destroy()
  const next = await browser.open()
  await next.shows(({ queue }) => queue?.place === 1)
  await anna.post(at(id, 'takeover'))
  await next.shows(({ person, queue }) => person?.name === 'Anna' && queue === null)
  await anna.post(at(id, 'reply'), { text: 'How can I help?' })
  await next.shows(({ entries }) => entries.at(-1)?.meta?.human === true)
  expect(next.emitted.map(({ payload }) => payload)).toEqual([
    { role: 'system', count: 0 },
    { role: 'agent', count: 0 },
  ])
  expect(next.talk.state.entries.filter(({ role }) => role === 'user').every(({ seen }) => seen)).toBe(true)
  next.talk.send('My bike is broken')
  await next.shows(({ entries, activity }) => entries.at(-1)?.sending === undefined && activity === 'none')
  expect(next.talk.state.entries.at(-1)).toMatchObject({ text: 'My bike is broken', seen: false })
  await anna.post(at(id, 'handback'))
  await next.shows(({ person }) => person === null)
  next.talk.send('And you?')
  await next.shows(({ entries, activity }) => entries.at(-1)?.role === 'agent' && activity === 'none')
  expect(next.texts().at(-1)).toBe('All is well.')
})

test('a visitor leaves the queue, ends a chat with a person and rates it, on this and later pages', async () => {
  await anna.open()
  const { talk, shows, browser } = await openTab()
  const id = await begin({ talk, shows })
  talk.askForPerson('Talk to a person')
  await shows(({ queue }) => queue !== null)
  expect(await talk.leave()).toBe(true)
  await shows(({ queue, entries }) => queue === null && entries.at(-1)?.role === 'system')
  expect(talk.state.rating).toBeNull()
  talk.askForPerson('Talk to a person')
  await shows(({ queue }) => queue !== null)
  await anna.post(at(id, 'takeover'))
  await anna.post(at(id, 'reply'), { text: 'How can I help?' })
  await shows(({ entries }) => entries.at(-1)?.meta?.human === true)
  expect(await talk.leave()).toBe(true)
  await shows(({ person, rating }) => person === null && rating === 'open')
  talk.rateChat('bad', 'Too slow')
  await shows(({ rating }) => rating === 'bad')
  await browser.idle()
  expect((await world.get(`/conversations/${id}`)).body.conversation.rating).toMatchObject({
    rating: 'bad',
    comment: 'Too slow',
  })
  talk.destroy()
  const next = await browser.open()
  await next.shows(({ rating }) => rating === 'bad')
  next.talk.send('One more thing')
  await next.shows(({ entries, activity }) => entries.at(-1)?.role === 'agent' && activity === 'none')
  expect(next.talk.state.rating).toBeNull()
})

test('a rating that does not arrive is taken back', async () => {
  await anna.open()
  const { talk, shows, browser } = await openTab()
  const id = await begin({ talk, shows })
  await anna.post(at(id, 'takeover'))
  await anna.post(at(id, 'reply'), { text: 'How can I help?' })
  await anna.post(at(id, 'close'))
  await shows(({ rating }) => rating === 'open')
  const ratings: unknown[] = []
  talk.subscribe(() => ratings.push(talk.state.rating))
  browser.cut()
  talk.rateChat('good')
  await shows(({ rating }) => rating === 'open' && ratings.includes('good'))
})

test('a stopped reply is written again in its place', async () => {
  const { talk, shows, texts } = await openTab()
  await begin({ talk, shows })
  const gate = createGate()
  world.says(...stepped(gate, ['The beginning ', 'and the end.']))
  talk.send('Tell me')
  gate.step()
  await shows(({ writing }) => writing !== null)
  talk.stop()
  await shows(({ entries, activity }) => entries.at(-1)?.meta?.interrupted === true && activity === 'none')
  world.says({ text: 'All of it.' })
  talk.regenerate()
  await shows(({ activity }) => activity === 'none' && texts().slice(2).join() === 'Tell me,All of it.')
  expect(talk.state.entries.at(-1)?.meta?.interrupted).toBeUndefined()
})

test('[R434] if nobody answers in time the visitor stops waiting and gets the form, which notifies the page', async () => {
  await anna.open()
  const { talk, shows, emitted } = await openTab()
  const id = await begin({ talk, shows })
  talk.askForPerson()
  await shows(({ queue }) => queue !== null)
  world.clock.move(91_000)
  await shows(({ queue, entries }) => queue === null && entries.at(-1)?.type === 'form')
  const form = talk.state.entries.at(-1)!
  const value = JSON.stringify({ name: 'Vera', phone: '+49 30 1234', message: 'My bike' })
  talk.act({ id: form.id, value, label: 'Call me back' })
  expect(emitted.at(-1)).toEqual({ name: 'lead', payload: { name: 'Vera', phone: '+49 30 1234' } })
  await shows(({ entries, activity }) => entries.at(-1)?.role === 'agent' && activity === 'none')
  expect(talk.state.entries.find((entry) => entry.id === form.id)?.answer).toBe(value)
  const { callbacks } = (await world.get(`/conversations/${id}`)).body
  expect(callbacks).toMatchObject([{ name: 'Vera', phone: '+49 30 1234' }])
})

test('[U101] a person who takes over stops the reply; its text so far stays', async () => {
  const { talk, shows, texts } = await openTab()
  const id = await begin({ talk, shows })
  const gate = createGate()
  world.says(...stepped(gate, ['The beginning', ' and the end.']))
  talk.send('Tell me')
  gate.step()
  await shows(({ writing }) => writing === 'The beginning')
  await anna.post(at(id, 'takeover'))
  await shows(({ person, writing, activity }) => person?.name === 'Anna' && writing === null && activity === 'none')
  expect(texts().slice(2, 4)).toEqual(['Tell me', 'The beginning'])
  expect(talk.state).toMatchObject({ failure: null })
  expect(talk.state.entries[3]?.meta?.interrupted).toBe(true)
})

test('[U101] the visitor stops a reply; its text so far stays', async () => {
  const { talk, shows, texts } = await openTab()
  await begin({ talk, shows })
  const gate = createGate()
  world.says(...stepped(gate, ['The beginning', ' and the end.']))
  talk.send('Tell me')
  gate.step()
  await shows(({ writing }) => writing === 'The beginning')
  talk.stop()
  await shows(({ entries, activity }) => entries.length === 4 && activity === 'none')
  expect(texts().at(-1)).toBe('The beginning')
})

test('a person’s typing is shown until they stop or are silent; the visitor’s typing is sent', async () => {
  const { talk, shows, browser } = await openTab()
  const id = await begin({ talk, shows })
  await anna.post(at(id, 'takeover'))
  await shows(({ person }) => person !== null)
  const dashboard = openSocket(world, { token: anna.token })
  dashboards.push(dashboard)
  const following = dashboard.follow({ site: 'demo' })
  await following.started
  const types = (typing: boolean) => dashboard.mutation('presence.type', { site: 'demo', id, typing })
  await types(true)
  await shows(({ activity }) => activity === 'typing')
  await types(false)
  await shows(({ activity }) => activity === 'none')
  world.clock.move(1_000)
  await types(true)
  await shows(({ activity }) => activity === 'typing')
  browser.clock.move(8_000)
  await shows(({ activity }) => activity === 'none')
  for (let key = 0; key < 5; key++) talk.typed()
  await following.has(
    ({ type, data }) => type === 'typing.changed' && data.conversationId === id && data.who === 'visitor',
  )
  expect(browser.requests.filter(({ path }) => path.endsWith('/typing'))).toHaveLength(1)
})

test('[R436] a chat that the team closes continues with the assistant', async () => {
  const { talk, shows, texts } = await openTab()
  const id = await begin({ talk, shows })
  await anna.post(at(id, 'takeover'))
  await shows(({ person }) => person !== null)
  await anna.post(at(id, 'close'))
  await shows(({ person }) => person === null)
  expect(talk.state.ended).toBe(false)
  talk.send('One more thing')
  await shows(({ entries, activity }) => entries.at(-1)?.role === 'agent' && activity === 'none')
  expect(texts().slice(-2)).toEqual(['One more thing', 'All is well.'])
  expect(talk.state.conversation).toBe(id)
})
