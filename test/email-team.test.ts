import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { failureOf } from '../server/core/failure.ts'
import { afterQuiet } from '../server/features/notifications/alerts.ts'
import { noteOutcome, type ToolOutcome } from '../server/features/tools/call.ts'
import { type Body, type ChatWorld, createChatWorld, until } from './support/chat.ts'
import { idle } from './support/idle.ts'
import { type MailServer, startMailServer } from './support/mail-server.ts'
import { signIn } from './support/sign-in.ts'

let world: ChatWorld
let server: MailServer
let key: string
let ann: { email: string; token: string }
let ben: { email: string; token: string }

const minute = 60_000
const hour = 60 * minute

beforeAll(async () => {
  server = await startMailServer()
  world = await createChatWorld({ file: { outbound: { allow: ['127.0.0.1'] } } })
  await world.set({ security: { sessionTtlHours: 8760 } })
  key = await world.key(undefined, { ratePerMinute: 100_000 })
  ann = await signIn(world, 'admin')
  ben = await signIn(world, 'member')
  const smtp = { host: '127.0.0.1', port: server.port, security: 'none', from: 'Bikes <desk@example.com>' }
  expect((await world.api('PUT', '/notifications/email', { key, body: { smtp } })).status).toBe(200)
})
afterAll(async () => {
  await world.close()
  await server.close()
})
beforeEach(async () => {
  await idle(world)
  server.refuses(undefined)
  const { sql } = world.services.database
  await sql`delete from email_items`
  await sql`delete from email_alerts`
  await sql`update conversations set status = 'closed', assigned_to = null, waiting_since = null, missed_open = false`
  world.clock.move(hour)
  await idle(world)
  await sql`delete from email_items`
  server.mails.length = 0
})

const wants = (person: { token: string }, body: Body) =>
  world.api('PUT', '/me/email-alerts?site=demo', { key: person.token, body })
const only = async (...kinds: string[]) => {
  await wants(ann, { kinds, quiet: null })
  await wants(ben, { kinds: [], quiet: null })
}
const to = ({ email }: { email: string }) => server.mails.filter((mail) => mail.to.includes(email))
/** Lets time pass in small steps, as clocks do. */
async function pass(minutes: number) {
  await idle(world)
  for (let left = minutes; left > 0; left--) {
    world.clock.move(minute)
    await idle(world)
  }
}
async function callsBack(name: string): Promise<string> {
  const { id } = await world.start({ message: 'Hello', contact: { name, phone: '+44 20 7946 0000' } })
  const callbackId = `cb_${id}`
  await (await world.context()).tx(async (tx) => {
    await tx.sql`
      insert into callbacks (id, site, conversation_id, name, phone, reason, requested_at)
      values (${callbackId}, 'demo', ${id}, ${name}, '+44 20 7946 0000', 'My <b>order</b>', ${tx.now()})`
    const contact = { name, email: null, phone: '+44 20 7946 0000', message: 'My <b>order</b>' }
    tx.emit('callback.requested', {
      callbackId,
      conversationId: id,
      ...contact,
      requestedAt: new Date(tx.now()).toISOString(),
    })
  })
  return callbackId
}
async function waits(name: string): Promise<string> {
  const { id } = await world.start({ message: 'Hello', contact: { name } })
  await (await world.context()).tx(async (tx) => {
    await tx.sql`update conversations set status = 'live', waiting_since = ${tx.now()} where id = ${id}`
    tx.emit('handover.requested', {
      conversationId: id,
      reason: 'asked',
      page: { url: null, title: null, referrer: null, utm: null },
    })
  })
  return id
}

const budget = { day: '2030-01-07', dailyBudget: 10, resetsAt: new Date(0).toISOString() }

