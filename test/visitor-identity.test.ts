import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { createSeal } from '../server/core/seal.ts'
import { type Body, type ChatWorld, createChatWorld } from './support/chat.ts'
import { signToken } from './support/identity.ts'
import { at, type Chat, createPage } from './support/page.ts'
import { addPerson } from './support/team.ts'

const filed = 'a secret of the configuration file'

let world: ChatWorld
let secret: string
const { send, read, start } = createPage(() => world)

beforeAll(async () => {
  const sites = [
    { id: 'demo', allowedOrigins: ['https://demo.example'] },
    { id: 'other', allowedOrigins: ['https://other.example'], identitySecret: filed },
  ]
  world = await createChatWorld({ file: { sites } })
  await world.set({ security: { limits: { messagesPerIpPerMinute: 20 } } })
  secret = (await world.api('POST', '/identity-secret', { body: { site: 'demo' } })).body.secret
})
afterAll(() => world.close())
afterEach(() => world.clock.move(60_000))

const seconds = () => Math.floor(world.clock.now() / 1000)
const tokenOf = (claims: Record<string, unknown> = {}, key = secret) =>
  signToken({ sub: 'u-1', aud: 'demo', exp: seconds() + 600, iat: seconds(), ...claims }, key)
const identify = async (chat: Chat, body: unknown): Promise<Body> =>
  await read(await send('POST', at(chat.id, 'identify'), { token: chat.token, body }))
const detail = async ({ id }: Chat): Promise<Body> => (await world.get(`/conversations/${id}`)).body

test('[R27] [R401] a valid token makes the visitor the trusted user of the chat, and their details a contact', async () => {
  const chat = await start()
  const email = 'ann@shop.example'
  const answer = await identify(chat, { token: tokenOf({ email, name: 'Ann', plan: 'gold' }) })
  expect(answer).toEqual({ id: chat.id, verified: true })
  const { conversation, lead } = await detail(chat)
  expect(conversation.user).toEqual({ id: 'u-1', email, name: 'Ann', plan: 'gold' })
  expect(lead).toMatchObject({ email, name: 'Ann' })
})

test('[R27] [R400] a name and an email without a token stay a claim: a contact, and no user', async () => {
  const chat = await start()
  const email = 'eve@shop.example'
  expect(await identify(chat, { name: 'Eve', email, user: { id: '1' }, sub: '1' })).toEqual({
    id: chat.id,
    verified: false,
  })
  const { conversation, lead } = await detail(chat)
  expect(conversation.user).toBeNull()
  expect(lead).toMatchObject({ name: 'Eve', email, source: 'form' })
})

test('[R401] [threat 8] an ignored token reports why, and the chat continues unverified', async () => {
  const chat = await start()
  const none = `${Buffer.from('{"alg":"none"}').toString('base64url')}.${tokenOf().split('.')[1]}.AA`
  const bad: [string, string][] = [
    ['x', 'malformed'],
    [none, 'algorithm'],
    [tokenOf({}, 'some other secret of ours'), 'signature'],
    [tokenOf({}, 'the secret of the tests'), 'signature'],
    [tokenOf({}, filed), 'signature'],
    [tokenOf({ aud: 'other' }), 'audience'],
    [tokenOf({ exp: seconds() - 61 }), 'expired'],
    [tokenOf({ exp: seconds() + 90_000 }), 'time'],
    [tokenOf({ exp: undefined }), 'claims'],
    [chat.token, 'malformed'],
  ]
  for (const [token, reason] of bad)
    expect(await identify(chat, { token }), reason).toEqual({ id: chat.id, verified: false, reason })
  expect((await detail(chat)).conversation.user).toBeNull()
  expect(
    (await send('POST', at(chat.id, 'messages'), { token: chat.token, body: { text: 'Still here' } })).status,
  ).toBe(200)
})

test('[R400] a later claim takes nothing from a verified visitor', async () => {
  const chat = await start()
  await identify(chat, { token: tokenOf({ email: 'real@shop.example', name: 'Real' }) })
  await identify(chat, { name: 'Mallory', email: 'real@shop.example', token: 'x' })
  const { conversation, lead } = await detail(chat)
  expect([conversation.user.name, lead.name]).toEqual(['Real', 'Real'])
})

