import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Body, type ChatWorld, createChatWorld } from './support/chat.ts'

let world: ChatWorld

beforeAll(async () => {
  world = await createChatWorld()
  for (let number = 0; number < 12; number++) {
    // Pairs with the same time are ordered only by id.
    if (number % 2 === 0) world.clock.move(1000)
    await world.post('/conversations', { message: `Question ${number}` })
  }
  await world.api('POST', '/conversations', { body: { site: 'other', message: 'Question of another site' } })
})
afterAll(() => world.close())

const list = async (query = '') => (await world.get(`/conversations?${query}`)).body
const idsOf = ({ items }: { items: { id: string }[] }) => items.map(({ id }) => id)
const sql = () => world.services.database.sql
const change = (id: string, changes: Record<string, unknown>) =>
  sql()`update conversations set ${sql()(changes as never)} where id = ${id}`
const refused = async (query: string) => {
  const { status, body } = await world.get(`/conversations?${query}`)
  return { status, message: body.error?.message }
}

test('[R127] [R135] API conversations are listed, newest activity first, 30 a page', async () => {
  const { items, next } = await list()
  expect(items).toHaveLength(12)
  expect(next).toBeNull()
  const activity = items.map((item: Body) => item.lastAt)
  expect(activity).toEqual(activity.toSorted((a: number, b: number) => b - a))
})

test('[R101] [R102] following next returns every conversation once and in order', async () => {
  const all = idsOf(await list())
  const seen: string[] = []
  let next: string | null = null
  do {
    const page: Body = await list(`limit=5${next ? `&before=${next}` : ''}`)
    seen.push(...idsOf(page))
    next = page.next
  } while (next)
  expect(seen).toEqual(all)
})

test('[R135] [U67] limit is 1 to 100; other values and invalid cursors are refused', async () => {
  expect((await list('limit=1')).items).toHaveLength(1)
  for (const limit of ['0', '101', '-1', '1.5', 'x', ''])
    expect(await refused(`limit=${limit}`), limit).toMatchObject({
      status: 400,
      message: expect.stringMatching(/^limit: /),
    })
  for (const before of ['x', '1', 'conv_1', Buffer.from('1 x; drop').toString('base64url'), '%00'])
    expect(await refused(`before=${before}`), before).toMatchObject({
      status: 400,
      message: expect.stringMatching(/^before: /),
    })
})

test('[R19] [R21] [R22] [U57] a list item has the contract’s fields', async () => {
  const metadata = { order: '17' }
  const started = await world.post('/conversations', {
    message: 'A full one',
    contact: { email: 'full@mail.example', name: 'Full', phone: '1' },
    context: { pageUrl: 'https://demo.example/full' },
    externalId: 'full-1',
    metadata,
  })
  const { id } = started.body
  await sql()`insert into labels (id, site, name, color, created_at) values ('lbl_a', 'demo', 'Urgent', '#ff0000', 1)`
  await sql()`insert into conversation_labels values (${id}, 'lbl_a', 'ai', 1)`
  await sql()`
    insert into callbacks (id, site, conversation_id, requested_at, status)
    values ('cb_a', 'demo', ${id}, 1, 'done'), ('cb_b', 'demo', ${id}, 2, 'open')`
  const { items } = await list('externalId=full-1')
  const now = world.clock.now()
  expect(items).toEqual([
    {
      id,
      site: 'demo',
      startedAt: now,
      lastAt: now,
      pageUrl: 'https://demo.example/full',
      country: null,
      firstMessage: 'A full one',
      messageCount: 2,
      summary: null,
      intent: null,
      leadName: 'Full',
      leadEmail: 'full@mail.example',
      leadPhone: '1',
      leadStatus: 'new',
      leadVerified: true,
      callback: 'open',
      status: 'bot',
      assignedTo: null,
      assignedName: null,
      waitingSince: null,
      visitorPresence: null,
      missedAt: null,
      replyEmail: null,
      snoozed: null,
      attributes: {},
      labels: [{ id: 'lbl_a', name: 'Urgent', color: '#ff0000' }],
      externalId: 'full-1',
      metadata,
      spam: false,
      unread: false,
      lastMessage: 'All is well.',
      lastVisitorMessage: 'A full one',
      lastRole: 'agent',
      lastAuthor: null,
      match: null,
    },
  ])
})

