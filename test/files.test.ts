import { Buffer } from 'node:buffer'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { docxOf, fileRead, learnFile, paragraphOf, pdfOf, sendFile, tableOf } from './support/files.ts'
import { createWorld, type Reply, type World } from './support/world.ts'

let world: World
let key: string

beforeAll(async () => {
  world = await createWorld()
  key = await world.key(undefined, { ratePerMinute: 100_000 })
})
afterAll(() => world.close())
beforeEach(async () => {
  for (const { id } of (await list()).body.files) await remove(id)
})

const list = (query = '') => world.api('GET', `/knowledge/files${query}`, { key })
const remove = (id: string) => world.api('DELETE', `/knowledge/files/${id}`, { key })
const send = (name: string, bytes: string | Uint8Array, more = {}) => sendFile(world, { name, bytes, key, ...more })
const learn = (name: string, bytes: string | Uint8Array) => learnFile(world, { name, bytes, key })
const search = async (query: string): Promise<Reply['body'][]> =>
  (await world.api('POST', '/knowledge/search', { key, body: { query } })).body.chunks
/** What a question finds of a file, as Markdown. */
const found = async (query: string) => (await search(query))[0]
const events = async () =>
  (await world.api('GET', '/events?limit=500', { key })).body.items.filter(
    ({ type }: { type: string }) => type === 'knowledge.file.processed',
  )
const audited = async () => (await world.api('GET', '/audit?limit=50&site=demo')).body.items as Reply['body'][]

describe('a file', () => {
  test('is accepted, read, emitted and found; deleting it removes everything [R297] [R442] [U19]', async () => {
    const sent = await send('Price list.txt', 'A wet haircut costs 25 euros.')
    expect([sent.status, sent.body]).toEqual([
      201,
      {
        ...{ id: expect.stringMatching(/^file_/), name: 'Price list.txt', type: 'txt', size: 29, status: 'queued' },
        ...{ passages: 0, truncated: false, createdBy: expect.stringMatching(/^key:/) },
        ...{ error: null, reason: null, params: null },
        ...{ createdAt: world.clock.now(), processedAt: null },
      },
    ])
    await fileRead(world, sent.body.id)
    const [file] = (await list()).body.files
    expect(file).toEqual({ ...sent.body, status: 'indexed', passages: 1, processedAt: world.clock.now() })
    expect((await events()).at(-1).data).toEqual({
      ...{ fileId: file.id, name: 'Price list.txt', status: 'indexed', passages: 1, truncated: false },
      ...{ error: null, reason: null, params: null },
    })
    expect(await found('What is a wet haircut?')).toMatchObject({
      ...{ pageId: file.id, title: 'Price list.txt', url: '', content: 'A wet haircut costs 25 euros.' },
    })
    const { sql } = world.services.database
    expect(await sql`select from file_parts`).toHaveLength(0)
    expect((await world.api('GET', '/knowledge/status', { key })).body.chunks).toBe(1)
    expect((await remove(file.id)).body).toEqual({ id: file.id, deleted: true })
    expect((await remove(file.id)).status).toBe(404)
    expect(await search('What is a wet haircut?')).toEqual([])
    expect((await list()).body).toEqual({ site: 'demo', files: [], next: null })
    expect((await world.api('GET', '/knowledge/status', { key })).body.chunks).toBe(0)
  })

  test('with the same name replaces the earlier one once it is learned, but not if it cannot be [R442]', async () => {
    const first = await learn('hours.txt', 'We open at nine.')
    const broken = await learn('hours.txt', '   \n ')
    const why = { error: 'There is no text in it.', reason: 'file_empty', params: {} }
    const failed = { ...why, status: 'error', passages: 0 }
    expect(broken).toMatchObject(failed)
    expect((await events()).at(-1).data).toMatchObject({ fileId: broken.id, ...failed })
    expect((await list()).body.files.map(({ id }: { id: string }) => id)).toEqual([broken.id, first.id])
    expect(await found('When do you open?')).toMatchObject({ content: 'We open at nine.' })
    const second = await learn('hours.txt', 'We open at ten.')
    expect((await list()).body.files.map(({ id }: { id: string }) => id)).toEqual([second.id])
    expect((await search('When do you open?')).map(({ content }) => content)).toEqual(['We open at ten.'])
  })

  test('is named as the source of an answer based on it', async () => {
    await learn('Terms.md', '# Returns\n\nUnopened parcels may be sent back within forty days.')
    const [hit] = await search('How many days may parcels be sent back?')
    expect(hit).toMatchObject({ title: 'Terms.md', headingPath: 'Returns' })
  })

  test('with too much text is learned up to the limit, and says so', async () => {
    const file = await learn('long.txt', 'All that is said here is the same.\n\n'.repeat(10_000))
    expect(file).toMatchObject({ status: 'indexed', truncated: true })
    expect((await events()).at(-1).data).toMatchObject({ fileId: file.id, truncated: true })
    const [{ length }] = await world.services.database.sql<[{ length: number }]>`
      select length(content) as length from documents where id = ${file.id}`
    expect(length).toBeLessThanOrEqual(300_000)
  })

  test('is listed page by page, newest first', async () => {
    for (const name of ['a.txt', 'b.txt', 'c.txt']) {
      await learn(name, `This is ${name}.`)
      world.clock.move(1)
    }
    const first = (await list('?limit=2')).body
    expect(first.files.map(({ name }: { name: string }) => name)).toEqual(['c.txt', 'b.txt'])
    const second = (await list(`?limit=2&before=${first.next}`)).body
    expect([second.files.map(({ name }: { name: string }) => name), second.next]).toEqual([['a.txt'], null])
  })
})

