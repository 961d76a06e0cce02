import { describe, expect, test } from 'vitest'
import { until } from './support/chat.ts'
import { minute, webhookWorld } from './support/webhook-world.ts'

const { world, receiver, endpoint, patch, deliveries, lead, names, rest } = webhookWorld()

const ofHook = { events: ['lead.captured'] }
const waits = (count: number) => until(async () => (await world().get('/webhooks')).body.webhooks[0].waiting === count)
const queued = () => world().services.database.sql<{ data: { seq: number; more: number[] }; failures: number }[]>`
  select data, failures from queue where type = 'webhook.deliver' order by id`

/** Answers the next request only when told to. */
function held(): { arrived: Promise<unknown>; release(status?: number): void } {
  let release = (_status?: number) => {}
  const arrived = receiver().next()
  receiver().answers((_, response) => {
    receiver().answers(200)
    release = (status = 200) => void response.writeHead(status).end()
  })
  return { arrived, release: (status) => release(status) }
}

describe('a run', () => {
  test('delivers what waits behind it in order, and stores all attempts together', async () => {
    const { id } = await endpoint(ofHook)
    const first = held()
    await lead('n0')
    await first.arrived
    for (let n = 1; n < 20; n++) await lead(`n${n}`)
    await waits(20)
    first.release()
    await rest()
    expect(names()).toEqual(Array.from({ length: 20 }, (_, n) => `n${n}`))
    expect((await deliveries(id)).map(({ attempts, ok }) => [attempts, ok])).toEqual(Array(20).fill([1, true]))
    expect((await queued()).length).toBe(0)
  })

  test('stops at the first failure, which is tried again before those behind it', async () => {
    const { id } = await endpoint(ofHook)
    const first = held()
    await lead('n0')
    await first.arrived
    for (let n = 1; n < 6; n++) await lead(`n${n}`)
    await waits(6)
    let isDown = true
    receiver().answers((seen, response) => {
      const { name } = seen.json.data as { name: string }
      response.writeHead(isDown && name === 'n3' ? 503 : 200).end()
    })
    first.release()
    await rest()
    expect(names()).toEqual(['n0', 'n1', 'n2', 'n3'])
    expect((await deliveries(id)).map(({ ok, nextAt }) => [ok, nextAt !== null])).toEqual([
      [false, true],
      ...Array(3).fill([true, false]),
    ])
    expect((await world().get('/webhooks')).body.webhooks[0].waiting).toBe(3)
    expect((await queued())[0]?.failures).toBe(1)
    isDown = false
    world().clock.move(minute + 1_000)
    await rest()
    expect(names()).toEqual(['n0', 'n1', 'n2', 'n3', 'n3', 'n4', 'n5'])
    expect((await deliveries(id)).map(({ attempts }) => attempts)).toEqual([1, 1, 2, 1, 1, 1, 1])
  })

  test('whose task was given to another server stores nothing, and its events are delivered again', async () => {
    const { id } = await endpoint(ofHook)
    const first = held()
    await lead('n0')
    await first.arrived
    await lead('n1')
    await waits(2)
    await world().services.database.sql`
      update queue set lease = null where type = 'webhook.deliver' and lease is not null`
    const again = receiver().next()
    world().services.queue.wake()
    first.release()
    await again
    await rest()
    expect(names()).toEqual(['n0', 'n0', 'n1'])
    expect((await deliveries(id)).length).toBe(2)
  })

  test('ends when its endpoint is disabled, and delivers nothing more', async () => {
    const { id } = await endpoint(ofHook)
    const first = held()
    await lead('n0')
    await first.arrived
    for (let n = 1; n < 60; n++) await lead(`n${n}`)
    await waits(60)
    await patch(id, { enabled: false })
    receiver().answers(500)
    first.release(500)
    await rest()
    expect([names(), (await queued()).length]).toEqual([['n0'], 0])
  })

  test('delivers an event as often as somebody asked for it, after what waits', async () => {
    const { id } = await endpoint(ofHook)
    await lead('n0')
    await rest()
    const [row] = await deliveries(id)
    const first = held()
    await lead('n1')
    await first.arrived
    await lead('n2')
    await waits(2)
    await world().post(`/webhooks/${id}/deliveries/${row!.id}/redeliver`)
    await world().post(`/webhooks/${id}/replay`, { after: row!.eventId })
    first.release()
    await rest()
    expect(names()).toEqual(['n0', 'n1', 'n2', 'n0', 'n1', 'n2'])
  })
})

test('deliveries of an endpoint share a connection, also without a body; one that was closed is replaced', async () => {
  const { id } = await endpoint(ofHook)
  for (const status of [200, 204]) {
    receiver().answers((_, response) => void response.writeHead(status).end())
    await lead(`s${status}`)
    await rest()
  }
  expect(new Set(receiver().seen.map(({ clientPort }) => clientPort)).size).toBe(1)
  receiver().answers((_, response) => {
    receiver().answers(200)
    response.socket?.destroy()
  })
  await lead('closed')
  await rest()
  expect(names()).toEqual(['s200', 's204', 'closed', 'closed'])
  expect((await deliveries(id)).map(({ ok, attempts }) => [ok, attempts])).toEqual(Array(3).fill([true, 1]))
})
