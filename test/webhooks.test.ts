import { describe, expect, test } from 'vitest'
import type { Scope } from '../shared/scope.ts'
import type { Body } from './support/chat.ts'
import { patience } from './support/live.ts'
import { signatureOf } from './support/receiver.ts'
import { minute, webhookWorld } from './support/webhook-world.ts'

const { world, receiver, endpoint, patch, deliveries, lead, names, rest } = webhookWorld()

describe('endpoints', () => {
  test('[R315, R317, R318] are created with defaults, listed, changed and deleted', async () => {
    const made = await endpoint()
    expect(made).toMatchObject({
      url: `${receiver().url}/hook`,
      events: ['*'],
      enabled: true,
      format: 'svc',
      method: null,
      headers: [],
      body: null,
      lastStatus: null,
      waiting: 0,
    })
    expect(made.secret).toMatch(/^whsec_[0-9A-Za-z]{40}$/)
    const { webhooks, events } = (await world().get('/webhooks')).body
    expect(webhooks).toEqual([made])
    expect(events).toContainEqual({ type: 'lead.captured', description: expect.stringMatching(/\./) })
    const changed = (await patch(made.id, { events: ['lead.captured'], description: 'CRM' })).body
    expect(changed).toEqual({ ...made, events: ['lead.captured'], description: 'CRM' })
  })

  test('[R316] need https unless the host is allowed; private addresses are refused', async () => {
    for (const url of [
      'http://hooks.example/',
      'https://10.0.0.1/',
      'https://localhost/',
      'https://[::1]/',
      'https://user:secret@hooks.example/',
      'ftp://hooks.example/',
      'hooks.example',
    ]) {
      const { status, body } = await world().post('/webhooks', { url })
      expect([url, status, body.error.message]).toEqual([url, 400, expect.stringContaining('url')])
    }
  })

  test('[R316] are at most ten for each site', async () => {
    const ten = await Promise.all(Array.from({ length: 10 }, () => endpoint({ enabled: false })))
    expect(new Set(ten.map(({ secret }) => secret)).size).toBe(10)
    expect((await world().post('/webhooks', { url: receiver().url })).body.error.reason).toBe('too_many_webhooks')
  })

  test('[U84] show their secret only to callers who may change them', async () => {
    const { id } = await endpoint()
    const reader = await world().key(['webhooks:read'])
    const { webhooks } = (await world().api('GET', '/webhooks', { key: reader })).body
    expect(webhooks.find((one: Body) => one.id === id).secret).toBe('whsec_••••••••')
  })

  test('show what was sent only to callers who may read the event', async () => {
    const { id } = await endpoint({ events: ['lead.captured'] })
    await lead('Ada Secret')
    await rest()
    const textFor = async (scopes: Scope[], method: string, path: string, body?: Body) =>
      JSON.stringify((await world().api(method, path, { key: await world().key(scopes), body })).body)
    for (const [scopes, sees] of [
      [['webhooks:read'], false],
      [['webhooks:read', 'leads:read'], true],
    ] as const) {
      expect((await textFor([...scopes], 'GET', `/webhooks/${id}/deliveries`)).includes('Ada Secret')).toBe(sees)
      const preview = await textFor([...scopes], 'POST', '/webhooks/preview', { event: 'lead.captured' })
      expect(preview.includes('Ada Secret')).toBe(sees)
    }
  })

  test('[R319] take placeholders in path and query of a custom URL only', async () => {
    for (const url of [
      'https://{{data.host}}/',
      'https://a.{{data.host}}/',
      'https://hooks.example:{{data.port}}/',
      '{{data.url}}',
      'https://hooks.example{{data.rest}}',
      'https://hooks.example\\{{data.rest}}',
    ])
      expect([url, (await world().post('/webhooks', { url, format: 'custom' })).status]).toEqual([url, 400])
    const { status } = await world().post('/webhooks', { url: 'https://hooks.example/{{data.name}}' })
    expect(status).toBe(400)
    const unknown = await world().post('/webhooks', { url: receiver().url, format: 'custom', body: '{{env.KEY}}' })
    expect(unknown.body.error.message).toMatch(/body: There is no placeholder/)
  })

  test('[R321] keep a secret header that is sent empty, and never return it', async () => {
    const headers = [{ name: 'Authorization', value: 'Bearer very-secret-token', secret: true }]
    const { id, ...made } = await endpoint({ format: 'custom', headers })
    expect(made.headers).toEqual([{ name: 'Authorization', value: '', secret: true, set: true }])
    await patch(id, { headers: [{ name: 'authorization', value: '', secret: true }], body: '{"n":"{{data.name}}"}' })
    receiver().answers((seen, response) => void response.writeHead(200).end(`got ${seen.headers.authorization}`))
    await lead('Ada')
    await rest()
    expect(receiver().seen.map(({ headers, json }) => [headers.authorization, json])).toEqual([
      ['Bearer very-secret-token', { n: 'Ada' }],
    ])
    const all = JSON.stringify([
      await deliveries(id),
      (await world().get('/webhooks')).body,
      (await world().get('/audit')).body,
      await world().services.database.sql`select * from webhooks`,
      await world().services.database.sql`select * from webhook_deliveries`,
    ])
    expect(all).not.toContain('very-secret-token')
    expect((await deliveries(id))[0]).toMatchObject({ response: 'got ••••••' })
  })

  test('give a stored secret to no other host', async () => {
    const headers = [{ name: 'Authorization', value: 'Bearer very-secret-token', secret: true }]
    const { id } = await endpoint({ format: 'custom', headers })
    const moved = await patch(id, { url: 'https://elsewhere.example/' })
    expect([moved.status, moved.body.faults[0].reason]).toEqual([400, 'required'])
    expect((await patch(id, { url: `${receiver().url}/other` })).status).toBe(200)
  })

  test('refuse headers that would break or forge a request', async () => {
    for (const header of [
      { name: 'Host', value: 'a' },
      { name: 'X-Svc-Signature', value: 'a' },
      { name: 'Bad Name', value: 'a' },
      { name: 'X-A', value: 'a\r\nX-B: b' },
      { name: 'X-A', value: '{{data.name}}' },
    ])
      expect(
        (await world().post('/webhooks', { url: receiver().url, format: 'custom', headers: [header] })).status,
      ).toBe(400)
  })
})

