import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { bounceUrl } from '../server/features/notifications/visitor/bounces.ts'
import { type Body, type ChatWorld, createChatWorld } from './support/chat.ts'
import { idle } from './support/idle.ts'
import { type Mail, type MailServer, startMailServer } from './support/mail-server.ts'
import { at, type Chat, createPage } from './support/page.ts'
import { addPerson, type Person } from './support/team.ts'

let world: ChatWorld
let server: MailServer
let anna: Person
const { send, read, start, history } = createPage(() => world)

const json = { 'content-type': 'application/json' }
const minute = 60_000
const day = 24 * 60 * minute
let visitors = 0

beforeAll(async () => {
  server = await startMailServer()
  world = await createChatWorld({ file: { outbound: { allow: ['127.0.0.1'] } } })
  await world.set({
    live: { closeAfterMinutes: 1440 },
    security: { sessionTtlHours: 24, limits: { messagesPerIpPerMinute: 1_000 } },
  })
})
afterAll(async () => {
  await world.close()
  await server.close()
})
beforeEach(async () => {
  await idle(world)
  world.clock.move(minute)
  // Sessions end while the clock moves by days.
  anna = await addPerson(world, 'Anna Adler')
  await anna.open()
  server.refuses(undefined)
  await setUp()
  await idle(world)
  server.mails.length = 0
})

async function setUp(more: Body = {}) {
  const smtp = { host: '127.0.0.1', port: server.port, security: 'none', from: 'Bikes <desk@example.com>' }
  const saved = await world.api('PUT', '/notifications/email?site=demo', { body: { smtp, ...more } })
  expect(saved.status).toBe(200)
}

/** A visitor who left their address and waits for nobody. */
async function visit(message = 'Do you repair e-bikes?'): Promise<Chat & { email: string }> {
  const email = `visitor${++visitors}@example.com`
  return { ...(await start({ message, contact: { name: 'Zoë', email } })), email }
}
async function reply({ id }: Chat, text: string) {
  expect((await anna.post(`/conversations/${id}/reply`, { text, force: true })).status).toBe(201)
}
/** Lets time pass in small steps, as clocks do. */
async function pass(minutes: number) {
  await idle(world)
  for (let left = minutes; left > 0; left--) {
    world.clock.move(minute)
    await idle(world)
  }
}
const to = ({ email }: { email: string }): Mail[] => server.mails.filter((mail) => mail.to.includes(email))
const linkIn = (text: string) => /#svc-chat=(\S+)/.exec(text)?.[1] ?? ''
const unsubscribeIn = (text: string) => /\/unsubscribe\?token=\S+/.exec(text)?.[0] ?? ''
const resume = async (link: string, more: Body = {}) =>
  await send('POST', '/resume', { body: { site: 'demo', link, ...more } })

