import { afterAll, beforeAll, expect, test } from 'vitest'
import { emitEvent, lastId } from './support/emit.ts'
import { patience } from './support/live.ts'
import { createLiveWorld, type LiveWorld } from './support/live-world.ts'

let world: LiveWorld

beforeAll(async () => {
  world = await createLiveWorld()
})
afterAll(() => world.close())

/** The subscription `events` as an event stream, as tRPC's `httpSubscriptionLink` requests it. */
async function streamEvents(token: string, headers: Record<string, string> = {}) {
  const leaving = new AbortController()
  const response = await fetch(
    `${world.url}/trpc/events?input=${encodeURIComponent(JSON.stringify({ site: 'demo' }))}`,
    {
      headers: { authorization: `Bearer ${token}`, accept: 'text/event-stream', ...headers },
      signal: leaving.signal,
    },
  )
  let text = ''
  const read = async () => {
    for await (const chunk of response.body!.pipeThrough(new TextDecoderStream())) text += chunk
  }
  const items = () =>
    [...text.matchAll(/^data: (\{"(?:id|type)".*)\nid: (\S+)$/gm)].map(([, item, id]) => ({
      ...JSON.parse(item as string),
      id,
    }))
  return {
    ended: read().catch(() => undefined),
    text: () => text,
    items,
    messages: () => items().flatMap(({ data }) => data.message ?? []),
    leave: () => leaving.abort(),
  }
}

test('over HTTP, events stream with their ids, and continue after the last one [threat 6]', async () => {
  const first = await streamEvents(world.allKey)
  await expect.poll(() => first.items()[0], patience).toMatchObject({ type: 'subscribed' })
  await emitEvent(world, 'one')
  await expect.poll(first.messages, patience).toEqual(['one'])
  const { id } = first.items().at(-1)!
  expect(id).toBe(await lastId(world))
  first.leave()
  await first.ended
  await emitEvent(world, 'two')

  const second = await streamEvents(world.allKey, { 'last-event-id': id })
  await expect.poll(second.messages, patience).toEqual(['two'])
  await emitEvent(world, 'three')
  await expect.poll(second.messages, patience).toEqual(['two', 'three'])
  second.leave()
  await second.ended
})

test('over HTTP, the stream ends with an error once the key is revoked', async () => {
  const key = await world.key(['chat'])
  const stream = await streamEvents(key)
  await expect.poll(() => stream.items()[0], patience).toMatchObject({ type: 'subscribed' })
  await world.api('DELETE', `/keys/${key.slice(9, 21)}?site=demo`)
  await stream.ended
  await emitEvent(world, 'a secret')
  expect(stream.text()).toContain('"reason":"token_unknown"')
  expect(stream.text()).not.toContain('a secret')
})

test('over HTTP, without a valid key there is an error, and nothing else', async () => {
  const stream = await streamEvents('svc_live_none')
  await stream.ended
  expect(stream.items()).toEqual([])
  expect(stream.text()).toContain('"code":"UNAUTHORIZED"')
})
