import { expect, test } from 'vitest'
import { asking, failing, ollama, play, sent, setUpOllama, there } from '../support/ollama-client.ts'
import { createGate, type Step, stepped } from '../support/steps.ts'

setUpOllama()

test('a server that does not respond is given up after the first byte limit', async () => {
  play({ hang: true })
  const model = ollama({ limits: { firstByteMs: 60_000 } })
  const asked = there.fake.next('/api/chat')
  const answer = Array.fromAsync(model.chat(asking()))
  const { left } = await asked
  there.clock.move(59_999)
  there.clock.move(1)
  const why = { reason: 'model_slow', params: { url: there.fake.url, seconds: 60 } }
  await expect(answer).rejects.toMatchObject({ ...failing('slow'), ...why })
  await left
})

test('a server that stops in the middle is given up after the stall limit', async () => {
  play({ text: 'one' }, { hang: true })
  const answer = ollama({ limits: { stallMs: 20_000 } })
    .chat(asking())
    [Symbol.asyncIterator]()
  await answer.next()
  const waiting = there.clock.nextTimer()
  const next = answer.next()
  await waiting
  there.clock.move(20_000)
  await expect(next).rejects.toMatchObject(failing('slow'))
})

test('an endlessly trickling server is given up after the total limit', async () => {
  const gate = createGate()
  there.fake.script(() => stepped(gate, new Array(100).fill('a')))
  const answer = ollama({ limits: { stallMs: 20_000, totalMs: 60_000 } })
    .chat(asking())
    [Symbol.asyncIterator]()
  for (let round = 0; round < 5; round++) {
    gate.step()
    await answer.next()
    there.clock.move(10_000)
  }
  const next = answer.next()
  there.clock.move(10_000)
  await expect(next).rejects.toMatchObject(failing('slow'))
})

/** Like a runtime that loses an abort, as Deno does once in a hundred times. */
const deaf: typeof fetch = (input, init) => fetch(input, { ...init, signal: null })

test.each<[string, Step[]]>([
  ['in the middle of an answer', [{ text: 'one' }, { hang: true }]],
  ['in the words of a refusal', [{ status: 500, body: 'out of', hangs: true }]],
])('disconnecting and time limits end a call even if the runtime does not report it: %s', async (_name, steps) => {
  play(...steps)
  const model = ollama({ fetch: deaf, limits: { stallMs: 20_000 } })
  const caller = new AbortController()
  for (const [signal, kind] of [[caller.signal, 'aborted'] as const, [undefined, 'slow'] as const]) {
    const asked = there.fake.next('/api/chat')
    const answer = Array.fromAsync(model.chat(asking(signal && { signal })))
    const { left } = await asked
    await there.clock.nextTimer(20_000)
    if (kind === 'aborted') caller.abort()
    else there.clock.move(20_000)
    await expect(answer).rejects.toMatchObject(failing(kind))
    await left
  }
})

test('an endless stream is cut off at the limit of bytes', async () => {
  play({ endless: 'for ever and ' })
  const asked = there.fake.next('/api/chat')
  const answer = Array.fromAsync(ollama({ limits: { replyBytes: 100_000 } }).chat(asking()))
  await expect(answer).rejects.toMatchObject(failing('broken'))
  await (await asked).left
})

test('an endless line is cut off at the limit of a line', async () => {
  play({ raw: '{"message":{"content":"' }, { raw: 'x'.repeat(200_000) }, { hang: true })
  const answer = Array.fromAsync(ollama({ limits: { lineChars: 100_000 } }).chat(asking()))
  await expect(answer).rejects.toMatchObject(failing('broken'))
})

test.each([
  ['text that is no JSON', '<html>Bad gateway</html>\n'],
  ['JSON that is no object', '[1]\n'],
  ['an object of another protocol', '{"choices":[]}\n'],
  ['a content that is no text', '{"message":{"content":7},"done":false}\n'],
  ['a tool call without a name', '{"message":{"content":"","tool_calls":[{"function":{}}]},"done":false}\n'],
])('garbage is an error of the server: %s', async (_name, raw) => {
  play({ raw }, { hang: true })
  const why = { reason: 'model_invalid', params: { url: there.fake.url } }
  await expect(Array.fromAsync(ollama().chat(asking()))).rejects.toMatchObject({ ...failing('broken'), ...why })
})