describe('a visitor who left', () => {
  test('gets the replies of a pause in one email, in their language, with what they asked', async () => {
    const chat = await start({
      message: 'Reparieren Sie E-Bikes?',
      contact: { email: 'zoe@example.com' },
      context: { locale: 'de-AT' },
    })
    await reply(chat, 'Ja, <b>alle</b> Marken.\nAuch Akkus.')
    await pass(1)
    await reply(chat, 'Bis wann brauchen Sie es?')
    await pass(1)
    expect(server.mails).toEqual([])
    await pass(3)
    expect(server.mails.map((mail) => [mail.to, mail.subject])).toEqual([[['zoe@example.com'], 'Ihr Chat mit Demo']])
    const [mail] = server.mails as [Mail]
    expect(mail.text).toMatch(
      /^Anna hat geantwortet\n\nANNA\n {2}Ja, <b>alle<\/b> Marken\.\n {2}Auch Akkus\.\n {2}Bis wann brauchen Sie es\?\n\nSIE SCHRIEBEN\n {2}Reparieren Sie E-Bikes\?\n/,
    )
    expect(mail.html).toContain('Ja, &lt;b&gt;alle&lt;/b&gt; Marken.<br>Auch Akkus.')
    expect(mail.html).not.toMatch(/<b>|<img|<script/)
    await pass(30)
    expect(server.mails.length).toBe(1)
  })

  test('gets no more than what they have not seen, and nothing once they saw all', async () => {
    const chat = await visit()
    await reply(chat, 'First')
    const { messages } = await history(chat)
    await send('POST', at(chat.id, 'seen'), { token: chat.token, body: { messageId: messages.at(-1).id } })
    await reply(chat, 'Second')
    await pass(3)
    expect(to(chat).map(({ text }) => [text.includes('Second'), text.includes('First')])).toEqual([[true, false]])
    await reply(chat, 'Third')
    const now = await history(chat)
    await send('POST', at(chat.id, 'seen'), { token: chat.token, body: { messageId: now.messages.at(-1).id } })
    await pass(3)
    expect(to(chat).length).toBe(1)
  })

  test('gets one email per pause', async () => {
    const chat = await visit()
    await reply(chat, 'First')
    await pass(3)
    await reply(chat, 'Second')
    await pass(3)
    expect(to(chat).map(({ text }) => [text.includes('First'), text.includes('Second')])).toEqual([
      [true, false],
      [false, true],
    ])
  })

  test('waits ten minutes at most while a person keeps writing', async () => {
    const chat = await visit()
    for (let n = 0; n < 12; n++) {
      await reply(chat, `Message ${n}`)
      await pass(1)
    }
    expect(to(chat).length).toBe(1)
    await pass(5)
    expect(to(chat).length).toBe(2)
    expect(to(chat)[1]!.text).not.toContain('Message 1\n')
  })

  test('is not emailed while their page is open, unless they left it alone for half an hour', async () => {
    const chat = await visit()
    await reply(chat, 'Hello?')
    const { sql } = world.services.database
    const keepOpen = async () => {
      await sql`
        insert into visitor_presence (conversation_id, site, until) values (${chat.id}, 'demo', ${world.clock.now() + 2 * minute})
        on conflict (conversation_id) do update set until = excluded.until`
    }
    for (let n = 0; n < 25; n++) {
      await keepOpen()
      await pass(1)
    }
    expect(to(chat)).toEqual([])
    for (let n = 0; n < 10; n++) {
      await keepOpen()
      await pass(1)
    }
    expect(to(chat).length).toBe(1)
  })

  test('is not emailed about answers of the assistant, spam, and if the site does not want it', async () => {
    const chat = await visit()
    await send('POST', at(chat.id, 'messages'), { token: chat.token, body: { text: 'And then?' } })
    await pass(3)
    const spam = await visit()
    await reply(spam, 'Hello')
    await world.api('PATCH', `/conversations/${spam.id}?site=demo`, { body: { spam: true } })
    await pass(3)
    await setUp({ toVisitors: false })
    const other = await visit()
    await reply(other, 'Hello')
    await pass(3)
    expect(server.mails).toEqual([])
    expect((await world.get(`/conversations/${other.id}`)).body.conversation.email_replies).toBeNull()
  })

  test('[threat 3] is shown to the team with the address that the email would go to', async () => {
    const repliesOf = async (id: string) =>
      (await world.get(`/conversations/${id}`)).body.conversation.email_replies?.to
    const stored = (await world.post('/leads', { name: 'Vera', email: 'vera@example.com' })).body.id
    const claimed = await start({ message: 'Hello', contact: { email: 'vera@example.com' } })
    // The contact moved to another address, which who typed the old one must not become.
    await world.api('PATCH', `/leads/${stored}?site=demo`, { body: { email: 'moved@example.com' } })
    expect(await repliesOf(claimed.id)).toBe('vera@example.com')
    const own = await visit()
    expect(await repliesOf(own.id)).toBe(own.email)
    const overApi = (await world.post('/conversations', { contact: { email: 'api@example.com' } })).body
    expect(await repliesOf(overApi.id)).toBeUndefined()
  })

  test('[threat 3] who typed the email of a contact is answered there, and reads nothing of the contact', async () => {
    await world.post('/leads', { name: 'Victoria Secret', email: 'victoria@example.com', phone: '+44 20 1' })
    const chat = await start({ message: 'Hello', contact: { email: 'victoria@example.com' } })
    await reply(chat, 'Hello')
    await pass(3)
    const [mail] = to({ email: 'victoria@example.com' }) as [Mail]
    expect(mail.text + mail.html).not.toMatch(/Victoria Secret|\+44/)
  })
})

describe('the link in an email', () => {
  test('continues the chat for two weeks, longer than the page itself', async () => {
    const chat = await visit()
    await reply(chat, 'Yes, we do.')
    await pass(3)
    const link = linkIn(to(chat)[0]!.text)
    expect(to(chat)[0]!.text).toContain(`${world.url}/continue/?site=demo#svc-chat=`)
    world.clock.move(3 * day)
    expect((await send('GET', at(chat.id, 'messages'), { token: chat.token })).status).toBe(401)
    for (const _ of [1, 2]) {
      const access = await read(await resume(link))
      expect(access.id).toBe(chat.id)
      expect((await history(access)).messages.at(-1).text).toBe('Yes, we do.')
    }
    world.clock.move(12 * day)
    expect((await resume(link)).status).toBe(401)
  })

  test('[threat 1] opens only its own chat on its own site, and cannot be made from a token', async () => {
    const [chat, other] = [await visit(), await visit()]
    await reply(chat, 'Hello')
    await pass(3)
    const link = linkIn(to(chat)[0]!.text)
    const { token } = await read(await resume(link))
    expect((await send('GET', at(other.id, 'messages'), { token })).status).toBe(404)
    for (const forged of [chat.token, '', 'x', `x${link.slice(1)}`, link.slice(0, -2), 'a'.repeat(1001)])
      expect((await resume(forged)).status, forged.slice(0, 20)).toBeOneOf([400, 401])
    expect((await resume(link, { site: 'second' })).status).toBeOneOf([401, 403, 404])
    await send('POST', at(chat.id, 'erase'), { token, body: {} })
    expect((await resume(link)).status).toBe(404)
  })
})

