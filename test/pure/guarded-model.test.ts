import { expect, test } from 'vitest'
import { guardModel } from '../../server/outside/guarded-model.ts'
import type { ChatModel } from '../../server/outside/model.ts'
import { createTestClock } from '../support/clock.ts'

test('the beginning of a reply is limited only for a model that has answered before, not for another one', async () => {
  const clock = createTestClock()
  const limited: [string | undefined, boolean][] = []
  const chat: ChatModel['chat'] = async function* ({ model }) {
    limited.push([model, clock.timers() > 0])
    yield { kind: 'text', text: 'Hello.' }
  }
  const guarded = guardModel({ chat, isLoaded: async () => false } as unknown as ChatModel, clock, 10_000)
  const { signal } = new AbortController()
  for (const model of ['small', 'large', 'small', 'large'])
    await Array.fromAsync(guarded.chat({ model, messages: [], contextTokens: 100, signal }))
  expect(limited).toEqual([
    ['small', false],
    ['large', false],
    ['small', true],
    ['large', true],
  ])
})
