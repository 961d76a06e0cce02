import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { type Body, type ChatWorld, createChatWorld } from './support/chat.ts'
import { type Caller, emittedBy, person, program } from './support/desk.ts'

let world: ChatWorld
let key: Caller
let anna: Caller

beforeAll(async () => {
  world = await createChatWorld()
  key = await program(world)
  anna = await person(world, 'member')
})
afterAll(() => world.close())
beforeEach(async () => {
  await world.services.database.sql`delete from callbacks`
  world.clock.move(60_000)
})

let made = 0
/** A visitor's callback request, made `at`. */
async function wish(at: number, site = 'demo'): Promise<string> {
  const id = `cb_${String(++made).padStart(4, '0')}`
  const { sql } = world.services.database
  await sql`
    insert into callbacks (id, site, name, phone, reason, requested_at, page_url)
    values (${id}, ${site}, 'Bea', '+44 1632 960000', 'A flat tyre', ${at}, 'https://demo.example/')`
  return id
}
const list = async (query = '', caller = key): Promise<Body> => (await caller.get(`/callbacks?${query}`)).body
const idsOf = ({ items }: Body): string[] => items.map(({ id }: Body) => id)

test('[R36] [R172] [R173] open ones are listed by default, oldest first; others newest first', async () => {
  const ids = [await wish(30), await wish(10), await wish(20), await wish(20)]
  const [a, b, c, d] = ids as [string, string, string, string]
  expect(idsOf(await list())).toEqual([b, c, d, a])
  expect(idsOf(await list('status=all'))).toEqual([a, d, c, b])
  await key.patch(`/callbacks/${a}`, { status: 'done' })
  await key.patch(`/callbacks/${b}`, { status: 'done' })
  expect(idsOf(await list('status=done'))).toEqual([a, b])
  expect(idsOf(await list('status=dismissed'))).toEqual([])
  expect((await key.get('/callbacks?status=late')).status).toBe(400)
  expect((await list()).items[0]).toEqual({
    id: c,
    conversationId: null,
    leadId: null,
    name: 'Bea',
    phone: '+44 1632 960000',
    email: null,
    reason: 'A flat tyre',
    status: 'open',
    note: null,
    requestedAt: 20,
    closedAt: null,
    closedBy: null,
    pageUrl: 'https://demo.example/',
  })
})

test('[U68] counts cover all statuses, and only this site', async () => {
  for (let count = 0; count < 3; count++) await wish(count)
  await wish(1, 'other')
  await key.patch(`/callbacks/${await wish(5)}`, { status: 'dismissed' })
  for (const query of ['', 'status=done', 'status=all&limit=1'])
    expect((await list(query)).counts).toEqual({ open: 3, done: 0, dismissed: 1 })
})

test.each(['open', 'all'])(
  '[U106] [U67] %s callbacks are read page by page, each once and in order',
  async (status) => {
    for (let count = 0; count < 7; count++) await wish(Math.floor(count / 2))
    const all = idsOf(await list(`status=${status}`))
    const seen: string[] = []
    let next: string | null = null
    do {
      const page: Body = await list(`status=${status}&limit=3${next ? `&before=${next}` : ''}`)
      seen.push(...idsOf(page))
      next = page.next
    } while (next)
    expect(seen).toEqual(all)
    expect((await list(`status=${status}`)).next).toBeNull()
    for (const bad of ['limit=0', 'limit=501', 'before=x'])
      expect((await key.get(`/callbacks?${bad}`)).status, bad).toBe(400)
  },
)

test('[R87] [R88] [R89] [R37] [U69] closing records when and by whom; reopening clears both', async () => {
  const id = await wish(1)
  const at = world.clock.now()
  const done = await anna.patch(`/callbacks/${id}`, { status: 'done' })
  expect(done).toMatchObject({ status: 200, body: { id, status: 'done', closedAt: at, closedBy: anna.id } })
  world.clock.move(10)
  const dismissed = await key.patch(`/callbacks/${id}`, { status: 'dismissed' })
  expect(dismissed.body).toMatchObject({ status: 'dismissed', closedAt: at + 10, closedBy: key.id })
  expect((await key.patch(`/callbacks/${id}`, { status: 'open' })).body).toMatchObject({
    status: 'open',
    closedAt: null,
    closedBy: null,
  })
})

test('[R90] [R429] [U69] each change emits the whole callback and the previous status; repeating it emits nothing', async () => {
  const id = await wish(1)
  const answers: Body[] = []
  const patch = async (body: unknown) => answers.push((await anna.patch(`/callbacks/${id}`, body)).body)
  const emitted = await emittedBy(world, async () => {
    await patch({ status: 'open' })
    await patch({ note: '' })
    await patch({})
    await patch({ note: ' Called, no answer. ' })
    await patch({ note: 'Called, no answer.', status: 'open' })
    await patch({ status: 'done' })
    await patch({ status: 'done' })
    await patch({ status: 'open', note: '' })
  })
  expect(emitted.map(({ type }) => type)).toEqual(Array(3).fill('callback.updated'))
  expect(emitted.map(({ data }) => data)).toEqual([
    { callback: answers[3], previousStatus: 'open' },
    { callback: answers[5], previousStatus: 'open' },
    { callback: answers[7], previousStatus: 'done' },
  ])
  expect(answers[3]).toMatchObject({ note: 'Called, no answer.', status: 'open', closedAt: null })
  expect(answers[5]).toMatchObject({ note: 'Called, no answer.', status: 'done' })
  expect(answers[7].note).toBeNull()
})

test('[R174] a note has at most 2,000 characters and an empty one clears it', async () => {
  const id = await wish(1)
  expect((await key.patch(`/callbacks/${id}`, { note: 'ü'.repeat(2000) })).status).toBe(200)
  const refused = await key.patch(`/callbacks/${id}`, { note: 'x'.repeat(2001) })
  expect([refused.status, refused.body.error.message]).toEqual([400, expect.stringMatching(/^note: /)])
  expect((await key.patch(`/callbacks/${id}`, { status: 'never' })).status).toBe(400)
  expect((await key.patch(`/callbacks/${id}`, { note: '  ' })).body.note).toBeNull()
})

test('[threat 7] if many close one at once, one event is emitted', async () => {
  const id = await wish(1)
  const emitted = await emittedBy(world, () =>
    Promise.all(Array.from({ length: 8 }, () => anna.patch(`/callbacks/${id}`, { status: 'done' }))),
  )
  expect(emitted).toHaveLength(1)
})

test('[threat 10] only status and note can be set', async () => {
  const id = await wish(1)
  const pretended = {
    id: 'cb_x',
    site: undefined,
    closedBy: 'cli',
    closedAt: 5,
    requestedAt: 5,
    phone: '1',
    leadId: 'x',
  }
  const { body } = await key.patch(`/callbacks/${id}`, { ...pretended, status: 'done' })
  expect(body).toMatchObject({ id, closedBy: key.id, closedAt: world.clock.now(), requestedAt: 1, leadId: null })
  expect(body.phone).toBe('+44 1632 960000')
})

test('[R6] [U108] another site’s is unknown, and each scope allows only its own half', async () => {
  const id = await wish(1, 'other')
  expect(idsOf(await list('status=all'))).toEqual([])
  expect((await key.patch(`/callbacks/${id}`, { status: 'done' })).status).toBe(404)
  expect((await list('', anna)).items).toEqual([])
  const reader = await program(world, ['callbacks:read', 'conversations:write'])
  const own = await wish(1)
  expect([(await reader.get('/callbacks')).status, (await reader.patch(`/callbacks/${own}`, {})).status]).toEqual([
    200, 403,
  ])
})
