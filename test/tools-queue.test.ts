import { expect, test } from 'vitest'
import { assistantState } from '../server/features/assistant/reply/state.ts'
import { until } from './support/chat.ts'
import { toolWorld } from './support/tool-world.ts'

const { world, shop, tool } = toolWorld({
  prompt: 'Help with orders. Use {{order_lookup}} for the state of an order.',
  ai: async () => ({ provider: 'ollama', concurrency: 1 }),
})

const waiting = () => assistantState(world().services).queue.waiting

test('while a tool runs, the model answers others; the reply that waits for it goes on before those who come later', async () => {
  await tool()
  const written: string[] = []
  const open: (() => void)[] = []
  shop().answers((_, response) => void open.push(() => response.end('{"state":"sent"}')))
  const { promise: released, resolve: release } = Promise.withResolvers<void>()
  world().model.script(async function* ({ messages }) {
    const { role, content } = messages.at(-1)!
    const who = role === 'tool' ? 'one, again' : (/I am (\w+)/.exec(content)?.[1] ?? '')
    written.push(who)
    if (who === 'two') await released
    if (who === 'one') yield { tool: 'order_lookup', arguments: { number: '4711' } }
    else yield { text: 'It was sent.' }
  })
  const one = world().start({ message: 'I am one. Where is my order?' })
  await until(() => open.length === 1)
  const two = world().start({ message: 'I am two. Where is my order?' })
  await until(() => written.length === 2)
  const three = world().start({ message: 'I am three. Where is my order?' })
  await until(() => waiting() === 1)
  open[0]?.()
  await until(() => waiting() === 2)
  release()
  await Promise.all([one, two, three])
  expect(written).toEqual(['one', 'two', 'one, again', 'three'])
})
