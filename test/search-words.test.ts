import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { fold } from '../desktop/renderer/ui/fold.ts'
import { foldWords, maxRare } from '../server/core/words.ts'
import { type ChatWorld, createChatWorld } from './support/chat.ts'

let world: ChatWorld

beforeAll(async () => {
  world = await createChatWorld()
  await world.set({ security: { limits: { messagesPerSitePerDay: 100_000, messagesPerIpPerMinute: 10_000 } } })
})
afterAll(() => world.close())

const sql = () => world.services.database.sql
const found = async (q: string, more = '') =>
  (await world.get(`/conversations?q=${encodeURIComponent(q)}${more}`)).body.items as {
    id: string
    match: string | null
  }[]
const contacts = async (q: string) =>
  ((await world.get(`/leads?q=${encodeURIComponent(q)}`)).body.items as { email: string }[]).map(({ email }) => email)

/** What is written, and how people search for it. */
const spellings: [text: string, ...searches: string[]][] = [
  ['Où est ma commande déjà payée ?', 'deja', 'déjà', 'DEJA', 'ou est ma'],
  ['Jürgen Größe', 'jurgen', 'Juergen', 'grosse', 'GRÖSSE', 'Groesse'],
  ['Muenchen Hauptbahnhof', 'München'],
  ['It’s broken', "it's", 'its broken', 'it’s'],
  ["Nuala O'Brien", 'O’Brien', 'obrien', 'O´Brien'],
  [
    'Call +49 30 7654321 please',
    '+49307654321',
    '030 7654321'.slice(1),
    '+49 (0)30 765-4321',
    '7654321',
    '030 7654321',
    '0049 30 7654321',
  ],
  ['Ruf an: 030 8765432', '+49 30 8765432', '0049308765432', '+49 (0)30 876 54 32', '0308765432'],
  ['They said “no way” to me', 'said "no way"', 'said „no way“', '«no way»'],
  ['01.23.45.67.89', '0123456789', '01 23 45 67 89'],
  ['Kinder\u00adsitz\u00admontage', 'Kindersitzmontage', 'kindersitz\u200bmontage'],
  ['Zero\u200bwidth\u2060joined', 'zerowidthjoined'],
  ['İSTANBUL ve Iğdır', 'istanbul', 'igdir'],
  ['Smørrebrød und Łódź', 'smorrebrod', 'lodz'],
  ['The check‑in at the café', 'checkin', 'check-in', 'cafe'],
  ['Ｆｕｌｌｗｉｄｔｈ letters', 'fullwidth'],
  ['東京都の自転車です', '自転車', '自'],
  ['ราคาจักรยานเท่าไหร่', 'จักรยาน'],
  ['100% sure_thing', '100%', 'sure_'],
  ['Ο ΣΊΣΥΦΟΣ', 'σισυφος'],
]
const flat = spellings.flatMap(([text, ...searches]) => searches.map((search) => [search, text] as const))

describe('a search in any spelling that a person takes for the same', () => {
  const ids = new Map<string, string>()
  beforeAll(async () => {
    for (const [text] of spellings) ids.set(text, (await world.start({ message: text })).id)
  })

  test.each(flat)('“%s” finds the conversation “%s”', async (search, text) => {
    const items = await found(search)
    expect(items.map(({ id }) => id)).toContain(ids.get(text))
  })

  test.each(flat)('“%s” finds the contact “%s”', async (search, text) => {
    const email = `c${spellings.findIndex(([one]) => one === text)}@example.com`
    // There may be one from the search before.
    await world.post('/leads', { name: text, email })
    expect(await contacts(search)).toContain(email)
  })

  test.each([['%'], ['_'], ['100_'], ['déjeuner']])('“%s” is no pattern and finds nothing else', async (search) => {
    const texts = spellings.map(([text]) => text).filter((text) => text.includes(search))
    const wanted = new Set(texts.map((text) => ids.get(text)))
    for (const { id } of await found(search)) expect(wanted).toContain(id)
  })

  test('the part of the message with the words is shown', async () => {
    const long = `${'Lorem ipsum dolor sit amet. '.repeat(30)}Das Zubehör liegt bei. ${'And so on. '.repeat(40)}`
    await world.start({ message: long })
    const [row] = await found('zubehor')
    expect(row?.match).toContain('Zubehör')
    expect(row!.match!.length).toBeLessThanOrEqual(200)
  })

  test('the dashboard marks what the server finds', async () => {
    const texts = [...spellings.flat(), 'a (0) b', '4.95 and 10-20', '  two   spaces\n', 'ﬁ ligature', '½']
    const rows = await sql()<{ folded: string }[]>`
      select fold(one) as folded from unnest(${texts}::text[]) with ordinality as s (one, place) order by place`
    expect(texts.map((text) => fold(text).folded.normalize('NFKC'))).toEqual(rows.map(({ folded }) => folded))
  })
})

describe('words that are in many conversations', () => {
  test('are found in the order of the list, page by page, as rare ones are', async () => {
    const { id } = await world.start({ message: 'A quagga and a bike' })
    const count = maxRare + 50
    await sql()`
      insert into messages (id, conversation_id, site, ts, role, type, content, text)
      select 'many_' || n, ${id}, 'demo', 0, 'user', 'text', '{}', 'A quagga again' from generate_series(1, ${count}) n`
    const others: string[] = []
    for (let n = 0; n < 3; n++) others.push((await world.start({ message: `Quagga number ${n}` })).id)
    world.clock.move(1_000)
    const first = (await world.get('/conversations?q=quagga&limit=2')).body
    const second = (await world.get(`/conversations?q=quagga&limit=2&before=${first.next}`)).body
    expect([...first.items, ...second.items].map((row: { id: string }) => row.id).toSorted()).toEqual(
      [id, ...others].toSorted(),
    )
    await sql()`delete from messages where id like 'many_%'`
    const rare = (await world.get('/conversations?q=quagga&limit=4')).body
    expect(rare.items.map((row: { id: string }) => row.id)).toEqual(
      [...first.items, ...second.items].map((row: { id: string }) => row.id),
    )
    expect(rare.next).toBeNull()
  })
})

test('rare words are looked up in the index, whatever was searched before on the same connection', async () => {
  const { isIndexed } = await foldWords(world.services, 'zanzibar')
  expect(isIndexed).toBe(true)
  expect((await foldWords(world.services, 'ab')).isIndexed).toBe(false)
  const { id } = await world.start({ message: 'Many others follow' })
  await sql()`
    insert into messages (id, conversation_id, site, ts, role, type, content, text)
    select 'other_' || n, ${id}, 'demo', 0, 'user', 'text', '{}', 'Another word ' || n from generate_series(1, 3000) n`
  await sql()`analyze messages`
  // Postgres plans for any words from the sixth time on.
  for (let n = 0; n < 8; n++) expect(await found(`zanzibar${n}`)).toEqual([])
  const [before] = await readRows()
  expect(await found('zanzibar9')).toEqual([])
  const [after] = await readRows()
  expect(Number(after?.rows) - Number(before?.rows)).toBeLessThan(1_000)
  await sql()`delete from messages where id like 'other_%'`
})

/** The rows of messages that sequential scans of this database read so far. */
async function readRows() {
  await sql()`select pg_stat_force_next_flush()`
  return await sql()<
    { rows: number }[]
  >`select seq_tup_read as rows from pg_stat_user_tables where relname = 'messages'`
}
