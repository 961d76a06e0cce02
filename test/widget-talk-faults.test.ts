import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { type ChatWorld, createChatWorld } from './support/chat.ts'
import { type BrowserOptions, comes, createVisitorBrowser, type Tab, type VisitorBrowser } from './support/visitor.ts'

const limits = { messagesPerIpPerMinute: 10_000, messagesPerSitePerDay: 100_000, messagesPerSession: 60 }

let world: ChatWorld
const browsers: VisitorBrowser[] = []

beforeAll(async () => {
  world = await createChatWorld()
  await world.set({ welcomeMessage: '', leads: { enabled: false }, security: { limits } })
})
afterAll(() => world.close())
afterEach(async () => {
  for (const browser of browsers.splice(0)) browser.close()
  world.says({ text: 'All is well.' })
  // Each test has its own minute, so that requests of one do not count against the next.
  world.clock.move(60_000)
  await world.set({ security: { limits } })
})

function newBrowser(options?: BrowserOptions): VisitorBrowser {
  const browser = createVisitorBrowser(world, options)
  browsers.push(browser)
  return browser
}

async function begin(tab: Tab): Promise<string> {
  tab.talk.send('Hello')
  const { conversation } = await tab.shows(({ entries, activity }) => entries.length === 2 && activity === 'none')
  return conversation!
}

/** Advances to the next retry, which waits this long. */
async function pass({ clock }: VisitorBrowser, milliseconds: number): Promise<void> {
  await comes(() => clock.timers(milliseconds) > 0)
  clock.move(milliseconds)
}

test('[R406] [threat 8] an expired chat is not continued: the next message starts a new one', async () => {
  const browser = newBrowser()
  const tab = await browser.open()
  const id = await begin(tab)
  world.clock.move(24 * 3_600_000)
  tab.talk.send('Still there?')
  const { conversation } = await tab.shows((state) => state.conversation !== id && state.activity === 'none')
  await tab.shows(({ entries }) => entries.length === 2)
  expect(tab.texts()).toEqual(['Still there?', 'All is well.'])
  expect((await world.stored(conversation!)).map(({ text }) => text)).toEqual(tab.texts())
  tab.leave()
  browser.clock.move(25 * 3_600_000)
  expect((await browser.open()).talk.state).toMatchObject({ conversation: null, entries: [] })
})

test('an invalid token is forgotten by the next page, which shows nothing of its chat', async () => {
  const browser = newBrowser()
  const tab = await browser.open()
  await begin(tab)
  tab.leave()
  const kept = JSON.parse(browser.stored.get('svc:demo:chat')!)
  browser.stored.set('svc:demo:chat', JSON.stringify({ ...kept, token: 'rubbish' }))
  const next = await browser.open({ visible: false })
  await next.shows(({ conversation }) => conversation === null)
  await begin(next)
})

test.each([
  ['no JSON', '{"'],
  ['another kind of JSON', '[1]'],
  ['null', 'null'],
  [
    'a chat of nothing',
    '{"id":"conv_1","token":"x","at":1e15,"messages":[null,1,{"id":"a"},{"id":"b","role":"agent","type":"card","title":"A","actions":5}]}',
  ],
  ['an outbox of nothing', '{"at":1e15,"outbox":[null,{"text":1}],"answers":[],"details":5,"identity":"x"}'],
])('[R394] stored data may be invalid: %s', async (_, text) => {
  const browser = newBrowser()
  for (const name of ['chat', 'mine', 'draft']) browser.stored.set(`svc:demo:${name}`, text)
  const tab = await browser.open({ visible: false })
  await tab.shows(({ conversation, activity }) => conversation === null && activity === 'none')
  tab.talk.show(true)
  await begin(tab)
  expect([...browser.stored.keys()].every((key) => key.startsWith('svc:'))).toBe(true)
})

