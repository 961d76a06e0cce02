import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { searchHealth } from '../server/features/knowledge/embedding/search-health.ts'
import { checkModel } from '../server/features/models/check.ts'
import { createDatabase } from './support/database.ts'
import { createEmbeddingWorld, type EmbeddingWorld } from './support/embedding.ts'
import { embedModel } from './support/fake-ollama.ts'
import { patience } from './support/live.ts'
import { at, createPage } from './support/page.ts'
import { createGate } from './support/steps.ts'

/** A server may have pgvector or not, so there it is tested without. */
const hasVectors = process.env.TEST_DATABASE !== 'server'

let world: EmbeddingWorld
beforeAll(async () => {
  const database = await createDatabase()
  world = await createEmbeddingWorld({}, { database: { ...database, vectors: hasVectors } })
})
afterAll(() => world.close())
beforeEach(async () => {
  world.clock.move(60_000)
  world.ollama.instead(() => undefined)
  for (const site of ['demo', 'other']) {
    for (const { id } of (await world.api('GET', `/knowledge/manual?site=${site}`)).body.entries)
      await world.api('DELETE', `/knowledge/manual/${id}?site=${site}`)
  }
  await world.isQuiet()
})

const { stringify } = JSON
const asked = () => world.ollama.seen.filter(({ path }) => path === '/api/embed')
const refusesEmbedding = (status: number) =>
  world.ollama.instead(({ path }) =>
    path === '/api/embed' ? [{ status, body: stringify({ error: 'out of order' }) }] : undefined,
  )
const isEmbeddedTo = (vectors: unknown) =>
  world.ollama.instead(({ path }) =>
    path === '/api/embed'
      ? [{ status: 200, body: stringify({ model: embedModel.name, embeddings: vectors }) }]
      : undefined,
  )

if (!hasVectors)
  describe('on a database without pgvector', () => {
    test('nothing is embedded, keyword search works, and health says so', async () => {
      await world.save('Delivery', 'We deliver within ten miles for £4.')
      await world.isQuiet()
      const { chunks, trace, neurons } = await world.search('Do you deliver?')
      expect(chunks[0].title).toBe('Delivery')
      expect([trace.vector, trace.errors, neurons]).toEqual([[], [], 0])
      expect(asked()).toEqual([])
      expect(await searchHealth(world.services)).toMatchObject({
        ok: true,
        detail: expect.stringContaining('no pgvector'),
      })
    })
  })

