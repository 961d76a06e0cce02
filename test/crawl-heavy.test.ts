import { afterAll, beforeEach, expect, type MockInstance, test, vi } from 'vitest'
import { tooMuch } from '../server/features/knowledge/reading/reader.ts'
import { createCrawling, paragraph } from './support/crawling.ts'
import { pageOf } from './support/website.ts'

const crawling = await createCrawling()
const { website, world, crawl, pages } = crawling
const { sql } = world.services.database
const { reader } = world.services
const readPage = reader.readPage
let read: MockInstance<typeof readPage>

beforeEach(async () => {
  await crawling.clear()
  // Pages that exceed the limits of the reader, without the time that this takes.
  read = vi.spyOn(reader, 'readPage').mockImplementation(async (html, url) => {
    if (url.includes('/heavy/')) throw tooMuch.readPage()
    return await readPage(html, url)
  })
})
afterAll(crawling.close)

/** Puts these pages, which are then read in this order. */
async function put(paths: string[]) {
  for (const path of paths) website.put(path, pageOf(path, paragraph(`The page ${path}`)))
  const rows = paths.map((path, at) => ({
    ...{ id: `page_${String(at).padStart(3, '0')}`, site: 'demo', url: `${website.url}${path}` },
    ...{ status: 'discovered', selected: true, source: 'api', created_at: 0 },
  }))
  await sql`insert into pages ${sql(rows)}`
  return paths
}

const heavy = (count: number, from = 0) => Array.from({ length: count }, (_, at) => `/heavy/${from + at}`)
const givenUp = { status: 'failed', reason: 'pages_unreadable', params: { count: 20 } }

test('a website of pages that cannot be read is given up after some of them', async () => {
  const urls = await put(heavy(60))
  const { run } = await crawl({ urls })
  expect(run).toMatchObject({ ...givenUp, total: 60, error: expect.stringMatching(/^20 pages in a row were too/) })
  // Two pages are read at once.
  expect([20, 21]).toContain(read.mock.calls.length)
  const statuses = Object.values(await pages()).map(({ status }) => status)
  expect(new Set(statuses)).toEqual(new Set(['failed', 'discovered']))
})

test('a website with readable pages in between is learned to its end', async () => {
  const light = ['/light/0', '/light/1']
  const gone = '/gone'
  const urls = await put([
    ...heavy(15),
    '/light/0',
    ...heavy(10, 15),
    gone,
    ...heavy(5, 25),
    '/light/1',
    ...heavy(15, 30),
  ])
  website.put(gone, { status: 404 })
  const { run } = await crawl({ urls })
  expect(run).toMatchObject({ status: 'done', done: urls.length, failed: 45 })
  for (const path of light) expect((await pages())[path]?.status).toBe('indexed')
})

test('a page that was not read neither continues nor ends the row', async () => {
  const urls = await put([...heavy(10), '/gone', ...heavy(20, 10)])
  website.put('/gone', { status: 404 })
  expect((await crawl({ urls })).run).toMatchObject(givenUp)
})

test('readable pages behind unreadable ones are learned by the next run', async () => {
  const urls = await put([...heavy(25), '/light'])
  expect((await crawl({ urls })).run).toMatchObject(givenUp)
  expect((await pages())['/light']?.status).toBe('discovered')
  expect((await crawl({ urls })).run).toMatchObject(givenUp)
  expect((await pages())['/light']?.status).toBe('indexed')
})

test('pages that another server tried count', async () => {
  const urls = await put(heavy(3))
  read.mockImplementationOnce(async () => {
    await sql`update crawl_runs set unreadable = 19 where status = 'running'`
    throw tooMuch.readPage()
  })
  expect((await crawl({ urls })).run).toMatchObject(givenUp)
})