test('[R394] draft, consent and pending messages are kept for the next page', async () => {
  const browser = newBrowser()
  const tab = await browser.open({ site: { consent: 'required' } })
  tab.talk.setDraft('I was about to')
  tab.talk.send('Hello')
  expect(tab.talk.state).toMatchObject({ consented: false, activity: 'none' })
  await browser.idle()
  expect(browser.requests).toEqual([])
  tab.leave()
  const next = await browser.open({ site: { consent: 'required' } })
  expect(next.talk.state).toMatchObject({ draft: 'I was about to', consented: false })
  expect(next.texts()).toEqual(['Hello'])
  next.talk.consent()
  await next.shows(({ entries, activity }) => entries.length === 2 && activity === 'none')
  next.talk.setDraft('')
  next.leave()
  expect((await browser.open()).talk.state).toMatchObject({ draft: '', consented: true })
})

test('lost responses cause no second message, and no second reply', async () => {
  let lost = 0
  const browser = newBrowser({
    async fetch(url, init) {
      const response = await fetch(url, init)
      const text = init?.body && lost < 2 ? await response.text() : ''
      // The chat has started, and later the message has arrived, when the connection is cut.
      if (text) throw new TypeError(`cut off after ${++lost}`)
      return response
    },
  })
  const tab = await browser.open()
  tab.talk.send('Hello')
  await pass(browser, 500)
  await comes(() => lost === 2)
  await pass(browser, 1_000)
  const { conversation } = await tab.shows((state) => state.entries.length === 2 && state.failure === null)
  expect(tab.texts()).toEqual(['Hello', 'All is well.'])
  expect((await world.stored(conversation!)).map(({ text }) => text)).toEqual(tab.texts())
})

test('a message that was sent too soon is sent automatically when allowed', async () => {
  await world.set({ security: { limits: { ...limits, messagesPerIpPerMinute: 1 } } })
  const browser = newBrowser()
  const tab = await browser.open()
  await begin(tab)
  tab.talk.send('Too soon')
  const { entries } = await tab.shows(({ failure }) => failure === 'tooFast')
  expect(entries.at(-1)).toMatchObject({ text: 'Too soon', sending: 'kept' })
  world.clock.move(60_000)
  browser.clock.move(60_000)
  await tab.shows((state) => state.entries.length === 4 && state.failure === null)
  expect(tab.texts().slice(2)).toEqual(['Too soon', 'All is well.'])
})

test('a failed reply can be requested again; the message is stored once', async () => {
  const browser = newBrowser()
  const tab = await browser.open()
  const id = await begin(tab)
  world.says({ status: 500, body: '{"error":"broken"}' })
  tab.talk.send('Tell me')
  const { entries } = await tab.shows(({ failure }) => failure === 'failed')
  expect(entries.at(-1)).toMatchObject({ text: 'Tell me' })
  expect(entries.at(-1)?.sending).toBeUndefined()
  world.says({ text: 'Here it is.' })
  tab.talk.retry()
  await tab.shows((state) => state.entries.length === 4 && state.failure === null)
  expect(tab.texts()).toEqual(['Hello', 'All is well.', 'Tell me', 'Here it is.'])
  expect((await world.stored(id)).map(({ text }) => text)).toEqual(tab.texts())
})

test('the server’s refusals are shown with their message, and delay nothing', async () => {
  const browser = newBrowser()
  const tab = await browser.open()
  await begin(tab)
  tab.talk.send('x'.repeat(1001))
  const { entries } = await tab.shows(({ failure }) => failure?.includes('at most 1000') === true)
  expect(entries.at(-1)?.sending).toBe('failed')
  tab.talk.send('In short')
  await tab.shows((state) => state.entries.length === 4 && state.failure === null)
  expect(tab.texts().slice(2)).toEqual(['In short', 'All is well.'])
})