describe('a custom request', () => {
  const custom = (more: Body) => endpoint({ format: 'custom', events: ['lead.captured'], ...more })

  test('[R319, R322-R325] is filled in, escaped for where it goes, and signed as it is sent', async () => {
    const { secret } = await custom({
      method: 'PUT',
      url: `${receiver().url}/crm/{{data.name}}?id={{event.id}}&site={{site.id}}`,
      body: '{"name": "{{data.name}}", "all": {{data}}, "again": "{{data}}", "type": "{{event.type}}"}',
    })
    const name = 'a"b\\ &=?#/ ü {{event.id}}'
    await lead(name)
    await rest()
    const [seen] = receiver().seen as [Body]
    const { pathname, searchParams } = new URL(seen.path, receiver().url)
    expect([seen.method, decodeURIComponent(pathname), searchParams.get('site')]).toEqual([
      'PUT',
      `/crm/${name}`,
      'demo',
    ])
    expect(seen.json).toEqual({
      ...{
        name,
        all: expect.objectContaining({ name }),
        again: expect.objectContaining({ name }),
        type: 'lead.captured',
      },
    })
    expect(seen.headers['x-svc-signature']).toBe(signatureOf(seen as never, secret))
  })

  test('[R324] with an empty body sends the envelope; GET sends none', async () => {
    await custom({ url: `${receiver().url}/post` })
    await custom({ url: `${receiver().url}/get?name={{data.name}}`, method: 'GET', body: '{}' })
    await lead('Ada')
    await rest()
    expect(receiver().events('/post')).toMatchObject([{ type: 'lead.captured', data: { name: 'Ada' } }])
    expect(
      receiver()
        .events('/get')
        .map(({ seen }) => [seen.method, seen.path, seen.body]),
    ).toEqual([['GET', '/get?name=Ada', '']])
  })

  test('in a form is URL-encoded', async () => {
    await custom({
      headers: [{ name: 'Content-Type', value: 'application/x-www-form-urlencoded' }],
      body: 'name={{data.name}}&type={{event.type}}',
    })
    await lead('a&b=c d')
    await expect.poll(() => receiver().seen.length, patience).toBe(1)
    expect(Object.fromEntries(new URLSearchParams(receiver().seen[0]!.body))).toEqual({
      name: 'a&b=c d',
      type: 'lead.captured',
    })
  })

  test('whose value would step to another folder is not sent', async () => {
    const { id } = await custom({ url: `${receiver().url}/crm/{{data.name}}/x` })
    for (const name of ['..', '.', '%2e%2e', '../admin', '%252e%252e', '..\\x']) await lead(name)
    await rest()
    expect(receiver().seen).toEqual([])
    expect((await deliveries(id)).map(({ reason, nextAt }) => [reason, nextAt])).toEqual(
      Array(6).fill(['values_refused', null]),
    )
  })
})

