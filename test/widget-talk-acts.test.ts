import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { type Body, type ChatWorld, createChatWorld, until } from './support/chat.ts'
import { signToken } from './support/identity.ts'
import { patience } from './support/live.ts'
import { addPerson, type Person } from './support/team.ts'
import { comes, createVisitorBrowser, type Tab, type VisitorBrowser } from './support/visitor.ts'

const limits = { messagesPerIpPerMinute: 10_000, messagesPerSitePerDay: 100_000 }

let world: ChatWorld
let anna: Person
let secret: string
const browsers: VisitorBrowser[] = []

beforeAll(async () => {
  world = await createChatWorld()
  await world.set({ welcomeMessage: 'How can we help?', security: { limits } })
  anna = await addPerson(world, 'Anna Adler')
  secret = (await world.api('POST', '/identity-secret', { body: { site: 'demo' } })).body.secret
})
afterAll(() => world.close())
afterEach(() => {
  for (const browser of browsers.splice(0)) browser.close()
  // Each test has its own minute, so that requests of one do not count against the next.
  world.clock.move(60_000)
})

function newBrowser(): VisitorBrowser {
  const browser = createVisitorBrowser(world)
  browsers.push(browser)
  return browser
}

const at = (id: string, what: string) => `/conversations/${id}/${what}`
const detail = async (id: string): Promise<Body> => (await world.get(`/conversations/${id}`)).body
const calls = ({ requests }: VisitorBrowser, what: string) => requests.filter(({ path }) => path.endsWith(`/${what}`))

async function begin(tab: Tab): Promise<string> {
  if (tab.talk.state.asksDetails) tab.talk.giveDetails({})
  tab.talk.send('Hello')
  const { conversation } = await tab.shows(({ entries, activity }) => entries.length === 3 && activity === 'none')
  return conversation!
}

test('details are requested before the first message, passed to the page, and sent with the start', async () => {
  const browser = newBrowser()
  const { talk, shows, emitted } = await browser.open()
  expect(talk.state.asksDetails).toBe(true)
  talk.send('Hello')
  await browser.idle()
  expect(browser.requests).toEqual([])
  talk.giveDetails({ name: 'Vera', email: 'vera@shop.example' })
  expect(emitted).toEqual([{ name: 'lead', payload: { name: 'Vera', email: 'vera@shop.example' } }])
  const { conversation, asksDetails } = await shows(
    ({ entries, activity }) => entries.length === 3 && activity === 'none',
  )
  expect(asksDetails).toBe(false)
  const { lead } = await detail(conversation!)
  expect(lead).toMatchObject({ name: 'Vera', email: 'vera@shop.example', source: 'form' })
})

test('details that the server rejects are requested once more', async () => {
  const { talk, shows } = await newBrowser().open()
  talk.send('Hello')
  talk.giveDetails({ email: 'vera' })
  await shows(({ failure, asksDetails }) => failure !== null && asksDetails)
  talk.giveDetails({ email: 'vera@shop.example' })
  talk.retry()
  await shows(({ entries, failure }) => entries.length === 3 && failure === null)
})

test('[R400] a visitor whom the page names is asked for nothing; its claim delays nothing', async () => {
  const tab = await newBrowser().open()
  tab.talk.identify({ name: 'Eve', email: 'eve@shop.example' })
  expect(tab.talk.state.asksDetails).toBe(false)
  const { lead, conversation } = await detail(await begin(tab))
  expect(lead).toMatchObject({ name: 'Eve', email: 'eve@shop.example' })
  expect(conversation.user).toBeNull()
  expect(tab.emitted.map(({ name }) => name)).not.toContain('lead')
  const other = await newBrowser().open()
  other.talk.identify({ email: 'no address' })
  await begin(other)
})

test('[R401] a signed token verifies the visitor, once per chat, and is not stored', async () => {
  const seconds = Math.floor(world.clock.now() / 1000)
  const tokenOf = (sub: string) =>
    signToken({ sub, aud: 'demo', exp: seconds + 3_600, iat: seconds, plan: sub }, secret)
  const browser = newBrowser()
  const tab = await browser.open()
  const id = await begin(tab)
  tab.talk.identify({ name: 'Vera', token: tokenOf('u-1') })
  await until(async () => (await detail(id)).conversation.user?.id === 'u-1')
  await comes(() => browser.stored.get('svc:demo:chat')!.includes('identified'))
  tab.leave()
  const next = await browser.open()
  next.talk.identify({ name: 'Vera', token: tokenOf('u-1') })
  next.talk.identify({ name: 'Vera', token: tokenOf('u-2') })
  await until(async () => (await detail(id)).conversation.user?.id === 'u-2')
  expect(calls(browser, 'identify')).toHaveLength(2)
  expect([...browser.stored.values()].join()).not.toContain(tokenOf('u-2').split('.')[2])
})