describe('an unsupported file', () => {
  test.each([
    ['tool.exe', 'MZ'],
    ['picture.svg', '<svg onload="alert(1)"/>'],
    ['old.doc', 'text'],
    ['noending', 'text'],
    ['.pdf', '%PDF-1.4'],
    ['../..', 'text'],
    ['file.pdf', 'MZ\x90\0'],
    ['file.pdf', 'no such thing'],
    ['file.docx', '%PDF-1.4'],
    ['file.txt', 'a\0b'],
    ['file.md', '%PDF-1.4 '],
    ['file.csv', Uint8Array.of(0x50, 0x4b, 3, 4, 0, 0)],
    ['file.json', ''],
    ['in\u202evoice.txt\u202efdp.exe', 'text'],
  ])('%j is refused, and nothing of it is stored [U19, threat 14]', async (name, bytes) => {
    const { status, body } = await send(name, bytes)
    expect([status, body.error.code, body.error.message]).toEqual([
      400,
      'bad_request',
      expect.stringMatching(/^file: /),
    ])
    expect((await list()).body.files).toEqual([])
  })

  test.each([
    ['C:\\Users\\ann\\Prices.TXT', 'Prices.TXT'],
    ['../../etc/passwd.txt', 'passwd.txt'],
    ['a\u202eb\u200b\u0007c.txt', 'abc.txt'],
    [`${'x'.repeat(300)}.txt`, `${'x'.repeat(196)}.txt`],
    ['<img src=x onerror=alert(1)>.txt', '<img src=x onerror=alert(1)>.txt'],
    ['Preis "neu" äöü 価格.txt', 'Preis "neu" äöü 価格.txt'],
  ])('%j is stored under the name %j', async (given, name) => {
    expect((await learn(given, 'Some text.')).name).toBe(name)
  })

  test('over 10 MB is refused during the upload, 10 MB are accepted [R297]', async () => {
    const most = 10 * 1024 * 1024
    // White space, because reading so many words takes ten seconds.
    const some = await send('most.txt', 'All is well.'.padEnd(most))
    expect([some.status, some.body.size]).toEqual([201, most])
    for (const size of [most + 1, 3 * most]) {
      const { status, body } = await send('more.txt', Buffer.alloc(size, 'a'))
      expect([status, body.error]).toEqual([
        413,
        {
          code: 'bad_request',
          reason: 'too_large',
          params: { bytes: most },
          message: 'file: Must not be larger than 10 MB.',
        },
      ])
    }
    // An endless body of unknown length.
    let sent = 0
    const endless = new ReadableStream({
      pull(controller) {
        sent += 65_536
        controller.enqueue(
          sent === 65_536 ? new TextEncoder().encode(formStart('endless.txt')) : new Uint8Array(65_536),
        )
      },
    })
    const { status } = await post(endless)
    expect(status).toBe(413)
    expect(sent).toBeLessThan(3 * most)
    await fileRead(world, some.body.id)
  })

  test('that is long is stored in parts, and parts of an incomplete upload are deleted [threat 5]', async () => {
    const { sql } = world.services.database
    // As a server leaves it that was killed midway.
    await sql`create function refuse() returns trigger as $$ begin raise 'no more'; end $$ language plpgsql`
    await sql`create trigger refuse before insert on files for each row execute function refuse()`
    await sql`create trigger refuse before delete on blobs for each row execute function refuse()`
    try {
      expect((await send('long.txt', 'We open at nine. '.repeat(2 ** 16))).status).toBe(500)
    } finally {
      await sql`drop function refuse cascade`
    }
    const left = async () => (await sql<{ xmin: string }[]>`select xmin::text from file_parts`).map(({ xmin }) => xmin)
    expect(new Set(await left()).size).toBe((await left()).length)
    expect(await left()).not.toEqual([])
    const kept = await learn('kept.txt', 'We close at five. '.repeat(2 ** 16))
    world.clock.move(60 * 60_000)
    await expect.poll(left).toEqual([])
    expect((await list()).body.files.map(({ id }: { id: string }) => id)).toEqual([kept.id])
    // The deletion of a long file continues in the background, too.
    await remove(kept.id)
    expect(await search('When do you close?')).toEqual([])
    await expect.poll(async () => (await sql`select from passages`).length).toBe(0)
    expect(await sql`select from documents`).toHaveLength(0)
  })

  test('in a form with two files, or none, or in something else is refused', async () => {
    const part = (name: string, filename?: string) =>
      `--x\r\nContent-Disposition: form-data; name="${name}"${filename === undefined ? '' : `; filename="${filename}"`}\r\n\r\ntext\r\n`
    for (const body of [
      `${part('file', 'a.txt')}${part('file', 'b.txt')}--x--`,
      `${part('file', 'a.txt')}${part('other', 'b.txt')}--x--`,
      `${part('file')}--x--`,
      `${part('other', 'a.txt')}--x--`,
      `${part('file', '')}--x--`,
      `${part('a').repeat(1000)}${part('file', 'a.txt')}--x--`,
      part('file', 'a.txt'),
      '--x--',
      '',
      'nonsense',
      `--x\r\n${'a'.repeat(100_000)}`,
    ])
      expect((await post(body)).status, body.slice(0, 200)).toBe(400)
    const good = `${part('file', 'a.txt')}--x--`
    for (const type of [
      'application/json',
      'multipart/form-data',
      'text/plain; boundary=x',
      'multipart/mixed; boundary=x',
    ])
      expect((await post(good, { 'content-type': type })).status, type).toBe(400)
    expect((await list()).body.files).toEqual([])
    expect((await post(`before\r\n${part('more')}${good}after`)).status).toBe(201)
  })
})

