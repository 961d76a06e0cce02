import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { calcomSignature } from '../server/features/integrations/calcom-webhook.ts'
import { type CalendarWorld, createCalendarWorld } from './support/calendar-world.ts'
import type { Body } from './support/chat.ts'
import { calcomError } from './support/fake-calcom.ts'
import { account } from './support/fake-composio.ts'
import { idle } from './support/idle.ts'

let world: CalendarWorld
let key: string

beforeAll(async () => {
  world = await createCalendarWorld()
  key = await world.key(undefined, { ratePerMinute: 100_000 })
})
beforeEach(() => world.reset())
afterAll(() => world.close())

const put = (kind: string, body: Body) => world.api('PUT', `/integrations/${kind}`, { key, body })
const check = async (kind: string) => (await world.api('POST', `/integrations/${kind}/test`, { key, body: {} })).body
const list = async () => (await world.api('GET', '/integrations', { key })).body
const one = async (kind: string) => (await list()).items.find((item: Body) => item.kind === kind)
const problems = async () =>
  (await world.get('/overview')).body.health.filter(({ kind }: Body) => kind === 'integration_failing')

describe('keys of integrations', () => {
  test('[R380] all are listed, connected or not, with help for each', async () => {
    const { items, help } = await list()
    expect(items.map(({ kind }: Body) => kind)).toEqual(['composio', 'calcom', 'calendly'])
    expect(items[0]).toMatchObject({ connected: false, status: null, lastError: null, createdAt: null, baseUrl: null })
    for (const { kind } of items) expect(Object.keys(help[kind])).toEqual(['name', 'key', 'help'])
    await world.connect('calcom')
    expect(await one('calcom')).toMatchObject({ connected: true, status: 'ok', account: 'anna@shop.example' })
  })

  test('[R381] are encrypted and appear in no answer, audit entry, stored request, export or error', async () => {
    const headers = { 'idempotency-key': 'once' }
    const body = { key: world.calcom.key }
    const { body: saved } = await world.api('PUT', '/integrations/calcom', { key, body, headers })
    expect(saved).toMatchObject({ kind: 'calcom', connected: true, check: { ok: true } })
    // A provider that repeats the key in its error.
    world.calcom.trouble('GET /v2/me', calcomError(401, 'UnauthorizedException', `Not valid: ${world.calcom.key}`))
    const { detail } = await check('calcom')
    const { sql } = world.services.database
    const everything = JSON.stringify([
      ...[saved, detail, await list(), await problems()],
      ...[(await world.get('/audit')).body, (await world.get('/events')).body, (await world.get('/agent/export')).body],
      ...[await sql`select * from integrations`, await sql`select * from idempotency`, await sql`select * from audit`],
    ])
    expect(detail).toContain('Not valid: …')
    expect(everything).not.toContain(world.calcom.key)
  })

  test('[R382] are saved first and then checked', async () => {
    const { status, body } = await put('calendly', { key: 'a_wrong_token' })
    expect(status).toBe(200)
    expect(body).toMatchObject({ connected: true, status: 'error', check: { ok: false, reason: 'integration_key' } })
    expect(body.check.detail).toMatch(
      /^Calendly does not accept the key: Unauthenticated · The access token is invalid$/,
    )
    expect(await one('calendly')).toMatchObject({ status: 'error', lastError: body.check.detail })
  })

  test('[R383] an empty key keeps the stored one, and none is no key', async () => {
    expect((await put('calcom', { key: '' })).body.faults).toEqual([
      { field: 'key', message: 'Must not be empty.', reason: 'empty' },
    ])
    await world.connect('calcom')
    expect((await put('calcom', { key: '' })).body.check).toMatchObject({ ok: true })
    for (const bad of ['two words', 'line\nbreak', 'ünïcode', 'x'.repeat(2001)])
      expect((await put('calcom', { key: bad })).status).toBe(400)
    expect((await put('calcom', {})).status).toBe(400)
    expect((await put('outlook', { key: 'x' })).status).toBe(404)
    // Copied with a line break at its end.
    expect((await put('calcom', { key: ` ${world.calcom.key}\n` })).body.check.ok).toBe(true)
  })

  test('[R384] a base URL is that of a self-hosted Cal.com, with or without /v2; a stored key goes to no other host', async () => {
    for (const path of ['', '/', '/v2', '/v2/']) {
      const { body } = await put('calcom', { key: world.calcom.key, baseUrl: `${world.calcom.url}${path}` })
      expect([body.baseUrl, body.check.ok]).toEqual([world.calcom.url, true])
    }
    // Left out, it stays.
    expect((await put('calcom', { key: '' })).body).toMatchObject({ baseUrl: world.calcom.url, check: { ok: true } })
    const elsewhere = await put('calcom', { key: '', baseUrl: 'https://cal.elsewhere.example' })
    expect(elsewhere.body.faults).toMatchObject([{ field: 'key', reason: 'required' }])
    expect((await put('calcom', { key: world.calcom.key, baseUrl: '' })).body.baseUrl).toBe(null)
    expect((await put('calendly', { key: 'x', baseUrl: 'https://a.example' })).body.faults).toMatchObject([
      { field: 'baseUrl' },
    ])
    for (const bad of ['no address', 'ftp://a.example', 'https://u:p@a.example', 'https://a.example/?x=1']) {
      const { body } = await put('calcom', { key: 'x', baseUrl: bad })
      expect([bad, body.faults?.[0].field]).toEqual([bad, 'baseUrl'])
    }
  })

  test('a private address is refused with the setting that allows it', async () => {
    const { body } = await put('calcom', { key: 'x', baseUrl: 'https://10.1.2.3' })
    expect(body.faults[0]).toMatchObject({ field: 'baseUrl', reason: 'address_refused' })
    expect(body.error.message).toContain('outbound.allow')
  })

  test('[R385] DELETE forgets the key, once', async () => {
    await world.connect('composio')
    const remove = async () => (await world.api('DELETE', '/integrations/composio', { key })).body
    expect(await remove()).toEqual({ kind: 'composio', deleted: true })
    expect(await remove()).toEqual({ kind: 'composio', deleted: false })
    expect(await one('composio')).toMatchObject({ connected: false, account: null })
    expect(await check('composio')).toMatchObject({ ok: false, detail: 'Composio is not connected: save a key first.' })
  })

  test('a key that cannot be decrypted is reported', async () => {
    await world.connect('calcom')
    await world.services.database.sql`update integrations set key = 'garbage'`
    expect(await check('calcom')).toMatchObject({ ok: false, reason: 'secret_unreadable' })
  })

  test('keys of one site are not used by another', async () => {
    await world.connect('calcom')
    const { body } = await world.api('GET', '/integrations?site=other')
    expect(body.items.every(({ connected }: Body) => !connected)).toBe(true)
  })
})

