import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { type Body, type ChatWorld, createChatWorld, until } from './support/chat.ts'
import { idle } from './support/idle.ts'
import { type Receiver, signatureOf, startReceiver } from './support/receiver.ts'

let world: ChatWorld
let receiver: Receiver
let made: string[] = []
let key: string

const minute = 60_000

beforeAll(async () => {
  receiver = await startReceiver()
  world = await createChatWorld({ file: { outbound: { allow: [`127.0.0.1:${receiver.port}`] } } })
  key = await world.key(undefined, { ratePerMinute: 100_000 })
})
afterEach(async () => {
  for (const id of made) await world.api('DELETE', `/webhooks/${id}`, { key })
  made = []
  receiver.answers(200)
  await idle(world)
  receiver.seen.length = 0
})
afterAll(async () => {
  await world.close()
  await receiver.close()
})

async function endpoint(more: Record<string, unknown> = {}): Promise<Body> {
  const { body, status } = await world.post('/webhooks', { url: `${receiver.url}/hook`, ...more })
  expect([status, body.id]).toEqual([201, expect.stringMatching(/^wh_/)])
  made.push(body.id)
  return body
}
const patch = (id: string, body: Body) => world.api('PATCH', `/webhooks/${id}`, { key, body })
const deliveries = async (id: string, status = 'all') =>
  (await world.get(`/webhooks/${id}/deliveries?status=${status}`)).body.deliveries as Body[]
const lead = async (name: string) => (await world.post('/leads', { name })).body.id as string
const names = (path?: string) => receiver.events(path).map(({ data }) => data.name)

