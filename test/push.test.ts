import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { EventData, StoredEventType } from '../shared/event.ts'
import type { NewPushSubscription } from '../shared/push.ts'
import { type ChatWorld, createChatWorld, until } from './support/chat.ts'
import { type FakeBrowser, type FakePush, startFakePush } from './support/fake-push.ts'
import { idle } from './support/idle.ts'
import { signIn, signInAgain } from './support/sign-in.ts'

let world: ChatWorld
let push: FakePush
let ann: { email: string; token: string }
let ben: { email: string; token: string }

const minute = 60_000
const second = 1000

beforeAll(async () => {
  push = await startFakePush()
  world = await createChatWorld({ file: { outbound: { push: [`127.0.0.1:${push.port}`] } } })
  await world.set({ security: { sessionTtlHours: 8760 } })
  ann = await signIn(world, 'admin')
  ben = await signIn(world, 'member')
})
afterAll(async () => {
  await world.close()
  await push.close()
})
beforeEach(async () => {
  await sql()`delete from push_subscriptions`
  await sql()`delete from presence`
  // Nobody waits any more, so that the server does not find missed visitors by itself.
  await sql()`update conversations set status = 'closed', assigned_to = null, waiting_since = null`
  // Events of the previous test are old now.
  world.clock.move(6 * minute)
})

const sql = () => world.services.database.sql
/** Waits until all events were processed, and all due notifications sent. */
async function sent(): Promise<void> {
  await until(async () => {
    const unseen = await sql()`
      select from events where at > ${world.clock.now() - 5 * minute}
        and (type in ('handover.requested', 'handover.missed', 'conversation.assigned')
          or (type = 'note.changed' and data -> 'mentions' <> '[]'))
        and seq > coalesce((select seq from consumers where name = 'push' and site = events.site), 0) and exists (select from push_subscriptions)`
    return unseen.length === 0
  })
  await idle(world)
}

const subscribe = (person: { token: string }, browser: FakeBrowser, more: Partial<NewPushSubscription> = {}) =>
  world.api('POST', '/push/subscriptions', {
    key: person.token,
    body: { endpoint: browser.endpoint, keys: browser.keys, ...more },
  })

async function subscribed(person: { token: string }, more: Partial<NewPushSubscription> = {}): Promise<FakeBrowser> {
  const browser = push.browser()
  const reply = await subscribe(person, browser, more)
  expect([reply.status, reply.body.id]).toEqual([201, expect.stringMatching(/^push_/)])
  return browser
}

type Row = { status?: string; assigned_to?: string | null; waiting_since?: number | null }

/** A conversation in a state, and the event that led to it. */
async function happens<T extends StoredEventType>(type: T, row: Row, data: Partial<EventData<T>> = {}, id?: string) {
  const conversationId = id ?? (await world.start({ message: 'My bike is broken', contact: { name: 'Ada Gray' } })).id
  await (await world.context()).tx(async (tx) => {
    await tx.sql`
      update conversations set ${tx.sql({ status: 'live', assigned_to: null, waiting_since: null, ...row } as never)}
      where id = ${conversationId}`
    tx.emit(type, { conversationId, ...data } as EventData<T>)
  })
  return conversationId as string
}
const page = { url: null, title: null, referrer: null, utm: null }
const asksForPerson = (id?: string) =>
  happens('handover.requested', { waiting_since: world.clock.now() }, { reason: 'asked', page }, id)
const isGiven = (to: string | null, by: string, row: Row = {}) =>
  happens('conversation.assigned', { assigned_to: to, ...row }, { assignedTo: to, name: null, by })

const opens = (person: { email: string }, site = 'demo') => sql()`
  insert into presence (site, email, window_id, server, available, until)
  values (${site}, ${person.email}, 'w', 's', true, ${world.clock.now() + minute})`