describe('the check', () => {
  test('names the scopes that a token of Calendly lacks', async () => {
    for (const scope of ['event_types:read', 'scheduled_events:write']) world.calendly.scopes.delete(scope)
    const { check } = (await put('calendly', { key: world.calendly.token })).body
    expect(check).toMatchObject({ ok: false, reason: 'integration_scopes' })
    expect(check.detail).toContain('event_types:read, scheduled_events:write')
  })

  test('says that a self-hosted Cal.com has no licence', async () => {
    world.calcom.isUnlicensed = true
    const { check } = (await put('calcom', { key: world.calcom.key })).body
    expect(check).toMatchObject({ ok: false, reason: 'integration_licence' })
    expect(check.detail).toContain('CALCOM_LICENSE_KEY')
  })

  test.each([
    ['500', { status: 500, body: { statusCode: 500, message: 'Internal' } }, 'integration_failed'],
    ['a redirect', { status: 302, headers: { location: 'https://evil.example/' } }, 'integration_failed'],
    ['no JSON', { raw: '<html>' }, 'integration_invalid'],
    ['10 MB', { raw: Buffer.alloc(10_000_000, 'x') }, 'answer_too_large'],
    ['deep JSON', { raw: '['.repeat(100_000) }, 'integration_invalid'],
    ['wrong types', { status: 200, body: { status: 'success', data: { email: 7 } } }, 'integration_invalid'],
    ['half an answer', 'half' as const, null],
  ])('reports %s', async (_, trouble, reason) => {
    world.calcom.trouble('GET /v2/me', trouble, 9)
    const { check } = (await put('calcom', { key: world.calcom.key })).body
    expect(check.ok).toBe(false)
    if (reason) expect(check.reason).toBe(reason)
    expect(check.detail.length).toBeLessThan(500)
  })

  test('that of the calendar is shown beside the bookings', async () => {
    const calendar = async () => (await world.get('/bookings')).body.calendar
    await world.set({ bookings: { sync: 'calcom' } })
    expect(await calendar()).toMatchObject({
      sync: 'calcom',
      integration: { kind: 'calcom', connected: false },
      ready: false,
    })
    await world.connect('calcom')
    expect(await calendar()).toMatchObject({ integration: { connected: true, status: 'ok' }, ready: true })
    await world.set({ bookings: { sync: 'none' } })
  })

  test('a failure is a problem of the site until the next success [U12]', async () => {
    await world.connect('calcom')
    expect(await problems()).toEqual([])
    world.calcom.trouble('GET /v2/me', calcomError(401, 'UnauthorizedException', 'Your api key is expired'))
    await check('calcom')
    expect(await problems()).toMatchObject([
      { title: 'Cal.com is failing', page: '/dashboard/settings/integrations', reason: 'integration_key' },
    ])
    await check('calcom')
    expect(await problems()).toEqual([])
  })
})

