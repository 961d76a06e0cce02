import { describe, expect, test } from 'vitest'
import { failure } from '../../server/core/failure.ts'
import { guardModel } from '../../server/outside/guarded-model.ts'
import { type ChatModel, type ChatRequest, ModelError, type ModelFault } from '../../server/outside/model.ts'
import { createTestClock, type TestClock } from '../support/clock.ts'
import { createGate } from '../support/steps.ts'

const limits = { firstTokenMs: 10_000, concurrency: 1, restartMs: 30_000 }
const never = new AbortController().signal
const asking = (more: Partial<ChatRequest> = {}): ChatRequest => ({
  ...{ model: 'small', messages: [], contextTokens: 100, signal: never },
  ...more,
})
const text = { kind: 'text', text: 'Hello.' } as const
const faulty = (kind: ModelFault) =>
  new ModelError(kind, failure('model_loading', 'Not now.', { url: 'http://x', status: 503 }))
/** Lets everything run that waits for nothing but other promises. */
const settle = () => new Promise((resolve) => setImmediate(resolve))
const kindOf = (work: Promise<unknown>) =>
  work.then(
    () => 'answered',
    (error) => error.kind ?? error,
  )

/** A model whose answers begin when `begin` is called, or end when they are aborted. */
function slowModel(more: Partial<ChatModel> = {}) {
  const waiting: (() => void)[] = []
  const chat: ChatModel['chat'] = async function* ({ signal }) {
    await new Promise<void>((resolve, reject) => {
      waiting.push(resolve)
      signal.addEventListener('abort', () => reject(signal.reason))
    })
    yield text
  }
  const model = { chat, isLoaded: async () => true, ...more } as unknown as ChatModel
  return { model, waiting, begin: () => waiting.shift()?.() }
}

const guarded = (model: ChatModel, clock: TestClock, more: Partial<typeof limits> = {}) => {
  const guard = guardModel(model, clock, { ...limits, ...more })
  return (request = asking()) => kindOf(Array.fromAsync(guard.chat(request)))
}

test('the beginning of a reply is limited only for a model that has answered before, not for another one', async () => {
  const clock = createTestClock()
  const limited: [string | undefined, boolean][] = []
  const chat: ChatModel['chat'] = async function* ({ model }) {
    limited.push([model, clock.timers() > 0])
    yield text
  }
  const ask = guarded({ chat, isLoaded: async () => false } as unknown as ChatModel, clock)
  for (const model of ['small', 'large', 'small', 'large']) await ask(asking({ model }))
  expect(limited).toEqual([
    ['small', false],
    ['large', false],
    ['small', true],
    ['large', true],
  ])
})

describe('the limit on the beginning', () => {
  test('counts only while the server works on this request, not while it waits behind another one', async () => {
    const clock = createTestClock()
    const { model, begin } = slowModel()
    const ask = guarded(model, clock)
    const first = ask()
    const second = ask()
    await settle()
    clock.move(9_000)
    begin()
    expect(await first).toBe('answered')
    clock.move(9_000)
    begin()
    expect(await second).toBe('answered')
    expect(clock.timers()).toBe(0)
  })

  test('counts for as many requests as the server works on at once', async () => {
    const clock = createTestClock()
    const ask = guarded(slowModel().model, clock, { concurrency: 2 })
    const all = [ask(), ask(), ask()]
    await settle()
    expect(clock.timers(10_000)).toBe(2)
    clock.move(10_000)
    expect(await Promise.all(all.slice(0, 2))).toEqual(['silent', 'silent'])
    await settle()
    clock.move(10_000)
    expect(await all[2]).toBe('silent')
  })

  test('that is not configured doubles after each miss, up to three minutes, and returns for a model that hangs', async () => {
    const clock = createTestClock()
    const guard = guardModel(slowModel().model, clock, { ...limits, firstTokenMs: undefined })
    const seen: number[] = []
    for (let miss = 0; miss < 6; miss++) {
      // The breaker opens after two.
      clock.move(20_000)
      const began = clock.now()
      const over = kindOf(Array.fromAsync(guard.chat(asking())))
      await settle()
      while (clock.timers() > 0) clock.move(1_000)
      expect(await over).toBe('silent')
      seen.push(Math.round((clock.now() - began) / 1_000))
    }
    expect(seen).toEqual([90, 180, 30, 60, 120, 180])
  })

  test('that is not configured is three times what the model needed, from half a minute to three', async () => {
    const clock = createTestClock()
    const { model, begin } = slowModel()
    const guard = guardModel(model, clock, { ...limits, firstTokenMs: undefined })
    for (const [needed, limit] of [
      [1_000, 30_000],
      [20_000, 60_000],
      [5_000, 60_000],
      [59_000, 177_000],
      [100_000, 180_000],
    ] as const) {
      const answered = kindOf(Array.fromAsync(guard.chat(asking())))
      await settle()
      clock.move(needed)
      begin()
      expect(await answered).toBe('answered')
      const late = kindOf(Array.fromAsync(guard.chat(asking())))
      await settle()
      expect(clock.timers(limit)).toBe(1)
      begin()
      await late
    }
  })
})