const formStart = (name: string) => `--x\r\nContent-Disposition: form-data; name="file"; filename="${name}"\r\n\r\n`

async function post(body: string | ReadableStream, headers: Record<string, string> = {}): Promise<Reply> {
  const response = await fetch(`${world.url}/api/v1/knowledge/files`, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'multipart/form-data; boundary=x', ...headers },
    body,
    duplex: 'half',
  } as RequestInit)
  return { status: response.status, headers: response.headers, body: await response.json() }
}

describe('the sender of a file', () => {
  test('needs the scope on the file’s own site; refusals are audited [R205, R227, threat 1]', async () => {
    expect((await send('a.txt', 'text', { key: null })).status).toBe(401)
    expect((await send('a.txt', 'text', { key: `${key}x` })).status).toBe(401)
    const reader = await world.key(['knowledge:read'])
    expect((await send('a.txt', 'text', { key: reader })).status).toBe(403)
    expect((await send('a.txt', 'text', { query: '?site=other' })).status).toBe(403)
    expect((await send('a.txt', 'text', { query: '?site=nowhere', key: world.adminKey })).status).toBe(404)
    expect((await world.api('PUT', '/knowledge/files', { key, body: {} })).status).toBe(405)
    expect((await list()).body.files).toEqual([])
    const { body } = await send('a.txt', 'text')
    const [last, ...before] = await audited()
    expect(last).toMatchObject({ action: 'POST /knowledge/files', status: 201, target: body.id })
    expect(before.map(({ status }) => status)).toEqual(expect.arrayContaining([403]))
    const theirs = await world.key(undefined, { site: 'other' })
    expect((await world.api('DELETE', `/knowledge/files/${body.id}`, { key: theirs })).status).toBe(404)
    expect((await world.api('GET', '/knowledge/files', { key: theirs })).body.files).toEqual([])
    await fileRead(world, body.id)
  })

  test('may repeat the request with one Idempotency-Key: it is accepted once, another file is refused [U98]', async () => {
    const headers = { 'idempotency-key': 'one' }
    const first = await send('a.txt', 'text', { headers })
    const second = await send('a.txt', 'text', { headers })
    expect([second.status, second.body]).toEqual([201, first.body])
    expect(second.headers.get('idempotent-replay')).toBe('true')
    expect((await send('a.txt', 'another', { headers })).status).toBe(409)
    expect((await send('b.txt', 'text', { headers })).status).toBe(409)
    expect((await list()).body.files).toHaveLength(1)
    const long = 'We open at nine. '.repeat(2 ** 16)
    const both = await Promise.all([1, 2].map(() => send('c.txt', long, { headers: { 'idempotency-key': 'two' } })))
    expect(both.map(({ status, body }) => [status, body.id])).toEqual(
      [201, 201].map((status) => [status, both[0]!.body.id]),
    )
    await fileRead(world, both[0]!.body.id)
    await fileRead(world, first.body.id)
    const { sql } = world.services.database
    expect(await sql`select from blobs`).toHaveLength(0)
  })

  test('of a repeated or refused request has none of its bytes stored', async () => {
    const { sql } = world.services.database
    const headers = { 'idempotency-key': 'three' }
    const { body } = await send('a.txt', 'text', { headers })
    await fileRead(world, body.id)
    await sql`create function refuse() returns trigger as $$ begin raise 'no blob'; end $$ language plpgsql`
    await sql`create trigger refuse before insert on blobs for each row execute function refuse()`
    try {
      expect((await send('a.txt', 'text', { headers })).status).toBe(201)
      expect((await send('a.txt', 'another', { headers })).status).toBe(409)
      expect((await send('a.txt', 'text', { key: null })).status).toBe(401)
      expect((await send('a.txt', 'text', { key: await world.key(['knowledge:read']) })).status).toBe(403)
      expect((await send('a.txt', 'text', { query: '?site=other' })).status).toBe(403)
      expect((await send('a.txt', 'text')).status).toBe(500)
    } finally {
      await sql`drop function refuse cascade`
    }
  })

  test('names the site before the file, or in the query', async () => {
    const site = '--x\r\nContent-Disposition: form-data; name="site"\r\n\r\ndemo\r\n'
    const file = `${formStart('a.txt')}text\r\n`
    const admin = { authorization: `Bearer ${world.adminKey}` }
    expect((await post(`${site}${file}--x--`, admin)).status).toBe(201)
    expect((await post(`${file}${site}--x--`, admin)).status).toBe(400)
    for (const { id } of (await list()).body.files) await fileRead(world, id)
    expect(await world.services.database.sql`select from blobs`).toHaveLength(0)
  })

  test('finds it documented as a form', async () => {
    const { paths, components } = (await world.api('GET', '/openapi.json', { key: null })).body
    const { requestBody, responses } = paths['/knowledge/files'].post
    expect(requestBody.required).toBe(true)
    const { $ref, ...inline } = requestBody.content['multipart/form-data'].schema
    const form = $ref ? components.schemas[$ref.split('/').at(-1)] : inline
    expect(form.properties.file).toMatchObject({ type: 'string' })
    expect(Object.keys(responses)).toEqual(expect.arrayContaining(['201', '400', '413']))
  })
})

