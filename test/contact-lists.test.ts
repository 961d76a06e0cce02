import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Body, type ChatWorld, createChatWorld } from './support/chat.ts'
import { type Caller, program } from './support/desk.ts'

let world: ChatWorld
let key: Caller
const ids: string[] = []
const tags: Record<string, string> = {}

/** Fourteen contacts of two statuses, some with the same time, every second with a tag. */
beforeAll(async () => {
  world = await createChatWorld()
  key = await program(world)
  for (const name of ['even', 'third']) tags[name] = (await key.post('/contact-tags', { name })).body.id
  for (let n = 0; n < 14; n++) {
    const attributes = { 'Favourite dish': n === 5 ? 'Crème 100%_brûlée' : 'Soup' }
    const given = { email: `person${n}@mail.example`, name: `Person ${n}`, company: n === 3 ? 'Café Ölberg' : 'Doe' }
    const { body } = await key.post('/leads', { ...given, attributes, status: n % 5 === 0 ? 'won' : 'new' })
    ids.unshift(body.id)
    const wanted = [...(n % 2 === 0 ? ['even'] : []), ...(n % 3 === 0 ? ['third'] : [])]
    if (wanted.length > 0) await key.patch(`/leads/${body.id}`, { tags: wanted })
    if (n % 4 === 3) world.clock.move(1)
  }
})
afterAll(() => world.close())

const list = async (query = ''): Promise<Body> => {
  const reply = await key.get(`/leads?${query}`)
  expect([reply.status, reply.body]).toEqual([200, expect.anything()])
  return reply.body
}
const numbers = ({ items }: Body): number[] => items.map(({ name }: Body) => Number(name.slice(7)))
const where = (is: (n: number) => boolean) => Array.from({ length: 14 }, (_, n) => n).filter(is)
const sorted = (body: Body) => numbers(body).toSorted((a, b) => a - b)

test('[R164] [U106] lists last changed first, each contact once over the pages, in order', async () => {
  const whole = await list()
  expect(whole.items.map(({ id }: Body) => id)).toEqual(ids)
  const filters = ['', 'status=new', 'tag=untagged', `tag=${tags.even}`, `tag=${tags.even}&status=won`, 'q=doe']
  for (const filter of filters) {
    const all = numbers(await list(filter))
    for (const limit of [1, 3, 500]) {
      const seen: number[] = []
      let next = ''
      do {
        const page = await list(`${filter}&limit=${limit}${next && `&before=${next}`}`)
        seen.push(...numbers(page))
        next = page.next ?? ''
      } while (next)
      expect(seen, `${filter} by ${limit}`).toEqual(all)
    }
  }
})

test('[R164] [U68] filters by status, with counts over all statuses that honour the other filters', async () => {
  expect(sorted(await list('status=won'))).toEqual([0, 5, 10])
  expect((await list()).counts).toEqual({ new: 11, contacted: 0, qualified: 0, won: 3, lost: 0 })
  expect((await list('status=lost')).counts).toMatchObject({ new: 11, won: 3 })
  expect((await list(`tag=${tags.even}&status=won`)).counts).toMatchObject({ new: 5, won: 2 })
  expect((await list('tag=untagged')).counts).toMatchObject({ new: 4, won: 1 })
  expect((await list('q=olberg')).counts).toMatchObject({ new: 1, won: 0 })
  expect((await list('q=ölberg&status=won')).counts).toMatchObject({ new: 1, won: 0 })
})

test('[R165] filters by a tag, and by none', async () => {
  expect(sorted(await list(`tag=${tags.even}`))).toEqual(where((n) => n % 2 === 0))
  expect(sorted(await list(`tag=${tags.third}`))).toEqual(where((n) => n % 3 === 0))
  expect(sorted(await list('tag=untagged'))).toEqual(where((n) => n % 2 > 0 && n % 3 > 0))
  expect(sorted(await list('tag=ctag_unknown'))).toEqual([])
})