if (hasVectors)
  describe('a passage', () => {
    test('is found by keywords at once, and by meaning when its vector exists', async () => {
      const gate = createGate()
      world.ollama.instead(({ path }) => (path === '/api/embed' ? heldBack(gate) : undefined))
      await world.save('Delivery', 'We deliver within ten miles for £4.')
      const before = await world.search('Do you deliver?')
      expect([before.chunks[0].title, before.trace.vector, before.neurons]).toEqual(['Delivery', [], 0])
      world.ollama.instead(() => undefined)
      gate.open()
      await world.isQuiet()
      world.clock.move(60_000)
      await world.isEmbedded()
      await world.isQuiet()
      const { chunks, trace, neurons } = await world.search('Do you deliver?')
      expect(chunks[0].title).toBe('Delivery')
      expect(trace.vector).toEqual([{ id: chunks[0].id, score: expect.closeTo(trace.vector[0].score, 5) }])
      expect(trace.vector[0].score).toBeGreaterThan(0)
      expect(trace.ms.vector).toBeGreaterThan(0)
      expect(trace.errors).toEqual([])
      expect(neurons).toBeGreaterThan(0)
    })

    test('is embedded with its title and headings, and the prefix of the model', async () => {
      await world.save('Delivery', '# Abroad\n\nWe deliver to France.')
      await world.isEmbedded()
      const texts = asked().flatMap(({ json }) => json.input)
      expect(texts).toContain('search_document: Delivery\nAbroad\nWe deliver to France.')
      await world.search('Do you send to France?')
      expect(asked().at(-1)?.json.input).toEqual(['search_query: Do you send to France?'])
    })

    test('that changed is embedded again, the others of its page are not', async () => {
      const words = (name: string) => Array.from({ length: 140 }, (_, at) => `${name}${at}`).join(' ')
      const text = (second: string) => `# One\n\n${words('one')}\n\n# Two\n\n${words(second)}`
      await world.save('Page', text('two'))
      await world.isEmbedded()
      const before = asked().length
      await world.save('Page', text('changed'))
      await world.isEmbedded()
      await world.isQuiet()
      const again = asked()
        .slice(before)
        .flatMap(({ json }) => json.input as string[])
      expect(again.filter((one) => one.startsWith('search_document'))).toEqual([expect.stringContaining('changed0')])
    })

    test('found only by meaning is shown, but not quoted for it', async () => {
      await world.save('Bicycles', 'Wheels and saddles are mended here while people wait for them.')
      await world.save('Bread', 'Loaves are baked each morning.')
      await world.isEmbedded()
      const { chunks, trace } = await world.search('here')
      expect(trace.keyword).toEqual([])
      expect(chunks.map(({ title }: { title: string }) => title)).toContain('Bicycles')
      expect(trace.fused.every(({ relevance }: { relevance: number }) => relevance < trace.threshold)).toBe(true)
    })

    test('that is too long for the model is embedded by its beginning, and one that it rejects not at all', async () => {
      world.ollama.instead(({ path, json }) => {
        const texts = [json.input].flat() as string[]
        return path === '/api/embed' && texts.some((text) => text.length > 1_000 || text.includes('forbidden'))
          ? [{ status: 400, body: stringify({ error: 'the input length exceeds the context length' }) }]
          : undefined
      })
      await world.save('Long', 'We deliver within ten miles of the shop for £4. '.repeat(40).slice(0, 1_500))
      await world.save('Odd', 'A forbidden word.')
      await world.save('Short', 'We mend bicycles.')
      await expect.poll(world.embedded, patience).toBeGreaterThan(1)
      await world.isQuiet()
      const titles = await world.services.database.sql`
        select distinct d.title from vectors join passages p on p.number = vectors.passage join documents d on d.id = p.document
        order by d.title`
      expect(titles.map(({ title }) => title)).toEqual(['Long', 'Short'])
    })

    test('of another site is never found', async () => {
      await world.save('Bicycles', 'We mend bicycles.')
      const body = { title: 'Theirs', content: 'We mend bicycles, too.' }
      await world.api('POST', '/knowledge/manual?site=other', { body })
      await world.isEmbedded()
      const { chunks, trace } = await world.search('Who mends bicycles?', { k: 20 })
      expect(chunks.map(({ title }: { title: string }) => title)).toEqual(['Bicycles'])
      expect(trace.vector).toHaveLength(1)
    })

    test('is deleted with its vector', async () => {
      const id = await world.save('Bicycles', 'We mend bicycles.')
      await world.isEmbedded()
      await world.api('DELETE', `/knowledge/manual/${id}?site=demo`)
      expect(await world.embedded()).toBe(0)
      expect((await world.search('bicycles')).trace.vector).toEqual([])
    })
  })

async function* heldBack(gate: ReturnType<typeof createGate>) {
  await gate.passed()
  yield { status: 503, body: '{}' }
}

