import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { searchHealth } from '../server/features/knowledge/embedding/search-health.ts'
import { type FakeReranker, startFakeReranker } from './support/fake-reranker.ts'
import { patience } from './support/live.ts'
import type { Step } from './support/steps.ts'
import { createWorld, type World } from './support/world.ts'

let world: World
let reranker: FakeReranker
beforeAll(async () => {
  reranker = await startFakeReranker('documents')
  world = await worldWith(reranker)
})
afterAll(async () => {
  await world.close()
  await reranker.close()
})
beforeEach(() => {
  reranker.instead(() => undefined)
  // After the rest period of a failed one.
  world.clock.move(60_000)
})

async function worldWith({ url }: FakeReranker): Promise<World> {
  const made = await createWorld({ file: { ai: { provider: 'none', rerankUrl: `${url}/v1/rerank` } } })
  for (const [title, content] of [
    ['Prices', 'Bicycles, bicycles and bicycles: prices on the page of each.'],
    ['Opening hours', 'We mend bicycles on weekdays from nine to six, and bicycles wait until then.'],
    ['Bread', 'We bake bread.'],
  ])
    await made.api('POST', '/knowledge/manual?site=demo', { body: { title, content } })
  return made
}

const search = async (more: Record<string, unknown> = {}, on = world) =>
  (await on.api('POST', '/knowledge/search?site=demo', { body: { query: 'bicycles weekdays', ...more } })).body
const titles = ({ chunks }: { chunks: { title: string }[] }) => chunks.map(({ title }) => title)

describe('a reranker', () => {
  test('reorders the hits, and is shown in the trace with scores between 0 and 1', async () => {
    reranker.instead(({ json }) => scored((json.documents as string[]).map((text) => (/Prices/.test(text) ? 7 : -7))))
    const body = await search()
    expect(titles(body)).toEqual(['Prices', 'Opening hours'])
    expect(body.trace.reranked.map(({ id }: { id: string }) => id)).toEqual(
      body.chunks.map(({ id }: { id: string }) => id),
    )
    for (const { score } of body.trace.reranked) expect(score > 0 && score < 1).toBe(true)
    expect(body.trace.fused.map(({ id }: { id: string }) => id)).toEqual(
      body.chunks.map(({ id }: { id: string }) => id).toReversed(),
    )
    expect(body.trace.ms.rerank).toBeGreaterThan(0)
    const sent = reranker.seen.at(-1)
    expect(sent).toMatchObject({ path: '/v1/rerank', json: { query: 'bicycles weekdays' } })
    expect(sent?.json.documents).toContain(
      'Opening hours\nWe mend bicycles on weekdays from nine to six, and bicycles wait until then.',
    )
  })

  test('is skipped with `rerank: false`, and if the site’s settings say so [R295]', async () => {
    const asked = reranker.seen.length
    expect((await search({ rerank: false })).trace.reranked).toEqual([])
    expect(reranker.seen.length).toBe(asked)
    const settings = (rerank: boolean) =>
      world
        .api('PUT', '/settings?site=demo', { body: { settings: { assistant: { rerank } } } })
        .then(({ status }) => status)
    expect(await settings(false)).toBe(200)
    await expect.poll(async () => (await search()).trace.reranked, patience).toEqual([])
    const before = reranker.seen.length
    expect((await search()).trace.reranked).toEqual([])
    expect(reranker.seen.length).toBe(before)
    expect(await settings(true)).toBe(200)
    await expect.poll(async () => (await search()).trace.reranked, patience).toHaveLength(2)
  })

  test('is not called if nothing was found', async () => {
    const before = reranker.seen.length
    expect((await search({ query: 'skateboards' })).chunks).toEqual([])
    expect(reranker.seen.length).toBe(before)
  })

  test('with the other format is detected, and called with it from then on', async () => {
    const other = await startFakeReranker('texts')
    const with_ = await worldWith(other)
    for (let time = 0; time < 2; time++) expect((await search({}, with_)).trace.reranked).toHaveLength(2)
    expect(other.seen.map(({ json }) => 'texts' in json)).toEqual([false, true, true])
    await with_.close()
    await other.close()
  })
})

const answer = (body: unknown): Step[] => [{ status: 200, body: JSON.stringify(body) }]
const scored = (scores: unknown[]) =>
  answer({ results: scores.map((relevance_score, index) => ({ index, relevance_score })) })

describe('a reranker that fails', () => {
  test.each<[string, Step[]]>([
    ['is broken', [{ status: 500, body: '{}' }]],
    ['is gone in the middle', [{ raw: '{"results":[' }, { cut: true }]],
    ['says what is not JSON', [{ status: 200, body: '<html>' }]],
    ['says something else', answer({ scores: [1, 2] })],
    ['has no number', scored(['best', 'worst'])],
    ['has a score for a text that it was not given', scored([1, 2, 3])],
    ['leaves one out', scored([1])],
    ['names one twice', answer({ results: [0, 0].map((index) => ({ index, relevance_score: 1 })) })],
    ['has an index that is none', answer({ results: [-1, 0.5].map((index) => ({ index, relevance_score: 1 })) })],
    ['knows no end', [{ endless: ' '.repeat(50_000) }]],
    ['leads elsewhere', [{ status: 307, body: '', location: 'http://127.0.0.1:1/' }]],
    ['takes no form', [{ status: 422, body: '{}' }]],
  ])('with %s never fails the search: the order stays, trace and health say so', async (_, steps) => {
    reranker.instead(() => steps)
    const { chunks, trace } = await search()
    expect(titles({ chunks })).toEqual(['Opening hours', 'Prices'])
    expect(trace.reranked).toEqual([])
    expect(trace.errors).toEqual([expect.stringMatching(/^The reranker was skipped\. The reranker/)])
    expect(await searchHealth(world.services)).toMatchObject({ ok: false, detail: expect.stringContaining('reranker') })
    const { health } = (await world.api('GET', '/overview?site=demo')).body
    expect(health).toContainEqual(
      expect.objectContaining({
        ...{ kind: 'reranker_failing', title: 'The reranker is not responding' },
        detail: expect.stringContaining('reranker'),
      }),
    )
  })

  test('is not called again for half a minute, and then recovers', async () => {
    reranker.instead(() => [{ status: 500, body: '{}' }])
    await search()
    const before = reranker.seen.length
    reranker.instead(() => undefined)
    expect((await search()).trace.errors).toHaveLength(1)
    expect(reranker.seen.length).toBe(before)
    world.clock.move(30_000)
    expect((await search()).trace).toMatchObject({ errors: [], reranked: [{}, {}] })
    expect(await searchHealth(world.services)).toMatchObject({ ok: true })
  })

  test('because it is slow is not waited for after three seconds', async () => {
    reranker.instead(() => [{ raw: ' ' }, { hang: true }])
    const call = reranker.next()
    const searching = search()
    const { left } = await call
    world.clock.move(3_000)
    expect((await searching).trace.errors).toEqual([expect.stringContaining('within 3 s')])
    await left
  })
})
