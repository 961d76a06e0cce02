import { afterEach, beforeEach, expect, type Mock, vi } from 'vitest'
import type { ChatModel, ChatRequest } from '../../server/outside/model.ts'
import { createOllama, type OllamaParts } from '../../server/outside/ollama.ts'
import { createTestClock, type TestClock } from './clock.ts'
import { type FakeOllama, startFakeOllama } from './fake-ollama.ts'
import type { Step } from './steps.ts'

/** The fake server and clock of the running test. */
export const there = {} as { fake: FakeOllama; clock: TestClock }

/** Creates a fake Ollama and a clock for each test of the file. Tests must not print anything. */
export function setUpOllama(): void {
  let print: Mock<() => void>

  beforeEach(async () => {
    there.fake = await startFakeOllama()
    there.clock = createTestClock()
    print = vi.fn(() => {})
    for (const level of ['log', 'info', 'warn', 'error', 'debug'] as const) {
      vi.spyOn(console, level).mockImplementation(print)
    }
  })

  afterEach(async () => {
    await there.fake.close()
    vi.restoreAllMocks()
    expect(print, 'nothing of a conversation may be printed').not.toHaveBeenCalled()
  })
}

export const ollama = (parts: Partial<OllamaParts> = {}): ChatModel =>
  createOllama({ host: there.fake.url, contextTokens: 8192, fetch, clock: there.clock, ...parts })

export const asking = (parts: Partial<ChatRequest> = {}): ChatRequest => ({
  messages: [{ role: 'user', content: 'When are you open on Saturdays, please?' }],
  contextTokens: 4096,
  signal: new AbortController().signal,
  ...parts,
})

/** The fake answers every chat with these steps. */
export const play = (...steps: Step[]) => there.fake.script(() => steps)

/** The JSON bodies of requests to a path. */
export const sent = (path = '/api/chat') => there.fake.seen.filter((seen) => seen.path === path).map(({ json }) => json)

export const failing = (kind: string) => ({ name: 'ModelError', kind })