describe('reads', () => {
  const question = 'Which haircut costs how much?'

  test('a PDF: headings by size, tables by gaps, without repeated headers and footers', async () => {
    const page = (title: string, name: string, price: string) => [
      'Salon Ann',
      { text: title, size: 20, step: 40 },
      { text: `${name} haircut`, step: 30 },
      { text: price, left: 400, step: 0 },
      { text: `All ${title} haircuts are made with an appoint-`, step: 30 },
      `ment, ${name} and by hand.`,
    ]
    const prices = [page('Short', 'Wet', '25 euros'), page('Long', 'Dry', '35 euros'), page('Other', 'Any', '45 euros')]
    expect(await learn('Prices.pdf', pdfOf(prices))).toMatchObject({ status: 'indexed', type: 'pdf' })
    const text = (await search(question)).map(({ content }) => content).join('\n')
    expect(text).toContain('Wet haircut | 25 euros')
    expect(text).toContain('All Short haircuts are made with an appointment, Wet and by hand.')
    expect(text).not.toContain('Salon Ann')
    expect(text).toContain('Long')
  })

  test('a Word document: headings, tables and lists', async () => {
    const table = tableOf([
      ['Haircut', 'Price'],
      ['Wet', '25 euros'],
    ])
    const body = `${paragraphOf('Prices', 'Heading1')}${paragraphOf('Haircuts', 'Heading2')}${table}`
    expect(await learn('Prices.docx', docxOf(body))).toMatchObject({ status: 'indexed', type: 'docx' })
    expect(await found(question)).toMatchObject({
      headingPath: 'Prices > Haircuts',
      content: '| Haircut | Price |\n| --- | --- |\n| Wet | 25 euros |',
    })
  })

  test('a table: no passage cuts a row, and each row names its columns', async () => {
    const rows = Array.from({ length: 200 }, (_, at) => `Product ${at};"${at},50";${'Some words on it. '.repeat(20)}`)
    await learn('Products.csv', `\ufeffName;Price;About it\n${rows.join('\n')}`)
    const passages = await search('product price words')
    const blocks = passages.flatMap(({ content }) => content.split('\n\n'))
    expect(blocks.length).toBeGreaterThan(5)
    for (const block of blocks) expect(block).toMatch(/^Name: Product (\d+)\nPrice: \1,50\nAbout it: Some words/)
  })

  test('JSON: values with their paths, lists of objects below headings', async () => {
    const menu = [{ category: 'Pizza', items: [{ name: 'Margherita', price: 8 }] }]
    await learn('Menu.json', JSON.stringify({ openingHours: { monday: 'from nine to five' }, menu }))
    expect((await found('When are the opening hours on monday?')).content).toContain(
      'opening Hours > monday: from nine',
    )
    const pizza = await found('How much is a Margherita?')
    expect(`${pizza.headingPath} ${pizza.content}`).toMatch(/menu > Pizza > items.*name: Margherita\nprice: 8/s)
  })

  test('a web page, Markdown, and text in any charset', async () => {
    const page =
      '<html lang="de"><body><nav>Start</nav><main><h1>Versand</h1><p>Wir liefern in drei Tagen.</p></main></body>'
    await learn('Versand.html', page)
    expect(await found('Wann wird geliefert?')).toMatchObject({ content: 'Wir liefern in drei Tagen.' })
    await learn('About.md', '---\ntitle: About\n---\n# Ann\n\n- Hairdresser since **1999**')
    expect(await found('hairdresser since')).toMatchObject({
      headingPath: 'Ann',
      content: '- Hairdresser since **1999**',
    })
    await learn(
      'Latin.txt',
      Uint8Array.from('Crème brûlée', (sign) => sign.charCodeAt(0)),
    )
    expect(await found('Crème brûlée')).toMatchObject({ content: 'Crème brûlée' })
    await learn('Wide.txt', Buffer.from('\ufeffUne île flottante', 'utf16le'))
    expect(await found('île flottante')).toMatchObject({ content: 'Une île flottante' })
  })
})