describe('accounts of Composio', () => {
  const accounts = async (query = '') =>
    (await world.api('GET', `/integrations/composio/accounts${query}`, { key })).body
  const connect = async (body: Body) => await world.api('POST', '/integrations/composio/connect', { key, body })

  test('are those of the site, with a name', async () => {
    await world.connect('composio')
    world.composio.accounts.push(account('ca_other', 'outlook', { user_id: 'other' }))
    world.composio.accounts.push(
      account('ca_old', 'outlook', { status: 'EXPIRED', created_at: '2026-01-01T00:00:00Z' }),
    )
    expect((await accounts()).items).toEqual([
      { id: 'ca_google', toolkit: 'google', label: 'anna@shop.example', status: 'ACTIVE' },
      { id: 'ca_outlook', toolkit: 'outlook', label: 'anna@outlook.example', status: 'ACTIVE' },
      { id: 'ca_old', toolkit: 'outlook', label: 'Outlook', status: 'EXPIRED' },
    ])
    expect((await accounts('?toolkit=google')).items).toHaveLength(1)
    world.composio.trouble('POST /tools/execute/GOOGLECALENDAR_GET_CALENDAR', { status: 500, body: {} })
    expect((await accounts('?toolkit=google')).items).toMatchObject([{ id: 'ca_google', label: 'Google Calendar' }])
    expect((await accounts('?toolkit=apple')).error.code).toBe('bad_request')
  })

  test('[R386] connecting gives a link, and makes the configuration once', async () => {
    await world.connect('composio')
    const { body } = await connect({ toolkit: 'google', returnUrl: 'https://shop.example/back' })
    expect(body.url).toBe('https://connect.composio.example/link/lk_1?user=demo&back=https%3A%2F%2Fshop.example%2Fback')
    await connect({ toolkit: 'google' })
    expect(world.composio.authConfigs).toHaveLength(1)
    for (const bad of [{}, { toolkit: 'googlecalendar' }, { toolkit: 'google', returnUrl: 'http://shop.example' }])
      expect((await connect(bad)).status).toBe(400)
  })

  test('need a key, and report failures of Composio', async () => {
    expect((await accounts()).error).toMatchObject({ reason: 'not_connected', params: { name: 'Composio' } })
    await world.connect('composio')
    const link = { status: 201, body: { redirect_url: 'javascript:alert(1)' } }
    world.composio.trouble('POST /connected_accounts/link', link)
    expect((await connect({ toolkit: 'outlook' })).body.error).toMatchObject({ code: 'connector_error' })
    world.composio.trouble('GET /connected_accounts', { status: 500, body: {} })
    expect((await accounts()).error).toMatchObject({ code: 'connector_error', reason: 'integration_failed' })
  })
})