describe('notifications', () => {
  test('of a waiting visitor go to everybody without a window, small, encrypted for each, and without the visitor’s words', async () => {
    const browsers = [await subscribed(ann), await subscribed(ann, { language: 'de' }), await subscribed(ben)]
    const id = await asksForPerson()
    await sent()
    for (const { got } of browsers) {
      expect(got).toHaveLength(1)
      expect(got[0]?.message).toMatchObject({
        class: 'waiting',
        site: 'demo',
        conversation: id,
        name: null,
        text: null,
      })
      expect(got[0]?.headers).toMatchObject({ urgency: 'high', topic: id, ttl: '120' })
      expect(JSON.stringify(got[0]?.message)).not.toMatch(/bike|Ada/)
      expect(got[0]?.bytes).toBeLessThan(1000)
    }
    expect(browsers.map(({ got }) => got[0]?.message.language)).toEqual(['en', 'de', 'en'])
  })

  test('contain the visitor’s name and last words if the person enabled it, truncated, whatever they are', async () => {
    const browser = await subscribed(ann, { preview: true })
    const { id } = await world.start({
      message: `𝒜${'x'.repeat(4000)}`.slice(0, 4000),
      contact: { name: '木'.repeat(200) },
    })
    await asksForPerson(id)
    await sent()
    const { message, bytes } = browser.got[0]!
    expect([message.name, [...message.text!].length]).toEqual(['木'.repeat(60), 160])
    expect(bytes).toBeLessThan(4096)
  })

  test('do not go to people with a window of that site open, but to those with one of another', async () => {
    const [here, elsewhere] = [await subscribed(ann), await subscribed(ben)]
    await opens(ann)
    await opens(ben, 'other')
    await asksForPerson()
    await sent()
    expect([here.tried(), elsewhere.got.length]).toEqual([0, 1])
  })

  test('of an assigned chat go only to that person, and never for a chat that they took themselves', async () => {
    const [of, other] = [await subscribed(ann), await subscribed(ben)]
    await isGiven(ann.email, ben.email)
    await isGiven(ben.email, ben.email)
    await isGiven('telegram:7', ben.email)
    await sent()
    expect([of.got.map(({ message }) => message.class), other.tried()]).toEqual([['mine'], 0])
  })

  test('are sent again for chats that returned to the queue, and for missed ones', async () => {
    const browser = await subscribed(ann)
    await isGiven(null, 'system', { waiting_since: world.clock.now() })
    await sent()
    await isGiven(null, ben.email)
    await happens('handover.missed', { status: 'bot' })
    await sent()
    expect(browser.got.map(({ message }) => message.class)).toEqual(['waiting', 'missed'])
  })

  test('of a note go once, only to the mentioned people, and not to its author', async () => {
    const [of, other] = [await subscribed(ann, { preview: true }), await subscribed(ben)]
    const { id } = await world.start({ message: 'My bike is broken', contact: { name: 'Ada Gray' } })
    const write = (key: string, text: string, path = `/conversations/${id}/notes`) =>
      world.api('POST', path, { key, body: { text, site: 'demo' } })
    const note = (await write(ben.token, `@${ann.email}, @${ben.email}: please look`)).body.id
    await write(ann.token, `For @${ann.email} myself`)
    await write(ben.token, 'Names nobody')
    await sent()
    const words = { name: 'Ada Gray', text: `@${ann.email}, @${ben.email}: please look` }
    expect(of.got.map(({ message }) => message)).toMatchObject([{ class: 'mention', conversation: id, ...words }])
    await world.api('PATCH', `/notes/${note}`, { key: ben.token, body: { text: `@${ann.email} again`, site: 'demo' } })
    const { lead_id } = (await world.get(`/conversations/${id}`)).body.conversation
    await write(ben.token, `Of the contact, @${ann.email}`, `/leads/${lead_id}/notes`)
    await sent()
    expect(of.got.slice(1).map(({ message }) => message)).toMatchObject([{ class: 'mention', conversation: id }])
    await opens(ann)
    await write(ben.token, `@${ann.email}, who has a window open`)
    await sent()
    expect([of.tried(), other.tried()]).toEqual([2, 0])
  })

  test('of a note that is gone, or mentions them no more, are not sent', async () => {
    const browser = await subscribed(ann)
    const { id } = await world.start({ message: 'Hello' })
    await (await world.context()).tx(async (tx) => {
      const of = { conversationId: id, leadId: null, mentions: [ann.email] }
      tx.emit('note.changed', { id: 'note_gone', ...of })
      const at = tx.now()
      const kept = { id: 'note_kept', site: 'demo', author: ben.email, created_at: at, updated_at: at }
      await tx.sql`insert into notes ${tx.sql({ ...kept, conversation_id: id, text: 'Nobody, after all' })}`
      tx.emit('note.changed', { id: 'note_kept', ...of })
    })
    await sent()
    expect(browser.tried()).toBe(0)
  })

  test('of what has ended or is old are not sent, and none is sent twice', async () => {
    const browser = await subscribed(ann)
    await happens('handover.requested', { assigned_to: ben.email }, { reason: null, page })
    await happens('handover.missed', { assigned_to: ben.email })
    const id = await asksForPerson()
    await sent()
    expect(browser.tried()).toBe(1)
    await isGiven(null, 'system')
    await sent()
    expect(browser.got.map(({ message }) => message.conversation)).toEqual([id])
    await sql()`update conversations set status = 'bot', waiting_since = null`
    await sql()`delete from consumers`
    world.clock.move(10 * minute)
    await isGiven(null, 'system')
    await sent()
    expect(browser.tried()).toBe(1)
  })

  test('are only of the kinds that the person chose', async () => {
    const [waiting, missed] = [
      await subscribed(ann, { classes: ['waiting', 'waiting'] }),
      await subscribed(ann, { classes: ['missed'] }),
    ]
    await asksForPerson()
    await happens('handover.missed', { status: 'bot' })
    await sent()
    expect([waiting, missed].map(({ got }) => got.map(({ message }) => message.class))).toEqual([
      ['waiting'],
      ['missed'],
    ])
  })
})

