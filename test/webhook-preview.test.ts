import { afterAll, beforeAll, expect, test } from 'vitest'
import { type ChatWorld, createChatWorld } from './support/chat.ts'

let world: ChatWorld

beforeAll(async () => {
  world = await createChatWorld()
})
afterAll(() => world.close())

const preview = (input: Record<string, unknown>) =>
  world.post('/webhooks/preview', { event: 'lead.captured', format: 'custom', ...input })

test('[R319] a preview refuses what an endpoint cannot have, with the field and the reason', async () => {
  for (const [input, field, reason] of [
    [{ url: 'https://10.0.0.1/' }, 'url', 'address_refused'],
    [{ url: 'https://{{data.host}}/' }, 'url', 'url_template'],
    [{ url: 'https://hooks.example/{{data.name}}', format: 'svc' }, 'url', 'url_template'],
    [{ body: '{{env.KEY}}' }, 'body', 'placeholder_unknown'],
    [{ headers: [{ name: 'X-Svc-Event', value: 'mine' }] }, 'headers.0.name', 'header_reserved'],
  ] as const) {
    const { status, body } = await preview(input)
    expect([status, body.faults]).toEqual([400, [expect.objectContaining({ field, reason })]])
  }
})

test('its values are escaped for the Content-Type of its headers, and no secret is in it', async () => {
  await world.post('/leads', { name: 'A&B "C"' })
  const headers = [
    { name: 'Content-Type', value: 'application/x-www-form-urlencoded' },
    { name: 'Authorization', value: 'Bearer very-secret', secret: true },
  ]
  const { request } = (await preview({ headers, body: 'name={{data.name}}' })).body
  expect(request.body).toBe('name=A%26B%20%22C%22')
  expect(request.headers).toMatchObject({
    'content-type': 'application/x-www-form-urlencoded',
    authorization: '••••••',
    'x-svc-event': 'lead.captured',
  })
})

test('a value that would change the path of the URL is an error, and the template is shown', async () => {
  await world.post('/leads', { name: '..' })
  const url = 'https://hooks.example/people/{{data.name}}/new'
  const { status, body } = await preview({ url, headers: [{ name: 'X-Key', value: 'very-secret', secret: true }] })
  expect([status, body]).toEqual([
    200,
    {
      ...{ request: { method: 'POST', url, headers: {}, body: '' }, real: true },
      error: 'A value would change the path of the URL.',
    },
  ])
})
