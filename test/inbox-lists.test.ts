import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type Body, type ChatWorld, createChatWorld } from './support/chat.ts'
import { type Caller, keepThere, person, program } from './support/desk.ts'

let world: ChatWorld
let key: Caller
let anna: Caller
let ben: Caller

beforeAll(async () => {
  world = await createChatWorld()
  key = await program(world)
  anna = await person(world)
  ben = await person(world, 'member')
})
afterAll(() => world.close())
beforeEach(async () => {
  await world.services.database.sql`delete from conversations`
  world.clock.move(60_000)
  await keepThere(world, anna, ben)
})

/** A conversation in any state, created at once. */
async function made(changes: Record<string, unknown> = {}): Promise<string> {
  const { sql } = world.services.database
  const { id } = await world.start()
  if (Object.keys(changes).length > 0) await sql`update conversations set ${sql(changes as never)} where id = ${id}`
  return id
}
const list = async (query = '', caller = anna): Promise<Body> => (await caller.get(`/conversations?${query}`)).body
const idsOf = ({ items }: Body): string[] => items.map(({ id }: Body) => id)
const counts = async (caller = anna): Promise<Body> => (await caller.get('/conversations/counts')).body

/** All pages of a list, a few rows at a time. */
async function walk(query: string): Promise<string[]> {
  const seen: string[] = []
  let next: string | null = null
  do {
    const page: Body = await list(`${query}&limit=2${next ? `&before=${next}` : ''}`)
    seen.push(...idsOf(page))
    next = page.next
  } while (next)
  return seen
}

test('a search shows where it matched, and sorts by relevance: names that begin with it, then others, then messages', async () => {
  const start = async (message: string, name: string) =>
    (await key.post('/conversations', { message, contact: { name } })).body.id
  const named = await start('Do you have 100%_wool socks?', 'Alanna Whitby')
  const second = await start('Hello', 'Eve Alanna-Best')
  const inside = await start('Hello', 'Balanna')
  const said = await start(`${'x'.repeat(300)} I spoke to alanna about it. ${'y'.repeat(300)}`, 'Tom')
  const search = async (query: string) => (await key.get(`/conversations?q=${query}`)).body
  const ids = ({ items }: { items: { id: string }[] }) => items.map(({ id }) => id)
  expect(ids(await search('alanna'))).toEqual([said, inside, second, named])
  const { items, next } = await search('alanna&sort=relevance')
  expect([ids({ items }), next]).toEqual([[named, second, inside, said], null])
  expect(items.map(({ match }: { match: string | null }) => match?.includes('alanna') ?? null)).toEqual([
    null,
    null,
    null,
    true,
  ])
  expect(items.at(-1).match).toHaveLength(200)
  expect(ids(await search('alanna&sort=relevance&limit=2'))).toEqual([named, second])
  const [{ match }] = (await search(encodeURIComponent('100%_WOOL'))).items
  expect(match).toBe('Do you have 100%_wool socks?')
  expect((await key.get('/conversations')).body.items[0].match).toBeNull()
})

describe('[U102] waiting visitors', () => {
  test('are listed longest wait first, whatever was written since, page by page and in a search too', async () => {
    const late = await made({ status: 'live', waiting_since: 300, last_at: 1 })
    const early = await made({ status: 'live', waiting_since: 100, last_at: 5 })
    const same = [
      await made({ status: 'live', waiting_since: 200, last_at: 9 }),
      await made({ status: 'live', waiting_since: 200, last_at: 2 }),
    ].sort()
    await made({ status: 'live' })
    const longestFirst = [early, ...same, late]
    expect(idsOf(await list('filter=waiting'))).toEqual(longestFirst)
    expect(await walk('filter=waiting')).toEqual(longestFirst)
    expect(idsOf(await list('filter=waiting&q=hello'))).toEqual(longestFirst)
    expect(await walk('filter=waiting&q=hello')).toEqual(longestFirst)
    expect(idsOf(await list('filter=waiting&status=live&assigned=none'))).toEqual(longestFirst)
  })
})

describe('spam', () => {
  test('is only in its own list, unless it is requested by its own id', async () => {
    const common = { status: 'live', waiting_since: 5, assigned_to: anna.id, external_id: 'ours' }
    const good = await made(common)
    const bad = await made({ ...common, spam: true })
    const { body: label } = await key.post('/labels', { name: 'Both' })
    for (const id of [good, bad]) await key.patch(`/conversations/${id}`, { addLabels: [label.id] })
    const queries = ['', 'filter=all', 'filter=waiting', 'filter=unsummarized', 'status=live', 'assigned=me']
    for (const query of [...queries, 'status=live&assigned=me', 'label=both', 'q=hello', 'filter=waiting&q=hello'])
      expect(idsOf(await list(query)), query).toEqual([good])
    for (const query of ['filter=spam', 'filter=spam&assigned=me', 'filter=spam&label=Both', 'filter=spam&q=hello'])
      expect(idsOf(await list(query)), query).toEqual([bad])
    expect(idsOf(await list('externalId=ours')).sort()).toEqual([good, bad].sort())
    expect((await list('filter=spam')).items[0].spam).toBe(true)
    expect((await list()).items[0].spam).toBe(false)
    expect((await key.get(`/conversations/${bad}`)).body.conversation.spam).toBe(true)
    await key.del(`/labels/${label.id}`)
  })
})

