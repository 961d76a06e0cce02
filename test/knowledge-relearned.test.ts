import fc from 'fast-check'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import {
  deleteDocument,
  lockKnowledge,
  piece,
  sweepPiece,
  type Writing,
} from '../server/features/knowledge/documents.ts'
import { edition } from '../server/features/knowledge/postings.ts'
import { reindexAll } from '../server/features/knowledge/reindex.ts'
import { searchPassages } from '../server/features/knowledge/search.ts'
import { createDatabase, type TestDatabase } from './support/database.ts'
import { createShelf, recount } from './support/knowledge.ts'
import { patience } from './support/live.ts'
import { createWorld, type World } from './support/world.ts'

let database: TestDatabase
let demo: ReturnType<typeof createShelf>
beforeAll(async () => {
  database = await createDatabase()
  demo = createShelf(database.sql)
})
afterAll(() => database.drop())
beforeEach(async () => {
  await database.sql`truncate documents, passages, vectors, postings, lexemes, knowledge_sizes`
})

type Row = { id: string; number: number; ordinal: number; content: string }

const rows = () =>
  database.sql<Row[]>`select id, number, ordinal, content from passages order by ordinal`.then((all) => [...all])
const words = (name: string, count = 145) => Array.from({ length: count }, (_, at) => `${name}${at}`).join(' ')
const section = (name: string, text = words(name)) => `# ${name}\n\n${text}\n\n`

/** A vector for each passage, as if a model had created it. */
const addVectors = () => database.sql`
  insert into vectors (passage, site, model, dimensions, embedding)
  select number, site, 'some-model', 2, array[0.6, 0.8]::real[] from passages on conflict do nothing`

describe('a long page that is deleted', () => {
  const names = Array.from({ length: 2 * piece + 1 }, (_, at) => `Part${at}x`)
  const text = names.map((name) => section(name)).join('')
  const change = <T>(work: (tx: Writing) => Promise<T>) =>
    database.sql.begin((sql) =>
      work({ sql: sql as unknown as Writing['sql'], site: demo.site, now: () => 1, enqueue: async () => {} }),
    ) as Promise<T>
  const sweep = () =>
    change(async (tx) => {
      await lockKnowledge(tx)
      return await sweepPiece(tx)
    })

  test('is not found after its first piece, and each piece leaves the statistics exact', async () => {
    await demo.store('page_1', 'Shop', text)
    await demo.store('page_2', 'Other', section('Alpha'))
    expect((await searchPassages(demo, 'Part3x7', 5)).hits).toHaveLength(1)
    expect(await change((tx) => deleteDocument(tx, 'page', 'page_1'))).toBe(true)
    expect(await demo.remove('page_1')).toBe(false)
    for (const left of [piece + 1, 1, 0]) {
      for (const name of names) expect((await searchPassages(demo, `${name}7`, 5)).hits).toEqual([])
      const [{ count }] = await database.sql<[{ count: number }]>`
        select count(*)::int as count from passages where document = 'page_1'`
      expect(count).toBe(left)
      const { kept, counted } = await recount(database.sql)
      expect(kept).toEqual(counted)
      expect(await sweep()).toBe(left > 0)
    }
    expect(await database.sql`select id from documents`).toEqual([{ id: 'page_2' }])
    expect((await searchPassages(demo, 'Alpha7', 5)).hits).toHaveLength(1)
  })

  test('may be learned again while some of it is left', async () => {
    await demo.store('page_1', 'Shop', text)
    await demo.remove('page_1')
    expect(await demo.store('page_1', 'Shop', text)).toMatchObject({ passages: names.length, isWhole: true })
    expect(await sweep()).toBe(false)
    expect((await searchPassages(demo, 'Part3x7', 5)).hits).toHaveLength(1)
    const { kept, counted } = await recount(database.sql)
    expect(kept).toEqual(counted)
  })
})

