import { expect, test } from 'vitest'
import type { ChatRequest } from '../../server/outside/model.ts'
import { chatModel } from '../support/fake-ollama.ts'
import { asking, failing, ollama, play, sent, setUpOllama, there } from '../support/ollama-client.ts'
import { createGate, stepped } from '../support/steps.ts'

setUpOllama()

test('passes on text, thinking, tool calls and the server’s counts', async () => {
  play({ thinking: 'Hm.' }, { text: 'From ' }, { text: '9.' }, { tool: 'show_form', arguments: { id: 'contact' } })
  const chunks = await Array.fromAsync(ollama().chat(asking()))
  expect(chunks).toEqual([
    { kind: 'thinking', text: 'Hm.' },
    { kind: 'text', text: 'From ' },
    { kind: 'text', text: '9.' },
    { kind: 'tool', name: 'show_form', arguments: { id: 'contact' } },
    {
      kind: 'done',
      usage: { input: 10, output: 4 },
      reason: 'stop',
      timings: { promptMs: 383.809, outputMs: 4799.921 },
    },
  ])
})

test('sends the window, the tools, the schema and the whole conversation', async () => {
  const tool = { name: 'look_up', description: 'Looks up', parameters: { type: 'object', properties: {} } }
  const format = { type: 'object', properties: { answer: { type: 'string' } } }
  const messages: ChatRequest['messages'] = [
    { role: 'system', content: 'Be kind.' },
    { role: 'assistant', content: '', toolCalls: [{ name: 'look_up', arguments: { q: 'hours' } }] },
    { role: 'tool', content: '9 to 5', toolName: 'look_up' },
    { role: 'user', content: 'And now?' },
  ]
  await Array.fromAsync(ollama().chat(asking({ messages, tools: [tool], format, maxTokens: 50, temperature: 0.2 })))
  expect(sent()[0]).toMatchObject({
    model: 'llama3.2:latest',
    stream: true,
    options: { num_ctx: 4096, num_predict: 50, temperature: 0.2 },
    tools: [{ type: 'function', function: tool }],
    format,
    messages: [
      { role: 'system', content: 'Be kind.' },
      { role: 'assistant', content: '', tool_calls: [{ function: { name: 'look_up', arguments: { q: 'hours' } } }] },
      { role: 'tool', content: '9 to 5', tool_name: 'look_up' },
      { role: 'user', content: 'And now?' },
    ],
  })
})

test('never requests a wider window than the model has, nor an endless answer', async () => {
  there.fake.models.splice(0, 2, { ...chatModel, contextLength: 2048 })
  expect(await ollama().info()).toMatchObject({ contextTokens: 2048 })
  await Array.fromAsync(ollama().chat(asking({ contextTokens: 100_000 })))
  expect(sent()[0]).toMatchObject({ options: { num_ctx: 2048, num_predict: 2048 } })
})

test('lets a model think only on request, and does not mention it to one that cannot', async () => {
  await Array.fromAsync(ollama().chat(asking()))
  there.fake.models.splice(0, 2, { ...chatModel, capabilities: ['completion', 'thinking'] })
  await Array.fromAsync(ollama().chat(asking()))
  await Array.fromAsync(ollama().chat(asking({ think: true })))
  expect(sent().map(({ think }) => think)).toEqual([undefined, false, true])
})

test('passes each token on before the model writes the next', async () => {
  const gate = createGate()
  there.fake.script(() => stepped(gate, ['one', ' two', ' three']))
  const answer = ollama().chat(asking())[Symbol.asyncIterator]()
  for (const text of ['one', ' two', ' three']) {
    gate.step()
    expect(await answer.next()).toEqual({ done: false, value: { kind: 'text', text } })
  }
  expect(await answer.next()).toMatchObject({ value: { kind: 'done' } })
  expect((await answer.next()).done).toBe(true)
})

test('an abort reaches the model server within 100 ms, and ends the answer', async () => {
  const taken: number[] = []
  for (let round = 0; round < 5; round++) {
    play({ text: 'one' }, { hang: true })
    const caller = new AbortController()
    const asked = there.fake.next('/api/chat')
    const answer = ollama()
      .chat(asking({ signal: caller.signal }))
      [Symbol.asyncIterator]()
    await answer.next()
    const next = answer.next()
    const at = performance.now()
    caller.abort()
    await expect(next).rejects.toMatchObject(failing('aborted'))
    taken.push((await (await asked).left) - at)
  }
  // The best of five, because a busy machine is not our delay.
  expect(Math.min(...taken)).toBeLessThan(100)
  expect(there.clock.timers()).toBe(0)
})

test('an abort before the first token, and a caller who already disconnected', async () => {
  play({ hang: true })
  const caller = new AbortController()
  const asked = there.fake.next('/api/chat')
  const answer = Array.fromAsync(ollama().chat(asking({ signal: caller.signal })))
  const { left } = await asked
  caller.abort()
  await expect(answer).rejects.toMatchObject(failing('aborted'))
  await left
  await expect(Array.fromAsync(ollama().chat(asking({ signal: caller.signal })))).rejects.toMatchObject(
    failing('aborted'),
  )
  expect(sent()).toHaveLength(1)
})

test('leaving the loop ends the call', async () => {
  const asked = there.fake.next('/api/chat')
  play({ text: 'one' }, { hang: true })
  for await (const chunk of ollama().chat(asking())) if (chunk.kind === 'text') break
  await (await asked).left
  expect(there.clock.timers()).toBe(0)
})

test('cancelling one chat does not affect another', async () => {
  const gate = createGate()
  there.fake.script(() => stepped(gate, ['one', ' two']))
  const caller = new AbortController()
  const model = ollama()
  const mine = Array.fromAsync(model.chat(asking({ signal: caller.signal })))
  const other = Array.fromAsync(model.chat(asking()))
  await Promise.all([there.fake.next('/api/chat'), there.fake.next('/api/chat')])
  caller.abort()
  await expect(mine).rejects.toMatchObject(failing('aborted'))
  gate.open()
  expect(await other).toHaveLength(3)
})

test('a completely read response leaves its connection to the next ones', async () => {
  const gate = createGate()
  const model = ollama()
  const last = JSON.stringify({ message: { content: 'Yes.' }, done: true, done_reason: 'stop' })
  play({ raw: `${last}\n` }, { wait: gate }, { end: true })
  await Array.fromAsync(model.chat(asking()))
  gate.open()
  play({ text: 'one' })
  for (let count = 0; count < 9; count++) await Array.fromAsync(model.chat(asking()))
  const [first, ...later] = there.fake.seen
    .filter(({ path }) => path === '/api/chat')
    .map(({ clientPort }) => clientPort)
  expect(later).toContain(first)
})

test('a server that continues after the end of a response is cut off', async () => {
  const last = JSON.stringify({ message: { content: 'Yes.' }, done: true, done_reason: 'stop' })
  play({ raw: `${last}\n` }, { endless: 'for ever and ' })
  const asked = there.fake.next('/api/chat')
  expect(await Array.fromAsync(ollama().chat(asking()))).toHaveLength(2)
  await (await asked).left
  expect(there.clock.timers()).toBe(0)
})