describe('a push service', () => {
  test('that answers 404 or 410 is never called again', async () => {
    const [gone, lost] = [await subscribed(ann), await subscribed(ann)]
    gone.answers(410)
    lost.answers(404)
    await asksForPerson()
    await sent()
    expect(await sql()`select id from push_subscriptions`).toHaveLength(0)
    await asksForPerson()
    await sent()
    expect([gone.tried(), lost.tried()]).toEqual([1, 1])
  })

  test('that fails is retried on its own; the others are notified once', async () => {
    const [good, failing] = [await subscribed(ann), await subscribed(ben)]
    failing.answers(503)
    await asksForPerson()
    await until(() => failing.tried() === 1)
    failing.answers(201)
    await until(
      async () =>
        (await sql()`select from queue where type = 'push.send' and run_at > ${world.clock.now()}`).length === 1,
    )
    world.clock.move(5 * second)
    await sent()
    expect([good.tried(), failing.tried(), failing.got.length]).toEqual([1, 2, 1])
    expect(await sql()`select from push_subscriptions where failures > 0`).toHaveLength(0)
  })

  test('that always fails is paused longer each time, and finally removed', async () => {
    const failing = await subscribed(ann)
    failing.answers(500)
    for (let event = 0; event < 12; event++) {
      await asksForPerson()
      await sent()
      for (const delay of [5, 30]) {
        world.clock.move(delay * second)
        await sent()
      }
      world.clock.move(24 * 60 * minute)
    }
    expect(failing.tried()).toBe(9)
    expect(await sql()`select id from push_subscriptions`).toHaveLength(0)
  })

  test.each([
    'https://127.0.0.1/x',
    'https://[::ffff:7f00:1]/x',
    'https://169.254.169.254/latest/meta-data',
    'https://10.0.0.7/x',
    'https://[64:ff9b::7f00:1]/x',
    'http://93.184.216.34/x',
  ])('at %s is never called, and removed [threat 2]', async (endpoint) => {
    const { keys } = push.browser()
    const reply = await subscribe(ann, { ...push.browser(), endpoint, keys })
    expect(reply.status).toBe(201)
    await asksForPerson()
    await sent()
    expect(await sql()`select id from push_subscriptions`).toHaveLength(0)
    const calls = world.services.outside.dial.ledger().filter(({ purpose }) => purpose === 'push')
    expect(calls.at(-1)).toMatchObject({ fault: 'refused' })
  })

  test('with an invalid address or invalid keys is refused, and none breaks the sending', async () => {
    const { keys, endpoint } = push.browser()
    const refused = async (body: object) =>
      (await world.api('POST', '/push/subscriptions', { key: ann.token, body })).status
    const good = { endpoint, keys }
    for (const bad of [
      '',
      'javascript:alert(1)',
      'https://a b',
      'https://user:pass@push.example/',
      `https://x/${'y'.repeat(1000)}`,
      'HTTPS://PUSH.example/x',
      'https://push.example/ü',
    ])
      expect(await refused({ ...good, endpoint: bad }), bad).toBe(400)
    for (const bad of [
      { ...keys, p256dh: 'short' },
      { ...keys, auth: '' },
      { ...keys, auth: '!!!!!!!!!!!!!!!!!!!!!!!!' },
      {},
    ])
      expect(await refused({ ...good, keys: bad })).toBe(400)
    const fine = await subscribed(ann)
    // Of the right length, but not a point of the curve.
    await subscribe(ann, { ...push.browser(), keys: { ...keys, p256dh: Buffer.alloc(65, 7).toString('base64url') } })
    await asksForPerson()
    await sent()
    expect([fine.got.length, (await sql()`select id from push_subscriptions`).length]).toEqual([1, 1])
  })
})