test('[R401] an ignored token is not sent again by the page that sent it; another one is', async () => {
  const browser = newBrowser()
  const tab = await browser.open()
  tab.talk.identify({ name: 'Vera', token: signToken({ sub: 'u-1', aud: 'other' }, secret) })
  const id = await begin(tab)
  tab.talk.send('And now?')
  await tab.shows(({ entries, activity }) => entries.length === 5 && activity === 'none')
  expect(calls(browser, 'identify')).toEqual([])
  const seconds = Math.floor(world.clock.now() / 1000)
  const claims = { sub: 'u-1', aud: 'demo', exp: seconds + 3_600, iat: seconds }
  tab.talk.identify({ name: 'Vera', token: signToken(claims, secret) })
  await until(async () => (await detail(id)).conversation.user?.id === 'u-1')
})

test('[R431] a reply is rated and re-rated; a rejected rating is not shown', async () => {
  const browser = newBrowser()
  const tab = await browser.open()
  const id = await begin(tab)
  const reply = tab.talk.state.entries.at(-1)!
  const rating = async () => (await world.stored(id)).find((message) => message.id === reply.id)!.feedback
  for (const value of [1, -1, null] as const) {
    tab.talk.rate(reply.id, value)
    expect(tab.talk.state.entries.at(-1)?.feedback ?? null).toBe(value)
    await until(async () => (await rating()) === value)
  }
  browser.cut()
  tab.talk.rate(reply.id, 1)
  await tab.shows(({ entries }) => entries.at(-1)?.feedback === undefined)
})

test('a person’s message is reported as seen once it is visible', async () => {
  const browser = newBrowser()
  const tab = await browser.open()
  const id = await begin(tab)
  await anna.post(at(id, 'takeover'))
  await tab.shows(({ person }) => person !== null)
  tab.talk.show(false)
  await anna.post(at(id, 'reply'), { text: 'How can I help?' })
  await tab.shows(({ unread }) => unread === 1)
  const seen = async () => (await world.stored(id)).at(-1)!.seenAt !== null
  expect(await seen()).toBe(false)
  tab.talk.show(true)
  await until(seen)
  // One for the line that somebody joined, one for the message.
  expect(calls(browser, 'seen')).toHaveLength(2)
})

test('[U100] a person’s message is stored as delivered once a page of the visitor has it', async () => {
  const browser = newBrowser()
  const tab = await browser.open()
  const id = await begin(tab)
  const delivered = async () => (await world.stored(id)).at(-1)!.deliveredAt
  expect(await delivered()).toBe(null)
  await anna.post(at(id, 'takeover'))
  await tab.shows(({ person }) => person !== null)
  tab.talk.show(false)
  const sentAt = world.clock.now()
  await anna.post(at(id, 'reply'), { text: 'How can I help?' })
  await expect.poll(delivered, patience).toEqual(sentAt)
  expect((await world.stored(id)).at(-1)!.seenAt).toBe(null)
  const deliveredAt = await delivered()
  world.clock.move(1_000)
  tab.talk.show(true)
  await expect.poll(async () => (await world.stored(id)).at(-1)!.seenAt, patience).toEqual(sentAt + 1_000)
  expect(await delivered()).toBe(deliveredAt)
})

test('[U100] the visitor’s message is shown as seen once the assigned person has read it', async () => {
  const browser = newBrowser()
  const tab = await browser.open()
  const id = await begin(tab)
  await anna.post(at(id, 'takeover'))
  await tab.shows(({ person }) => person !== null)
  tab.talk.send('Are you there?')
  await until(async () => (await world.stored(id)).at(-1)!.text === 'Are you there?')
  const seen = () => tab.talk.state.entries.findLast(({ role }) => role === 'user')?.seen
  await until(() => seen() === false)
  const messageId = (await world.stored(id)).at(-1)!.id
  await world.api('PUT', at(id, 'read'), { key: anna.token, body: { site: 'demo', messageId } })
  await tab.shows(() => seen() === true)
})

test('the chat can be downloaded as text', async () => {
  const tab = await newBrowser().open()
  expect(await tab.talk.transcript()).toBe('')
  await begin(tab)
  expect(await tab.talk.transcript()).toMatch(/Hello[\s\S]*All is well\./)
})

test('an erased chat is gone on the server and here, in every tab', async () => {
  const browser = newBrowser()
  const [tab, other] = [await browser.open(), await browser.open()]
  const id = await begin(tab)
  await other.shows(({ entries }) => entries.length === 3)
  browser.cut()
  expect(await tab.talk.erase()).toBe(false)
  expect(tab.talk.state.conversation).toBe(id)
  browser.mend()
  expect(await tab.talk.erase()).toBe(true)
  expect(tab.talk.state).toMatchObject({ conversation: null, entries: [] })
  await other.shows(({ conversation, entries }) => conversation === null && entries.length === 0)
  expect((await world.get(`/conversations/${id}`)).status).toBe(404)
  expect([...browser.stored.values()].join()).not.toMatch(/Hello|conv_/)
})

test('[R402] reset forgets the chat and the visitor’s identity, and ends the chat on the server', async () => {
  const browser = newBrowser()
  const tab = await browser.open()
  tab.talk.identify({ name: 'Eve' })
  const id = await begin(tab)
  tab.talk.reset()
  expect(tab.talk.state).toMatchObject({ conversation: null, entries: [], asksDetails: true })
  await until(async () => (await world.emitted(id)).some(({ type }) => type === 'conversation.ended'))
})
