import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { languages } from '../server/language/languages.ts'
import { beginReply, createDesk, type Desk, learnShop, replyTo, turnOf } from './support/assistant.ts'
import { createDatabase, type TestDatabase } from './support/database.ts'
import { type FakeOllama, startFakeOllama } from './support/fake-ollama.ts'
import type { Step } from './support/steps.ts'

let database: TestDatabase
let ollama: FakeOllama
const desks: Desk[] = []

beforeAll(async () => {
  database = await createDatabase()
  ollama = await startFakeOllama()
  await learnShop(database)
})
afterEach(() => {
  for (const one of desks.splice(0)) one.close()
})
afterAll(async () => {
  await ollama.close()
  await database.drop()
})

afterEach(() => ollama.instead(() => undefined))

let asked = 0
const says = (...steps: Step[]) =>
  ollama.script(() => {
    asked++
    return steps
  })
const withOllama = (ai: Record<string, unknown> = {}): Desk => {
  const made = createDesk(database, { ai: { provider: 'ollama', ...ai } }, { OLLAMA_HOST: ollama.url })
  desks.push(made)
  return made
}
const question = turnOf('What does delivery cost?')
const { unavailable, fromWebsite } = languages.en.phrases
const health = async (one: Desk) => (await one.services.outside.models.health()).ok

/** A reply while the model hangs, with the clock advanced by this many milliseconds. */
async function silentFor(one: Desk, milliseconds: number) {
  const before = asked
  const writing = beginReply(await one.context(), question)
  await expect.poll(() => asked).toBeGreaterThan(before)
  one.clock.move(milliseconds)
  return await writing.written
}
const textOf = ({ messages }: { messages: unknown[] }) => (messages[0] as { text: string }).text

describe('a model that hangs before its first word', () => {
  test('is waited for 30 s once it is loaded; then passages are quoted, and the visitor reads why', async () => {
    const one = withOllama()
    says({ text: 'Hello.' })
    await replyTo(await one.context(), question)
    says({ hang: true })
    const text = textOf(await silentFor(one, 30_000))
    expect(text.startsWith(`${unavailable} ${fromWebsite}\n\n`)).toBe(true)
    expect(text.length).toBeGreaterThan(`${unavailable} ${fromWebsite}`.length + 20)
    expect(text).not.toContain(languages.en.phrases.foundNothing)
    expect(text).toContain('4.95')
    expect(await health(one)).toBe(false)
  })

  test('is waited for as long as `ai.firstTokenSeconds` says', async () => {
    const one = withOllama({ firstTokenSeconds: 10 })
    says({ text: 'Hello.' })
    await replyTo(await one.context(), question)
    says({ hang: true })
    expect(textOf(await silentFor(one, 10_000)).startsWith(unavailable)).toBe(true)
  })

  test('is not waited for longer if Ollama reports that the model is in memory', async () => {
    const one = withOllama()
    const { name, contextTokens } = await (await one.services.outside.models.current())!.info()
    ollama.loaded = [name]
    ollama.windows.set(name, contextTokens)
    says({ hang: true })
    expect(textOf(await silentFor(one, 90_000)).startsWith(unavailable)).toBe(true)
  })

  test('counts as loaded only with the window of replies, because Ollama loads it again for another one', async () => {
    const one = withOllama()
    const { name, contextTokens } = await (await one.services.outside.models.current())!.info()
    ollama.loaded = [name]
    ollama.windows.set(name, contextTokens / 2)
    try {
      const model = (await one.services.outside.models.current())!
      expect(await model.isLoaded?.()).toBe(false)
      ollama.windows.set(name, contextTokens)
      expect(await model.isLoaded?.()).toBe(true)
    } finally {
      ollama.windows.clear()
    }
  })

  test('is waited for longer while it may be loading', async () => {
    const one = withOllama()
    ollama.loaded = []
    ollama.instead(({ path }) => (path === '/api/generate' ? [{ hang: true }] : undefined))
    const loads = () => ollama.seen.filter(({ path }) => path === '/api/generate').length
    const before = loads()
    let isOver = false
    const writing = beginReply(await one.context(), question)
    void writing.written.finally(() => {
      isOver = true
    })
    await expect.poll(loads).toBeGreaterThan(before)
    one.clock.move(179_000)
    expect(one.clock.timers(180_000)).toBe(1)
    expect(isOver).toBe(false)
    one.clock.move(1_000)
    expect(textOf(await writing.written).startsWith(unavailable)).toBe(true)
    ollama.instead(() => undefined)
  })

  test('is not called after two timeouts; visitors get answers immediately until it recovers', async () => {
    const one = withOllama()
    says({ text: 'Hello.' })
    await replyTo(await one.context(), question)
    says({ hang: true })
    await silentFor(one, 30_000)
    // No limit is configured, so the second one is longer.
    await silentFor(one, 60_000)
    const before = asked
    const german = await replyTo(await one.context(), turnOf('What does delivery cost?', { locale: 'de' }))
    expect(german.text.startsWith(languages.de.phrases.unavailable)).toBe(true)
    expect(asked).toBe(before)
    await expect(
      (await one.services.outside.models.current())!.embed(['x'], AbortSignal.timeout(9_000)),
    ).rejects.toMatchObject({ kind: 'out' })
    says({ text: 'Well again.' })
    one.clock.move(15_000)
    expect((await replyTo(await one.context(), question)).text).toBe('Well again.')
    expect(await health(one)).toBe(true)
  })
})

