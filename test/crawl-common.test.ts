import { afterAll, beforeEach, expect, test } from 'vitest'
import { createCrawling, paragraph } from './support/crawling.ts'
import { pageOf } from './support/website.ts'

const crawling = await createCrawling()
const { website, world, crawl, search } = crawling
beforeEach(crawling.clear)
afterAll(crawling.close)

/** Slower than elsewhere, so that no page times out because the machine is busy. */
const step = 100

const subjects = 'anvils bellows candles dynamos engines ferries gliders hammers irons jigsaws'.split(' ')
const paths = subjects.map((subject) => `/${subject}`)
const banner = '<div><p>Ring the harbour desk on 01632 960417 whenever you are in doubt.</p></div>'

const put = (path: string, more = banner) =>
  website.put(path, pageOf(path.slice(1), `${paragraph(`About ${path.slice(1)}`)}${more}`))

/** The paths of pages with a passage that contains these words. */
async function learnedFrom(words: string): Promise<string[]> {
  const rows = await world.services.database.sql<{ url: string }[]>`
    select distinct url from documents join passages on passages.document = documents.id
    where position(${words} in passages.content) > 0`
  return rows.map(({ url }) => url.replace(website.url, ''))
}

test('text on nearly every page is learned from the first of them, and each page’s own text from all', async () => {
  for (const path of paths) put(path)
  const { run } = await crawl({ urls: paths }, step)
  expect(run).toMatchObject({ status: 'done', failed: 0 })
  expect(await learnedFrom('harbour desk')).toHaveLength(6)
  for (const path of paths) expect(await learnedFrom(`About ${path.slice(1)}`)).toEqual([path])
  expect(await search('harbour desk')).not.toEqual([])
})

test('the same text on a few pages is learned from each', async () => {
  const hours = '<p>Open from Tuesday to Friday, from nine to half past five, closed in August.</p>'
  for (const [at, path] of paths.entries()) put(path, at < 7 ? hours : '')
  await crawl({ urls: paths.slice(7) }, step)
  await crawl({ urls: paths.slice(0, 7) }, step)
  expect(await learnedFrom('closed in August')).toHaveLength(7)
})

test('when no page from which it was learned has it any more, the others are read again, and it is relearned', async () => {
  for (const path of paths)
    website.put(path, { body: pageOf(path, paragraph(`About ${path}`) + banner), headers: { etag: '"1"' } })
  await crawl({ urls: paths }, step)
  const first = await learnedFrom('harbour desk')
  for (const path of first) website.put(path, { status: 410 })
  await crawl({ urls: paths }, step)
  await crawl({ urls: paths }, step)
  expect((await learnedFrom('harbour desk')).length).toBeGreaterThan(0)
  expect(await search('harbour desk')).not.toEqual([])
})