describe('endpoints', () => {
  test('[R315, R317, R318] are created with defaults, listed, changed and deleted', async () => {
    const made = await endpoint()
    expect(made).toMatchObject({
      url: `${receiver.url}/hook`,
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
    const { webhooks, events } = (await world.get('/webhooks')).body
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
      const { status, body } = await world.post('/webhooks', { url })
      expect([url, status, body.error.message]).toEqual([url, 400, expect.stringContaining('url')])
    }
  })

  test('[R316] are at most ten for each site', async () => {
    const ten = await Promise.all(Array.from({ length: 10 }, () => endpoint({ enabled: false })))
    expect(new Set(ten.map(({ secret }) => secret)).size).toBe(10)
    expect((await world.post('/webhooks', { url: receiver.url })).body.error.reason).toBe('too_many_webhooks')
  })

  test('[U84] show their secret only to callers who may change them', async () => {
    const { id } = await endpoint()
    const reader = await world.key(['webhooks:read'])
    const { webhooks } = (await world.api('GET', '/webhooks', { key: reader })).body
    expect(webhooks.find((one: Body) => one.id === id).secret).toBe('whsec_••••••••')
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
      expect([url, (await world.post('/webhooks', { url, format: 'custom' })).status]).toEqual([url, 400])
    const { status } = await world.post('/webhooks', { url: 'https://hooks.example/{{data.name}}' })
    expect(status).toBe(400)
    const unknown = await world.post('/webhooks', { url: receiver.url, format: 'custom', body: '{{env.KEY}}' })
    expect(unknown.body.error.message).toMatch(/body: There is no placeholder/)
  })

  test('[R321] keep a secret header that is sent empty, and never return it', async () => {
    const headers = [{ name: 'Authorization', value: 'Bearer very-secret-token', secret: true }]
    const { id, ...made } = await endpoint({ format: 'custom', headers })
    expect(made.headers).toEqual([{ name: 'Authorization', value: '', secret: true, set: true }])
    await patch(id, { headers: [{ name: 'authorization', value: '', secret: true }], body: '{"n":"{{data.name}}"}' })
    receiver.answers((seen, response) => void response.writeHead(200).end(`got ${seen.headers.authorization}`))
    await lead('Ada')
    await idle(world)
    expect(receiver.seen.map(({ headers, json }) => [headers.authorization, json])).toEqual([
      ['Bearer very-secret-token', { n: 'Ada' }],
    ])
    const all = JSON.stringify([
      await deliveries(id),
      (await world.get('/webhooks')).body,
      (await world.get('/audit')).body,
      await world.services.database.sql`select * from webhooks`,
      await world.services.database.sql`select * from webhook_deliveries`,
    ])
    expect(all).not.toContain('very-secret-token')
    expect((await deliveries(id))[0]).toMatchObject({ response: 'got ••••••' })
  })

  test('refuse headers that would break or forge a request', async () => {
    for (const header of [
      { name: 'Host', value: 'a' },
      { name: 'X-Svc-Signature', value: 'a' },
      { name: 'Bad Name', value: 'a' },
      { name: 'X-A', value: 'a\r\nX-B: b' },
      { name: 'X-A', value: '{{data.name}}' },
    ])
      expect((await world.post('/webhooks', { url: receiver.url, format: 'custom', headers: [header] })).status).toBe(
        400,
      )
  })
})

describe('a delivery', () => {
  test('[R411-R415] is the envelope, signed over its bytes with the whole secret', async () => {
    const { secret } = await endpoint({ events: ['lead.captured'] })
    const id = await lead('Ada Gray ✓')
    await idle(world)
    const [event] = receiver.events()
    expect(event).toMatchObject({
      id: expect.stringMatching(/^evt_\d{16}$/),
      type: 'lead.captured',
      site: 'demo',
      data: { leadId: id, name: 'Ada Gray ✓' },
    })
    const { headers, method } = event!.seen
    expect(method).toBe('POST')
    expect(headers).toMatchObject({
      'content-type': 'application/json',
      'user-agent': 'Service-Webhooks/1',
      'x-svc-event': 'lead.captured',
      'x-svc-delivery': event!.id,
      'x-svc-timestamp': expect.stringMatching(/^\d+$/),
      'x-svc-signature': signatureOf(event!.seen, secret),
    })
    const { items } = (await world.get('/events?limit=500')).body
    expect(JSON.parse(event!.seen.body)).toEqual(items.find((one: Body) => one.id === event!.id))
  })

  test('[R423, R424, U86] goes to enabled endpoints that subscribed to the type, from their creation on', async () => {
    await lead('before')
    const all = await endpoint({ url: `${receiver.url}/all` })
    await endpoint({ url: `${receiver.url}/calls`, events: ['callback.requested'] })
    await endpoint({ url: `${receiver.url}/off`, enabled: false })
    await lead('during')
    await idle(world)
    expect([names('/all'), names('/calls'), names('/off')]).toEqual([['during'], [], []])
    await patch(all.id, { enabled: false })
    await lead('off')
    await idle(world)
    await patch(all.id, { enabled: true })
    await lead('on')
    await idle(world)
    expect(names('/all')).toEqual(['during', 'on'])
  })

  test('[R417-R421, U85] is tried again after 1, 5, 30, 120 and 360 minutes, and then no more', async () => {
    const { id, secret } = await endpoint({ events: ['lead.captured'] })
    receiver.answers(503)
    await lead('first')
    await lead('second')
    await idle(world)
    for (const minutes of [1, 5, 30, 120, 360]) {
      const before = receiver.seen.length
      world.clock.move(minutes * minute - 2_000)
      await idle(world)
      expect(receiver.seen.length).toBe(before)
      world.clock.move(5_000)
      await until(() => receiver.seen.length > before)
      await idle(world)
      if (minutes < 360) expect(new Set(names())).toEqual(new Set(['first']))
    }
    // The one behind it has waited for it.
    expect(names()).toEqual([...Array(6).fill('first'), 'second'])
    const ofFirst = receiver.events().filter(({ data }) => data.name === 'first')
    expect(new Set(ofFirst.map(({ id }) => id)).size).toBe(1)
    expect(new Set(ofFirst.map(({ seen }) => seen.headers['x-svc-timestamp'])).size).toBe(6)
    for (const { seen } of ofFirst) expect(seen.headers['x-svc-signature']).toBe(signatureOf(seen, secret))
    const rows = await deliveries(id)
    expect(rows.map(({ attempts, status, ok }) => [attempts, status, ok])).toEqual(
      [1, 6, 5, 4, 3, 2, 1].map((attempts) => [attempts, 503, false]),
    )
    expect(rows[1]).toMatchObject({ nextAt: null, response: 'thank you', reason: 'answer_status' })
    expect((await deliveries(id, 'failed')).map(({ attempts }) => attempts)).toEqual([6])
    expect((await deliveries(id, 'ok')).length).toBe(0)
    expect((await deliveries(id, 'retrying')).length).toBe(6)
  })

  test('[R419, R420, U83] with another 4xx or a redirect is final', async () => {
    const { id } = await endpoint({ events: ['lead.captured'] })
    for (const status of [400, 404, 408, 410, 425, 301, 302]) {
      receiver.answers((_, response) => void response.writeHead(status, { location: `${receiver.url}/other` }).end())
      await lead(String(status))
      await idle(world)
      expect((await deliveries(id))[0]).toMatchObject({ status, ok: false, nextAt: null })
    }
    expect(names()).toEqual(['400', '404', '408', '410', '425', '301', '302'])
    expect(receiver.events('/other')).toEqual([])
  })

  test('waits longer if the receiver asks for it, up to the longest pause', async () => {
    const { id } = await endpoint({ events: ['lead.captured'] })
    const pauseOf = async (header: string) => {
      receiver.answers((_, response) => void response.writeHead(429, { 'retry-after': header }).end())
      await lead(header)
      await idle(world)
      const [row] = await deliveries(id)
      await patch(id, { enabled: false })
      world.clock.move(7 * 60 * minute)
      await idle(world)
      await patch(id, { enabled: true })
      return Math.round((row!.nextAt - row!.at) / 1000)
    }
    expect(await pauseOf('600')).toBe(600)
    expect(await pauseOf('3')).toBe(60)
    expect(await pauseOf('99999999')).toBe(360 * 60)
    expect(await pauseOf('soon')).toBe(60)
  })

  test('[U86] uses the present URL and secret, and is dropped when the endpoint is disabled or deleted', async () => {
    const { id } = await endpoint({ events: ['lead.captured'] })
    receiver.answers(500)
    await lead('moved')
    await idle(world)
    const { secret } = (await patch(id, { url: `${receiver.url}/new`, rotateSecret: true })).body
    receiver.answers(200)
    world.clock.move(2 * minute)
    await until(() => receiver.events('/new').length === 1)
    await idle(world)
    const [{ seen }] = receiver.events('/new') as [Body]
    expect(seen.headers['x-svc-signature']).toBe(signatureOf(seen, secret))
    receiver.answers(500)
    await lead('dropped')
    await idle(world)
    const before = receiver.seen.length
    await patch(id, { enabled: false })
    world.clock.move(10 * minute)
    await idle(world)
    expect(receiver.seen.length).toBe(before)
    expect((await world.get('/webhooks')).body.webhooks[0].waiting).toBe(0)
  })

  test('[R326] is signed with the earlier secret too, for a day after a rotation', async () => {
    const { id, secret: old } = await endpoint({ events: ['lead.captured'] })
    const { secret } = (await patch(id, { rotateSecret: true })).body
    expect(secret).not.toBe(old)
    await lead('both')
    await idle(world)
    world.clock.move(24 * 60 * minute)
    await lead('one')
    await idle(world)
    const [both, one] = receiver.events().map(({ seen }) => seen) as [Body, Body]
    expect(both.headers['x-svc-signature']).toBe(signatureOf(both as never, secret))
    expect(both.headers['x-svc-signature-previous']).toBe(signatureOf(both as never, old))
    expect(one.headers['x-svc-signature']).toBe(signatureOf(one as never, secret))
    expect(one.headers['x-svc-signature-previous']).toBeUndefined()
  })

  test('is never sent for a change that was rolled back', async () => {
    await endpoint()
    const ctx = await world.context()
    const undone = ctx.tx(async (tx) => {
      tx.emit('knowledge.crawl.finished', {
        ...{ runId: 'run_x', status: 'done', trigger: 'api', pages: { learned: 1, failed: 0 }, passages: 1 },
      })
      throw new Error('undone')
    })
    await expect(undone).rejects.toThrow('undone')
    await lead('after')
    await idle(world)
    expect(receiver.events().map(({ type }) => type)).toEqual(['lead.captured'])
  })

  test('[R421] is kept in a log of the last 50 attempts, without what was erased since', async () => {
    const { id } = await endpoint({ events: ['lead.captured'] })
    const gone = await lead('Zoe Zebra')
    await idle(world)
    expect(JSON.stringify(await deliveries(id))).toContain('Zoe Zebra')
    expect((await world.post(`/leads/${gone}/erase`)).status).toBe(200)
    expect(JSON.stringify(await deliveries(id))).not.toContain('Zoe Zebra')
    for (let n = 0; n < 55; n++) await lead(`n${n}`)
    await idle(world)
    expect((await deliveries(id)).length).toBe(50)
    expect(names()).toEqual(['Zoe Zebra', ...Array.from({ length: 55 }, (_, n) => `n${n}`)])
  })
})

describe('a custom request', () => {
  const custom = (more: Body) => endpoint({ format: 'custom', events: ['lead.captured'], ...more })

  test('[R319, R322-R325] is filled in, escaped for where it goes, and signed as it is sent', async () => {
    const { secret } = await custom({
      method: 'PUT',
      url: `${receiver.url}/crm/{{data.name}}?id={{event.id}}&site={{site.id}}`,
      body: '{"name": "{{data.name}}", "all": {{data}}, "again": "{{data}}", "type": "{{event.type}}"}',
    })
    const name = 'a"b\\ &=?#/ ü {{event.id}}'
    await lead(name)
    await idle(world)
    const [seen] = receiver.seen as [Body]
    const { pathname, searchParams } = new URL(seen.path, receiver.url)
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
    await custom({ url: `${receiver.url}/post` })
    await custom({ url: `${receiver.url}/get?name={{data.name}}`, method: 'GET', body: '{}' })
    await lead('Ada')
    await idle(world)
    expect(receiver.events('/post')).toMatchObject([{ type: 'lead.captured', data: { name: 'Ada' } }])
    expect(receiver.events('/get').map(({ seen }) => [seen.method, seen.path, seen.body])).toEqual([
      ['GET', '/get?name=Ada', ''],
    ])
  })

  test('in a form is URL-encoded', async () => {
    await custom({
      headers: [{ name: 'Content-Type', value: 'application/x-www-form-urlencoded' }],
      body: 'name={{data.name}}&type={{event.type}}',
    })
    await lead('a&b=c d')
    await idle(world)
    expect(Object.fromEntries(new URLSearchParams(receiver.seen[0]!.body))).toEqual({
      name: 'a&b=c d',
      type: 'lead.captured',
    })
  })

  test('whose value would step to another folder is not sent', async () => {
    const { id } = await custom({ url: `${receiver.url}/crm/{{data.name}}/x` })
    for (const name of ['..', '.', '%2e%2e', '../admin', '%252e%252e', '..\\x']) await lead(name)
    await idle(world)
    expect(receiver.seen).toEqual([])
    expect((await deliveries(id)).map(({ reason, nextAt }) => [reason, nextAt])).toEqual(
      Array(6).fill(['values_refused', null]),
    )
  })
})

describe('a test', () => {
  test('[R327, R423, R425] delivers a signed ping to this endpoint alone, at once', async () => {
    const { id, secret } = await endpoint({ enabled: false, events: ['lead.captured'] })
    await endpoint({ url: `${receiver.url}/other` })
    const { body } = await world.post(`/webhooks/${id}/test`)
    expect(body).toMatchObject({
      ok: true,
      status: 200,
      error: null,
      attempts: 1,
      retryable: false,
      response: 'thank you',
    })
    await idle(world)
    const [event] = receiver.events('/hook')
    expect(event).toMatchObject({ id: body.eventId, type: 'test.ping', data: { message: expect.any(String) } })
    expect(event!.seen.headers['x-svc-signature']).toBe(signatureOf(event!.seen, secret))
    expect(receiver.events('/other')).toEqual([])
    expect((await deliveries(id))[0]).toMatchObject({ event: 'test.ping', ok: true })
  })

  test('[R327] answers the result when the receiver fails', async () => {
    const { id } = await endpoint()
    receiver.answers(503)
    expect((await world.post(`/webhooks/${id}/test`)).body).toMatchObject({ ok: false, status: 503, retryable: true })
    receiver.answers(404)
    expect((await world.post(`/webhooks/${id}/test`)).body).toMatchObject({ ok: false, status: 404, retryable: false })
    receiver.answers((_, response) => void response.socket?.destroy())
    expect((await world.post(`/webhooks/${id}/test`)).body).toMatchObject({
      ...{ ok: false, status: null, retryable: true, error: expect.stringMatching(/connection/) },
    })
    const [webhook] = (await world.get('/webhooks')).body.webhooks
    expect(webhook).toMatchObject({
      lastStatus: 'error',
      reason: 'connection_broken',
      failingSince: expect.any(Number),
    })
  })
})

describe('the owner', () => {
  const health = async () =>
    (await world.get('/overview')).body.health.filter(({ kind }: Body) => kind === 'webhook_failing')

  test('sees a failing endpoint in health, until it works', async () => {
    const { id } = await endpoint()
    receiver.answers(404)
    await world.post(`/webhooks/${id}/test`)
    expect(await health()).toMatchObject([{ reason: 'answer_status', page: '/dashboard/settings/webhooks' }])
    receiver.answers(200)
    await world.post(`/webhooks/${id}/test`)
    expect(await health()).toEqual([])
  })

  test('finds an endpoint disabled that failed for three days, and enables it', async () => {
    const { id } = await endpoint()
    receiver.answers(404)
    await world.post(`/webhooks/${id}/test`)
    world.clock.move(3 * 24 * 60 * minute - minute)
    await world.post(`/webhooks/${id}/test`)
    const of = async () => (await world.get('/webhooks')).body.webhooks[0]
    expect(await of()).toMatchObject({ enabled: true, pausedAt: null })
    world.clock.move(2 * minute)
    await world.post(`/webhooks/${id}/test`)
    expect(await of()).toMatchObject({ enabled: false, pausedAt: expect.any(Number) })
    expect(await health()).toMatchObject([{ reason: 'webhook_paused' }])
    expect((await patch(id, { enabled: true })).body).toMatchObject({
      enabled: true,
      pausedAt: null,
      failingSince: null,
    })
  })

  test('redelivers one event, with its id', async () => {
    const { id } = await endpoint({ events: ['lead.captured'] })
    receiver.answers(404)
    await lead('Ada')
    await idle(world)
    receiver.answers(200)
    const [failed] = await deliveries(id)
    const again = await world.post(`/webhooks/${id}/deliveries/${failed!.id}/redeliver`)
    expect([again.status, again.body]).toEqual([202, { queued: 1 }])
    await idle(world)
    expect(receiver.events().map((event) => event.id)).toEqual([failed!.eventId, failed!.eventId])
    expect((await world.post(`/webhooks/${id}/deliveries/whd_999999/redeliver`)).status).toBe(404)
    await patch(id, { enabled: false })
    expect((await world.post(`/webhooks/${id}/deliveries/${failed!.id}/redeliver`)).status).toBe(409)
  })

  test('replays events from an id or a time, in order, also those before the endpoint', async () => {
    const since = world.clock.now()
    for (let n = 0; n < 205; n++) await lead(`r${n}`)
    const { id } = await endpoint({ events: ['lead.captured'] })
    const replayed = await world.post(`/webhooks/${id}/replay`, { since })
    expect([replayed.status, replayed.body]).toEqual([202, { queued: 205 }])
    await idle(world)
    expect(names()).toEqual(Array.from({ length: 205 }, (_, n) => `r${n}`))
    const after = receiver.events()[203]!.id
    expect((await world.post(`/webhooks/${id}/replay`, { after })).body).toEqual({ queued: 1 })
    await idle(world)
    expect(names().slice(205)).toEqual(['r204'])
    for (const bad of [{}, { after, since }, { after: 'x' }])
      expect((await world.post(`/webhooks/${id}/replay`, bad)).status).toBe(400)
  })

  test('previews the real payload of an event, or an example', async () => {
    await lead('Ada Preview')
    const real = (await world.post('/webhooks/preview', { event: 'lead.captured' })).body
    expect([real.real, JSON.parse(real.request.body).data.name]).toEqual([true, 'Ada Preview'])
    const example = (await world.post('/webhooks/preview', { event: 'job.won' })).body
    expect([example.real, JSON.parse(example.request.body).type]).toEqual([false, 'job.won'])
    const body = '{"text": "{{data.name}} wrote"}'
    const custom = (await world.post('/webhooks/preview', { event: 'lead.captured', format: 'custom', body })).body
    expect(custom.request).toMatchObject({ method: 'POST', body: '{"text": "Ada Preview wrote"}' })
  })
})

test('[threat 19] one that hangs delays no other', async () => {
  await endpoint({ url: `${receiver.url}/slow`, events: ['lead.captured'] })
  await endpoint({ url: `${receiver.url}/fast`, events: ['lead.captured'] })
  const open: (() => void)[] = []
  receiver.answers((seen, response) => {
    if (seen.path === '/fast') response.writeHead(200).end()
    else open.push(() => response.writeHead(200).end())
  })
  for (let n = 0; n < 5; n++) await lead(`h${n}`)
  await until(() => names('/fast').length === 5)
  expect(names('/slow')).toEqual(['h0'])
  receiver.answers(200)
  for (const end of open) end()
  await until(() => names('/slow').length === 5)
  expect(names('/slow')).toEqual(names('/fast'))
})