if (hasVectors)
  describe('an absent model', () => {
    test('is asked again every minute; health names it; existing vectors stay', async () => {
      refusesEmbedding(500)
      await world.save('Bicycles', 'We mend bicycles.')
      await world.isQuiet()
      expect(await world.embedded()).toBe(0)
      expect(await searchHealth(world.services)).toMatchObject({
        ok: false,
        detail: expect.stringContaining('out of order'),
      })
      const before = asked().length
      for (const asks of [1, 2]) {
        world.clock.move(59_000)
        await world.isQuiet()
        expect(asked().length).toBe(before + asks - 1)
        world.clock.move(1_000)
        await world.isQuiet()
        expect(asked().length).toBe(before + asks)
      }
      world.ollama.instead(() => undefined)
      world.clock.move(60_000)
      await world.isEmbedded()
      await world.isQuiet()
      expect(await searchHealth(world.services)).toMatchObject({ ok: true, passages: 1, vectors: 1 })
    })

    test('during a question costs only an entry in the trace, and is not called again for a while', async () => {
      await world.save('Bicycles', 'We mend bicycles.')
      await world.isEmbedded()
      await world.isQuiet()
      refusesEmbedding(500)
      const before = asked().length
      for (let time = 0; time < 3; time++) {
        const { chunks, trace } = await world.search('Do you mend bicycles?')
        expect(chunks).toHaveLength(1)
        expect(trace.errors).toEqual([expect.stringContaining('Semantic search failed.')])
      }
      expect(asked().length).toBe(before + 1)
      world.ollama.instead(() => undefined)
      world.clock.move(30_000)
      expect((await world.search('Do you mend bicycles?')).trace).toMatchObject({ errors: [], vector: [{}] })
      expect(await searchHealth(world.services)).toMatchObject({ ok: true })
    })

    test('that is slow during a question is skipped', async () => {
      await world.save('Bicycles', 'We mend bicycles.')
      await world.isEmbedded()
      await world.isQuiet()
      world.ollama.instead(({ path }) => (path === '/api/embed' ? [{ raw: '{' }, { hang: true }] : undefined))
      const call = world.ollama.next('/api/embed')
      const searching = world.search('Do you mend bicycles?')
      const { left } = await call
      world.clock.move(2_000)
      const { chunks, trace } = await searching
      expect(chunks).toHaveLength(1)
      expect(trace.errors).toEqual([expect.stringContaining('within 2 s')])
      await left
    })
  })

if (hasVectors)
  describe('another model than before', () => {
    test('embeds everything again, with its own dimensions', async () => {
      await world.save('Bicycles', 'We mend bicycles.')
      await world.save('Bread', 'We bake bread.')
      await world.isEmbedded()
      await world.isQuiet()
      const wide = [1, ...Array(31).fill(0.1)]
      world.ollama.instead(({ path, json }) =>
        path === '/api/embed'
          ? [{ status: 200, body: stringify({ embeddings: [json.input].flat().map(() => wide) }) }]
          : undefined,
      )
      await world.refresh()
      await world.isQuiet()
      const { sql } = world.services.database
      expect([...(await sql`select distinct model, dimensions from vectors`)]).toEqual([
        { model: embedModel.name, dimensions: 32 },
      ])
      const indexes = await sql`
      select from pg_indexes where starts_with(indexname, 'vectors_near_') and indexdef like '%demo%'`
      expect(indexes).toHaveLength(1)
      expect((await world.search('bread')).trace.vector).toHaveLength(2)
    })
  })

if (hasVectors)
  describe('a visitor', () => {
    test('does not wait for embeddings, which continue afterwards', async () => {
      const { sql } = world.services.database
      const page = createPage(() => world)
      world.ollama.script(() => [{ text: 'All is well.' }])
      const { id, token } = await page.start()
      world.ollama.instead(({ path }) => (path === '/api/embed' ? [{ raw: '{' }, { hang: true }] : undefined))
      const call = world.ollama.next('/api/embed')
      await world.save('Rain', 'Rain capes can be borrowed.')
      const { left } = await call
      const sent = page.send('POST', at(id, 'messages'), { token, body: { text: 'Do you have tandems?' } })
      await left
      expect((await page.read(await sent)).messages).toMatchObject([{ text: 'All is well.' }])
      const waiting = () => sql`select failures, last_error from queue where type = 'knowledge.embed' and lease is null`
      await expect.poll(waiting, patience).toEqual([{ failures: 0, last_error: null }])
      world.ollama.instead(() => undefined)
      world.clock.move(5_000)
      await world.isEmbedded()
    })
  })

