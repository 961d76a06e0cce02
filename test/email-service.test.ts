import { type AddressInfo, createServer } from 'node:net'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { createSeal } from '../server/core/seal.ts'
import { sendEmail } from '../server/features/notifications/send.ts'
import { findService, passwordPurpose, type ServiceRow } from '../server/features/notifications/setup.ts'
import type { Requests } from '../server/outside/requests.ts'
import { exampleSender, presetIds } from '../shared/email.ts'
import { type Body, type ChatWorld, createChatWorld } from './support/chat.ts'
import { startMailServer } from './support/mail-server.ts'
import { type Receiver, startReceiver } from './support/receiver.ts'

let world: ChatWorld
let provider: Receiver
let key: string

beforeAll(async () => {
  provider = await startReceiver()
  world = await createChatWorld({ file: { outbound: { allow: ['127.0.0.1'] } } })
  key = await world.key(undefined, { ratePerMinute: 100_000 })
})
beforeEach(async () => {
  await world.api('DELETE', '/notifications/email', { key })
  provider.answers(200)
  provider.seen.length = 0
})
afterAll(async () => {
  await world.close()
  await provider.close()
})

const put = (body: Body) => world.api('PUT', '/notifications/email', { key, body })
const get = async () => (await world.get('/notifications/email')).body
const send = async (body: Body = { to: 'ann@example.com' }) =>
  (await world.post('/notifications/email/test', body)).body
const answers = (status: number, body: unknown) =>
  provider.answers(
    (_, response) => void response.writeHead(status).end(typeof body === 'string' ? body : JSON.stringify(body)),
  )

/** The request of a preset, to the stand-in instead of the provider. */
async function usePreset(id: string) {
  const { presets } = await get()
  const { request } = presets.find((one: Body) => one.id === id)
  const url = `${provider.url}${new URL(request.url.replace('your-domain.example', 'example.com')).pathname}`
  const saved = await put({ preset: id, key: 'the-secret-key', from: 'Harbour Bikes <desk@example.com>', url })
  expect([id, saved.status]).toEqual([id, 200])
  return saved.body.service
}

describe('the email service', () => {
  test('[R330] is null until it is set up; presets have an empty key', async () => {
    const { service, presets } = await get()
    expect([service, presets.map(({ id }: Body) => id)]).toEqual([null, presetIds])
    for (const {
      key: { header },
      request,
      docs,
      name,
    } of presets) {
      expect(request.headers.find((one: Body) => one.name === header)).toEqual({
        name: header,
        value: '',
        secret: true,
        set: false,
      })
      expect([docs.startsWith('https://'), name.length > 3, request.body.includes(exampleSender)]).toEqual([
        true,
        true,
        true,
      ])
    }
    expect((await world.post('/notifications/email/test')).body.error.reason).toBe('no_email_service')
  })

  test('[U40, U117] is saved without showing its secrets, and keeps them when they are sent empty', async () => {
    const service = await usePreset('resend')
    expect(service).toMatchObject({ preset: 'resend', method: 'POST', enabled: true, smtp: null, lastStatus: null })
    expect(service.headers).toContainEqual({ name: 'Authorization', value: '', secret: true, set: true })
    const { headers, url, body } = service
    expect((await put({ headers, url, body, dashboardUrl: 'https://desk.example/' })).status).toBe(200)
    await send()
    expect(provider.seen[0]!.headers.authorization).toBe('Bearer the-secret-key')
    const everything = JSON.stringify([
      await get(),
      (await world.get('/audit')).body,
      await world.services.database.sql`select * from email_services`,
    ])
    expect(everything).not.toContain('the-secret-key')
    // A key goes to no other host than the one for which it was entered.
    expect((await put({ headers, url: 'https://elsewhere.example/', body })).body.faults[0]).toMatchObject({
      field: expect.stringMatching(/^headers/),
    })
    expect((await world.api('DELETE', '/notifications/email', { key })).body).toEqual({ deleted: true })
    expect((await world.api('DELETE', '/notifications/email', { key })).body).toEqual({ deleted: false })
  })

  test('[U117] is not saved with the example of a sender, or an address that may not be called', async () => {
    const refused: [Body, RegExp][] = [
      [{ preset: 'resend', key: 'x' }, /^body: Replace the example/],
      [{ preset: 'mailgun', key: 'x', from: 'a@example.com' }, /^url: Replace the example/],
      [{ preset: 'resend', from: 'a@example.com' }, /^headers/],
      [{ url: 'https://10.0.0.1/', body: '{}' }, /^url/],
      [{ url: 'http://mail.example/', body: '{}' }, /^url/],
      [{ url: 'https://mail.example/', body: '{{data.x}}' }, /^body: There is no placeholder/],
      [{ smtp: { host: '10.0.0.1', port: 25, security: 'none', from: 'a@example.com' } }, /^smtp\.host/],
      [{ smtp: { host: 'mail.example', port: 25, security: 'none', from: exampleSender } }, /^smtp\.from/],
      [{}, /^url/],
    ]
    for (const [body, says] of refused) {
      const reply = await put(body)
      expect([body, reply.status, reply.body.error?.message]).toEqual([body, 400, expect.stringMatching(says)])
    }
  })
})