test.each<[string, Step[], string, RegExp]>([
  ['an error line', [{ error: 'llama runner process has terminated' }], 'stopped', /terminated/],
  ['a connection that breaks', [{ cut: true }], 'stopped', /broke off/],
  ['half a line', [{ raw: '{"mess' }, { end: true }], 'broken', /not its protocol/],
])('text reaches the reader before the error: %s', async (_name, steps, kind, message) => {
  const gate = createGate()
  play({ text: 'one' }, { wait: gate }, ...steps)
  const answer = ollama().chat(asking())[Symbol.asyncIterator]()
  expect(await answer.next()).toMatchObject({ value: { text: 'one' } })
  gate.open()
  await expect(answer.next()).rejects.toMatchObject({ ...failing(kind), message: expect.stringMatching(message) })
})

test('a text that ends without its last line was cut off by Ollama, because the model repeats itself', async () => {
  play({ text: 'a a a' }, { end: true })
  expect(await Array.fromAsync(ollama().chat(asking()))).toEqual([
    { kind: 'text', text: 'a a a' },
    { kind: 'done', usage: { input: 0, output: 0 }, reason: 'length' },
  ])
})

test('an answer that ends before its first line is a failure', async () => {
  play({ end: true })
  await expect(Array.fromAsync(ollama().chat(asking()))).rejects.toMatchObject({
    ...failing('stopped'),
    message: expect.stringMatching(/before it was done/),
  })
})

test.each([
  [503, 'busy', 'model_busy', 'server busy, please try again'],
  [429, 'busy', 'model_busy', 'slow down'],
  [400, 'refused', 'model_status', 'invalid option'],
  [401, 'refused', 'model_key', 'unauthorized'],
  [404, 'absent', 'model_absent', 'model not found'],
  [500, 'broken', 'model_status', 'model requires more system memory (5.6 GiB) than is available (3.2 GiB)'],
])('status %i is %s, with the server’s message', async (status, kind, reason, error) => {
  play({ status, body: JSON.stringify({ error }) })
  const answer = Array.fromAsync(ollama().chat(asking()))
  const why = { reason, params: { url: there.fake.url, status } }
  await expect(answer).rejects.toMatchObject({ ...failing(kind), ...why, message: expect.stringContaining(error) })
  expect(there.clock.timers()).toBe(0)
})

test('no error repeats a key, a part of the conversation or markup', async () => {
  for (const body of ['bad key sk-secret-1', 'cannot read: When are you open on Saturdays', '<h1>nginx</h1>', '']) {
    play({ status: 500, body, type: 'text/plain' })
    const answer = Array.fromAsync(ollama({ apiKey: 'sk-secret-1' }).chat(asking()))
    await expect(answer).rejects.toMatchObject({ message: `The model server at ${there.fake.url} fails (500).` })
  }
})

test('a redirect is not followed, so that the key stays here', async () => {
  play({ status: 307, body: '{"error":"moved"}', location: `${there.fake.url}/api/version` })
  await expect(Array.fromAsync(ollama({ apiKey: 'k' }).chat(asking()))).rejects.toMatchObject(failing('broken'))
  expect(sent('/api/version')).toEqual([])
})

test('an absent server is distinguished from all other errors, without its password', async () => {
  const host = there.fake.url.replace('//', '//user:hidden@')
  await there.fake.close()
  const answer = Array.fromAsync(ollama({ host }).chat(asking()))
  await expect(answer).rejects.toMatchObject({
    ...failing('absent'),
    ...{ reason: 'model_unreachable', params: { url: there.fake.url } },
    // Deno does not report the code.
    message: expect.stringMatching(`^The model server at ${there.fake.url} does not answer( \\(ECONNREFUSED\\))?\\.$`),
  })
  expect(await ollama({ host }).status()).toMatchObject({ ok: false, models: [] })
})

test('a user name in the address, or the key, is sent as a header', async () => {
  await ollama({ host: there.fake.url.replace('//', '//user:pass@') }).info()
  await ollama({ apiKey: 'key-1' }).info()
  const headers = there.fake.seen.filter(({ path }) => path === '/api/ps').map((seen) => seen.headers.authorization)
  expect(headers).toEqual(['Basic dXNlcjpwYXNz', 'Bearer key-1'])
})
