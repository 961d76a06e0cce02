import { afterAll, beforeAll, expect, test } from 'vitest'
import { type ChatWorld, createChatWorld } from './support/chat.ts'
import { type FakeConnector, send, startFakeConnector } from './support/fake-connector.ts'
import { type FakeBrowser, type FakePush, startFakePush } from './support/fake-push.ts'
import { patience } from './support/live.ts'
import { signIn } from './support/sign-in.ts'
import { createGate, type Gate, stepped } from './support/steps.ts'

const hanging = Array.from({ length: 10 }, (_, number) => `site-${number}`)
/** More than a lane has places. */
const ended = 5

let backend: FakeConnector
let push: FakePush
let world: ChatWorld
let browser: FakeBrowser
let gate: Gate

beforeAll(async () => {
  backend = await startFakeConnector()
  push = await startFakePush()
  const connector = { kind: 'http', url: `${backend.url}/chat`, headers: {} }
  const sites = [...hanging.map((id) => ({ id, connector })), { id: 'demo', connector }]
  const outbound = { allow: [`127.0.0.1:${backend.port}`], push: [`127.0.0.1:${push.port}`] }
  world = await createChatWorld({ file: { sites, outbound } })
  gate = createGate()
  const hello = [send('done', { messages: [{ type: 'text', text: 'Hello.' }] })]
  backend.script(({ type }) => (type === 'end' ? stepped(gate, ['Bye.']) : hello))
  const ann = await signIn(world, 'admin')
  browser = push.browser()
  const body = { endpoint: browser.endpoint, keys: browser.keys }
  expect((await world.api('POST', '/push/subscriptions?site=demo', { key: ann.token, body })).status).toBe(201)
})
afterAll(async () => {
  gate.open()
  await world.close()
  await backend.close()
  await push.close()
})

/** A visitor of the site asks for a person. */
async function asksForPerson(site: string): Promise<string> {
  const { body } = await world.api('POST', `/conversations?site=${site}`, { body: { message: 'Hi' } })
  await (await world.context(site)).tx(async (tx) => {
    await tx.sql`update conversations set status = 'live', waiting_since = ${tx.now()} where id = ${body.id}`
    const page = { url: null, title: null, referrer: null, utm: null }
    tx.emit('handover.requested', { conversationId: body.id, reason: 'asked', page })
  })
  return body.id
}

test('the team hears of a waiting visitor while the backends of ten sites hang, its own included', async () => {
  for (const site of hanging)
    for (let chat = 0; chat < ended; chat++) {
      const { body } = await world.api('POST', `/conversations?site=${site}`, { body: { message: 'Hi' } })
      expect((await world.api('POST', `/conversations/${body.id}/end?site=${site}`)).status).toBe(200)
    }
  const ends = () => backend.seen.filter(({ json }) => json.type === 'end').length
  // Each site waits for two ends at a time.
  await expect.poll(ends, patience).toBe(2 * hanging.length)
  const asked: string[] = []
  for (const site of ['demo', hanging[0] as string, hanging.at(-1) as string]) asked.push(await asksForPerson(site))
  // Those of different sites are sent at the same time.
  await expect.poll(() => browser.got.map(({ message }) => message.conversation).sort(), patience).toEqual(asked.sort())
  const quiet = await world.api('POST', '/conversations?site=demo', { body: { message: 'Hi' } })
  expect((await world.api('POST', `/conversations/${quiet.body.id}/end?site=demo`)).status).toBe(200)
  await expect.poll(ends, patience).toBe(2 * hanging.length + 1)
})