describe('a test', () => {
  test('[R327, R423, R425] delivers a signed ping to this endpoint alone, at once', async () => {
    const { id, secret } = await endpoint({ enabled: false, events: ['lead.captured'] })
    await endpoint({ url: `${receiver().url}/other` })
    const { body } = await world().post(`/webhooks/${id}/test`)
    expect(body).toMatchObject({
      ok: true,
      status: 200,
      error: null,
      attempts: 1,
      retryable: false,
      response: 'thank you',
    })
    await rest()
    const [event] = receiver().events('/hook')
    expect(event).toMatchObject({ id: body.eventId, type: 'test.ping', data: { message: expect.any(String) } })
    expect(event!.seen.headers['x-svc-signature']).toBe(signatureOf(event!.seen, secret))
    expect(receiver().events('/other')).toEqual([])
    expect((await deliveries(id))[0]).toMatchObject({ event: 'test.ping', ok: true })
  })

  test('[R327] answers the result when the receiver fails', async () => {
    const { id } = await endpoint()
    receiver().answers(503)
    expect((await world().post(`/webhooks/${id}/test`)).body).toMatchObject({ ok: false, status: 503, retryable: true })
    receiver().answers(404)
    expect((await world().post(`/webhooks/${id}/test`)).body).toMatchObject({
      ok: false,
      status: 404,
      retryable: false,
    })
    receiver().answers((_, response) => void response.socket?.destroy())
    expect((await world().post(`/webhooks/${id}/test`)).body).toMatchObject({
      ...{ ok: false, status: null, retryable: true, error: expect.stringMatching(/connection/) },
    })
    const [webhook] = (await world().get('/webhooks')).body.webhooks
    expect(webhook).toMatchObject({
      lastStatus: 'error',
      reason: 'connection_broken',
      failingSince: expect.any(Number),
    })
  })
})