test.each<[string, () => Response]>([
  ['a page', () => new Response('<h1>Sign in to the hotel</h1>', { headers: { 'content-type': 'text/html' } })],
  ['nothing', () => new Response('')],
  ['JSON of another kind', () => Response.json({ ok: true })],
  ['a proxy that fails', () => new Response('bad gateway', { status: 502 })],
  ['a refusal without words', () => Response.json([], { status: 503 })],
  [
    'half an event',
    () => new Response('event: stored\ndata: {"id"', { headers: { 'content-type': 'text/event-stream' } }),
  ],
  [
    'events that are no JSON',
    () => new Response('event: done\ndata: <p>\n\n', { headers: { 'content-type': 'text/event-stream' } }),
  ],
])('garbage instead of the server: %s; pending messages are sent once it is back', async (_, rubbish) => {
  let well = false
  const browser = newBrowser({ fetch: (url, init) => (well ? fetch(url, init) : Promise.resolve(rubbish())) })
  const tab = await browser.open()
  tab.talk.send('Hello')
  const { entries } = await tab.shows(({ failure }) => failure === 'unreachable')
  expect(entries).toMatchObject([{ text: 'Hello', sending: 'kept' }])
  await pass(browser, 500)
  await comes(() => browser.requests.length === 2)
  well = true
  await pass(browser, 1_000)
  await tab.shows((state) => state.entries.length === 2 && state.failure === null)
  expect(tab.texts()).toEqual(['Hello', 'All is well.'])
})

test('[threat 3] malformed messages are shown as far as possible, as plain text', async () => {
  const odd = [
    { id: 'a', ts: 1, role: 'agent', type: 'card', title: 'A card', actions: [{ id: 1 }, null], image: 'x' },
    { id: 'b', ts: 'x', role: 'robot', type: 'constructor', text: 'As text' },
    { id: 'c', role: 'agent', type: 'options', text: 'Choose', options: 5 },
    { id: 'd', role: 'agent', type: 'form', fields: [] },
    null,
    { id: 'e', role: 'agent', type: 'links', links: [{ label: 'One', url: 'https://demo.example' }, { label: 2 }] },
  ]
  const says = (type: string, messages: unknown[]) =>
    `event: ${type}\ndata: ${JSON.stringify({ id: 'conv_1', token: 't', messages })}\n\n`
  const events = says('stored', odd) + says('done', [])
  const headers = { 'content-type': 'text/event-stream' }
  const browser = newBrowser({ fetch: async (_, init) => new Response(init?.body ? events : '', { headers }) })
  const tab = await browser.open()
  tab.talk.send('Hello')
  const { entries } = await tab.shows((state) => state.entries.length > 1)
  expect(entries.slice(0, -1)).toMatchObject([
    { type: 'card', title: 'A card', actions: [] },
    { type: 'text', role: 'agent', text: 'As text', ts: 0 },
    { type: 'text', text: 'Choose' },
    { type: 'links', links: [{ label: 'One' }] },
  ])
})

test('if the bot challenge is required, it is shown once per chat', async () => {
  const browser = newBrowser()
  const tab = await browser.open({ site: { captcha: 'a public key' } })
  tab.talk.send('Hello')
  await tab.shows(({ failure }) => failure === 'challenge')
  let asked = 0
  tab.talk.challenge = async () => `answer ${++asked}`
  tab.talk.retry()
  await tab.shows(({ entries, failure }) => entries.length === 2 && failure === null)
  tab.talk.send('And now?')
  await tab.shows(({ entries, activity }) => entries.length === 4 && activity === 'none')
  expect(asked).toBe(1)
})

test('a device whose clock is a day ahead shows all messages of one day together, over pages too', async () => {
  const day = 24 * 3_600_000
  const browser = newBrowser()
  browser.clock.move(world.clock.now() + day - browser.clock.now())
  const tab = await browser.open()
  await begin(tab)
  tab.talk.send('And now?')
  await tab.shows(({ entries, activity }) => entries.length === 4 && activity === 'none')
  await browser.idle()
  const expectOneDay = ({ talk }: Tab) => {
    const times = [...talk.state.entries.map(({ ts }) => ts), browser.clock.now() - talk.state.skew]
    expect(times.map((ts) => Math.abs(ts - world.clock.now()) < 60_000)).toEqual(times.map(() => true))
  }
  expectOneDay(tab)
  tab.leave()
  expectOneDay(await browser.open())
})