describe('unsubscribing', () => {
  const press = (path: string, method: string, body?: string) =>
    fetch(`${world.url}${path}`, { method, ...(body !== undefined && { body }) })

  test('takes a press, which mail scanners do not do; and can be taken back', async () => {
    const chat = await visit()
    await reply(chat, 'First')
    await pass(3)
    const [mail] = to(chat) as [Mail]
    const path = unsubscribeIn(mail.text)
    const list = mail.headers.get('list') as Record<string, { url?: string; name?: string }>
    expect(list.unsubscribe?.url).toBe(`${world.url}${path}`)
    expect(list['unsubscribe-post']?.name).toBe('List-Unsubscribe=One-Click')
    const asked = await press(path, 'GET')
    const page = await asked.text()
    expect([asked.status, page.includes(chat.email), page.includes('v…@example.com')]).toEqual([200, false, true])
    const refusal = async () => (await world.get(`/conversations/${chat.id}`)).body.conversation.email_replies.refusal
    expect(await refusal()).toBeNull()
    expect((await press(path, 'POST', 'List-Unsubscribe=One-Click')).status).toBe(200)
    expect((await refusal()).reason).toBe('unsubscribed')
    const lead = (await world.get(`/conversations/${chat.id}`)).body.lead
    expect((await world.get(`/leads/${lead.id}`)).body.emailRefusal.reason).toBe('unsubscribed')
    await reply(chat, 'Second')
    await pass(3)
    expect(to(chat).length).toBe(1)
    await press(`${path}&again=1`, 'POST', '')
    expect(await refusal()).toBeNull()
    await reply(chat, 'Third')
    await pass(3)
    expect(to(chat)[1]!.text).toMatch(/Second\n {2}Third/)
  })

  test('a broken or invented link changes nothing, and shows no markup of its own', async () => {
    for (const token of ['', 'x', '<script>', 'a'.repeat(2000)]) {
      const response = await press(`/unsubscribe?token=${encodeURIComponent(token)}`, 'POST', '')
      expect([response.status, (await response.text()).includes('<script')]).toEqual([404, false])
    }
    const page = await press('/unsubscribe', 'GET')
    expect(page.headers.get('content-security-policy')).toContain("default-src 'none'")
  })
})