test.each([
  ['desk@example.com', { email: 'desk@example.com' }],
  [' "Bikes, Harbour" <desk@example.com> ', { email: 'desk@example.com', name: 'Bikes, Harbour' }],
])('the sender %s is an address and a name for a provider that takes them apart', async (from, sender) => {
  const { service } = (await put({ preset: 'brevo', key: 'the-secret-key', from })).body
  expect(JSON.parse(service.body).sender).toEqual(sender)
})

/** What each provider documents: what it must get, and how it accepts and refuses. */
const providers: Record<string, { expects: Body; accepts: [number, unknown]; refuses: [number, unknown, RegExp][] }> = {
  resend: {
    expects: { from: 'Harbour Bikes <desk@example.com>', to: ['ann@example.com'], headers: {} },
    accepts: [200, { id: '49a3999c-0ce1-4ea6-ab68-afcd6dc2e794' }],
    refuses: [[403, { statusCode: 403, name: 'invalid_api_key', message: 'API key is invalid' }, /API key is invalid/]],
  },
  postmark: {
    expects: {
      From: 'Harbour Bikes <desk@example.com>',
      To: 'ann@example.com',
      Headers: [],
      MessageStream: 'outbound',
    },
    accepts: [200, { To: 'ann@example.com', MessageID: 'x', ErrorCode: 0, Message: 'OK' }],
    refuses: [
      [422, { ErrorCode: 406, Message: 'Inactive recipient' }, /Inactive recipient/],
      [200, { ErrorCode: 406, Message: 'will not deliver to these inactive addresses' }, /inactive addresses/],
    ],
  },
  sendgrid: {
    expects: {
      personalizations: [{ to: [{ email: 'ann@example.com' }] }],
      from: { email: 'desk@example.com', name: 'Harbour Bikes' },
    },
    accepts: [202, ''],
    refuses: [
      [401, { errors: [{ message: 'authorization required', field: null, help: null }] }, /authorization required/],
    ],
  },
  brevo: {
    expects: {
      sender: { email: 'desk@example.com', name: 'Harbour Bikes' },
      to: [{ email: 'ann@example.com' }],
    },
    accepts: [201, { messageId: '<x@example.com>' }],
    refuses: [[400, { code: 'invalid_parameter', message: 'email is not valid' }, /not valid/]],
  },
  sparkpost: {
    expects: {
      recipients: [{ address: { email: 'ann@example.com' } }],
      content: { from: 'Harbour Bikes <desk@example.com>' },
    },
    accepts: [200, { results: { id: '1', total_accepted_recipients: 1, total_rejected_recipients: 0 } }],
    refuses: [[200, { results: { id: '1', total_accepted_recipients: 0, total_rejected_recipients: 1 } }, /accepted/]],
  },
  mailjet: {
    expects: {
      Messages: [
        expect.objectContaining({
          From: { Email: 'desk@example.com', Name: 'Harbour Bikes' },
          To: [{ Email: 'ann@example.com' }],
        }),
      ],
    },
    accepts: [200, { Messages: [{ Status: 'success', To: [] }] }],
    refuses: [
      [400, { Messages: [{ Status: 'error', Errors: [{ ErrorMessage: 'Invalid sender' }] }] }, /Invalid sender/],
    ],
  },
  mailgun: {
    expects: {},
    accepts: [200, { id: '<x@example.com>', message: 'Queued. Thank you.' }],
    refuses: [[404, { message: 'Domain not found' }, /Domain not found/]],
  },
}