test('[R166] finds words in name, email, phone, company, notes and attributes, and treats them only as text', async () => {
  const [first] = ids as [string]
  await key.patch(`/leads/${first}`, { phone: '+44 1632 960417', notes: 'Met at the fair' })
  expect(numbers(await list('q=PERSON 3'))).toEqual([3])
  expect(numbers(await list('q=person7@'))).toEqual([7])
  expect(numbers(await list('q=café ö'))).toEqual([3])
  expect(numbers(await list('q=960417'))).toEqual([13])
  expect(numbers(await list('q=the fair'))).toEqual([13])
  expect(numbers(await list(`q=${encodeURIComponent('100%_b')}`))).toEqual([5])
  expect(numbers(await list(`q=${encodeURIComponent('_')}`))).toEqual([5])
  expect(numbers(await list(`q=soup&tag=${tags.third}&status=won`))).toEqual([0])
  expect(numbers(await list('q=nobody'))).toEqual([])
  await key.post('/leads', { name: 'Person 15', phone: '555' })
  expect(numbers(await list('q=person 15'))).toEqual([15])
  await key.del(`/leads/${(await list('q=person 15')).items[0].id}`)
})

test('[U67] out-of-range values are refused and named', async () => {
  for (const [name, query] of [
    ['limit', 'limit=0'],
    ['limit', 'limit=501'],
    ['before', 'before=x'],
    ['status', 'status=maybe'],
    ['q', `q=${'x'.repeat(201)}`],
  ]) {
    const refused = await key.get(`/leads?${query}`)
    expect([refused.status, refused.body.error.message]).toEqual([400, expect.stringMatching(`^${name}: `)])
  }
})

test('[R31] each contact has its number of conversations and open callbacks, and the last conversation', async () => {
  const contact = { email: 'busy@mail.example' }
  const { id: one } = await world.start({ message: 'One', contact })
  world.clock.move(10)
  const { id: two } = await world.start({ message: 'Two', contact })
  world.clock.move(10)
  await world.say(one, { text: 'Again' })
  const { lead } = (await key.get(`/conversations/${one}`)).body
  await world.services.database.sql`
    insert into callbacks (id, site, conversation_id, lead_id, requested_at, status) values
      ('cb_1', 'demo', ${one}, ${lead.id}, 1, 'open'), ('cb_2', 'demo', ${two}, ${lead.id}, 1, 'done')`
  const [item] = (await list('q=busy')).items
  expect(item).toMatchObject({ id: lead.id, conversations: 2, lastConversationId: one, openCallbacks: 1 })
})

test('an email is found among any number of contacts, and listed first', async () => {
  const { sql } = world.services.database
  const at = world.clock.now() + 1000
  await sql`
    insert into leads (id, site, name, email, source, notes, created_at, updated_at)
    select 'lead_many' || n, 'demo', 'Person 99', 'many' || n || '@mail.example', 'api',
      case when n = 77 then 'Knows person1@mail.example' end, ${at}, ${at} from generate_series(1, 10100) n`
  const found = await list('q=Person1@mail.example')
  expect(numbers(found)).toEqual([1, 99])
  expect(found.counts).toMatchObject({ new: 2 })
  expect(found.next).toBeNull()
  expect(numbers(await list('q=Café'))).toEqual([3])
  // What many contacts have is searched among a bounded number at a time.
  const many = await list('q=Person&limit=500')
  expect(numbers(many)).toEqual(Array.from({ length: 500 }, () => 99))
  const few = await list('q=on')
  expect(few.next).not.toBeNull()
  await sql`delete from leads where id like 'lead_many%'`
})

test('a tag’s contacts keep their order when they change, whoever changes them', async () => {
  const before = numbers(await list(`tag=${tags.even}`))
  world.clock.move(10)
  const user = { id: 1, email: `person${before.at(-1)}@mail.example` }
  await world.start({ message: 'Hello', user, contact: { phone: '+49 30 4711' } })
  world.clock.move(10)
  await key.patch(`/leads/${ids.at(-(before.at(-2)! + 1))}`, { company: 'Moved' })
  const after = numbers(await list(`tag=${tags.even}`))
  expect(after.slice(0, 2)).toEqual([before.at(-2), before.at(-1)])
  const { sql } = world.services.database
  expect(
    await sql`select from lead_tags t join leads l on l.id = t.lead_id where t.updated_at <> l.updated_at or not l.tagged`,
  ).toHaveLength(0)
})