describe('the team', () => {
  test('is told of a callback after a minute, by text and HTML that say where to look', async () => {
    await only('callback')
    await callsBack('Zoë <script>')
    await idle(world)
    expect(server.mails).toEqual([])
    await pass(3)
    const [mail] = to(ann)
    expect([mail!.subject, to(ben)]).toEqual(['Callback request: Zoë <script>', []])
    expect(mail!.text).toMatch(/Zoë <script>\n {2}\+44 20 7946 0000 · My <b>order<\/b>/)
    expect(mail!.text).toContain(`${world.url}/dashboard/inbox/all/conv_`)
    expect(mail!.html).toContain('Zoë &lt;script&gt;')
    expect(mail!.html).not.toMatch(/<script|<b>|<img|https?:\/\/(?!127)/)
  })

  test('is not told what somebody has taken care of', async () => {
    await only('callback', 'waiting')
    const id = await callsBack('Ada')
    await world.api('PATCH', `/callbacks/${id}`, { key, body: { status: 'done' } })
    const waiting = await waits('Bob')
    await world.services.database.sql`update conversations set waiting_since = null where id = ${waiting}`
    await pass(3)
    expect(server.mails).toEqual([])
    expect(await world.services.database.sql`select from email_items`).toEqual([])
  })

  test('gets one email for a flood, and the next after five minutes', async () => {
    await only('callback')
    for (let n = 0; n < 30; n++) await callsBack(`Visitor ${n}`)
    await pass(3)
    expect(to(ann).map(({ subject }) => subject)).toEqual(['30 new notifications from Demo'])
    expect(to(ann)[0]!.text).toContain('and 20 more')
    await callsBack('Later')
    await pass(2)
    expect(to(ann).length).toBe(1)
    await pass(5)
    expect(to(ann).map(({ subject }) => subject)).toEqual(['30 new notifications from Demo', 'Callback request: Later'])
  })

  test('chooses for each person; the defaults depend on the role', async () => {
    const of = async (person: { token: string }) =>
      (await world.api('GET', '/me/email-alerts?site=demo', { key: person.token })).body
    expect([(await of(ann)).kinds, (await of(ben)).kinds]).toEqual([
      ['waiting', 'missed', 'callback', 'mention', 'budget', 'failure'],
      ['waiting', 'missed', 'callback', 'mention'],
    ])
    expect((await wants(ben, { kinds: ['missed', 'missed'], quiet: { from: '22:00', to: '07:00' } })).body).toEqual({
      ...{ kinds: ['missed'], quiet: { from: '22:00', to: '07:00' }, blocked: null },
    })
    expect((await world.api('GET', '/me/email-alerts', { key })).status).toBe(400)
    await callsBack('Ada')
    await pass(3)
    expect([to(ann).length, to(ben).length]).toEqual([1, 0])
  })

  test('who has the dashboard open is not told of a waiting visitor', async () => {
    await wants(ann, { kinds: ['waiting'], quiet: null })
    await wants(ben, { kinds: ['waiting'], quiet: null })
    await waits('Ada')
    await world.services.database.sql`
      insert into presence (site, email, window_id, server, available, until) values ('demo', ${ben.email}, 'w', 's', true, ${world.clock.now() + hour})`
    await pass(3)
    expect([to(ann).length, to(ben).length]).toEqual([1, 0])
    expect(to(ann)[0]!.subject).toBe('Ada is waiting for a person')
    await world.services.database.sql`delete from presence where window_id = 'w'`
  })

  test('hears once a day of a tool that fails, unless it works again within ten minutes', async () => {
    await only('failure')
    const tool = { name: 'orders', description: 'Orders', url: 'https://api.example/', enabled: false }
    const { body } = await world.api('POST', '/tools?site=demo', { body: tool })
    await world.services.database.sql`update tools set enabled = true where id = ${body.id}`
    const ended = async (fails: boolean) =>
      await noteOutcome(await world.context(), body.id, {
        ...{
          status: fails ? null : 200,
          result: undefined,
          failed: fails ? failureOf(new Error('No answer.')) : undefined,
        },
      } as unknown as ToolOutcome)
    const told = () => to(ann).filter(({ text }) => text.includes('The tool orders fails')).length
    await ended(true)
    await pass(5)
    await ended(false)
    await pass(20)
    expect(told()).toBe(0)
    world.clock.move(24 * hour)
    await ended(true)
    await pass(11)
    expect(told()).toBe(1)
    await ended(false)
    await ended(true)
    await pass(30)
    expect(told()).toBe(1)
    await world.api('DELETE', `/tools/${body.id}`, { key })
  })

  test('hears that a webhook was paused, and that the budget is used up', async () => {
    await only('failure', 'budget')
    const { body } = await world.post('/webhooks', { url: 'https://hooks.example/', enabled: false })
    await world.services.database.sql`update webhooks set paused_at = 1 where id = ${body.id}`
    await (await world.context()).tx(async (tx) => {
      tx.emit('webhook.changed', { id: body.id, paused: true })
      tx.emit('budget.exhausted', { ...budget, neuronsUsed: 10 })
    })
    await pass(2)
    expect(to(ann)[0]!.text).toContain('hooks.example failed for three days')
    expect(to(ann)[0]!.text).toContain('budget of today is used up')
    const before = to(ann).length
    await world.api('PATCH', `/webhooks/${body.id}`, { body: { events: ['lead.captured'] } })
    await pass(30)
    expect(to(ann).length).toBe(before)
  })

  test('hears once that most of the budget is used, and that somebody was mentioned, unless they saw it', async () => {
    await wants(ann, { kinds: ['budget'], quiet: null })
    await wants(ben, { kinds: ['mention'], quiet: null })
    const { id } = await world.start({ message: 'Hello', contact: { name: 'Zoë' } })
    const note = (text: string) =>
      world.api('POST', `/conversations/${id}/notes?site=demo`, { key: ann.token, body: { text } })
    await note(`@${ben.email} can\n you <b>help</b>?`)
    await (await world.context()).tx(async (tx) => tx.emit('budget.warning', { ...budget, neuronsUsed: 8 }))
    await pass(4)
    expect([to(ann).length, to(ben).length]).toEqual([1, 1])
    expect(to(ann)[0]!.text).toContain('80 percent of the AI budget of today is used.')
    expect(to(ben)[0]!.subject).toBe('You were mentioned: Zoë')
    expect(to(ben)[0]!.text).toContain(`@${ben.email} can you <b>help</b>?`)
    await note(`@${ben.email} again`)
    await world.services.database.sql`update mentions set seen = true`
    await pass(10)
    expect(to(ben)).toHaveLength(1)
  })

  test('loses no email while the mail server is down for an hour, and gets each once', async () => {
    await only('callback')
    server.refuses('451 try again later')
    for (let n = 0; n < 20; n++) await callsBack(`Visitor ${n}`)
    await pass(30)
    expect((await world.get('/overview')).body.health.map(({ kind }: Body) => kind)).toContain('email_failing')
    await callsBack('One more')
    await pass(30)
    server.refuses(undefined)
    for (let step = 0; step < 10; step++) {
      world.clock.move(15 * minute)
      await idle(world)
    }
    await until(() => to(ann).length > 0)
    expect(to(ann).map(({ subject }) => subject)).toEqual(['21 new notifications from Demo'])
    expect((await world.get('/overview')).body.health.map(({ kind }: Body) => kind)).not.toContain('email_failing')
  })

  test('gets no more of what the mail server refuses for good', async () => {
    await only('callback')
    server.refuses('550 no such user')
    await callsBack('Ada')
    await pass(3)
    expect(await world.services.database.sql`select from email_items`).toEqual([])
    expect((await world.get('/notifications/email')).body.service).toMatchObject({
      lastStatus: 'error',
      reason: 'mail_refused',
    })
  })
})