describe('knowledge that an earlier version learned', () => {
  let world: World
  beforeAll(async () => {
    world = await createWorld()
  })
  afterAll(() => world.close())
  const sql = () => world.services.database.sql
  const search = async (query: string) =>
    (await world.api('POST', '/knowledge/search?site=demo', { body: { query } })).body.chunks
  /** As it was counted before: without stop words of titles, and with one passage cut differently. */
  const makeOld = async () => {
    await sql()`
      with marks as (select number from lexemes where lexeme like '~%'),
      fewer as (select passage, count(*)::int as count from postings join marks on number = lexeme group by passage),
      unposted as (delete from postings using marks where lexeme = marks.number),
      less as (
        update knowledge_sizes set length = length - (select sum(count) from fewer) where site = 'demo'),
      forgotten as (delete from lexemes using marks where lexemes.number = marks.number)
      update passages set edition = 0, length = length - coalesce((select count from fewer where passage = number), 0),
        lexemes = array(select unnest(lexemes) except select number from marks)`
    await sql()`update postings set length = passages.length from passages where passages.number = postings.passage`
  }

  test('is recounted in the background after a start, while searches find it, with its ids and vectors', async () => {
    const shelf = createShelf(sql())
    const names = Array.from({ length: 2 * piece + 5 }, (_, at) => `Part${at}x`)
    await shelf.store('page_long', 'What is in the book?', names.map((name) => section(name)).join(''))
    for (const title of ['What is Brisk 2?', 'Why Brisk 2?'])
      await shelf.store(`man_${title}`, title, 'Brisk 2 is good.')
    await sql()`
      insert into vectors (passage, site, model, dimensions, embedding)
      select number, site, 'some-model', 2, array[0.6, 0.8]::real[] from passages`
    await makeOld()
    await sql()`update passages set content = 'Brisk 2 is', hash = 'cut elsewhere' where document = 'man_Why Brisk 2?'`
    const [long] = await search('Part3x7')
    const before = await sql()`select id, number from passages where document <> 'man_Why Brisk 2?' order by number`
    await reindexAll(world.services)
    const left = async () => (await sql()`select from passages where edition < ${edition}`).length
    while ((await left()) > 0) expect((await search('Part3x7')).map(({ id }: { id: string }) => id)).toEqual([long.id])
    const { kept, counted } = await recount(sql())
    expect(kept).toEqual(counted)
    expect(kept.some((line) => line.includes('~what'))).toBe(true)
    expect(await sql()`select id, number from passages where document <> 'man_Why Brisk 2?' order by number`).toEqual(
      before,
    )
    expect(await sql()`select count(*)::int as count from vectors`).toEqual([{ count: before.length }])
    expect((await search('What is Brisk 2?'))[0].title).toBe('What is Brisk 2?')
    expect(await sql()`select content from passages where document = 'man_Why Brisk 2?'`).toEqual([
      { content: 'Brisk 2 is good.' },
    ])
  })

  test('is continued if a start was interrupted', async () => {
    const shelf = createShelf(sql())
    const names = Array.from({ length: piece + 5 }, (_, at) => `Half${at}x`)
    const text = names.map((name) => section(name)).join('')
    expect(await shelf.store('page_half', 'Half', text, 'english', 'page', { max: piece })).toMatchObject({
      isWhole: false,
    })
    expect(await search('Half3x7')).toEqual([])
    await reindexAll(world.services)
    await expect.poll(() => search('Half3x7'), patience).toHaveLength(1)
    const { kept, counted } = await recount(sql())
    expect(kept).toEqual(counted)
  })
})