describe('a model that is not in memory', () => {
  const loading = () => {
    const gate = createGate()
    const loads: AbortSignal[] = []
    const load = async (_: unknown, __: boolean, signal: AbortSignal) => {
      loads.push(signal)
      await gate.passed()
    }
    const more = { isLoaded: async () => false, info: async () => ({ remoteHost: null }), store: { load } }
    return { gate, loads, ...slowModel(more as unknown as Partial<ChatModel>) }
  }

  test('is loaded once for all who want it, and goes on loading when a visitor leaves', async () => {
    const { model, gate, loads, waiting, begin } = loading()
    const ask = guarded(model, createTestClock())
    const gone = new AbortController()
    const first = ask(asking({ signal: gone.signal }))
    const second = ask()
    await settle()
    gone.abort('left')
    expect(await first).toBe('left')
    expect([loads.length, loads[0]?.aborted, waiting.length]).toEqual([1, false, 0])
    gate.open()
    await settle()
    begin()
    expect(await second).toBe('answered')
  })

  test('that runs elsewhere is not loaded', async () => {
    const { model, loads, begin } = loading()
    const ask = guarded({ ...model, info: async () => ({ remoteHost: 'ollama.com' }) as never }, createTestClock())
    const over = ask()
    await settle()
    begin()
    expect([await over, loads]).toEqual(['answered', []])
  })
})

describe('a server that loads its model', () => {
  test('is asked again each second until it has', async () => {
    const clock = createTestClock()
    let asked = 0
    const chat: ChatModel['chat'] = async function* () {
      if (++asked < 4) throw faulty('loading')
      yield text
    }
    const over = guarded({ chat } as unknown as ChatModel, clock)()
    for (let second = 0; second < 3; second++) {
      await settle()
      clock.move(1_000)
    }
    expect([await over, asked, clock.timers()]).toEqual(['answered', 4, 0])
  })

  test('for too long is given up, also when it is asked for its models', async () => {
    const clock = createTestClock()
    const refuse = async () => {
      throw faulty('loading')
    }
    const chat: ChatModel['chat'] = async function* () {
      yield await refuse()
    }
    const guard = guardModel({ chat, info: refuse } as unknown as ChatModel, clock, limits)
    for (const ask of [() => Array.fromAsync(guard.chat(asking())), () => guard.info()]) {
      const over = kindOf(ask())
      for (let second = 0; second < 91; second++) {
        await settle()
        clock.move(1_000)
      }
      expect(await over).toBe('loading')
    }
  })

  test('is not asked again for a visitor who left', async () => {
    const clock = createTestClock()
    let asked = 0
    const chat: ChatModel['chat'] = async function* () {
      asked++
      yield await Promise.reject(faulty('loading'))
    }
    const gone = new AbortController()
    const over = guarded({ chat } as unknown as ChatModel, clock)(asking({ signal: gone.signal }))
    await settle()
    gone.abort('left')
    clock.move(1_000)
    expect([await over, asked]).toEqual(['left', 1])
  })
})

