import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { embedSome } from '../server/features/knowledge/embedding/passages.ts'
import { searchHealth } from '../server/features/knowledge/embedding/search-health.ts'
import { beginReply, createDesk, type Desk, learnShop, replyTo, turnOf } from './support/assistant.ts'
import { createDatabase, type TestDatabase } from './support/database.ts'
import { type FakeOllama, startFakeOllama } from './support/fake-ollama.ts'
import { type FakeReranker, startFakeReranker } from './support/fake-reranker.ts'
import type { Step } from './support/steps.ts'

/** A server may have pgvector or not, so there it is tested without. */
const hasVectors = process.env.TEST_DATABASE !== 'server'

let database: TestDatabase
let ollama: FakeOllama
let reranker: FakeReranker
let one: Desk

beforeAll(async () => {
  database = { ...(await createDatabase()), vectors: hasVectors }
  ollama = await startFakeOllama()
  ollama.script(() => [{ text: 'It costs £4.95.' }])
  reranker = await startFakeReranker('documents')
  await learnShop(database)
  const file = { ai: { provider: 'ollama', rerankUrl: `${reranker.url}/v1/rerank`, concurrency: 4 } }
  one = createDesk(database, file, { OLLAMA_HOST: ollama.url })
  if (hasVectors) await embedSome(await one.context())
})
afterEach(() => {
  ollama.instead(() => undefined)
  reranker.instead(() => undefined)
})
afterAll(async () => {
  one.close()
  await ollama.close()
  await reranker.close()
  await database.drop()
})

const question = turnOf('What does delivery cost inside Marlow?')
const hang: Step[] = [{ hang: true }]
const embedded = () => ollama.seen.filter(({ path }) => path === '/api/embed').length
const reranked = () => reranker.seen.length

const hangEmbeddings = () => ollama.instead(({ path }) => (path === '/api/embed' ? hang : undefined))
const hangReranker = () => reranker.instead(() => hang)

test.each<[string, () => void, () => number, number]>([
  ...(hasVectors
    ? [['embeddings', hangEmbeddings, embedded, 2_000] as [string, () => void, () => number, number]]
    : []),
  ['reranker', hangReranker, reranked, 3_000],
])(
  'a hanging %s costs one visitor in 30 s its time limit; all others are answered immediately',
  async (_, hangs, asked, limitMs) => {
    const answered = async () => expect((await replyTo(await one.context(), question)).text).toBe('It costs £4.95.')
    await answered()
    hangs()
    const waiting = async () => {
      const before = asked()
      const { written } = beginReply(await one.context(), question)
      await expect.poll(asked).toBe(before + 1)
      return { written }
    }
    const first = await waiting()
    one.clock.move(limitMs)
    expect((await first.written).messages).toMatchObject([{ text: 'It costs £4.95.' }])
    expect(await searchHealth(one.services)).toMatchObject({
      ok: false,
      detail: expect.stringContaining('did not respond'),
    })
    const before = asked()
    for (const _ of [1, 2]) await answered()
    expect(asked()).toBe(before)
    // After the rest period, one visitor tries it, and nobody else waits.
    one.clock.move(30_000)
    const trying = await waiting()
    for (const _ of [1, 2]) await answered()
    expect(asked()).toBe(before + 1)
    one.clock.move(limitMs)
    await trying.written
    await answered()
    expect(asked()).toBe(before + 1)
    ollama.instead(() => undefined)
    reranker.instead(() => undefined)
    one.clock.move(30_000)
    await answered()
    expect(asked()).toBe(before + 2)
    expect(await searchHealth(one.services)).toMatchObject({ ok: true })
  },
)
