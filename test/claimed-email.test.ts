import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { readMaterial } from '../server/features/conversations/summaries/material.ts'
import { summaryByRules } from '../server/features/conversations/summaries/rules.ts'
import { unzip } from '../server/features/knowledge/reading/zip.ts'
import { notificationOf } from '../server/features/live/push/occasion.ts'
import { readSnapshot } from '../server/features/live/telegram/snapshot.ts'
import { languageFor } from '../server/language/languages.ts'
import { type Body, until } from './support/chat.ts'
import { type FakeConnector, send as sends, startFakeConnector } from './support/fake-connector.ts'
import { signToken } from './support/identity.ts'
import { at, createPage } from './support/page.ts'
import { addTask } from './support/tasks.ts'
import { createTelegramWorld, type TelegramWorld } from './support/telegram-world.ts'

/** The stored data of the person whose email a stranger types. None of it may reach that chat. */
const stored = {
  name: 'Victoria Private',
  phone: '+49 30 5551234',
  company: 'Hidden Works',
  address: '1 Secret Lane',
  fields: { birthday: '1 May 1970' },
  notes: 'Pays late.',
}
const secrets = ['Victoria', '5551234', 'Hidden Works', 'Secret Lane', '1970', 'Pays late']

let world: TelegramWorld
let backend: FakeConnector
let secret: string
const page = createPage(() => world)

beforeAll(async () => {
  backend = await startFakeConnector()
  const connector = { kind: 'http', url: `${backend.url}/chat`, headers: {} }
  world = await createTelegramWorld({
    file: {
      sites: [
        { id: 'demo', allowedOrigins: ['https://demo.example'] },
        { id: 'other', connector },
      ],
      allow: [`127.0.0.1:${backend.port}`],
    },
  })
  await world.set({ security: { limits: { messagesPerIpPerMinute: 10_000 } }, knowledge: { factGuard: true } })
  secret = (await world.api('POST', '/identity-secret', { body: { site: 'demo' } })).body.secret
  const text =
    'Topic {{lead.company}} {{lead.address}} {{lead.birthday}} {{lead.phone}} {{lead.name}} {{prechat.phone}} of a client.'
  expect((await world.post('/prompt', { text, baseVersion: 0 })).status).toBeLessThan(300)
})
afterAll(async () => {
  await world.close()
  await backend.close()
})

let made = 0
/** A stored contact whose email a stranger types. */
async function victim(more: Body = {}, site = 'demo'): Promise<{ id: string; email: string }> {
  const email = `victim${++made}@private.example`
  const { body } = await world.api('POST', '/leads', { body: { site, email, ...stored, ...more } })
  return { id: body.id, email }
}
const detail = async (id: string): Promise<Body> => (await world.get(`/conversations/${id}`)).body
const lead = async (id: string): Promise<Body> => (await world.get(`/leads/${id}`)).body
const expectNothing = (text: unknown) => {
  for (const word of secrets) expect(JSON.stringify(text)).not.toContain(word)
}
const token = (email: string) =>
  signToken({ sub: 'u-1', aud: 'demo', exp: Math.floor(world.clock.now() / 1000) + 600, email }, secret)
/** Everything that the model received since then. */
const prompts = (from: number) =>
  world.model.seen
    .slice(from)
    .filter(({ path }) => path === '/api/chat')
    .map(({ json }) => json)

const startWith = async (key: string, email: string): Promise<Body> =>
  (await world.api('POST', '/conversations', { key, body: { user: { id: '1', email } } })).body

test.each(['leads:read', 'leads:write'] as const)('the user of a key with %s is the visitor', async (scope) => {
  const { id, email } = await victim()
  const chat = await startWith(await world.key(['chat', scope]), email)
  const { conversation } = await detail(chat.id)
  expect(conversation).toMatchObject({ lead_id: id, lead_verified: true, user: { id: '1', email } })
})

