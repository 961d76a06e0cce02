import { connect } from 'node:net'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { eventsOf, nextEvent } from '../support/chat.ts'
import { read } from '../support/client.ts'
import { chatModel, embedModel, startFakeOllama } from '../support/fake-ollama.ts'
import { expectLeft, type Shop, startShop } from '../support/shop.ts'
import { createGate, type Step } from '../support/steps.ts'

let shop: Shop

beforeAll(async () => {
  shop = await startShop()
})
afterAll(() => shop.close())
afterEach(() => {
  shop.says({ text: 'All is well.' })
  shop.ollama.models.splice(0, Infinity, chatModel, embedModel)
})

/** Never the same, so that no reply is ended because it repeats itself. */
const otherWord = (count: number): string =>
  `${count.toString(26).replaceAll(/\d/g, (digit) => 'qrstuvwxyz'[Number(digit)] as string)} `

describe('[R126] [threat 17] a failing model server', () => {
  const sentence = expect.stringMatching(/^[A-Z][^{}<>]+\.$/)

  test.each<[string, Step[]]>([
    ['answers 503', [{ status: 503, body: '{"error":"server busy"}' }]],
    ['answers 500', [{ status: 500, body: '{"error":"out of memory"}' }]],
    ['answers rubbish', [{ raw: '<html>It works!</html>\n' }]],
    ['answers another protocol', [{ raw: '{"choices":[{"delta":{"content":"Hello"}}]}\n' }]],
    ['hangs up', [{ cut: true }]],
    ['sends the caller elsewhere', [{ status: 307, location: 'http://127.0.0.1:2/api/chat', body: '' }]],
  ])(
    '%s: returns 502 with the conversation’s id, in JSON and for a stream, and a line in the health check',
    async (what, steps) => {
      const reason = what === 'answers 503' ? 'assistant_busy' : 'assistant_failed'
      shop.says(...steps)
      const json = await shop.post('/conversations', { message: 'Hello' })
      const stream = await read(await shop.startStream({ message: 'Hello' }))
      for (const { status, body } of [json, stream]) {
        expect(status).toBe(502)
        expect(body).toEqual({
          error: { code: 'connector_error', reason, message: sentence },
          id: expect.stringMatching(/^conv_/),
        })
      }
      const { parts } = (await read(await fetch(`${shop.server.url}/healthz?deep=1`))).body
      expect(parts.model).toMatchObject({ ok: false, detail: expect.stringContaining(shop.ollama.url) })
      shop.says({ text: 'All is well.' })
      const again = await shop.say(json.body.id, { text: 'And now?' })
      expect(again).toMatchObject({ status: 200, body: { messages: [{ text: 'All is well.' }] } })
    },
  )

  test('returns 502 if the model is missing or unreachable, and recovers without a restart', async () => {
    shop.ollama.models.splice(0)
    expect((await shop.post('/conversations', { message: 'Hello' })).status).toBe(502)
    const { port } = shop.ollama
    await shop.ollama.close()
    expect((await shop.post('/conversations', { message: 'Hello' })).status).toBe(502)
    shop.ollama = await startFakeOllama(port)
    shop.says({ text: 'All is well.' })
    expect((await shop.post('/conversations', { message: 'Hello' })).status).toBe(201)
  })

  test('returns 502 if the model server sends nothing', async () => {
    shop.says()
    expect((await shop.post('/conversations', { message: 'Hello' })).status).toBe(502)
  })

  test.each<[string, Step]>([
    ['breaks off', { cut: true }],
    ['fails', { error: 'llama runner process has terminated' }],
    ['talks nonsense', { raw: 'nonsense\n' }],
  ])('%s during a reply: sends the text so far and one error, and stores nothing', async (_, step) => {
    const gate = createGate()
    shop.says({ text: 'We deliver ' }, { wait: gate }, step)
    const events = eventsOf(await shop.startStream({ message: 'Hello', clientMessageId: 'hello' }))
    expect((await nextEvent(events, 'delta')).data.text.trim()).toBe('We deliver')
    gate.open()
    const { data } = await nextEvent(events, 'error')
    expect(data).toEqual({
      error: { code: 'connector_error', reason: 'assistant_failed', message: sentence },
      id: expect.any(String),
    })
    expect((await events.next()).done).toBe(true)
    expect((await shop.stored(data.id)).map(({ text }) => text)).toEqual(['Hello'])
    shop.says({ text: 'We deliver everywhere.' })
    const again = await shop.say(data.id, { text: 'Hello', clientMessageId: 'hello' })
    expect(again.body.messages).toMatchObject([{ text: 'We deliver everywhere.' }])
    expect(await shop.stored(data.id)).toHaveLength(2)
  })

  test('stops a reply that does not end, and marks it as interrupted', async () => {
    shop.says({ endless: otherWord })
    const asked = shop.ollama.next('/api/chat')
    const { body } = await shop.post('/conversations', { message: 'Hello' })
    await expectLeft(await asked)
    expect(body.messages[0].text).toMatch(/^([a-z]+ )+[a-z]* ?…$/)
    expect(body.messages[0].text.length).toBeLessThan(32_000)
  })

  test('cancels a model that never finishes thinking', async () => {
    const thought = { thinking: 'hm '.repeat(1000) }
    shop.says(...Array.from({ length: 200 }, () => thought), { hang: true })
    const asked = shop.ollama.next('/api/chat')
    expect((await shop.post('/conversations', { message: 'Hello' })).status).toBe(502)
    await expectLeft(await asked)
  })

  test('answers other chats while some replies hang, and cancelling those disturbs nobody', async () => {
    const gate = createGate()
    const well = [{ text: 'All ' }, { wait: gate }, { text: 'is well.' }]
    shop.ollama.script(({ messages }) => (messages.at(-1)?.content.includes('silence') ? [{ hang: true }] : well))
    const leave = new AbortController()
    const hang = async () => {
      const asked = shop.ollama.next('/api/chat')
      const given = shop.startStream({ message: 'silence' }, leave.signal).catch((error: Error) => error.name)
      return { given, asked: await asked }
    }
    const hanging = [await hang(), await hang(), await hang()]
    const beside = eventsOf(await shop.startStream({ message: 'Hello' }))
    await nextEvent(beside, 'delta')
    leave.abort()
    expect(await Promise.all(hanging.map(({ given }) => given))).toEqual(Array(3).fill('AbortError'))
    for (const { asked } of hanging) await expectLeft(asked)
    gate.open()
    expect((await nextEvent(beside, 'done')).data.messages[0].text).toBe('All is well.')
  })
})

