import { strFromU8, unzipSync } from 'fflate'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { exportWorkbook } from '../server/features/contacts/workbook.ts'
import { LeadFilter } from '../shared/lead.ts'
import { allScopes } from '../shared/scope.ts'
import { createWorld, type World } from './support/world.ts'

let world: World
let key: string

beforeAll(async () => {
  world = await createWorld()
  key = await world.key(allScopes, { ratePerMinute: 100_000 })
})
afterAll(() => world.close())

const fetchTable = (query = '', as = key) =>
  fetch(`${world.url}/api/v1/leads.xlsx${query}`, { headers: { authorization: `Bearer ${as}` } })

/** The cells of the sheet, line by line, as Excel reads them: its type and its text. */
async function read(query = ''): Promise<{ type: string; text: string }[][]> {
  const files = unzipSync(new Uint8Array(await (await fetchTable(query)).arrayBuffer()))
  const file = (name: RegExp) => strFromU8(files[Object.keys(files).find((path) => name.test(path))!]!)
  const plain = (xml: string) =>
    xml
      .replace(/<[^>]+>/g, '')
      .replace(/&lt;/g, '<')
      .replace(/&gt;/g, '>')
      .replace(/&quot;/g, '"')
      .replace(/&apos;|&#39;/g, "'")
      .replace(/&amp;/g, '&')
  const strings = Object.keys(files).some((path) => path.endsWith('sharedStrings.xml'))
    ? [...file(/sharedStrings\.xml$/).matchAll(/<si>(.*?)<\/si>/gs)].map(([, xml]) => plain(xml!))
    : []
  return [...file(/worksheets\/sheet1\.xml$/).matchAll(/<row[^>]*>(.*?)<\/row>/gs)].map(([, row]) =>
    [...row!.matchAll(/<c ([^>]*?)(?:\/>|>(.*?)<\/c>)/gs)].map(([, attributes, xml = '']) => {
      const type = /t="(\w+)"/.exec(attributes!)?.[1] ?? 'n'
      return { type, text: type === 's' ? strings[Number(plain(xml))]! : plain(xml) }
    }),
  )
}

test('[U122] the workbook has the columns of the CSV file, and keeps numbers, umlauts and would-be formulas as texts', async () => {
  const lead = {
    name: 'Jürgen Größe',
    email: 'juergen@bücher.example',
    phone: '+49 30 1234567',
    company: '=HYPERLINK("http://x.example";"a")',
    notes: 'One\ntwo & <three> \u0001 🙂',
  }
  expect((await world.api('POST', '/leads', { key, body: lead })).status).toBe(201)
  await world.api('POST', '/leads', { key, body: { name: '王小明', phone: '0049 (0)30 00123' } })
  const response = await fetchTable()
  expect(response.headers.get('content-type')).toBe('application/vnd.openxmlformats-officedocument.spreadsheetml.sheet')
  expect(response.headers.get('content-disposition')).toMatch(/^attachment; filename="contacts\.xlsx"/)
  const [head, ...rows] = await read()
  const csv = await fetch(`${world.url}/api/v1/leads.csv`, { headers: { authorization: `Bearer ${key}` } })
  expect(head!.map(({ text }) => text).join(',')).toBe((await csv.text()).split('\r\n')[0])
  const cells = rows.flat()
  for (const text of [
    lead.name,
    lead.email,
    lead.phone,
    lead.company,
    'One\ntwo & <three>  🙂',
    '王小明',
    '0049 (0)30 00123',
  ])
    expect(cells.find((cell) => cell.text === text)?.type, text).not.toBe('n')
  expect(cells.some(({ type }) => type === 'e')).toBe(false)
  expect(JSON.stringify(rows)).not.toContain('<f>')
})

test('the filter and the scope apply as for the CSV file', async () => {
  expect(await read('?q=größe')).toHaveLength(2)
  expect(await read('?status=lost')).toHaveLength(1)
  expect((await fetchTable('', await world.key(['conversations:read']))).status).toBe(403)
})

test('a workbook that cannot be made is refused with advice', async () => {
  const ctx = { ...(await world.context()), signal: AbortSignal.abort() }
  const refusal = { status: 503, reason: 'workbook_failed', message: expect.stringContaining('export them as CSV') }
  await expect(exportWorkbook(ctx, LeadFilter.parse({}))).rejects.toMatchObject(refusal)
})

test('more contacts than a workbook is made of are refused with advice', async () => {
  const { sql } = world.services.database
  await sql`
    insert into leads (id, site, name, source, created_at, updated_at)
    select 'many_' || n, 'demo', 'Many ' || n, 'manual', n, n from generate_series(1, 20001) n`
  const response = await fetchTable()
  expect([response.status, await response.json()]).toMatchObject([
    400,
    { error: { reason: 'too_many_contacts', params: { max: 20_000 } } },
  ])
  expect(await read('?q=größe')).toHaveLength(2)
})