/** The ways in which a stranger claims to be somebody. */
const claims: [string, (email: string) => Promise<string>][] = [
  ['types it in a message', async (email) => (await world.start({ message: `My email is ${email}, note it.` })).id],
  ['types it in a chat of a page', async (email) => (await page.start({ message: `Write to ${email}.` })).id],
  ['says it before a chat', async (email) => (await page.start({ message: 'Hello', contact: { email } })).id],
  [
    'has the page say it, without a token',
    async (email) => {
      const chat = await page.start()
      const answer = await page.send('POST', at(chat.id, 'identify'), { token: chat.token, body: { email } })
      expect(await page.read(answer)).toEqual({ id: chat.id, verified: false })
      return chat.id
    },
  ],
  ['is a contact over the API', async (email) => (await world.start({ contact: { email } })).id],
  [
    'is the user of a key that cannot read contacts',
    async (email) => (await startWith(await world.key(['chat']), email)).id,
  ],
]

describe.each(claims)('a stranger who %s', (_, claim) => {
  test('reaches no data of the stored contact, and changes none', async () => {
    const { id, email } = await victim({ company: undefined })
    const before = await lead(id)
    const seen = world.model.seen.length
    const chat = await claim(email)
    world.says({ text: 'Your phone number is +49 30 5551234.' })
    await world.services.database.sql`update conversations set channel = 'api' where id = ${chat}`
    const { body } = await world.say(chat, { text: 'What are my name and phone number? I work for Acme.' })
    world.says({ text: 'All is well.' })
    // The fact guard does not know the stored number, like the model.
    expect(JSON.stringify(body)).not.toContain('5551234')
    expectNothing(prompts(seen))
    expect(JSON.stringify(prompts(seen).at(-1))).toContain(email)
    expect(JSON.stringify(prompts(seen).at(-1))).toContain('of a client.')
    const { conversation, lead: shown } = await detail(chat)
    expect(conversation).toMatchObject({ lead_id: id, lead_verified: false, lead_claim: { email } })
    expect(shown).toMatchObject({ id, name: stored.name })
    expect(await lead(id)).toMatchObject({ ...before, conversations: [{ id: chat, leadVerified: false }] })
    expect((await world.get('/conversations')).body.items[0]).toMatchObject({ id: chat, leadVerified: false })
  })
})