describe('[threat 13] a misbehaving client', () => {
  /** Another chat is answered as usual. */
  const expectUnharmed = async () =>
    expect((await shop.post('/conversations', { message: 'Hello' })).body.messages).toMatchObject([
      { text: 'All is well.' },
    ])

  test('that sends only brackets gets a 400, and other requests are answered', async () => {
    const sent = { method: 'POST', headers: { authorization: `Bearer ${shop.server.adminKey}` } }
    const flood = ['['.repeat(900_000), '{"a":'.repeat(100_000)].flatMap((body) => Array(5).fill({ ...sent, body }))
    const refused = flood.map((init) => fetch(`${shop.server.url}/api/v1/conversations`, init))
    await expectUnharmed()
    expect((await Promise.all(refused)).map(({ status }) => status)).toEqual(Array(10).fill(400))
  })

  test('that starts many requests and finishes none does not block other requests', async () => {
    const { hostname, port } = new URL(shop.server.url)
    const begun = `POST /api/v1/conversations HTTP/1.1\r\nHost: ${hostname}\r\nContent-Length: 1000\r\n\r\n{"mess`
    const sockets = Array.from({ length: 100 }, () => connect(Number(port), hostname).setNoDelay())
    await Promise.all(sockets.map((socket) => new Promise<void>((resolve) => socket.write(begun, () => resolve()))))
    await expectUnharmed()
    for (const socket of sockets) socket.destroy()
    await expectUnharmed()
  })

  test('that does not read its stream still gets its reply written and stored', async () => {
    shop.says({ endless: otherWord })
    const response = await shop.startStream({ message: 'Hello', externalId: 'deaf' })
    expect(response.status).toBe(201)
    const reply = async () => {
      const [{ id }] = (await shop.get('/conversations?externalId=deaf')).body.items
      return (await shop.stored(id)).at(-1)
    }
    await expect.poll(reply, { timeout: 10_000 }).toMatchObject({ role: 'agent', text: expect.stringMatching(/…$/) })
    shop.says({ text: 'All is well.' })
    await expectUnharmed()
    await response.body?.cancel()
  })
})