if (hasVectors)
  describe('a site in another language than English', () => {
    const setLocale = (locale: string) =>
      world.api('PUT', '/settings?site=demo', { body: { settings: { assistant: { locale } } } })
    const suggested = async () => (await world.api('GET', '/models?site=demo')).body.suggestedEmbedding

    test('is told which embedding model to download, by the check of the model and in the settings', async () => {
      expect(await suggested()).toBeNull()
      await setLocale('de')
      expect(await suggested()).toBe('embeddinggemma')
      const site = await world.services.sites.find('demo')
      const { points } = await checkModel(world.services, site, new AbortController().signal, () => {})
      expect(points.find(({ point }) => point === 'embedding')).toMatchObject({
        ...{ level: 'warning', reason: 'embedding_english' },
        params: { model: embedModel.name, suggested: 'embeddinggemma' },
        advice: 'Download embeddinggemma, and set ai.embedModel to it.',
      })
      await setLocale('en')
    })
  })

if (hasVectors)
  describe('which model responds', () => {
    const wide = [1, ...Array(31).fill(0.1)]
    const probes = () => asked().filter(({ json }) => [json.input].flat().includes('Which model is this?')).length
    const add = async (title: string) => {
      await world.save(title, `We know all about ${title}.`)
      await world.isEmbedded()
      await world.isQuiet()
    }

    test('is not asked if the vectors of passages tell', async () => {
      await add('Bicycles')
      const before = probes()
      for (const title of ['Bread', 'Boats', 'Books']) await add(title)
      expect(probes()).toBe(before)
      await world.refresh()
      await world.isQuiet()
      expect(probes()).toBe(before + 1)
    })

    test('is told by the vectors of a new passage, and those of two models are never mixed', async () => {
      await add('Bicycles')
      world.ollama.instead(({ path, json }) =>
        path === '/api/embed'
          ? [{ status: 200, body: stringify({ embeddings: [json.input].flat().map(() => wide) }) }]
          : undefined,
      )
      await add('Bread')
      const { sql } = world.services.database
      expect([...(await sql`select dimensions, count(*)::int as count from vectors group by dimensions`)]).toEqual([
        { dimensions: 32, count: 2 },
      ])
      expect(await searchHealth(world.services)).toMatchObject({ ok: true })
    })
  })

if (hasVectors)
  describe('invalid vectors', () => {
    test.each([
      [
        'of a wrong number',
        [
          [1, 0],
          [0, 1],
          [1, 1],
        ],
      ],
      ['of different lengths', [[1, 0, 0], [1]]],
      ['empty', [[], []]],
      ['that are no numbers', [['a'], ['b']]],
      [
        'with NaN, as some servers write it',
        [
          [null, 1],
          [1, null],
        ],
      ],
      [
        'without a direction',
        [
          [0, 0],
          [0, 0],
        ],
      ],
      ['wider than any', [Array(20_000).fill(1), Array(20_000).fill(1)]],
      ['missing', undefined],
      ['a text', 'no'],
    ])('%s are refused: nothing is stored, and keyword search still works', async (_, vectors) => {
      isEmbeddedTo(vectors)
      await world.save('Bicycles', 'We mend bicycles.')
      await world.isQuiet()
      expect(await world.embedded()).toBe(0)
      expect((await searchHealth(world.services)).ok).toBe(false)
      expect((await world.search('bicycles')).chunks).toHaveLength(1)
    })

    test('very large or very small ones are normalised', async () => {
      for (const size of [1e300, 1e-300]) {
        world.ollama.instead(({ path, json }) =>
          path === '/api/embed'
            ? [{ status: 200, body: stringify({ embeddings: [json.input].flat().map(() => [size, size]) }) }]
            : undefined,
        )
        await world.save(`Bicycles ${size}`, 'We mend bicycles.')
        await world.isEmbedded()
      }
      const { trace } = await world.search('bicycles')
      expect(trace.vector.map(({ score }: { score: number }) => score)).toEqual([
        expect.closeTo(1, 5),
        expect.closeTo(1, 5),
      ])
    })

    test('an endless response is cut off, and nothing is stored', async () => {
      world.ollama.instead(({ path }) => (path === '/api/embed' ? [{ endless: `${'1,'.repeat(50_000)}` }] : undefined))
      await world.save('Bicycles', 'We mend bicycles.')
      await world.isQuiet()
      expect(await world.embedded()).toBe(0)
      expect(await searchHealth(world.services)).toMatchObject({ ok: false })
    })
  })
