import { describe, expect, test } from 'vitest'
import { CallError } from '../../widget/chat/talk/call-error.ts'
import type { Core } from '../../widget/chat/talk/core.ts'
import { followUntil } from '../../widget/chat/talk/later/follow-until.ts'

/** A talk whose connection for events fails each time with `fault`; `waits` are the times it waits between. */
function createTalk(fault: CallError) {
  const life = new AbortController()
  const listeners = new Set<() => void>()
  const waits: number[] = []
  let cancelled = 0
  const machine = {
    now: () => 0,
    random: () => 1,
    after: (milliseconds: number) => {
      waits.push(milliseconds)
      return () => void cancelled++
    },
    listen: (_type: string, listener: () => void) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
  const follow = async function* () {
    yield* []
    throw fault
  }
  const chat = { id: 'conv_1', token: 'token', ended: false, position: null }
  const core = {
    machine,
    life,
    store: { chat: () => chat },
    calls: { follow },
    surroundings: { debug: () => {} },
  } as unknown as Core
  const comeBack = () => {
    for (const listener of listeners) listener()
  }
  return { core, waits, comeBack, open: () => [listeners.size, cancelled] }
}

const settle = () => new Promise((resolve) => setImmediate(resolve))

describe('a lost event connection', () => {
  test.each([
    ['is tried soon, and ever more seldom', new CallError('network', 'gone'), [500, 1_000]],
    ['is tried when the server says', new CallError('rate_limited', 'too many', 7), [7_000, 7_000]],
    ['is tried after minutes where it is refused', new CallError('forbidden', 'not from here'), [300_000, 300_000]],
  ])('%s', async (_, fault, expected) => {
    const { core, waits, comeBack } = createTalk(fault)
    const end = new AbortController()
    const followed = followUntil(core, 'conv_1', end.signal)
    await settle()
    comeBack()
    await settle()
    expect(waits).toEqual(expected)
    end.abort()
    await followed
  })

  test('is not retried once nobody follows: neither time nor network wakes it', async () => {
    const { core, open } = createTalk(new CallError('network', 'gone'))
    const end = new AbortController()
    const followed = followUntil(core, 'conv_1', end.signal)
    await settle()
    expect(open()).toEqual([1, 0])
    end.abort()
    await followed
    expect(open()).toEqual([0, 1])
  })
})