describe.each(Object.entries(providers))('%s', (id, { expects, accepts, refuses }) => {
  test('[R331, U117] gets the request that it documents, and decides what is a success', async () => {
    const service = await usePreset(id)
    answers(...accepts)
    expect(await send()).toMatchObject({ ok: true, status: accepts[0], error: null })
    const [seen] = provider.seen
    const words = ['Email works', 'This is a test email.']
    if (id === 'mailgun') {
      const form = new URLSearchParams(seen!.body)
      expect([form.get('from'), form.get('to'), form.get('subject')]).toEqual([
        'Harbour Bikes <desk@example.com>',
        'ann@example.com',
        words[0],
      ])
      expect(form.get('html')).toContain('<!doctype html>')
    } else expect(seen!.json).toMatchObject(expects)
    const text = id === 'mailgun' ? decodeURIComponent(seen!.body) : seen!.body
    for (const word of words) expect(text).toContain(word)
    const { presets } = await get()
    const { header, prefix } = presets.find((one: Body) => one.id === id).key
    expect(seen!.headers[header.toLowerCase()]).toBe(`${prefix}the-secret-key`)
    expect(service.preset).toBe(id)
    for (const [status, body, says] of refuses) {
      answers(status, body)
      expect(await send()).toMatchObject({ ok: false, status, error: expect.stringMatching(says) })
    }
    const { health } = (await world.get('/overview')).body
    expect(health).toContainEqual(expect.objectContaining({ kind: 'email_failing', page: '/dashboard/settings/email' }))
  })
})

const unsubscribe = { 'List-Unsubscribe': '<https://desk.example/u?a=1&b=2>' }

test.each<[string, (body: string) => unknown]>([
  ['resend', (body) => JSON.parse(body).headers],
  ['postmark', (body) => ({ [JSON.parse(body).Headers[0].Name]: JSON.parse(body).Headers[0].Value })],
  ['sendgrid', (body) => JSON.parse(body).headers],
  ['brevo', (body) => JSON.parse(body).headers],
  ['sparkpost', (body) => JSON.parse(body).content.headers],
  ['mailjet', (body) => JSON.parse(body).Messages[0].Headers],
  ['mailgun', (body) => ({ 'List-Unsubscribe': new URLSearchParams(body).get('h:List-Unsubscribe') })],
])('%s gets the headers of an email in its own form', async (id, headersIn) => {
  const { presets } = await get()
  const { request } = presets.find((one: Body) => one.id === id)
  await usePreset(id)
  const ctx = await world.context()
  const bodies: string[] = []
  const send: Requests['send'] = async ({ body }) => {
    bodies.push(body ?? '')
    return { kind: 'answered', status: 200, headers: new Headers(), text: '{"id":"1","ErrorCode":0}', isCut: false }
  }
  const outside = { ...ctx.services.outside, requests: { ...ctx.services.outside.requests, send } }
  const service = { ...((await findService(ctx)) as ServiceRow), url: request.url }
  const email = { to: 'ann@example.com', subject: 'Hi', text: 'Hi', html: '<p>a=1&b=2</p>', headers: unsubscribe }
  await sendEmail({ ...ctx, services: { ...ctx.services, outside } }, service, email)
  expect(bodies.map(headersIn)).toEqual([unsubscribe])
})

test('an echoed key is not shown to the owner', async () => {
  await usePreset('resend')
  answers(401, { message: 'the-secret-key is not valid' })
  expect(JSON.stringify(await send())).not.toContain('the-secret-key')
})

