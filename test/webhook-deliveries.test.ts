import { describe, expect, test } from 'vitest'
import { type Body, until } from './support/chat.ts'
import { signatureOf } from './support/receiver.ts'
import { minute, webhookWorld } from './support/webhook-world.ts'

const { world, receiver, endpoint, patch, deliveries, lead, names, rest } = webhookWorld()

describe('a delivery', () => {
  test('[R411-R415] is the envelope, signed over its bytes with the whole secret', async () => {
    const { secret } = await endpoint({ events: ['lead.captured'] })
    const id = await lead('Ada Gray ✓')
    await rest()
    const [event] = receiver().events()
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
    const { items } = (await world().get('/events?limit=500')).body
    expect(JSON.parse(event!.seen.body)).toEqual(items.find((one: Body) => one.id === event!.id))
  })

  test('[R423, R424, U86] goes to enabled endpoints that subscribed to the type, from their creation on', async () => {
    await lead('before')
    const all = await endpoint({ url: `${receiver().url}/all` })
    await endpoint({ url: `${receiver().url}/calls`, events: ['callback.requested'] })
    await endpoint({ url: `${receiver().url}/off`, enabled: false })
    await lead('during')
    await rest()
    expect([names('/all'), names('/calls'), names('/off')]).toEqual([['during'], [], []])
    await patch(all.id, { enabled: false })
    await lead('off')
    await rest()
    await patch(all.id, { enabled: true })
    await lead('on')
    await rest()
    expect(names('/all')).toEqual(['during', 'on'])
  })

  test('[R417-R421, U85] is tried again after 1, 5, 30, 120 and 360 minutes, and then no more', async () => {
    const { id, secret } = await endpoint({ events: ['lead.captured'] })
    receiver().answers(503)
    await lead('first')
    await lead('second')
    await rest()
    for (const minutes of [1, 5, 30, 120, 360]) {
      const before = receiver().seen.length
      world().clock.move(minutes * minute - 2_000)
      await rest()
      expect(receiver().seen.length).toBe(before)
      world().clock.move(5_000)
      await until(() => receiver().seen.length > before)
      await rest()
      if (minutes < 360) expect(new Set(names())).toEqual(new Set(['first']))
    }
    // The one behind it has waited for it.
    expect(names()).toEqual([...Array(6).fill('first'), 'second'])
    const ofFirst = receiver()
      .events()
      .filter(({ data }) => data.name === 'first')
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
      receiver().answers(
        (_, response) => void response.writeHead(status, { location: `${receiver().url}/other` }).end(),
      )
      await lead(String(status))
      await rest()
      expect((await deliveries(id))[0]).toMatchObject({ status, ok: false, nextAt: null })
    }
    expect(names()).toEqual(['400', '404', '408', '410', '425', '301', '302'])
    expect(receiver().events('/other')).toEqual([])
  })

  test('waits longer if the receiver asks for it, up to the longest pause', async () => {
    const { id } = await endpoint({ events: ['lead.captured'] })
    const pauseOf = async (header: string) => {
      receiver().answers((_, response) => void response.writeHead(429, { 'retry-after': header }).end())
      await lead(header)
      await rest()
      const [row] = await deliveries(id)
      await patch(id, { enabled: false })
      world().clock.move(7 * 60 * minute)
      await rest()
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
    receiver().answers(500)
    await lead('moved')
    await rest()
    receiver().answers(200)
    const { secret } = (await patch(id, { url: `${receiver().url}/new`, rotateSecret: true })).body
    await until(() => receiver().events('/new').length === 1)
    await rest()
    const [{ seen }] = receiver().events('/new') as [Body]
    expect(seen.headers['x-svc-signature']).toBe(signatureOf(seen, secret))
    receiver().answers(500)
    await lead('dropped')
    await rest()
    const before = receiver().seen.length
    await patch(id, { enabled: false })
    world().clock.move(10 * minute)
    await rest()
    expect(receiver().seen.length).toBe(before)
    expect((await world().get('/webhooks')).body.webhooks[0].waiting).toBe(0)
  })

  test('is tried at once when its endpoint is repaired, or somebody delivers it again', async () => {
    const { id } = await endpoint({ url: `${receiver().url}/wrong`, events: ['lead.captured'] })
    receiver().answers(500)
    await lead('first')
    await lead('second')
    await rest()
    receiver().answers(200)
    await patch(id, { url: `${receiver().url}/right` })
    await rest()
    expect(names('/right')).toEqual(['first', 'second'])
    receiver().answers(500)
    await lead('third')
    await rest()
    receiver().answers(200)
    const [failed] = await deliveries(id)
    await world().post(`/webhooks/${id}/deliveries/${failed!.id}/redeliver`)
    await rest()
    expect(names('/right').slice(2)).toEqual(['third', 'third', 'third'])
  })

  test('[R326] is signed with the earlier secret too, for a day after a rotation', async () => {
    const { id, secret: old } = await endpoint({ events: ['lead.captured'] })
    const { secret } = (await patch(id, { rotateSecret: true })).body
    expect(secret).not.toBe(old)
    await lead('both')
    await rest()
    world().clock.move(24 * 60 * minute)
    await lead('one')
    await rest()
    const [both, one] = receiver()
      .events()
      .map(({ seen }) => seen) as [Body, Body]
    expect(both.headers['x-svc-signature']).toBe(signatureOf(both as never, secret))
    expect(both.headers['x-svc-signature-previous']).toBe(signatureOf(both as never, old))
    expect(one.headers['x-svc-signature']).toBe(signatureOf(one as never, secret))
    expect(one.headers['x-svc-signature-previous']).toBeUndefined()
  })

  test('is never sent for a change that was rolled back', async () => {
    await endpoint()
    const ctx = await world().context()
    const undone = ctx.tx(async (tx) => {
      tx.emit('knowledge.crawl.finished', {
        ...{ runId: 'run_x', status: 'done', trigger: 'api', pages: { learned: 1, failed: 0 }, passages: 1 },
      })
      throw new Error('undone')
    })
    await expect(undone).rejects.toThrow('undone')
    await lead('after')
    await rest()
    expect(
      receiver()
        .events()
        .map(({ type }) => type),
    ).toEqual(['lead.captured'])
  })

  test('[R421] is kept in a log of the last 50 attempts, without what was erased since', async () => {
    const { id } = await endpoint({ events: ['lead.captured'] })
    const gone = await lead('Zoe Zebra')
    await rest()
    expect(JSON.stringify(await deliveries(id))).toContain('Zoe Zebra')
    expect((await world().post(`/leads/${gone}/erase`)).status).toBe(200)
    expect(JSON.stringify(await deliveries(id))).not.toContain('Zoe Zebra')
    for (let n = 0; n < 55; n++) await lead(`n${n}`)
    await rest()
    expect((await deliveries(id)).length).toBe(50)
    expect(names()).toEqual(['Zoe Zebra', ...Array.from({ length: 55 }, (_, n) => `n${n}`)])
  })
})

test('[threat 19] one that hangs delays no other', async () => {
  await endpoint({ url: `${receiver().url}/slow`, events: ['lead.captured'] })
  await endpoint({ url: `${receiver().url}/fast`, events: ['lead.captured'] })
  const open: (() => void)[] = []
  receiver().answers((seen, response) => {
    if (seen.path === '/fast') response.writeHead(200).end()
    else open.push(() => response.writeHead(200).end())
  })
  for (let n = 0; n < 5; n++) await lead(`h${n}`)
  await until(() => names('/fast').length === 5)
  expect(names('/slow')).toEqual(['h0'])
  receiver().answers(200)
  for (const end of open) end()
  await until(() => names('/slow').length === 5)
  expect(names('/slow')).toEqual(names('/fast'))
})