describe('an address that does not exist', () => {
  const status = async () => (await world.api('GET', '/notifications/email?site=demo', {})).body.service.lastStatus
  const problems = async () =>
    (await world.get('/overview')).body.health.filter(({ kind }: Body) => kind === 'email_failing')

  test('is noted at the contact and in health, and gets no more; the service itself works', async () => {
    const chat = await visit()
    server.refuses('550 5.1.1 No such user here')
    await reply(chat, 'First')
    await pass(3)
    const { email_replies } = (await world.get(`/conversations/${chat.id}`)).body.conversation
    expect(email_replies).toMatchObject({ to: chat.email, refusal: { reason: 'bounced' } })
    expect(email_replies.refusal.message).toContain('No such user')
    expect(await status()).toBeNull()
    expect((await problems()).map(({ params }: Body) => params)).toContainEqual({ count: 1 })
    server.refuses(undefined)
    await reply(chat, 'Second')
    await pass(3)
    expect(to(chat)).toEqual([])
    expect((await anna.post(`/conversations/${chat.id}/transcript`)).status).toBe(409)
  })

  test('is not blamed for what the mail server has against the sender, or for a full mailbox', async () => {
    for (const words of ['550 5.7.1 Relaying denied', '550 Blocked by policy', '452 4.2.2 Mailbox full']) {
      const chat = await visit()
      server.refuses(words)
      await reply(chat, 'First')
      await pass(3)
      const { email_replies } = (await world.get(`/conversations/${chat.id}`)).body.conversation
      expect([words, email_replies.refusal]).toEqual([words, null])
      expect(await status()).toBe('error')
    }
    server.refuses(undefined)
    await pass(6)
    expect(server.mails.length).toBe(1)
  })

  test('is reported by the provider, who knows the secret, for addresses to which the site wrote', async () => {
    const [chat, stranger] = [await visit(), await visit()]
    await reply(chat, 'First')
    await pass(3)
    const hook = new URL(bounceUrl(world.services, 'demo')).pathname
    const post = (path: string, body: unknown) =>
      fetch(`${world.url}${path}`, { method: 'POST', headers: json, body: JSON.stringify(body) })
    const refusal = async ({ id }: Chat) =>
      (await world.get(`/conversations/${id}`)).body.conversation.email_replies.refusal
    const bounce = (email: string) => [{ event: 'bounce', type: 'bounce', email, reason: 'Gone' }]
    expect((await post(`${hook.slice(0, -1)}${hook.endsWith('0') ? '1' : '0'}`, bounce(chat.email))).status).toBe(401)
    expect(await refusal(chat)).toBeNull()
    expect((await post(hook, bounce(chat.email.toUpperCase()))).status).toBe(200)
    expect(await refusal(chat)).toMatchObject({ reason: 'bounced', message: 'Gone' })
    expect((await post(hook, bounce(stranger.email))).status).toBe(200)
    expect(await refusal(stranger)).toBeNull()
    expect((await post(hook, [{ event: 'spamreport', email: chat.email }])).status).toBe(200)
    expect(await refusal(chat)).toMatchObject({ reason: 'complained' })
    for (const garbage of [null, 1, [null], [[]], { 'event-data': 1 }, { event: {} }])
      expect((await post(hook, garbage)).status, JSON.stringify(garbage)).toBe(200)
  })
})

describe('a transcript', () => {
  const ask = async (chat: Chat, body: Body = {}) =>
    await send('POST', at(chat.id, 'transcript'), { token: chat.token, body })

  test('goes to the visitor who asks for it, with who said what and when', async () => {
    const chat = await visit('Do you repair <i>e-bikes</i>?')
    expect((await read(await send('GET', '/site?site=demo'))).emails).toBe(true)
    expect(await read(await ask(chat))).toEqual({ id: chat.id, to: chat.email })
    await idle(world)
    const [mail] = to(chat) as [Mail]
    expect(mail.subject).toBe('Your chat with Demo')
    expect(mail.text).toMatch(/- You · \d{4}-\d\d-\d\d \d\d:\d\d\n {2}Do you repair <i>e-bikes<\/i>\?/)
    expect(mail.html).toContain('Do you repair &lt;i&gt;e-bikes&lt;/i&gt;?')
    expect((await read(await resume(linkIn(mail.text)))).id).toBe(chat.id)
  })

  test('goes to at most five addresses of a chat, and five times a day to an address', async () => {
    const chat = await visit()
    for (let n = 0; n < 5; n++) expect((await ask(chat, { to: `friend${n}@example.com` })).status).toBe(200)
    const refused = await ask(chat, { to: 'friend9@example.com' })
    expect([refused.status, (await read(refused)).error.reason]).toEqual([429, 'too_many_emails'])
    const others: Chat[] = []
    for (let n = 0; n < 6; n++) others.push(await visit())
    const statuses = []
    for (const other of others) statuses.push((await ask(other, { to: 'Victim@example.com' })).status)
    expect(statuses).toEqual([200, 200, 200, 200, 200, 429])
  })

  test('tells a visitor nothing about an address that is unsubscribed', async () => {
    const chat = await visit()
    await ask(chat)
    await idle(world)
    await fetch(`${world.url}${unsubscribeIn(to(chat)[0]!.text)}`, { method: 'POST' })
    expect((await ask(chat)).status).toBe(200)
    await idle(world)
    expect(to(chat).length).toBe(1)
  })

  test('is refused without an address, with a wrong one, and if the site sends no email to visitors', async () => {
    const chat = await start()
    expect((await read(await ask(chat))).error.reason).toBe('no_email_address')
    expect((await ask(chat, { to: 'nobody' })).status).toBe(400)
    await setUp({ toVisitors: false })
    expect((await read(await ask(chat, { to: 'a@example.com' }))).error.reason).toBe('no_email_service')
    expect((await read(await send('GET', '/site?site=demo'))).emails).toBeUndefined()
  })

  test('is sent by the team', async () => {
    const chat = await visit()
    expect((await anna.post(`/conversations/${chat.id}/transcript`)).body).toEqual({ id: chat.id, to: chat.email })
    await idle(world)
    expect(to(chat).length).toBe(1)
    expect((await anna.post('/conversations/conv_none/transcript')).status).toBe(404)
  })
})
