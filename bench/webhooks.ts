import { createHmac } from 'node:crypto'
import { startFakeOllama } from '../test/support/fake-ollama.ts'
import { startReceiver } from '../test/support/receiver.ts'
import { startFrontdesk } from './frontdesk.ts'
import { send } from './load.ts'
import { interleave, type Line, median, quantile, type Row } from './row.ts'

const database = 'Postgres, fsync'
const endpoints = 8
const events = 200

/** Deliveries to eight endpoints, each in order, beside eight loops that only sign and send the same bodies. */
async function measureDeliveries(): Promise<Line[]> {
  const receiver = await startReceiver()
  await using frontdesk = await startFrontdesk({ provider: 'none' }, {}, { allow: [`127.0.0.1:${receiver.port}`] })
  const post = async (path: string, body: unknown) =>
    JSON.parse(await send(frontdesk.api(path, { method: 'POST', body })))
  const ids: string[] = []
  for (let count = 0; count < endpoints; count++) {
    const made = await post('/webhooks', { url: `${receiver.url}/${count}`, events: ['lead.captured'], enabled: false })
    ids.push(made.id)
  }
  for (let count = 0; count < events; count++) await post('/leads', { name: `Visitor ${count}`, message: 'Hello' })
  for (const id of ids) await send(frontdesk.api(`/webhooks/${id}`, { method: 'PATCH', body: { enabled: true } }))
  const all = endpoints * events
  const arrived = async (begin: () => Promise<unknown>) => {
    receiver.seen.length = 0
    const begun = performance.now()
    await begin()
    while (receiver.seen.length < all) await receiver.next()
    return (1000 * all) / (performance.now() - begun)
  }
  const replay = () => arrived(() => Promise.all(ids.map((id) => post(`/webhooks/${id}/replay`, { since: 0 }))))
  await replay()
  const bodies = receiver.seen.slice(0, events).map(({ body }) => body)
  const bare = () => arrived(() => Promise.all(ids.map((_, place) => sendAll(`${receiver.url}/${place}`, bodies))))
  await bare()
  const kept = await interleave(bare, replay)
  await receiver.close()
  const what = `webhook deliveries to ${endpoints} endpoints; the floor signs and sends the same bodies`
  return [{ what, database, unit: '/s', ...kept, goal: { of: 'ratio', bound: 'least', value: 0.5 } }]
}

async function sendAll(url: string, bodies: readonly string[]): Promise<void> {
  for (const body of bodies) {
    const timestamp = Math.floor(Date.now() / 1000)
    const signature = createHmac('sha256', 'whsec_bench').update(`${timestamp}.${body}`).digest('hex')
    const headers = { 'x-svc-timestamp': String(timestamp), 'x-svc-signature': `sha256=${signature}` }
    await (await fetch(url, { method: 'POST', headers, body })).text()
  }
}

const hanging = 9
const leads = 100

/** From a contact's details to their delivery to one endpoint, while nine others do not answer, and without those. */
async function measureIsolation(): Promise<Line[]> {
  const receiver = await startReceiver()
  const arrived = new Map<unknown, number>()
  receiver.answers(({ path, json }, response) => {
    if (path !== '/fast') return
    arrived.set((json.data as { name: string }).name, performance.now())
    response.writeHead(200).end()
  })
  await using frontdesk = await startFrontdesk({ provider: 'none' }, {}, { allow: [`127.0.0.1:${receiver.port}`] })
  const call = async (method: string, path: string, body: unknown) =>
    JSON.parse(await send(frontdesk.api(path, { method, body })))
  const events = ['lead.captured']
  await call('POST', '/webhooks', { url: `${receiver.url}/fast`, events })
  const others: string[] = []
  for (let count = 0; count < hanging; count++)
    others.push((await call('POST', '/webhooks', { url: `${receiver.url}/hang/${count}`, events, enabled: false })).id)
  let made = 0
  const p99 = async (enabled: boolean) => {
    for (const id of others) await call('PATCH', `/webhooks/${id}`, { enabled })
    const times: number[] = []
    for (let count = 0; count < leads; count++) {
      const name = `Visitor ${made++}`
      const begun = performance.now()
      await call('POST', '/leads', { name })
      while (!arrived.has(name)) await receiver.next('/fast')
      times.push((arrived.get(name) as number) - begun)
    }
    return quantile(times, 0.99)
  }
  await p99(true)
  const kept = await interleave(
    () => p99(false),
    () => p99(true),
  )
  await receiver.close()
  const what = 'a delivery while nine other endpoints of the site do not answer, against without those, p99'
  return [{ what, database, unit: 'ms', ...kept, goal: { of: 'ratio', bound: 'most', value: 1.5 } }]
}

const turns = 60

/** A turn with one call of a tool, beside the same two calls of the model and one of the tool alone. */
async function measureTools(): Promise<Line[]> {
  const [shop, model] = [await startReceiver(), await startFakeOllama()]
  shop.answers((_, response) => void response.writeHead(200).end('{"state":"sent"}'))
  model.script(({ messages }) =>
    messages.some(({ role }) => role === 'tool')
      ? [{ text: 'It was sent.' }]
      : [{ tool: 'order_lookup', arguments: { number: '4711' } }],
  )
  const allow = [`127.0.0.1:${shop.port}`]
  await using frontdesk = await startFrontdesk({ provider: 'ollama', baseUrl: model.url }, {}, { allow })
  const call = (path: string, body: unknown) => send(frontdesk.api(path, { method: 'POST', body }))
  const url = `${shop.url}/orders/{{args.number}}`
  const parameters = [{ name: 'number', required: true }]
  await call('/tools', { name: 'order_lookup', description: 'Looks up an order.', url, parameters })
  await call('/prompt', { text: 'Use {{order_lookup}} for orders.', baseVersion: 0 })
  const askModel = (messages: unknown[]) =>
    send({ url: `${model.url}/api/chat`, method: 'POST', body: { model: 'llama3.2:latest', stream: true, messages } })
  const question = { role: 'user', content: 'Where is my order 4711?' }
  const floor = () =>
    timed(async () => {
      await askModel([question])
      await (await fetch(`${shop.url}/orders/4711`)).text()
      await askModel([question, { role: 'tool', content: '{"state":"sent"}' }])
    })
  const ours = async () => {
    const { id } = JSON.parse(await call('/conversations', {})) as { id: string }
    return await timed(() => call(`/conversations/${id}/messages`, { text: question.content }))
  }
  const medianOf = async (measure: () => Promise<number>) => {
    const times: number[] = []
    for (let count = 0; count < turns; count++) times.push(await measure())
    return median(times)
  }
  await medianOf(ours)
  const kept = await interleave(
    () => medianOf(floor),
    () => medianOf(ours),
  )
  await Promise.all([shop.close(), model.close()])
  const what = 'a turn with one tool call, p50; the floor is two calls of the model and one of the tool'
  return [{ what, database, unit: 'ms', ...kept, goal: { of: 'more', bound: 'most', value: 15 } }]
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  const begun = performance.now()
  await work()
  return performance.now() - begun
}

export const webhooks: Row[] = [
  { name: 'webhooks', measure: async () => [...(await measureDeliveries()), ...(await measureIsolation())] },
  { name: 'tools', measure: measureTools },
]