describe('a server that is not reached any more', () => {
  const unreached = () =>
    new ModelError('absent', failure('model_unreachable', 'There is no answer.', { url: 'http://x' }))
  /** A server that can be stopped, and that hangs up on some requests. */
  function stoppable() {
    const clock = createTestClock()
    const state = { runs: true, hangsUp: false, asked: 0 }
    const refuse = () => {
      if (!state.runs) throw unreached()
    }
    const chat: ChatModel['chat'] = async function* () {
      state.asked++
      if (state.hangsUp) throw unreached()
      refuse()
      yield text
    }
    const info = async () => {
      refuse()
      return { name: 'small' }
    }
    const model = { chat, info, status: async () => ({ ok: state.runs }) } as unknown as ChatModel
    const pass = async (seconds: number) => {
      for (let second = 0; second < seconds; second++) {
        await settle()
        clock.move(1_000)
      }
      await settle()
    }
    return { state, clock, pass, guard: guardModel(model, clock, limits), ask: guarded(model, clock) }
  }

  test('is waited for while it may be starting again, by everything that wants an answer', async () => {
    const { state, clock, pass, guard } = stoppable()
    const ask = () => kindOf(Array.fromAsync(guard.chat(asking())))
    expect(await ask()).toBe('answered')
    state.runs = false
    const all = [ask(), ask(), kindOf(guard.info('small'))]
    await pass(20)
    state.runs = true
    await pass(2)
    expect([await Promise.all(all), clock.timers()]).toEqual([['answered', 'answered', 'answered'], 0])
  })

  test('is given up by all at the same time, and then at once until it answers', async () => {
    const { state, pass, guard } = stoppable()
    const ask = () => kindOf(Array.fromAsync(guard.chat(asking())))
    await ask()
    state.runs = false
    const first = ask()
    await pass(25)
    const second = ask()
    await pass(6)
    expect([await first, await second, await ask()]).toEqual(['absent', 'absent', 'absent'])
    state.runs = true
    expect(await ask()).toBe('answered')
    state.runs = false
    const third = ask()
    await pass(5)
    state.runs = true
    await pass(2)
    expect(await third).toBe('answered')
  })

  test('is not waited for if it never answered', async () => {
    const { state, ask } = stoppable()
    state.runs = false
    expect([await ask(), state.asked]).toEqual(['absent', 1])
  })

  test('but is there fails at a request that ends it twice', async () => {
    const { state, pass, guard } = stoppable()
    await guard.info('small')
    state.hangsUp = true
    const over = kindOf(Array.fromAsync(guard.chat(asking())))
    await pass(2)
    expect([await over, state.asked]).toEqual(['absent', 2])
  })

  test('is not waited for by a visitor who left', async () => {
    const { state, pass, guard } = stoppable()
    await guard.info('small')
    state.runs = false
    const gone = new AbortController()
    const over = kindOf(Array.fromAsync(guard.chat(asking({ signal: gone.signal }))))
    await settle()
    gone.abort('left')
    await pass(1)
    expect([await over, state.asked]).toEqual(['left', 1])
  })
})

test('a window that the server names when it refuses a prompt counts from then on, until it starts again', async () => {
  const clock = createTestClock()
  let fault = new ModelError(
    'long',
    failure('model_prompt_long', 'Too long.', { url: 'http://x', tokens: 9, window: 50 }),
  )
  const chat: ChatModel['chat'] = () => {
    throw fault
  }
  const info = async (name = 'small') => ({ name, contextTokens: 100 })
  const guard = guardModel({ chat, info, isLoaded: async () => true } as unknown as ChatModel, clock, limits)
  const windows = async () => [(await guard.info('small')).contextTokens, (await guard.info('large')).contextTokens]
  expect(await windows()).toEqual([100, 100])
  expect(await kindOf(Array.fromAsync(guard.chat(asking())))).toBe('long')
  expect(await windows()).toEqual([50, 100])
  fault = new ModelError('broken', failure('model_unreachable', 'Gone.', { url: 'http://x' }))
  const late = kindOf(Array.fromAsync(guard.chat(asking())))
  await settle()
  clock.move(limits.restartMs + 10_000)
  await late
  expect(await windows()).toEqual([100, 100])
})
