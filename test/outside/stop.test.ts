import { once } from 'node:events'
import { type ClientRequest, request } from 'node:http'
import { json } from 'node:stream/consumers'
import { expect, test } from 'vitest'
import { WebSocket } from 'ws'
import { type Server, startServer } from '../support/server.ts'

const origin = 'https://shop.example'

/** Every message of a tRPC socket, until it is closed. */
async function openSocket(server: Server) {
  const socket = new WebSocket(`${server.url.replace('http', 'ws')}/trpc?connectionParams=1`)
  const messages: { id: number | null; method?: string; result?: { type: string } }[] = []
  socket.on('message', (data) => messages.push(JSON.parse(String(data))))
  const closed = once(socket, 'close').then(([code]) => code as number)
  await once(socket, 'open')
  socket.send(JSON.stringify({ method: 'connectionParams', data: { token: server.adminKey } }))
  const subscribe = { id: 1, method: 'subscription', params: { path: 'events', input: { site: 'demo' } } }
  socket.send(JSON.stringify(subscribe))
  await expect.poll(() => messages[0]?.result?.type).toBe('started')
  return { messages, closed }
}

/** A visitor's chat with an open event stream. `text` resolves when the stream has ended. */
async function openStream(server: Server): Promise<{ text: Promise<string> }> {
  const started = await fetch(`${server.url}/chat/conversations?site=demo`, {
    method: 'POST',
    headers: { origin, 'content-type': 'application/json' },
    body: JSON.stringify({ site: 'demo' }),
  })
  expect(started.status).toBe(201)
  const { id, token } = (await started.json()) as { id: string; token: string }
  const headers = { origin, authorization: `Bearer ${token}` }
  const stream = await fetch(`${server.url}/chat/conversations/${id}/events?site=demo`, { headers })
  expect(stream.status).toBe(200)
  return { text: stream.text() }
}

/** A request with half of its body sent. The answer arrives after `end` sent the rest. */
function beginPost(server: Server, body: string): ClientRequest {
  const headers = {
    authorization: `Bearer ${server.adminKey}`,
    'content-type': 'application/json',
    'content-length': Buffer.byteLength(body),
  }
  const post = request(`${server.url}/api/v1/keys`, { method: 'POST', headers })
  post.write(body.slice(0, 10))
  return post
}

test('SIGTERM releases waiting requests at once, finishes running ones, asks sockets to reconnect, and exits with 0', async () => {
  await using server = await startServer({
    config: { sites: [{ id: 'demo', website: origin, allowedOrigins: [origin] }] },
  })
  const headers = { authorization: `Bearer ${server.adminKey}` }
  const socket = await openSocket(server)
  const stream = await openStream(server)
  const body = JSON.stringify({ name: 'last', preset: 'read' })
  const post = beginPost(server, body)
  const answered = once(post, 'response')
  const { next } = (await (await fetch(`${server.url}/api/v1/events`, { headers })).json()) as { next: string }
  const poll = fetch(`${server.url}/api/v1/events?wait=25&after=${next}`, { headers })
  // A later request that is answered shows that the earlier ones have arrived.
  expect((await fetch(`${server.url}/healthz`)).status).toBe(200)

  const begun = performance.now()
  process.kill(server.pid, 'SIGTERM')
  const waited = await poll
  expect([waited.status, ((await waited.json()) as { items: unknown[] }).items]).toEqual([200, []])
  await stream.text
  expect(await socket.closed).toBe(1012)
  expect(socket.messages.map(({ method }) => method)).toContain('reconnect')
  await expect(fetch(`${server.url}/healthz`)).rejects.toThrow()

  post.end(body.slice(10))
  const [response] = await answered
  const made = (await json(response)) as { key: string }
  expect(response.statusCode).toBe(201)
  expect(await server.exit).toBe(0)
  expect(performance.now() - begun).toBeLessThan(9_000)

  await server.restart()
  const me = await fetch(`${server.url}/api/v1/me`, { headers: { authorization: `Bearer ${made.key}` } })
  expect(me.status).toBe(200)
  process.kill(server.pid, 'SIGINT')
  expect(await server.exit).toBe(0)
})