describe('a list item shows the last message', () => {
  test('of the assistant, the visitor or the team, cut to 200 characters', async () => {
    const { id } = await world.start({})
    const shown = async () => {
      const { lastMessage, lastRole, lastAuthor } = (await list()).items[0]
      return [lastAuthor ? 'person' : lastRole, lastMessage]
    }
    expect(await shown()).toEqual(['agent', 'Hello! How can we help you?'])
    world.says({ text: '😀'.repeat(300) })
    await world.say(id, { text: 'When do you open?' })
    expect(await shown()).toEqual(['agent', '😀'.repeat(200)])
    world.says({ text: 'All is well.' })
    await anna.post(`/conversations/${id}/reply`, { text: 'Anna here.' })
    expect(await shown()).toEqual(['person', 'Anna here.'])
    await world.say(id, { text: 'Thanks' })
    expect(await shown()).toEqual(['user', 'Thanks'])
  })

  test('but no system messages; nothing if there are no others', async () => {
    const { sql } = world.services.database
    const id = await made()
    await anna.post(`/conversations/${id}/takeover`)
    expect((await key.get(`/conversations/${id}`)).body.messages.at(-1).role).toBe('system')
    expect((await list()).items[0]).toMatchObject({ lastRole: 'agent', lastAuthor: null, lastMessage: 'All is well.' })
    await sql`delete from messages where conversation_id = ${id}`
    expect((await list()).items[0]).toMatchObject({ lastRole: null, lastMessage: null, unread: false })
  })
})

describe('the lists of the inbox, with their counts', () => {
  test('mine, unassigned, the assistant’s, closed and all', async () => {
    const mine = await made({ status: 'live', assigned_to: anna.id })
    const bens = await made({ status: 'live', assigned_to: ben.id })
    const nobodys = await made({ status: 'live', waiting_since: 7 })
    const bot = await made()
    const closed = await made({ status: 'closed', assigned_to: anna.id })
    const spam = await made({ spam: true })
    expect(idsOf(await list('assigned=me&status=live'))).toEqual([mine])
    expect(idsOf(await list('assigned=me&status=live', ben))).toEqual([bens])
    expect(idsOf(await list('status=live&assigned=none'))).toEqual([nobodys])
    expect(idsOf(await list('status=bot'))).toEqual([bot])
    expect(idsOf(await list('status=closed'))).toEqual([closed])
    expect(idsOf(await list()).sort()).toEqual([mine, bens, nobodys, bot, closed].sort())
    expect(idsOf(await list('filter=spam'))).toEqual([spam])
    const held = {
      ...{
        waiting: 1,
        missed: 0,
        mine: 1,
        unassigned: 1,
        snoozed: 0,
        mentions: 0,
        assistant: 1,
        closed: 1,
        all: 5,
        spam: 1,
        labels: {},
      },
      asOf: expect.stringMatching(/^evt_/),
    }
    expect(await counts()).toEqual(held)
    expect(await counts(key)).toEqual({ ...held, mine: 0 })
  })

  test('by label, without spam, whether it was labelled before or after', async () => {
    const labels = await Promise.all(
      ['One', 'None'].map(async (name) => (await key.post('/labels', { name })).body.id as string),
    )
    const ids = [await made(), await made(), await made({ spam: true })]
    for (const id of ids) await key.patch(`/conversations/${id}`, { addLabels: ['One'] })
    const counted = async () => Object.values((await counts()).labels)
    expect((await counts()).labels).toEqual({ [labels[0]!]: 2, [labels[1]!]: 0 })
    await key.patch(`/conversations/${ids[0]}`, { spam: true })
    expect(await counted()).toEqual(expect.arrayContaining([1, 0]))
    await key.patch(`/conversations/${ids[2]}`, { spam: false })
    await key.patch(`/conversations/${ids[0]}`, { spam: false })
    expect(await counted()).toEqual(expect.arrayContaining([3, 0]))
    for (const id of labels) await key.del(`/labels/${id}`)
  })

  test('up to a thousand, which means that many or more', async () => {
    const { sql } = world.services.database
    await sql`
      insert into conversations (id, site, channel, started_at, last_at, started_by)
      select 'conv_' || n, 'demo', 'api', 1, n, 'visitor' from generate_series(1, 1001) n`
    expect(await counts()).toMatchObject({ assistant: 1000, all: 1000, waiting: 0 })
  })

  test('[R6] of this site only', async () => {
    await world.api('POST', '/conversations', { body: { site: 'other', message: 'Hi' } })
    await world.api('POST', '/labels', { body: { site: 'other', name: 'Theirs' } })
    expect(await counts()).toMatchObject({ all: 0, labels: {} })
  })
})
