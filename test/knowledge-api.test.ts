import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { createWorld, type World } from './support/world.ts'

let world: World
let reader: string
let writer: string
beforeAll(async () => {
  world = await createWorld()
  reader = await world.key(['knowledge:read'])
  writer = await world.key(['knowledge:write'])
})
afterAll(() => world.close())
beforeEach(async () => {
  world.clock.move(60_000)
  for (const { id } of (await world.api('GET', '/knowledge/manual', { key: writer })).body.entries)
    await world.api('DELETE', `/knowledge/manual/${id}`, { key: writer })
})

const save = (body: Record<string, unknown>, key = writer) => world.api('POST', '/knowledge/manual', { key, body })
const search = (body: Record<string, unknown>, key = reader) => world.api('POST', '/knowledge/search', { key, body })
const list = async (key = reader) => (await world.api('GET', '/knowledge/manual', { key })).body
const delivery = { title: 'Delivery', content: 'We deliver within ten miles for £4.' }

describe('manual knowledge', () => {
  test('is added, returned as stored, listed and found [R299, U17]', async () => {
    const { status, body } = await save({ ...delivery, category: 'Orders', url: 'https://shop.example/delivery' })
    expect(status).toBe(201)
    expect(body).toEqual({
      ...delivery,
      id: expect.stringMatching(/^man_/),
      category: 'Orders',
      url: 'https://shop.example/delivery',
      chunks: 1,
      createdAt: world.clock.now(),
      updatedAt: world.clock.now(),
      updatedBy: expect.stringMatching(/^key:/),
    })
    expect(await list()).toEqual({ site: 'demo', entries: [body], next: null })
    const [hit] = (await search({ query: 'Do you deliver?' })).body.chunks
    expect(hit).toMatchObject({ pageId: body.id, title: 'Delivery', category: 'Orders', url: body.url, ordinal: 0 })
  })

  test('that is long is gone from the database after it was deleted', async () => {
    const content = Array.from({ length: 50 }, (_, at) => `# Part ${at}\n\nThis is part ${at} of all.`).join('\n\n')
    const { body } = await save({ title: 'Manual', content })
    expect(body.chunks).toBe(50)
    expect((await world.api('DELETE', `/knowledge/manual/${body.id}`, { key: writer })).status).toBe(200)
    const { sql } = world.services.database
    await expect
      .poll(() => sql`select count(*)::int as left from passages where document = ${body.id}`, { timeout: 20_000 })
      .toEqual([{ left: 0 }])
  })

  test.each([
    [
      'german',
      'Werkstatt',
      'Wir reparieren Fahrräder von Montag bis Freitag. Eine Durchsicht kostet 40 Euro und dauert einen Tag.',
    ],
    [
      'french',
      'Atelier',
      'Nous réparons les vélos du lundi au vendredi. Une révision coûte 40 euros et elle dure une journée.',
    ],
    [
      'spanish',
      'Taller',
      'Reparamos las bicicletas de lunes a viernes. La revisión cuesta 40 euros y se hace en un día.',
    ],
    [
      'italian',
      'Officina',
      'Ripariamo le biciclette dal lunedì al venerdì. La revisione costa 40 euro e si fa in un giorno.',
    ],
    [
      'dutch',
      'Werkplaats',
      'Wij repareren de fietsen van maandag tot vrijdag. Een beurt kost 40 euro en is in een dag klaar.',
    ],
    [
      'portuguese',
      'Oficina',
      'Reparamos as bicicletas de segunda a sexta. A revisão custa 40 euros e é feita em um dia.',
    ],
    [
      'swedish',
      'Verkstad',
      'Vi lagar cyklar från måndag till fredag. En översyn kostar 400 kronor och den tar en dag hos oss.',
    ],
    [
      'russian',
      'Мастерская',
      'Мы чиним велосипеды с понедельника по пятницу. Осмотр стоит 40 евро, и он у нас на один день.',
    ],
    ['arabic', 'الورشة', 'نصلح الدراجات من الاثنين إلى الجمعة. الفحص يكلف أربعين يورو ويستغرق يوما واحدا.'],
    ['english', 'Prices', 'Full service: 40, wheel truing: 20, puncture: 14, brake pads: 12, new chain: 25, bell: 5'],
    ['english', 'Werkstatt', 'Bremse 20, Kette 25'],
  ])('is learned in the language of its text if that is clear: %s', async (language, title, content) => {
    const { body } = await save({ title, content })
    expect(await world.services.database.sql`select language from documents where id = ${body.id}`).toEqual([
      { language },
    ])
  })

  test('is replaced by an equal title, or by its id: 200, and the old text is no longer found [R299, U17]', async () => {
    const added = (await save(delivery)).body
    world.clock.move(1000)
    const retold = await save({ title: ' Delivery ', content: 'Bicycles are brought by van.' })
    expect(retold.status).toBe(200)
    expect(retold.body).toMatchObject({
      id: added.id,
      createdAt: added.createdAt,
      updatedAt: world.clock.now(),
      url: null,
    })
    expect((await search({ query: 'ten miles' })).body.chunks).toEqual([])
    const renamed = await save({ id: added.id, title: 'Our van', content: 'Bicycles are brought by van.' })
    expect([renamed.status, renamed.body.id]).toEqual([200, added.id])
    expect((await list()).entries.map(({ title }: { title: string }) => title)).toEqual(['Our van'])
  })

  test('that is replaced in the same millisecond still counts as replaced', async () => {
    expect([(await save(delivery)).status, (await save(delivery)).status]).toEqual([201, 200])
  })

  test('takes over the title of another entry, which is deleted', async () => {
    const first = (await save(delivery)).body
    await save({ title: 'Shipping', content: 'The same in other words.' })
    const { status } = await save({ id: first.id, title: 'Shipping', content: 'By courier.' })
    expect(status).toBe(200)
    expect((await list()).entries).toEqual([
      expect.objectContaining({ id: first.id, title: 'Shipping', content: 'By courier.' }),
    ])
  })

  test('is listed last changed first', async () => {
    for (const title of ['A', 'B', 'C', 'A']) {
      await save({ title, content: title })
      world.clock.move(1000)
    }
    expect((await list()).entries.map(({ title }: { title: string }) => title)).toEqual(['A', 'C', 'B'])
  })

  test('added by several at once under one title is one entry, added once', async () => {
    const answers = await Promise.all(
      Array.from({ length: 6 }, (_, at) => save({ ...delivery, content: `Text ${at}.` })),
    )
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 200, 200, 200, 200, 201])
    expect((await list()).entries).toHaveLength(1)
  })

  test('is deleted completely; twice is 404, and its id in a body 400 [U15] [U17]', async () => {
    const { id } = (await save(delivery)).body
    expect((await world.api('DELETE', `/knowledge/manual/${id}`, { key: writer })).body).toEqual({ id, deleted: true })
    expect(await list()).toEqual({ site: 'demo', entries: [], next: null })
    expect((await search({ query: 'deliver' })).body.chunks).toEqual([])
    expect((await world.api('DELETE', `/knowledge/manual/${id}`, { key: writer })).status).toBe(404)
    const { status, body } = await save({ id, ...delivery })
    expect([status, body.error.message]).toEqual([400, 'id: No such entry.'])
  })

  test('of another site is neither listed nor found, nor replaced or deleted', async () => {
    const theirs = await world.key(['knowledge:write'], { site: 'other' })
    const { id } = (await save(delivery)).body
    expect((await save({ id, ...delivery }, theirs)).status).toBe(400)
    expect((await world.api('DELETE', `/knowledge/manual/${id}`, { key: theirs })).status).toBe(404)
    expect((await search({ query: 'deliver' }, theirs)).body.chunks).toEqual([])
    const own = await save(delivery, theirs)
    expect([own.status, own.body.id === id]).toEqual([201, false])
    expect((await list(theirs)).entries).toHaveLength(1)
    expect((await list()).entries).toEqual([expect.objectContaining({ id })])
    await world.api('DELETE', `/knowledge/manual/${own.body.id}`, { key: theirs })
  })

  test.each([
    ['title', { ...delivery, title: '' }],
    ['title', { ...delivery, title: 'x'.repeat(201) }],
    ['title', { content: 'x' }],
    ['content', { title: 'x' }],
    ['content', { ...delivery, content: ' \n ' }],
    ['content', { ...delivery, content: 'x'.repeat(20_001) }],
    ['content', { ...delivery, content: 'a\u0000b' }],
    ['url', { ...delivery, url: 'javascript:alert(1)' }],
    ['url', { ...delivery, url: '/delivery' }],
    ['category', { ...delivery, category: 7 }],
  ])('with a wrong %s is refused by name, and nothing changes', async (field, body) => {
    const { status, body: answer } = await save(body)
    expect([status, answer.error.code]).toEqual([400, 'bad_request'])
    expect(answer.error.message).toContain(field)
    expect((await list()).entries).toEqual([])
  })

  test('of the largest size is cut into passages', async () => {
    const content = Array.from({ length: 2000 }, (_, at) => `Word${at} end.`)
      .join(' ')
      .slice(0, 20_000)
    const { status, body } = await save({ title: 'x'.repeat(200), content })
    expect(status).toBe(201)
    expect(body.chunks).toBeGreaterThan(5)
  })

  test('needs knowledge:write to change, and knowledge:read to read [R213]', async () => {
    const none = await world.key(['leads:read'])
    expect((await save(delivery, reader)).status).toBe(403)
    expect((await world.api('DELETE', '/knowledge/manual/man_x', { key: reader })).status).toBe(403)
    expect((await world.api('GET', '/knowledge/manual', { key: none })).status).toBe(403)
    expect((await search({ query: 'x' }, none)).status).toBe(403)
  })
})

