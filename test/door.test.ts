import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { visitorOperations } from '../server/features/conversations/visitor/operations.ts'
import { type ChatWorld, createChatWorld } from './support/chat.ts'
import { at, createPage, page, sse } from './support/page.ts'
import { createGate } from './support/steps.ts'

let world: ChatWorld
const { send, start } = createPage(() => world)

beforeAll(async () => {
  world = await createChatWorld({ file: { sites: [{ id: 'demo', allowedOrigins: [page] }] } })
})
afterAll(() => world.close())
afterEach(() => {
  world.says({ text: 'All is well.' })
  world.clock.move(60_000)
})

const deep = `{"a":${'['.repeat(100)}${']'.repeat(100)}}`

test.each<[string, string, RequestInit, number]>([
  ['REST, an unknown route', '/api/v1/nothing', {}, 404],
  ['REST, no key', '/api/v1/labels', {}, 401],
  ['REST, a wrong method', '/api/v1/labels', { method: 'PUT' }, 405],
  ['a chat, an unknown route', '/chat/nothing', {}, 404],
  ['a chat, no token', '/chat/conversations/conv_x/messages', {}, 401],
  ['a chat, another origin', '/chat/site?site=demo', { headers: { origin: 'https://evil.example' } }, 403],
  ['signing in, a wrong body', '/auth/sign-in', { method: 'POST', body: '[]' }, 400],
  ['tRPC, JSON that is too deep', '/trpc/labels.list', { method: 'POST', body: deep }, 400],
  ['a webhook, no secret', '/inbound/telegram/demo/x', { method: 'POST', body: '{}' }, 401],
  ['a webhook, a wrong method', '/inbound/telegram/demo/x', { method: 'DELETE' }, 405],
  ['health, a wrong key', '/healthz?deep', { headers: { authorization: 'Bearer nobody' } }, 401],
])('every entry point refuses in the same form: %s [R225]', async (_, path, init, status) => {
  const response = await fetch(`${world.url}${path}`, init)
  expect(response.status).toBe(status)
  expect(await response.json()).toMatchObject({ error: { code: expect.any(String), message: expect.any(String) } })
  expect(Object.fromEntries(response.headers)).toMatchObject({
    'content-type': 'application/json',
    'x-request-id': expect.stringMatching(/^req_/),
    'cache-control': 'no-store',
    'x-content-type-options': 'nosniff',
    ...(status === 401 && { 'www-authenticate': 'Bearer' }),
    ...(status === 405 && { allow: expect.stringMatching(/^[A-Z]+(, [A-Z]+)*$/) }),
  })
})

test('a 405 names the methods of its path, whichever table defines it', async () => {
  const allowed = async (path: string) => {
    const response = await fetch(`${world.url}${path}`, { method: 'DELETE' })
    expect(response.status, path).toBe(405)
    return response.headers.get('allow')?.split(', ').sort()
  }
  const operations = Object.values(visitorOperations)
  for (const { path } of operations) {
    const methods = operations.filter((one) => one.path === path).map(({ method }) => method.toUpperCase())
    expect(await allowed(`/chat/conversations/conv_x${path}`)).toEqual(methods.sort())
  }
  expect(await allowed('/chat/conversations')).toEqual(['POST'])
  expect(await allowed('/chat/conversations/conv_x/events')).toEqual(['GET'])
  expect(await allowed('/api/v1/labels')).toEqual(['GET', 'POST'])
  const change = await fetch(`${world.url}/api/v1/leads/change`, { method: 'OPTIONS' })
  expect([change.status, change.headers.get('allow')]).toEqual([405, 'POST'])
  expect(await allowed('/api/v1/openapi.json')).toEqual(['GET'])
})

test('a visitor’s signals count against the conversation of their token, whatever the path says [threat 12]', async () => {
  const [one, other] = [await start({}), await start({})]
  const type = (id: string, token: string) => send('POST', at(id, 'typing'), { token })
  for (let count = 0; count < 90; count++) expect((await type(other.id, one.token)).status).toBe(404)
  expect((await type(other.id, one.token)).status).toBe(429)
  expect((await type(other.id, other.token)).status).toBe(200)
})

test('a streamed reply sends heartbeats while the model is silent', async () => {
  const chat = await start({})
  const gate = createGate()
  world.says({ wait: gate }, { text: 'Hello.' })
  const response = await send('POST', at(chat.id, 'messages'), {
    token: chat.token,
    body: { text: 'How long is the warranty of a bike?' },
    headers: sse,
  })
  const reader = response.body!.pipeThrough(new TextDecoderStream()).getReader()
  expect((await reader.read()).value).toMatch(/^event: stored\n/)
  world.clock.move(20_000)
  expect((await reader.read()).value).toBe(': here\n\n')
  gate.open()
  await reader.cancel()
})
