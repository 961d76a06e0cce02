import { afterAll, beforeEach, expect, test, vi } from 'vitest'
import { createCrawling, paragraph } from './support/crawling.ts'
import { pageOf } from './support/website.ts'

const crawling = await createCrawling()
const { website, world, sitemap, crawl, pages } = crawling
beforeEach(crawling.clear)
afterAll(crawling.close)

const paths = ['/', '/a', '/b', '/c', '/d', '/e']
const aSecond = 1000

/** Puts pages on the website. Returns the times of the requests for them and for its robots.txt, in milliseconds. */
function putPages(robots: string, first: { status?: number; headers?: Record<string, string> } = {}): number[] {
  const times: number[] = []
  const put = (path: string, body: string, { status = 200, headers = {} } = {}) =>
    website.put(path, {
      answer(_, response) {
        times.push(world.clock.now())
        response.writeHead(status, { 'content-type': 'text/html', ...headers }).end(body)
      },
    })
  put('/robots.txt', robots)
  website.put('/sitemap.xml', { body: sitemap(paths), headers: { 'content-type': 'application/xml' } })
  for (const path of paths) put(path, pageOf(path, paragraph(`The room ${path}`)), path === paths[0] ? first : {})
  return times
}

/** Lets each piece of a crawl end after its first two pages, as if both took long. */
function cutIntoPieces() {
  let passed = 0
  vi.spyOn(performance, 'now').mockImplementation(() => (passed += 20 * aSecond))
}

test.each(['in one piece', 'in many pieces'])(
  'a website is asked as slowly as its robots.txt wants, %s',
  async (how) => {
    const times = putPages('User-agent: *\nCrawl-delay: 4.0005')
    if (how === 'in many pieces') cutIntoPieces()
    const start = world.clock.now()
    const { run } = await crawl({}, 1000)
    expect(run).toMatchObject({ status: 'done', done: paths.length, failed: 0 })
    expect(times).toHaveLength(how === 'in one piece' ? 7 : 9)
    for (const [before, time] of times.entries()) expect(time - start).toBeGreaterThanOrEqual(before * 4.0005 * aSecond)
  },
)

test('a website that asks for a rest has it, also when the next piece begins', async () => {
  const busy = { status: 503, headers: { 'retry-after': '40' } }
  const times = putPages('', busy)
  cutIntoPieces()
  const { run } = await crawl({}, 1000)
  expect(run).toMatchObject({ status: 'done', done: paths.length, failed: 1 })
  // The second page of a piece is asked for while the answer about the first is on its way.
  const [, first, , nextPiece] = times
  expect(nextPiece! - first!).toBeGreaterThanOrEqual(40 * aSecond)
  expect((await pages())['/']).toMatchObject({ status: 'failed', reason: 'answer_status' })
})