test('[R136] filter accepts all, leads, unsummarized, callbacks and waiting', async () => {
  const [first, second] = idsOf(await list('limit=2')) as [string, string]
  await change(first, { summary: 'Short', summarized_at: 1 })
  await change(second, { status: 'live', waiting_since: 5 })
  const filtered = async (filter: string) => idsOf(await list(`filter=${filter}`))
  expect(await filtered('all')).toEqual(idsOf(await list()))
  expect(await filtered('leads')).toEqual(idsOf(await list('externalId=full-1')))
  expect(await filtered('callbacks')).toEqual(await filtered('leads'))
  expect(await filtered('unsummarized')).not.toContain(first)
  expect(await filtered('unsummarized')).toHaveLength((await filtered('all')).length - 1)
  expect(await filtered('waiting')).toEqual([second])
  expect(await refused('filter=some')).toMatchObject({ status: 400 })
})

test('[R137] [R139] status and assigned', async () => {
  const [a, b, c] = idsOf(await list('limit=20')).slice(5) as [string, string, string]
  const key = await world.key(['conversations:read'])
  const keyId = `key:${key.slice('svc_live_'.length).slice(0, 12)}`
  await change(a, { status: 'live', assigned_to: 'anna@demo.example', assigned_name: 'Anna' })
  await change(b, { status: 'closed', closed_at: 1 })
  await change(c, { status: 'live', assigned_to: keyId })
  expect(idsOf(await list('status=closed'))).toEqual([b])
  expect(idsOf(await list('status=live'))).toEqual(expect.arrayContaining([a, c]))
  expect(idsOf(await list('status=bot'))).not.toContain(a)
  expect(idsOf(await list('assigned=anna@demo.example'))).toEqual([a])
  expect(idsOf((await world.api('GET', '/conversations?assigned=me', { key })).body)).toEqual([c])
  const none = idsOf(await list('assigned=none'))
  expect(none).toHaveLength((await list()).items.length - 2)
  expect(none).toContain(b)
  expect(await refused('status=open')).toMatchObject({ status: 400 })
})

test('[R138] label accepts an id or a name', async () => {
  for (const label of ['lbl_a', 'Urgent', 'urgent']) expect((await list(`label=${label}`)).items).toHaveLength(1)
  expect((await list('label=unknown')).items).toEqual([])
})

test('[R134] externalId finds every conversation that carries it', async () => {
  for (let count = 0; count < 2; count++) await world.post('/conversations', { externalId: 'shared' })
  expect((await list('externalId=shared')).items).toHaveLength(2)
  expect((await list('externalId=Shared')).items).toEqual([])
})

test('[R140] q searches messages, summaries and contact details, in any script and case', async () => {
  const texts = ['Mein Fahrrad hat einen ACHTER', 'ÜBERGRÖSSE gesucht', '我想退货请问怎么办', '100% cotton_shirt \\o/']
  const found = new Map<string, string>()
  for (const message of texts) found.set(message, (await world.post('/conversations', { message })).body.id)
  const searched = async (q: string) => idsOf(await list(`q=${encodeURIComponent(q)}`))
  expect(await searched('achter')).toEqual([found.get(texts[0]!)])
  expect(await searched('übergrö')).toEqual([found.get(texts[1]!)])
  expect(await searched('退货')).toEqual([found.get(texts[2]!)])
  for (const q of ['0% cot', '%', '_', 'n_s', '\\o']) expect(await searched(q), q).toEqual([found.get(texts[3]!)])
  const full = idsOf(await list('externalId=full-1'))
  for (const q of ['full@mail', 'A FULL one']) expect(await searched(q), q).toEqual(full)
  expect(await searched('Short')).toHaveLength(1)
  expect(await searched('nothing like it')).toEqual([])
  expect((await list('q=')).items.length).toBeGreaterThan(10)
  expect(await refused(`q=${'x'.repeat(49)}`)).toMatchObject({ status: 400, message: expect.stringMatching(/^q: /) })
})

