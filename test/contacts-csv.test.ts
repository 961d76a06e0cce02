import { parse } from 'csv-parse/sync'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { allScopes } from '../shared/scope.ts'
import { signIn } from './support/sign-in.ts'
import { createWorld, type World } from './support/world.ts'

let world: World
let key: string

beforeAll(async () => {
  world = await createWorld()
  key = await world.key(allScopes, { ratePerMinute: 100_000 })
})
afterAll(() => world.close())

const fetchCsv = (query = '', headers: Record<string, string> = { authorization: `Bearer ${key}` }) =>
  fetch(`${world.url}/api/v1/leads.csv${query}`, { headers })
const read = async (query = ''): Promise<Record<string, string>[]> =>
  parse(await (await fetchCsv(query)).text(), { columns: true, record_delimiter: '\r\n' })
const add = async (body: Record<string, unknown>) => {
  world.clock.move(1000)
  const reply = await world.api('POST', '/leads', { key, body })
  expect(reply.status).toBe(201)
  return reply.body
}

const header =
  'id,name,email,phone,company,address,status,source,tags,notes,attributes,fields,conversations,openCallbacks,createdAt,updatedAt'

test('[U11] the file follows RFC 4180 and is saved by browsers', async () => {
  const response = await fetchCsv()
  expect(response.status).toBe(200)
  expect(response.headers.get('content-type')).toBe('text/csv; charset=utf-8')
  expect(response.headers.get('content-disposition')).toMatch(/^attachment; filename="[\w.]+\.csv"$/)
  expect(response.headers.get('x-content-type-options')).toBe('nosniff')
  for (const name of ['x-request-id', 'x-ratelimit-limit', 'x-ratelimit-remaining'])
    expect(response.headers.get(name)).toBeTruthy()
  expect(await response.text()).toBe(`${header}\r\n`)
})

test('[U11] it has a row per contact, with tags, attributes and times as text', async () => {
  for (const name of ['Shop', 'Ann; "regular"']) await world.api('POST', '/contact-tags', { key, body: { name } })
  const lead = await add({
    name: 'Ann, "the" first',
    email: 'ann@mail.example',
    notes: 'One\r\ntwo\nthree',
    attributes: { plan: 'full' },
    fields: { shoe: '42' },
  })
  await world.api('PATCH', `/leads/${lead.id}`, { key, body: { tags: ['shop', 'ann; "regular"'], status: 'won' } })
  const [row] = await read()
  const { created_at, updated_at } = (await world.api('GET', `/leads/${lead.id}`, { key })).body
  expect(row).toEqual({
    id: lead.id,
    name: 'Ann, "the" first',
    email: 'ann@mail.example',
    phone: '',
    company: '',
    address: '',
    status: 'won',
    source: 'api',
    tags: 'Ann; "regular"; Shop',
    notes: 'One\r\ntwo\nthree',
    attributes: '{"plan":"full"}',
    fields: '{"shoe":"42"}',
    conversations: '0',
    openCallbacks: '0',
    createdAt: new Date(created_at).toISOString(),
    updatedAt: new Date(updated_at).toISOString(),
  })
})

test('[U11] [threat 15] no cell begins like a formula', async () => {
  const formulas = ['=1+1', '+49 30 1', '-2', '@sum(a1)', ' =cmd()', '＝1+1', '=HYPERLINK("https://evil.example")']
  for (const name of formulas) await add({ name })
  await add({ name: 'x', company: '=1', notes: '@x\n=2', phone: '+44 1', address: '-1', fields: { '=a': '=b' } })
  const rows = await read()
  expect(rows.map(({ name }) => name)).toEqual(expect.arrayContaining(formulas.map((name) => `'${name.trim()}`)))
  for (const cell of rows.flatMap((row) => Object.values(row))) expect(cell).not.toMatch(/^\s*[=+\-@＝＋－＠\t\r]/)
})

test('[U11] it contains every contact of the filter once, including those that change during the export', async () => {
  const { sql } = world.services.database
  const at = world.clock.now()
  await sql`
    insert into leads (id, site, name, email, source, status, created_at, updated_at)
    select 'lead_csv' || n, case when n % 7 = 0 then 'other' else 'demo' end, 'Csv ' || n, 'csv' || n || '@mail.example',
      'api', case when n % 10 = 0 then 'lost' else 'new' end, ${at}::bigint + n / 3, ${at} from generate_series(1, 1500) n`
  const expected = Array.from({ length: 1500 }, (_, n) => n + 1).filter((n) => n % 7 > 0)
  const response = await fetchCsv('?q=csv')
  // The first rows are being sent. A contact that was not reached yet changes, and would now be first in the list.
  const reader = response.body!.getReader()
  const parts = [(await reader.read()).value!]
  await sql`update leads set updated_at = ${at + 10_000} where id in ('lead_csv1', 'lead_csv2')`
  for (let part = await reader.read(); !part.done; part = await reader.read()) parts.push(part.value)
  const rows = parse(Buffer.concat(parts), { columns: true }) as Record<string, string>[]
  const numbers = rows.map(({ id }) => Number(id!.slice(8)))
  expect(numbers.toSorted((a, b) => a - b)).toEqual(expected)
  expect(rows.map(({ createdAt }) => createdAt)).toEqual(
    rows
      .map(({ createdAt }) => createdAt)
      .toSorted()
      .reverse(),
  )
  expect(await read('?q=csv&status=lost')).toHaveLength(expected.filter((n) => n % 10 === 0).length)
  const [{ id: tag }] = (await world.api('GET', '/contact-tags', { key })).body.tags
  expect(await read(`?tag=${tag}`)).toHaveLength(1)
  expect((await read('?tag=untagged')).length).toBeGreaterThan(500)
})

test('[R205] it needs leads:read, and accepts a person’s session only from the product’s own pages', async () => {
  const refused = async (headers: Record<string, string>) => (await fetchCsv('?site=demo', headers)).status
  expect(await refused({})).toBe(401)
  expect(await refused({ authorization: `Bearer ${await world.key(['conversations:read'])}` })).toBe(403)
  expect(await refused({ authorization: `Bearer ${await world.key(allScopes, { site: 'other' })}` })).toBe(403)
  const { token } = await signIn(world, 'member')
  const cookie = `svc_session=${token}`
  expect(await refused({ cookie })).toBe(401)
  expect(await refused({ cookie, 'sec-fetch-site': 'cross-site' })).toBe(401)
  expect(await refused({ cookie, 'sec-fetch-site': 'same-origin', origin: 'https://evil.example' })).toBe(401)
  expect(await refused({ cookie, 'sec-fetch-site': 'same-origin' })).toBe(200)
  // Over plain HTTP to another machine, browsers only send the address of the page.
  expect(await refused({ cookie, referer: `${world.url}/dashboard/contacts` })).toBe(200)
  expect(await refused({ cookie, referer: `${world.url}.evil.example/` })).toBe(401)
  expect(await refused({ cookie, referer: `${world.url}/dashboard`, 'sec-fetch-site': 'cross-site' })).toBe(401)
  expect((await fetchCsv('?status=maybe')).status).toBe(400)
})

test('a client that disconnects midway leaves nothing behind', async () => {
  const response = await fetchCsv()
  const reader = response.body!.getReader()
  await reader.read()
  await reader.cancel()
  expect((await read('?status=lost')).length).toBeGreaterThan(0)
})
