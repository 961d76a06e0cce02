import { afterAll, describe, expect, test } from 'vitest'
import { type FakeOpenai, type OpenaiChat, startFakeOpenai } from './support/fake-openai.ts'
import type { Step } from './support/steps.ts'
import { toolWorld } from './support/tool-world.ts'

let openai: FakeOpenai

const { shop, tool, answers, ask } = toolWorld({
  prompt: 'Help with orders. Use {{order_lookup}} for the state of an order.',
  ai: async () => {
    openai = await startFakeOpenai()
    return { provider: 'openai', baseUrl: `${openai.url}/v1` }
  },
})
afterAll(() => openai.close())

function model(...rounds: Step[][]): OpenaiChat[] {
  const asked: OpenaiChat[] = []
  openai.script((chat) => {
    asked.push(chat)
    return rounds[asked.length - 1] ?? (rounds.at(-1) as Step[])
  })
  return asked
}
const lookUp = (number: unknown): Step => ({ tool: 'order_lookup', arguments: { number } })
const paths = () => shop().seen.map(({ path }) => path)

/** A call whose arguments are this text, whatever it is. */
const calledWith = (text: string): Step => {
  const call = { index: 0, id: 'call_0', type: 'function', function: { name: 'order_lookup', arguments: text } }
  return { raw: `data: ${JSON.stringify({ choices: [{ index: 0, delta: { tool_calls: [call] } }] })}\n\n` }
}

describe('over the protocol of OpenAI, the assistant', () => {
  test('looks something up, and gets each result under the id of its call', async () => {
    await tool()
    shop().answers(({ path }, response) => void response.end(JSON.stringify({ order: path.split('/').at(-1) })))
    const asked = model([lookUp('1'), lookUp('2')], [lookUp('3')], [{ text: 'They were sent.' }])
    const { text, trace } = await ask()
    expect([text, paths().sort()]).toEqual(['They were sent.', ['/orders/1', '/orders/2', '/orders/3']])
    expect(trace.calls.map(({ ok }: { ok: boolean }) => ok)).toEqual([true, true, true])
    expect(JSON.stringify(asked[0]!.tools)).toContain('"order_lookup"')
    const [call, ...results] = asked[1]!.messages.slice(-3)
    const calls = call!.tool_calls as { id: string; function: { arguments: string } }[]
    expect(calls.map((one) => JSON.parse(one.function.arguments))).toEqual([{ number: '1' }, { number: '2' }])
    expect(results.map((one) => [one.role, one.tool_call_id])).toEqual(calls.map(({ id }) => ['tool', id]))
    expect(results.map(({ content }) => content.includes('"order":"1"'))).toEqual([true, false])
    expect(new Set(calls.map(({ id }) => id)).size).toBe(2)
  })

  test.each([
    ['written as a text of their own', '"{\\"number\\": \\"4711\\"}"'],
    ['a number', '{"number": 4711}'],
  ])('takes arguments that are %s', async (_, text) => {
    await tool()
    answers({ state: 'sent' })
    model([calledWith(text)], [{ text: 'It was sent.' }])
    expect([(await ask()).text, paths()]).toEqual(['It was sent.', ['/orders/4711']])
  })

  test.each([
    ['no JSON', 'number=4711'],
    ['cut off', '{"number": "47'],
    ['a list', '["4711"]'],
    ['null', 'null'],
    ['missing', ''],
    ['nested too deeply', '['.repeat(1_000)],
  ])('calls nothing with arguments that are %s, and goes on', async (_, text) => {
    await tool()
    const asked = model([calledWith(text)], [{ text: 'What is the number of your order?' }])
    const { text: said, trace } = await ask()
    expect([said, paths()]).toEqual(['What is the number of your order?', []])
    expect(trace.calls[0]).toMatchObject({ ok: false, reason: 'argument_missing' })
    expect(asked[1]!.messages.at(-1)!.content).toContain('Ask the visitor')
  })
})