test('[R140] [R102] a search is paged, too', async () => {
  const all = idsOf(await list('q=question'))
  expect(all.length).toBeGreaterThan(10)
  const seen: string[] = []
  let next: string | null = null
  do {
    const page: Body = await list(`q=question&limit=4${next ? `&before=${next}` : ''}`)
    seen.push(...idsOf(page))
    next = page.next
  } while (next)
  expect(seen).toEqual(all)
})

test('[R141] [R19] the detail contains conversation, lead, callbacks, labels, notes and the messages of both sides', async () => {
  const [id] = idsOf(await list('externalId=full-1'))
  await sql()`
    insert into notes (id, site, conversation_id, author, text, created_at, updated_at)
    values ('note_a', 'demo', ${id!}, 'anna@demo.example', 'Careful', 1, 2)`
  const { body } = await world.get(`/conversations/${id}`)
  expect(Object.keys(body)).toEqual(['conversation', 'summary', 'lead', 'callbacks', 'labels', 'notes', 'messages'])
  expect(body.conversation).toMatchObject({
    id,
    site_id: 'demo',
    page_url: 'https://demo.example/full',
    page_title: null,
    message_count: 2,
    lead_id: body.lead.id,
    channel: 'api',
    status: 'bot',
    attributes: {},
    data: {},
    user: null,
    external_id: 'full-1',
    metadata: { order: '17' },
  })
  for (const hidden of ['site', 'start_hash', 'prechat', 'started_by', 'visitor_count', 'visitor'])
    expect(body.conversation).not.toHaveProperty(hidden)
  expect(body.lead).toMatchObject({ email: 'full@mail.example', site_id: 'demo', fields: null, tags: [] })
  expect(body.callbacks).toMatchObject([
    { id: 'cb_a', conversationId: id, status: 'done', requestedAt: 1, closedAt: null },
    { id: 'cb_b', status: 'open' },
  ])
  expect(body.labels).toEqual([
    { id: 'lbl_a', name: 'Urgent', color: '#ff0000', description: '', ai: true, addedBy: 'ai', addedAt: 1 },
  ])
  expect(body.notes).toMatchObject([{ id: 'note_a', author: 'anna@demo.example', text: 'Careful', updatedAt: 2 }])
  expect(body.messages).toMatchObject([
    { role: 'user', type: 'text', text: 'A full one', payload: null, feedback: null, author: null },
    { role: 'agent', type: 'text', sources: [], traceId: expect.stringMatching(/^trace_/) },
  ])
})

test('[R6] [R228] another site’s conversation is as unknown as a missing one', async () => {
  const foreign = (await world.api('GET', '/conversations?site=other')).body.items[0]
  const unknown = await world.get('/conversations/conv_00000000000000000000')
  const answer = await world.get(`/conversations/${foreign.id}`)
  expect(answer.status).toBe(404)
  expect(answer.body).toEqual(unknown.body)
  const all = await list('limit=100')
  expect(all.items.every((item: Body) => item.site === 'demo')).toBe(true)
  expect((await list(`q=${encodeURIComponent('another site')}`)).items).toEqual([])
})

test('[R26] data is an object by tool name: empty without one, otherwise as stored', async () => {
  const { id } = (await world.post('/conversations', { message: 'Where is my order?' })).body
  const dataOf = async () => (await world.get(`/conversations/${id}`)).body.conversation.data
  expect(await dataOf()).toEqual({})
  await sql()`update conversations set data = '{"find_order": {"status": "sent"}}' where id = ${id}`
  expect(await dataOf()).toEqual({ find_order: { status: 'sent' } })
})