describe('the owner', () => {
  const health = async () =>
    (await world().get('/overview')).body.health.filter(({ kind }: Body) => kind === 'webhook_failing')

  test('sees a failing endpoint in health, until it works', async () => {
    const { id } = await endpoint()
    receiver().answers(404)
    await world().post(`/webhooks/${id}/test`)
    expect(await health()).toMatchObject([{ reason: 'answer_status', page: '/dashboard/settings/webhooks' }])
    receiver().answers(200)
    await world().post(`/webhooks/${id}/test`)
    expect(await health()).toEqual([])
  })

  test('finds an endpoint disabled that failed for three days, and enables it', async () => {
    const { id } = await endpoint()
    receiver().answers(404)
    await world().post(`/webhooks/${id}/test`)
    world().clock.move(3 * 24 * 60 * minute - minute)
    await world().post(`/webhooks/${id}/test`)
    const of = async () => (await world().get('/webhooks')).body.webhooks[0]
    expect(await of()).toMatchObject({ enabled: true, pausedAt: null })
    world().clock.move(2 * minute)
    await world().post(`/webhooks/${id}/test`)
    expect(await of()).toMatchObject({ enabled: false, pausedAt: expect.any(Number) })
    expect(await health()).toMatchObject([{ reason: 'webhook_paused' }])
    await patch(id, { description: 'CRM' })
    const said = await world().services.database.sql<{ data: Body }[]>`
      select data from events where type = 'webhook.changed' and data ->> 'id' = ${id} order by seq`
    // Created, failing, paused, edited.
    expect(said.map(({ data }) => data.paused ?? false)).toEqual([false, false, true, false])
    expect((await patch(id, { enabled: true })).body).toMatchObject({
      enabled: true,
      pausedAt: null,
      failingSince: null,
    })
  })

  test('redelivers one event, with its id', async () => {
    const { id } = await endpoint({ events: ['lead.captured'] })
    receiver().answers(404)
    await lead('Ada')
    await rest()
    receiver().answers(200)
    const [failed] = await deliveries(id)
    const again = await world().post(`/webhooks/${id}/deliveries/${failed!.id}/redeliver`)
    expect([again.status, again.body]).toEqual([202, { queued: 1 }])
    await rest()
    expect(
      receiver()
        .events()
        .map((event) => event.id),
    ).toEqual([failed!.eventId, failed!.eventId])
    expect((await world().post(`/webhooks/${id}/deliveries/whd_999999/redeliver`)).status).toBe(404)
    await patch(id, { enabled: false })
    expect((await world().post(`/webhooks/${id}/deliveries/${failed!.id}/redeliver`)).status).toBe(409)
  })

  test('replays events from an id or a time, in order, also those before the endpoint', async () => {
    const since = world().clock.now()
    for (let n = 0; n < 205; n++) await lead(`r${n}`)
    const { id } = await endpoint({ events: ['lead.captured'] })
    const replayed = await world().post(`/webhooks/${id}/replay`, { since })
    expect([replayed.status, replayed.body]).toEqual([202, { queued: 205 }])
    await rest()
    expect(names()).toEqual(Array.from({ length: 205 }, (_, n) => `r${n}`))
    const after = receiver().events()[203]!.id
    expect((await world().post(`/webhooks/${id}/replay`, { after })).body).toEqual({ queued: 1 })
    await rest()
    expect(names().slice(205)).toEqual(['r204'])
    const later = world().clock.now() + 1_000_000
    expect((await world().post(`/webhooks/${id}/replay`, { since: later })).body).toEqual({ queued: 0 })
    await rest()
    expect(names().length).toBe(206)
    for (const bad of [{}, { after, since }, { after: 'x' }])
      expect((await world().post(`/webhooks/${id}/replay`, bad)).status).toBe(400)
  })

  test('previews the real payload of an event, or an example', async () => {
    await lead('Ada Preview')
    const real = (await world().post('/webhooks/preview', { event: 'lead.captured' })).body
    expect([real.real, JSON.parse(real.request.body).data.name]).toEqual([true, 'Ada Preview'])
    const example = (await world().post('/webhooks/preview', { event: 'job.won' })).body
    expect([example.real, JSON.parse(example.request.body).type]).toEqual([false, 'job.won'])
    const body = '{"text": "{{data.name}} wrote"}'
    const custom = (await world().post('/webhooks/preview', { event: 'lead.captured', format: 'custom', body })).body
    expect(custom.request).toMatchObject({ method: 'POST', body: '{"text": "Ada Preview wrote"}' })
  })
})