describe('a conversation with a claimed email', () => {
  const claimed = async (email: string, more: Body = {}) =>
    (await world.start({ message: 'Hello', contact: { email, ...more } })).id as string

  test('gives a custom backend only what its visitor typed', async () => {
    backend.script(() => [sends('done', { messages: [{ type: 'text', text: 'Hello' }] })])
    const { email } = await victim({}, 'other')
    const body = { site: 'other', message: 'Hello', contact: { email } }
    const started = await world.api('POST', '/conversations', { body })
    await world.api('POST', `/conversations/${started.body.id}/messages`, { body: { site: 'other', text: 'Me?' } })
    expect(backend.seen.at(-1)?.json).toMatchObject({ contact: { name: null, email, phone: null } })
    expectNothing(backend.seen.map(({ json }) => json))
  })

  test('keeps typed details as a claim: no empty field of the contact is filled', async () => {
    const { id, email } = await victim({ phone: undefined, company: undefined, fields: undefined })
    const typed = { name: 'Mallory', phone: '+49 30 666666', company: 'Mal & Co', shoe: '42' }
    const before = await lead(id)
    const chat = await claimed(email, typed)
    await world.say(chat, { text: 'Rather call +49 30 777777.' })
    const { shoe, ...known } = typed
    const claim = { email, ...known, phone: '+49 30 777777', fields: { shoe } }
    expect((await detail(chat)).conversation.lead_claim).toEqual(claim)
    expect(await lead(id)).toMatchObject({ ...before, conversations: [{ id: chat }] })
    const emitted = (await world.emitted(chat)).filter(({ type }: Body) => type === 'lead.captured')
    expect(emitted.map(({ data }: Body) => [data.verified, data.leadId, data.name, data.phone])).toEqual([
      [false, id, 'Mallory', '+49 30 666666'],
      [false, id, 'Mallory', '+49 30 777777'],
    ])
  })

  test('keeps the number for a callback only on the callback', async () => {
    const { id, email } = await victim({ phone: undefined })
    const chat = await claimed(email)
    const offer = (await world.say(chat, { action: { id: 'person' } })).body.messages.at(-1)
    const answers = JSON.stringify({ name: 'Mallory', phone: '+49 30 666666', email })
    const reply = await world.say(chat, { action: { id: offer.id, value: answers } })
    expectNothing(reply.body)
    const { callbacks } = await detail(chat)
    expect(callbacks).toMatchObject([{ name: 'Mallory', phone: '+49 30 666666', leadId: null }])
    expect(await lead(id)).toMatchObject({ phone: null, name: stored.name, callbacks: [] })
  })

  test('is excluded from the archive, the erasure and the retention of the contact', async () => {
    const { id, email } = await victim()
    const own = (await world.start({ message: 'It is me', user: { id: 1, email } })).id
    const chat = await claimed(email, { phone: '+49 30 666666' })
    await world.post(`/conversations/${chat}/notes`, { text: 'A strange one' })
    const history = (await lead(id)).conversations.map(({ id: one, leadVerified }: Body) => [one, leadVerified])
    expect(history).toEqual([
      [chat, false],
      [own, true],
    ])
    const key = await world.key()
    const archive = await fetch(`${world.url}/api/v1/leads/${id}/archive`, {
      headers: { authorization: `Bearer ${key}` },
    })
    const files = unzip(new Uint8Array(await archive.arrayBuffer()), () => true, 10_000_000)
    const text = [...files.values()].map((bytes) => new TextDecoder().decode(bytes)).join()
    expect(text).toContain(own)
    for (const word of [chat, '666666', 'A strange one']) expect(text).not.toContain(word)
    const receipt = (await world.api('POST', `/leads/${id}/erase`, { body: { site: 'demo' } })).body
    expect(receipt).toMatchObject({ removed: { conversations: 1 } })
    expect(receipt.stillNamed.conversations).toContain(chat)
    expect((await detail(chat)).conversation).toMatchObject({
      lead_id: null,
      lead_verified: null,
      lead_claim: { email },
    })
  })

  test('removes typed details from the event log when it is deleted', async () => {
    const { id, email } = await victim()
    const chat = await claimed(email, { name: 'Mallory', phone: '+49 30 666666' })
    await world.api('DELETE', `/conversations/${chat}?site=demo`)
    const { items } = (await world.get('/events?limit=500')).body
    const captured = items.filter(({ data }: Body) => data.conversationId === chat && data.leadId === id)
    expect(captured).toMatchObject([{ data: { name: null, email: null, phone: null, fields: {}, verified: false } }])
    expect(await lead(id)).toMatchObject({ name: stored.name, conversations: [] })
  })

  test('[U110] does not prevent the contact from being deleted', async () => {
    const { id, email } = await victim()
    await world.set({ retention: { leads: 30, conversations: null, callbacks: null, traces: null, audit: 90 } })
    world.clock.move(29 * 86_400_000)
    await claimed(email)
    world.clock.move(2 * 86_400_000)
    await addTask(world.services, 'retention.run')
    world.services.queue.wake()
    await until(async () => (await world.get(`/leads/${id}`)).status === 404)
    await world.set({ retention: { leads: null } })
  })
})