describe('a page that is learned again', () => {
  test('keeps the passages of unchanged sections, with their ids and vectors', async () => {
    await demo.store('page_1', 'Shop', section('Hours') + section('Prices') + section('Repairs'))
    await addVectors()
    const before = await rows()
    const changed = section('Hours') + section('Prices', words('dearer')) + section('Repairs')
    expect(await demo.store('page_1', 'Shop', changed)).toMatchObject({ unchanged: false, passages: 3 })
    const after = await rows()
    expect([after[0], after[2]]).toEqual([before[0], before[2]])
    expect(after[1]).toMatchObject({ ordinal: 1, content: words('dearer') })
    expect(after[1]?.id).not.toBe(before[1]?.id)
    const vectors = await database.sql`select passage from vectors order by passage`
    expect(vectors.map(({ passage }) => passage)).toEqual([before[0]?.number, before[2]?.number])
    expect((await searchPassages(demo, 'dearer7', 5)).hits).toHaveLength(1)
    expect((await searchPassages(demo, 'Prices7', 5)).hits.some(({ content }) => content.includes('Prices7'))).toBe(
      false,
    )
  })

  test('keeps sections that moved, were added before, or were removed between', async () => {
    const [a, b, c] = [section('Alpha'), section('Beta'), section('Gamma')]
    await demo.store('page_1', 'Shop', a + b + c)
    const ids = (await rows()).map(({ id }) => id)
    for (const [text, kept] of [
      [c + a + b, [2, 0, 1]],
      [section('Delta') + c + b, [undefined, 2, 1]],
      [b, [1]],
    ] as const) {
      await demo.store('page_1', 'Shop', text)
      const now = await rows()
      expect(now.map(({ ordinal }) => ordinal)).toEqual(now.map((_, at) => at))
      for (const [at, place] of kept.entries()) if (place !== undefined) expect(now[at]?.id).toBe(ids[place])
    }
  })

  test('recreates all of them if its title or its language changed', async () => {
    await demo.store('page_1', 'Shop', section('Hours'))
    const [before] = await rows()
    await demo.store('page_1', 'Our shop', section('Hours'))
    const [renamed] = await rows()
    expect(renamed?.id).not.toBe(before?.id)
    await demo.store('page_1', 'Our shop', section('Hours'), 'german')
    expect((await rows())[0]?.id).not.toBe(renamed?.id)
    const { kept, counted } = await recount(database.sql)
    expect(kept).toEqual(counted)
  })

  test('keeps two equal passages apart', async () => {
    const twice = section('Same', 'The very same text.') + section('Other') + section('Same', 'The very same text.')
    await demo.store('page_1', 'Shop', twice)
    const before = await rows()
    await demo.store('page_1', 'Shop', `${twice}# End\n\nMore.`)
    expect((await rows()).slice(0, before.length)).toEqual(before)
  })

  test('is stored piece by piece on request, counted from the first one on, and found once it is complete', async () => {
    const names = ['Alpha', 'Beta', 'Gamma', 'Delta', 'Epsilon', 'Zeta', 'Eta']
    const some = (text: string) => demo.store('page_1', 'Shop', text, 'english', 'page', { max: 3 })
    const text = names.map((name) => section(name)).join('')
    for (const [passages, isWhole] of [
      [3, false],
      [6, false],
      [7, true],
    ] as const) {
      expect(await some(text)).toMatchObject({ passages, isWhole, unchanged: false })
      const { kept, counted } = await recount(database.sql)
      expect(kept).toEqual(counted)
      expect(await database.sql`select passages from documents`).toEqual([{ passages }])
      expect((await searchPassages(demo, 'Alpha7', 5)).hits).toHaveLength(isWhole ? 1 : 0)
    }
    const before = await rows()
    expect(before.map(({ content }) => content)).toEqual(names.map((name) => words(name)))
    expect(await some(text)).toMatchObject({ passages: 7, isWhole: true, unchanged: true })
    // Unchanged parts of a changed text are kept, whatever is added around them.
    const grown = `${['New', 'Newer', 'Newest', 'Last'].map((name) => section(name)).join('')}${text}`
    expect(await some(grown)).toMatchObject({ passages: 10, isWhole: false })
    expect((await searchPassages(demo, 'Alpha7', 5)).hits).toEqual([])
    expect(await some(grown)).toMatchObject({ passages: 11, isWhole: true })
    expect((await searchPassages(demo, 'Alpha7', 5)).hits).toHaveLength(1)
    expect((await rows()).slice(4).map(({ id }) => id)).toEqual(before.map(({ id }) => id))
    const { kept, counted } = await recount(database.sql)
    expect(kept).toEqual(counted)
  })

  test('leaves the statistics exact, whatever changed', async () => {
    const sections = fc.array(fc.constantFrom('Alpha', 'Beta', 'Gamma', 'Delta', 'Epsilon'), { maxLength: 6 })
    await fc.assert(
      fc.asyncProperty(fc.array(sections, { minLength: 2, maxLength: 5 }), async (texts) => {
        await database.sql`truncate documents, passages, vectors, postings, lexemes, knowledge_sizes`
        for (const names of texts) {
          await demo.store('page_1', 'Shop', names.map((name) => section(name)).join(''))
          expect((await rows()).map(({ content }) => content)).toEqual(names.map((name) => words(name)))
        }
        const { kept, counted } = await recount(database.sql)
        expect(kept).toEqual(counted)
      }),
      { numRuns: 12 },
    )
  })
})
