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
  // Each test has a minute of its own: what one sends is not counted against the next.
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

test('details are asked for before the first message, told to the page, and go with the start', async () => {
  const browser = newBrowser()
  const { talk, shows, told } = await browser.open()
  expect(talk.state.asksDetails).toBe(true)
  talk.send('Hello')
  await browser.idle()
  expect(browser.requests).toEqual([])
  talk.giveDetails({ name: 'Vera', email: 'vera@shop.example' })
  expect(told).toEqual([{ name: 'lead', payload: { name: 'Vera', email: 'vera@shop.example' } }])
  const { conversation, asksDetails } = await shows(
    ({ entries, activity }) => entries.length === 3 && activity === 'none',
  )
  expect(asksDetails).toBe(false)
  const { lead } = await detail(conversation!)
  expect(lead).toMatchObject({ name: 'Vera', email: 'vera@shop.example', source: 'form' })
})

test('details that the server does not take are asked for once more', async () => {
  const { talk, shows } = await newBrowser().open()
  talk.send('Hello')
  talk.giveDetails({ email: 'vera' })
  await shows(({ failure, asksDetails }) => failure !== null && asksDetails)
  talk.giveDetails({ email: 'vera@shop.example' })
  talk.retry()
  await shows(({ entries, failure }) => entries.length === 3 && failure === null)
})

test('[R400] whoever the page names is asked for nothing; what it claims holds up nothing', async () => {
  const tab = await newBrowser().open()
  tab.talk.identify({ name: 'Eve', email: 'eve@shop.example' })
  expect(tab.talk.state.asksDetails).toBe(false)
  const { lead, conversation } = await detail(await begin(tab))
  expect(lead).toMatchObject({ name: 'Eve', email: 'eve@shop.example' })
  expect(conversation.user).toBeNull()
  expect(tab.told.map(({ name }) => name)).not.toContain('lead')
  const other = await newBrowser().open()
  other.talk.identify({ email: 'no address' })
  await begin(other)
})

test('[R401] a signed token vouches for the visitor, once for each chat, and is stored nowhere', async () => {
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

test('[R401] a token that is ignored is not said again by the page that said it; another one is', async () => {
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

test('[R431] a reply is rated, rated otherwise, and no more; what is not taken is shown no more', async () => {
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

test('what a person wrote is told as seen once it is in sight', async () => {
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
  expect(calls(browser, 'seen')).toHaveLength(1)
})

test('[U100] what a person wrote is kept as delivered once a page of the visitor has it', async () => {
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

test('[U100] what the visitor wrote is shown as seen once the person who has the chat has read it', async () => {
  const browser = newBrowser()
  const tab = await browser.open()
  const id = await begin(tab)
  await anna.post(at(id, 'takeover'))
  await tab.shows(({ person }) => person !== null)
  tab.talk.send('Are you there?')
  await until(async () => (await world.stored(id)).at(-1)!.text === 'Are you there?')
  const seen = () => tab.talk.state.entries.findLast(({ role }) => role === 'user')?.seen
  expect(seen()).toBe(false)
  const messageId = (await world.stored(id)).at(-1)!.id
  await world.api('PUT', at(id, 'read'), { key: anna.token, body: { site: 'demo', messageId } })
  await tab.shows(() => seen() === true)
})

test('the chat is taken along as text', async () => {
  const tab = await newBrowser().open()
  expect(await tab.talk.transcript()).toBe('')
  await begin(tab)
  expect(await tab.talk.transcript()).toMatch(/Hello[\s\S]*All is well\./)
})

test('a chat that is erased is gone there and here, in every tab', async () => {
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

test('[R402] reset forgets the chat and who the visitor is, and ends it on the server', async () => {
  const browser = newBrowser()
  const tab = await browser.open()
  tab.talk.identify({ name: 'Eve' })
  const id = await begin(tab)
  tab.talk.reset()
  expect(tab.talk.state).toMatchObject({ conversation: null, entries: [], asksDetails: true })
  await until(async () => (await world.told(id)).some(({ type }) => type === 'conversation.ended'))
})