describe('a search', () => {
  beforeEach(async () => {
    for (let at = 0; at < 22; at++) await save({ title: `Entry ${at}`, content: `We repair bicycles of kind${at}.` })
  })

  test('returns the hits with its trace; knowledge:read suffices, and rerank may be false [R295]', async () => {
    const { status, body } = await search({ query: 'bicycles of kind7', rerank: false })
    expect(status).toBe(200)
    expect(body).toMatchObject({ site: 'demo', query: 'bicycles of kind7', neurons: 0 })
    expect(Object.keys(body.trace).sort()).toEqual([
      'corrected',
      'errors',
      'fused',
      'keyword',
      'ms',
      'reranked',
      'threshold',
      'vector',
    ])
    const [first] = body.chunks
    expect(first).toEqual({
      id: expect.stringMatching(/^psg_/),
      pageId: expect.stringMatching(/^man_/),
      url: '',
      title: 'Entry 7',
      headingPath: '',
      category: null,
      content: 'We repair bicycles of kind7.',
      ordinal: 0,
      score: expect.any(Number),
    })
    const scores = body.chunks.map(({ score }: { score: number }) => score)
    expect(scores).toEqual([...scores].sort((one, other) => other - one))
    expect(body.trace.fused[0]).toMatchObject({ id: first.id, relevance: 1 })
  })

  test('returns six hits, or as many as k says from 1 to 20 [U80]', async () => {
    const count = async (k?: unknown) => (await search({ query: 'bicycles', k })).body.chunks?.length
    expect([await count(), await count(1), await count(20)]).toEqual([6, 1, 20])
    for (const k of [0, 21, 1.5, '6']) expect((await search({ query: 'bicycles', k })).status).toBe(400)
  })

  test('accepts a query of 1 to 1000 characters [R295]', async () => {
    expect((await search({ query: 'x'.repeat(1000) })).status).toBe(200)
    expect((await search({ query: '🙂'.repeat(1000) })).status).toBe(200)
    for (const query of [undefined, '', '  ', 'x'.repeat(1001), 7, 'a\u0000b']) {
      const { status, body } = await search({ query })
      expect([query, status]).toEqual([query, 400])
      expect(body.error.message).toContain('query')
    }
  })

  test('is not audited', async () => {
    const lines = async () => (await world.api('GET', '/audit?site=demo')).body
    const before = await lines()
    await search({ query: 'bicycles' })
    expect(await lines()).toEqual(before)
  })
})