test('[R401] a chat can start with an identity', async () => {
  const known = await start({
    message: 'Hello',
    identity: { token: tokenOf({ email: 'kim@shop.example', name: 'Kim' }) },
  })
  expect(known).toMatchObject({ identity: { verified: true }, messages: [{ text: 'All is well.' }] })
  expect(await detail(known)).toMatchObject({
    conversation: { user: { id: 'u-1', name: 'Kim' } },
    lead: { name: 'Kim' },
  })
  const claim = await start({ message: 'Hello', identity: { name: 'Lee', email: 'lee@shop.example', token: 'x.y.z' } })
  expect(claim).toMatchObject({ identity: { verified: false, reason: 'malformed' } })
  expect(await detail(claim)).toMatchObject({ conversation: { user: null }, lead: { name: 'Lee' } })
  expect(await start()).not.toHaveProperty('identity')
})

test('[threat 20] a visitor’s text fills no placeholder of a user', async () => {
  const chat = await start({ message: '{{user.email}}', contact: { email: 'mia@shop.example', user: '{"id":1}' } })
  await identify(chat, { name: '{{user.id}}', email: 'mia@shop.example' })
  expect((await detail(chat)).conversation.user).toBeNull()
})

test('invalid input is refused, and identities count like messages', async () => {
  const chat = await start()
  const statusOf = async (body: unknown) =>
    (await send('POST', at(chat.id, 'identify'), { token: chat.token, body })).status
  for (const body of [{}, { name: '' }, { name: 1 }, { email: 'x' }, { token: 'x'.repeat(4001) }, { token: {} }])
    expect(await statusOf(body), JSON.stringify(body)).toBe(400)
  const statuses: number[] = []
  for (let count = 0; count < 20; count++) statuses.push(await statusOf({ name: `Name ${count}` }))
  expect(statuses.slice(0, 19)).toEqual(Array(19).fill(200))
  expect(statuses.at(-1)).toBe(429)
})

test('[U14] the secret is shown once, stored sealed, and a new one invalidates the old one', async () => {
  const read = async (site: string) => (await world.api('GET', `/identity-secret?site=${site}`)).body
  expect([await read('demo'), await read('other')]).toEqual([{ source: 'made' }, { source: 'file' }])
  const before = tokenOf({ email: 'old@shop.example' })
  const made = await world.api('POST', '/identity-secret', { body: { site: 'demo' } })
  expect([made.status, made.body.source]).toEqual([201, 'made'])
  expect(made.body.secret).toMatch(/^[0-9A-Za-z]{43}$/)
  const chat = await start()
  expect((await identify(chat, { token: before })).reason).toBe('signature')
  secret = made.body.secret
  expect((await identify(chat, { token: tokenOf() })).verified).toBe(true)
  const { sql } = world.services.database
  const [row] = await sql`select settings::text || identity_secret as text from site_settings where site = 'demo'`
  const answers = [await world.get('/settings'), await world.get('/me'), await world.get('/audit?limit=50')]
  for (const text of [row!.text, ...answers.map(({ body }) => JSON.stringify(body))]) expect(text).not.toContain(secret)
  const [audited] = (await world.get('/audit?limit=50')).body.items.filter(
    ({ action }: Body) => action === 'POST /identity-secret',
  )
  expect(audited).toMatchObject({ status: 201, site: 'demo' })
  const filedAgain = await world.api('POST', '/identity-secret', { body: { site: 'other' } })
  expect([filedAgain.status, filedAgain.body.error.code]).toEqual([409, 'conflict'])
})

test('a secret that was sealed with another SVC_SECRET counts as none, until a new one is created', async () => {
  const { sql } = world.services.database
  const sealed = createSeal('another secret of the deployment').close('identity secret', secret)
  await sql`update site_settings set identity_secret = ${sealed} where site = 'demo'`
  expect((await world.api('GET', '/identity-secret?site=demo')).body).toEqual({ source: 'none' })
  const chat = await start()
  expect(await identify(chat, { name: 'Ann', token: tokenOf() })).toMatchObject({ id: chat.id, verified: false })
  secret = (await world.api('POST', '/identity-secret', { body: { site: 'demo' } })).body.secret
  expect((await identify(chat, { token: tokenOf() })).verified).toBe(true)
})

test('[U108] a member and a reader of settings cannot create one', async () => {
  const member = await addPerson(world, 'Mel', 'member')
  for (const key of [member.token, await world.key(['settings:read'])])
    expect((await world.api('POST', '/identity-secret', { key, body: { site: 'demo' } })).status).toBe(403)
})