test.each([
  // A Monday in January and the days on which clocks change.
  ['2030-01-07T23:30:00+01:00', '2030-01-08T07:00:00+01:00'],
  ['2030-01-07T06:59:00+01:00', '2030-01-07T07:00:00+01:00'],
  ['2030-01-07T07:00:00+01:00', '2030-01-07T07:00:00+01:00'],
  ['2030-01-07T12:00:00+01:00', '2030-01-07T12:00:00+01:00'],
  ['2030-03-30T23:00:00+01:00', '2030-03-31T07:00:00+02:00'],
  ['2030-10-26T23:00:00+02:00', '2030-10-27T07:00:00+01:00'],
])('quiet hours from 22:00 to 07:00 move %s to %s', (at, expected) => {
  expect(new Date(afterQuiet({ from: '22:00', to: '07:00' }, 'Europe/Berlin', Date.parse(at)))).toEqual(
    new Date(expected),
  )
})

test('quiet hours within a day end on that day', () => {
  const at = (time: string) => Date.parse(`2030-01-07T${time}:00Z`)
  const quiet = { from: '12:00', to: '14:00' }
  expect([at('11:59'), at('12:00'), at('13:59'), at('14:00')].map((time) => afterQuiet(quiet, 'UTC', time))).toEqual([
    ...[at('11:59'), at('14:00'), at('14:00'), at('14:00')],
  ])
})