describe("Cal.com's webhook", () => {
  const webhook = async () => (await world.api('GET', '/integrations/calcom/webhook', { key })).body
  const send = async (body: string, { secret, signature }: { secret?: string; signature?: string } = {}) => {
    const { url, secret: own } = await webhook()
    const signed = signature ?? calcomSignature(secret ?? own, body)
    const { status } = await fetch(`${world.url}${new URL(url).pathname}`, {
      method: 'POST',
      headers: { 'x-cal-signature-256': signed },
      body,
    })
    return status
  }
  const tasks = async () =>
    (await world.services.database.sql`select data from queue where type = 'calcom.readBooking'`).map(
      ({ data }) => data,
    )
  const hint = (uid: string, trigger = 'BOOKING_CREATED') =>
    JSON.stringify({ triggerEvent: trigger, createdAt: '2026-11-25T10:00:00.000Z', payload: { uid } })

  test('[R387] the address, the secret of the site and three triggers are shown', async () => {
    const { url, secret, triggers } = await webhook()
    expect(url).toMatch(/\/inbound\/calcom\/demo$/)
    expect(triggers).toEqual(['BOOKING_CREATED', 'BOOKING_RESCHEDULED', 'BOOKING_CANCELLED'])
    const other = (await world.api('GET', '/integrations/calcom/webhook?site=other')).body
    expect(other.secret).not.toBe(secret)
    expect(secret).toMatch(/^[0-9a-f]{64}$/)
  })

  test('[U96, U119] only requests signed with the secret are accepted', async () => {
    const body = hint('abc')
    expect(await send(body)).toBe(200)
    expect(await send(body, { secret: 'whsec_test' })).toBe(401)
    const { secret } = await webhook()
    const signature = calcomSignature(secret, body)
    for (const wrong of ['no-secret-provided', '', `sha256=${signature}`, signature.slice(1), 'é'.repeat(64)])
      expect([wrong, await send(body, { signature: encodeURIComponent(wrong) })]).toEqual([wrong, 401])
    expect(await send(`${body} `, { signature })).toBe(401)
    expect(await send(body, { signature: signature.toUpperCase() })).toBe(200)
  })

  test('the signature is that of the provider, over the exact body', () => {
    const body = '{"triggerEvent":"BOOKING_CREATED","createdAt":"2026-11-25T10:00:00.000Z","payload":{"uid":"abc"}}'
    const expected = '6570516a0860eb29e1777a55320cab7368d97db1cf3818bb6f67d26b9b3389f8'
    expect(calcomSignature('whsec_test', body)).toBe(expected)
  })

  test('every trigger is a hint; hints about one booking become one task', async () => {
    for (const trigger of ['BOOKING_CREATED', 'BOOKING_REQUESTED', 'BOOKING_NO_SHOW_UPDATED', 'ANYTHING_NEW'])
      expect(await send(hint('one', trigger))).toBe(200)
    expect((await tasks()).filter(({ uid }) => uid === 'one').length).toBeLessThan(2)
  })

  test('[R361] a hint makes its booking be read', async () => {
    await world.connect('calcom')
    await world.set({ bookings: { sync: 'calcom' } })
    const uid = world.calcom.owner.book(world.clock.now() + 86_400_000, { name: 'Ada', email: 'ada@example.org' })
    const read = world.calcom.next(`/v2/bookings/${uid}`)
    expect(await send(hint(uid))).toBe(200)
    expect((await read).method).toBe('GET')
    await world.set({ bookings: { sync: 'none' } })
  })

  test('a booking that Cal.com is too busy to send is read later, however often', async () => {
    await world.connect('calcom')
    await world.set({ bookings: { sync: 'calcom' } })
    const uid = world.calcom.owner.book(world.clock.now() + 86_400_000, { name: 'Ada', email: 'ada@example.org' })
    const path = `/v2/bookings/${uid}`
    world.calcom.trouble(`GET ${path}`, { status: 429, body: {} }, 6)
    expect(await send(hint(uid))).toBe(200)
    const times = () => world.calcom.seen.filter((seen) => seen.path === path).length
    for (let tries = 1; tries <= 6; tries++) {
      await idle(world)
      expect(times()).toBe(tries)
      world.clock.move(70_000)
    }
    await idle(world)
    expect(await tasks()).toEqual([])
    const { sql } = world.services.database
    expect(await sql`select provider from appointments where external_id = ${uid}`).toEqual([{ provider: 'calcom' }])
    await world.set({ bookings: { sync: 'none' } })
  })

  test('a test, and any other signed body, is accepted and changes nothing', async () => {
    await idle(world)
    const before = await tasks()
    const ping = JSON.stringify({
      triggerEvent: 'BOOKING_CREATED',
      payload: { type: 'Test', title: 'Test trigger event' },
    })
    for (const body of [
      ping,
      '',
      'a=b&c=d',
      '[1]',
      '{"payload":{"uid":7}}',
      `{"payload":{"uid":"${'x'.repeat(900)}"}}`,
    ])
      expect(await send(body)).toBe(200)
    expect(await send('['.repeat(400_000))).toBe(200)
    expect((await tasks()).length).toBe(before.length)
    expect(await send('x'.repeat(500_001))).toBe(413)
  })
})

test('a visitor who asks for an appointment while the calendar fails can leave their number', async () => {
  await world.connect('calcom')
  await world.set({ bookings: { mode: 'picker', sync: 'calcom' } })
  const ask = async () => (await world.start({ message: "I'd like to book an appointment" })).messages
  expect(await ask()).toMatchObject([{ type: 'card', picker: true }])
  world.calcom.trouble('GET /v2/slots', calcomError(500, 'INTERNAL', 'Down for a moment'), Number.POSITIVE_INFINITY)
  expect(await ask()).toMatchObject([
    { type: 'text', text: expect.stringMatching(/^There is no free time at the moment/) },
    { type: 'form', purpose: 'callback' },
  ])
})