test('[R126] a model that fails immediately is a 502 each time, and is called again by the next message', async () => {
  const one = withOllama()
  says({ status: 500, body: '{}' })
  for (const _ of [1, 2, 3])
    await expect(replyTo(await one.context(), question)).rejects.toMatchObject({ status: 502, code: 'connector_error' })
  says({ text: 'Well again.' })
  expect((await replyTo(await one.context(), question)).text).toBe('Well again.')
})

test('a model that hangs in the middle of two replies ends them after 30 s; the next visitors get answers immediately', async () => {
  const one = withOllama()
  says({ text: 'We deliver' }, { hang: true })
  for (const _ of [1, 2]) {
    const writing = beginReply(await one.context(), question)
    // The limit runs from its last text.
    await expect.poll(() => writing.stream).toEqual(['open', 'We deliver'])
    one.clock.move(30_000)
    await expect(writing.written).rejects.toMatchObject({ status: 502, code: 'connector_error' })
    expect(writing.stream).toEqual(['open', 'We deliver'])
  }
  const before = asked
  expect((await replyTo(await one.context(), question)).text.startsWith(unavailable)).toBe(true)
  expect(asked).toBe(before)
  expect(await health(one)).toBe(false)
})

describe('a model server that accepts connections but never responds', () => {
  const hangs = () => ollama.instead(() => [{ hang: true }])
  const seen = (path: string) => ollama.seen.filter((one) => one.path === path).length

  /** What a visitor gets after five seconds. */
  async function afterFiveSeconds(one: Desk, path: string) {
    const before = seen(path)
    const { written } = beginReply(await one.context(), question)
    await expect.poll(() => seen(path)).toBe(before + 1)
    one.clock.move(5_000)
    return textOf(await written)
  }

  test('costs two visitors five seconds and the next ones nothing: passages are quoted', async () => {
    const one = withOllama()
    hangs()
    for (const _ of [1, 2]) {
      const text = await afterFiveSeconds(one, '/api/ps')
      expect(text.startsWith(unavailable)).toBe(true)
      expect(text).toContain('4.95')
    }
    const before = ollama.seen.length
    expect((await replyTo(await one.context(), question)).text).toContain('4.95')
    expect(ollama.seen.length).toBe(before)
  })

  test('costs five seconds if the model is known and may no longer be in memory', async () => {
    const one = withOllama()
    says({ text: 'Hello.' })
    await replyTo(await one.context(), question)
    one.clock.move(5 * 60_000)
    hangs()
    expect((await afterFiveSeconds(one, '/api/ps')).startsWith(unavailable)).toBe(true)
  })

  test('costs the first visitor five seconds if any model would do, and the next ones nothing', async () => {
    const one = withOllama({ provider: 'auto' })
    hangs()
    expect(await afterFiveSeconds(one, '/api/version')).toContain('4.95')
    const before = ollama.seen.length
    expect((await replyTo(await one.context(), question)).text).toContain('4.95')
    expect(ollama.seen.length).toBe(before)
  })

  test('delays health by at most five seconds', async () => {
    const one = withOllama()
    hangs()
    const before = seen('/api/version')
    const looking = one.services.outside.models.health()
    await expect.poll(() => seen('/api/version')).toBe(before + 1)
    one.clock.move(5_000)
    expect(await looking).toMatchObject({ ok: false, detail: expect.stringContaining('within 5 s') })
  })
})