describe('a mail server', () => {
  const smtp = (port: number, more: Body = {}) => ({
    smtp: { host: '127.0.0.1', port, security: 'none', from: 'Harbour Bikes <desk@example.com>', ...more },
  })

  test('[U117] gets text and HTML over SMTP, and its password is never shown', async () => {
    const server = await startMailServer({ user: 'desk' })
    const { body } = await put(smtp(server.port, { user: 'desk', password: 'mail password' }))
    expect(body.service.smtp).toEqual({
      ...{ host: '127.0.0.1', port: server.port, security: 'none', user: 'desk', passwordSet: true },
      from: 'Harbour Bikes <desk@example.com>',
    })
    expect(await send()).toMatchObject({ ok: true, status: 250, error: null })
    expect(server.mails).toMatchObject([{ from: 'desk@example.com', to: ['ann@example.com'], subject: 'Email works' }])
    expect([server.mails[0]!.text, server.mails[0]!.html]).toEqual([
      expect.stringContaining('This is a test email.'),
      expect.stringContaining('<table'),
    ])
    await put(smtp(server.port, { user: 'desk' }))
    expect((await send()).ok).toBe(true)
    expect(
      JSON.stringify([await get(), await world.services.database.sql`select * from email_services`]),
    ).not.toContain('mail password')
    await server.close()
  })

  test('whose password was saved with another SVC_SECRET gets no email, and the owner reads why', async () => {
    const server = await startMailServer({ user: 'desk' })
    await put(smtp(server.port, { user: 'desk', password: 'mail password' }))
    const { sql } = world.services.database
    const sealed = createSeal('another secret of the deployment').close(passwordPurpose, 'mail password')
    await sql`update email_services set smtp = smtp || ${sql.json({ password: sealed })}`
    const says = expect.stringMatching(/saved with another SVC_SECRET\. Enter it again\./)
    expect(await send()).toMatchObject({ ok: false, status: null, error: says })
    expect((await get()).service).toMatchObject({ lastStatus: 'error', lastError: says })
    expect(server.mails).toEqual([])
    await put(smtp(server.port, { user: 'desk', password: 'mail password' }))
    expect(await send()).toMatchObject({ ok: true })
    await server.close()
  })

  test('that refuses, hangs up or is not there is a failure that the owner sees', async () => {
    const server = await startMailServer()
    await put(smtp(server.port))
    server.refuses('550 no such user here')
    expect(await send()).toMatchObject({
      ok: false,
      status: 550,
      reason: 'mail_refused',
      error: expect.stringContaining('no such user'),
    })
    server.refuses(undefined)
    expect(await send()).toMatchObject({ ok: true })
    await server.close()
    expect(await send()).toMatchObject({ ok: false, status: null, reason: 'host_unreachable' })
    expect((await get()).service).toMatchObject({ lastStatus: 'error', reason: 'host_unreachable' })
  })

  test('that demands another password, or has no encryption where it is demanded, gets no email', async () => {
    const server = await startMailServer({ user: 'desk' })
    await put(smtp(server.port, { user: 'desk', password: 'wrong' }))
    expect(await send()).toMatchObject({ ok: false, reason: 'mail_refused' })
    await put(smtp(server.port, { security: 'starttls' }))
    expect((await send()).ok).toBe(false)
    const encrypting = await startMailServer({ starttls: true })
    await put(smtp(encrypting.port, { security: 'starttls' }))
    expect(await send()).toMatchObject({ ok: false, reason: 'certificate_invalid' })
    expect([server.mails, encrypting.mails]).toEqual([[], []])
    for (const one of [server, encrypting]) await one.close()
  })

  test('that resets the connection, at any moment, ends no process', async () => {
    for (const wait of [0, 5, 50]) {
      const server = createServer((socket) => void setTimeout(() => socket.resetAndDestroy(), wait))
      await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
      await put(smtp((server.address() as AddressInfo).port))
      expect(await send()).toMatchObject({ ok: false, status: null })
      await new Promise((resolve) => server.close(resolve))
    }
    const { outside } = world.services
    expect(outside.dial.ledger().at(-1)).toMatchObject({ purpose: 'email', host: expect.stringContaining('127.0.0.1') })
  })

  test('gets no header that a text contains', async () => {
    const server = await startMailServer()
    await put(smtp(server.port))
    await world.set({ businessName: 'Bikes' })
    expect(
      (await world.post('/notifications/email/test', { to: 'ann@example.com\r\nBcc: evil@example.com' })).status,
    ).toBe(400)
    expect(server.mails).toEqual([])
    await server.close()
  })
})