describe('stored details are known to', () => {
  const knows = async (chat: string): Promise<boolean> => {
    const seen = world.model.seen.length
    await world.services.database.sql`update conversations set channel = 'api' where id = ${chat}`
    await world.say(chat, { text: 'Who am I?' })
    return JSON.stringify(prompts(seen)).includes('5551234')
  }

  test('a visitor for whom a token with that email vouches, before or after they typed it', async () => {
    const { id, email } = await victim({ company: undefined })
    const { id: other } = await victim()
    const first = await page.start({ message: 'Hello', identity: { token: token(email) } })
    expect([await knows(first.id), (await detail(first.id)).conversation.lead_verified]).toEqual([true, true])
    const second = await page.start({ message: 'Hello', contact: { email, company: 'Acme' } })
    expect((await lead(id)).company).toBeNull()
    await page.send('POST', at(second.id, 'identify'), { token: second.token, body: { token: token(email) } })
    expect([await knows(second.id), (await lead(id)).company]).toEqual([true, 'Acme'])
    // Another contact's email is a claim for them as well.
    const { email: foreign } = await lead(other)
    await world.say(second.id, { text: `Or write to ${foreign}.` })
    expect((await detail(second.id)).conversation).toMatchObject({ lead_id: other, lead_verified: false })
  })

  test('a visitor for whom a program vouches with `user`', async () => {
    const { email } = await victim()
    const { id } = await world.start({ message: 'Hello', user: { id: 7, email: email.toUpperCase() } })
    expect([await knows(id), (await detail(id)).conversation.lead_verified]).toEqual([true, true])
    const signedIn = await world.start({ message: 'Hello', user: { id: 7 }, contact: { email } })
    expect(await knows(signedIn.id)).toBe(false)
  })

  test('the conversation that created the contact', async () => {
    const email = `new${++made}@private.example`
    const { id } = await world.start({ message: 'Hello', contact: { email, phone: stored.phone } })
    expect(await knows(id)).toBe(true)
    expect((await detail(id)).conversation).toMatchObject({ lead_verified: true, lead_claim: null })
    const { id: second } = await world.start({ message: 'Hello', contact: { email } })
    expect(await knows(second)).toBe(false)
  })

  test('a visitor whom the team verified: typed details fill empty fields', async () => {
    const { id, email } = await victim({ company: undefined })
    const { id: chat } = await world.start({ message: 'Hello', contact: { email, name: 'Mallory', company: 'Acme' } })
    const offer = (await world.say(chat, { action: { id: 'person' } })).body.messages.at(-1)
    await world.say(chat, { action: { id: offer.id, value: JSON.stringify({ name: 'V', phone: '+49 30 8', email }) } })
    const answer = { id: chat, leadId: id, leadVerified: true }
    const key = await world.key(['leads:write'])
    for (let time = 0; time < 2; time++) {
      const reply = await world.api('POST', `/conversations/${chat}/verify`, { key, body: {} })
      expect([reply.status, reply.body]).toEqual([200, answer])
    }
    expect(await lead(id)).toMatchObject({
      name: stored.name,
      phone: stored.phone,
      company: 'Acme',
      callbacks: [{ leadId: id, phone: '+49 30 8' }],
      conversations: [{ id: chat, leadVerified: true }],
    })
    expect(await knows(chat)).toBe(true)
    const { items } = (await world.get('/events?limit=500')).body
    const updates = items.filter(({ type, data }: Body) => type === 'lead.updated' && data.leadId === id)
    expect(updates.map(({ data }: Body) => data.changed)).toEqual([['company']])
    const { items: audit } = (await world.get('/audit')).body
    expect(audit.find(({ action }: Body) => action === 'POST /conversations/:id/verify')).toMatchObject({
      target: chat,
    })
  })

  test('nobody if there is no contact, or without the scope', async () => {
    const { id } = await world.start({ message: 'Hello' })
    const verify = async (key?: string) =>
      (await world.api('POST', `/conversations/${id}/verify`, { ...(key && { key }), body: { site: 'demo' } })).status
    expect(await verify()).toBe(409)
    expect(await verify(await world.key(['leads:read', 'conversations:write']))).toBe(403)
  })
})

// Last, because with a linked bot somebody is available for every chat.
test('a claim gives summaries, the end of the chat and the team’s messengers only what was typed', async () => {
  const { email } = await victim()
  const chat = (await world.start({ message: 'Hello', contact: { email } })).id
  const ctx = await world.context()
  const [row] = await world.services.database.sql`select * from conversations where id = ${chat}`
  const material = await readMaterial(ctx, row as never)
  expect(summaryByRules(material, languageFor('en').summary).summary).toContain(email)
  expectNothing(summaryByRules(material, languageFor('en').summary))
  await world.link()
  const snapshot = await readSnapshot(ctx, chat)
  expect(snapshot?.lead).toMatchObject({ email })
  expectNothing(snapshot)
  await world.say(chat, { action: { id: 'person' } })
  const occasion = { type: 'handover.requested' as const, conversationId: chat, at: 1, tries: 0 }
  expect(await notificationOf(ctx, occasion)).toMatchObject({ conversation: chat, name: null })
  const { mine, missedList } = (await world.get('/live/away?since=0')).body
  expectNothing([...mine, ...missedList].filter(({ id }: Body) => id === chat))
  await world.post(`/conversations/${chat}/close`)
  world.services.queue.wake()
  await until(async () => (await world.completed(chat)).length > 0)
  const [ended] = await world.completed(chat)
  expect(ended.data.lead).toBeNull()
  expectNothing(ended)
})