describe('a subscription', () => {
  test('is for a signed-in person: a key is refused with 400 [threat 8]', async () => {
    const { endpoint, keys } = push.browser()
    for (const key of [world.adminKey, await world.key()]) {
      expect((await world.api('POST', '/push/subscriptions', { key, body: { endpoint, keys } })).status).toBe(400)
      const path = `/push/subscriptions?endpoint=${encodeURIComponent(endpoint)}`
      expect((await world.api('DELETE', path, { key })).status).toBe(400)
    }
  })

  test.each<[string, (person: { email: string; token: string }) => Promise<unknown>]>([
    [
      'signed out',
      ({ token }) =>
        fetch(`${world.url}/auth/sign-out`, { method: 'POST', headers: { authorization: `Bearer ${token}` } }),
    ],
    ['is removed', ({ email }) => world.api('DELETE', `/admins/${email}`)],
    [
      'set a password elsewhere',
      async ({ email }) => {
        const token = await signInAgain(world, email)
        const headers = { authorization: `Bearer ${token}` }
        await fetch(`${world.url}/auth/password`, {
          method: 'POST',
          headers,
          body: JSON.stringify({ password: 'ten letters' }),
        })
      },
    ],
    [
      'has a session that is over',
      async ({ email }) => sql()`update sessions set expires_at = ${world.clock.now()} where email = ${email}`,
    ],
  ])('receives nothing once the person %s [threat 8]', async (_, end) => {
    const person = await signIn(world, 'member')
    const browser = await subscribed(person)
    await end(person)
    await asksForPerson()
    await sent()
    expect(browser.tried()).toBe(0)
  })

  test('is ended by its person; the browser belongs to the person who signed in there last', async () => {
    const browser = await subscribed(ann)
    const end = (person: { token: string }) =>
      world.api('DELETE', `/push/subscriptions?endpoint=${encodeURIComponent(browser.endpoint)}`, { key: person.token })
    expect((await end(ben)).body).toEqual({ deleted: false })
    await subscribe(ben, browser)
    expect((await end(ann)).body).toEqual({ deleted: false })
    expect((await end(ben)).body).toEqual({ deleted: true })
    await asksForPerson()
    await sent()
    expect(browser.tried()).toBe(0)
  })

  test('is limited to a person’s newest twenty', async () => {
    for (let count = 0; count < 22; count++) {
      await subscribed(ann)
      world.clock.move(minute)
    }
    const rest = await sql()`select created_at from push_subscriptions`
    expect(rest).toHaveLength(20)
    expect(Math.min(...rest.map((row) => row.created_at))).toEqual(world.clock.now() - 20 * minute)
  })
})

describe('the keys', () => {
  test('are generated once, even if two ask at the same moment, and the private one is sealed', async () => {
    const ask = () => world.api('GET', '/push/key', { key: ben.token })
    await sql()`delete from push_keys`
    const asked = await Promise.all([ask(), ask(), ask()])
    expect(new Set(asked.map(({ body }) => body.key)).size).toBe(1)
    expect(Buffer.from(asked[0]!.body.key, 'base64url')).toHaveLength(65)
    const [row] = await sql()`select public_key, private_key from push_keys`
    expect(row?.public_key).toBe(asked[0]!.body.key)
    const opened = world.services.seal.open('push', row?.private_key)
    expect([opened === row?.private_key, Buffer.from(opened, 'base64url').length]).toEqual([false, 32])
  })

  test('are generated again if another secret sealed them, and the browsers of the old ones are removed', async () => {
    await subscribed(ann)
    const { body: before } = await world.api('GET', '/push/key')
    await sql()`update push_keys set private_key = ${Buffer.alloc(60).toString('base64url')}`
    const { body: after } = await world.api('GET', '/push/key')
    expect(after.key).not.toBe(before.key)
    expect(await sql()`select id from push_subscriptions`).toHaveLength(0)
  })
})
