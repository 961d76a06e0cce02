import { afterAll, beforeEach, expect, test, vi } from 'vitest'
import { createCrawling, paragraph } from './support/crawling.ts'
import { pageOf } from './support/website.ts'

const crawling = await createCrawling()
const { website, world, key, get, sitemap, crawl, pages } = crawling
beforeEach(crawling.clear)
afterAll(crawling.close)

const choose = (body: unknown) => world.api('PATCH', '/knowledge/pages', { body, key })
const pathsOf = async (query: string) =>
  (await get(`/knowledge/pages${query}`)).body.pages.map(({ url }: { url: string }) => url.replace(website.url, ''))

function threePages() {
  website.put('/sitemap.xml', {
    body: sitemap(['/', '/hours', '/old']),
    headers: { 'content-type': 'application/xml' },
  })
  website.put('/', pageOf('Welcome', `${paragraph('The shop')}<a href="/old">Old</a>`))
  website.put('/hours', pageOf('Opening hours', paragraph('Opening time on Saturdays')))
  website.put('/old', pageOf('Old', paragraph('The summer sale')))
}

test('a deselected page is not learned again, even if the sitemap and links name it, and can be selected again [R286]', async () => {
  threePages()
  await crawl()
  const before = (await pages())['/old']
  expect((await choose({ urls: [`${website.url}/old`, `${website.url}/none`], selected: false })).body).toEqual({
    site: 'demo',
    changed: 1,
  })
  website.asked()
  const { run } = await crawl()
  expect(run).toMatchObject({ status: 'done', total: 2, done: 2 })
  expect(website.asked()).not.toContain('/old')
  expect((await pages())['/old']).toEqual({ ...before, selected: 0 })
  expect((await choose({ urls: [`${website.url}/old`], selected: false })).body.changed).toBe(0)
  await choose({ urls: [`${website.url}/old`], selected: true })
  website.asked()
  await crawl()
  expect(website.asked()).toContain('/old')
})

test('pages are listed by URL, page by page, and found by URL or title', async () => {
  threePages()
  await crawl()
  expect(await pathsOf('')).toEqual(['/', '/hours', '/old'])
  const first = (await get('/knowledge/pages?limit=2')).body
  expect(await pathsOf(`?limit=2&before=${first.next}`)).toEqual(['/old'])
  expect(await pathsOf('?q=HOUR')).toEqual(['/hours'])
  expect(await pathsOf('?q=elcom')).toEqual(['/'])
  expect(await pathsOf('?q=%25')).toEqual([])
  expect(await pathsOf('?q=o&status=gone')).toEqual([])
})

test('an unchanged website is checked by its cache validators, and nothing is read again', async () => {
  const html = { 'content-type': 'text/html' }
  const monday = 'Mon, 07 Jan 2030 08:00:00 GMT'
  const links = ['/dated', '/both', '/plain'].map((path) => `<a href="${path}">${path}</a>`).join('')
  const put = (path: string, headers: Record<string, string>) =>
    website.put(path, { body: pageOf(path, paragraph(`What ${path} says`) + links), headers: { ...html, ...headers } })
  put('/', { etag: '"one"' })
  put('/dated', { 'last-modified': monday })
  put('/both', { etag: '"three"', 'last-modified': monday })
  put('/plain', {})
  const readPage = vi.spyOn(world.services.reader, 'readPage')
  const pagesRead = () => readPage.mock.calls.map(([, url]) => new URL(url).pathname).sort()
  const crawlAnew = async () => {
    world.clock.move(60_000)
    readPage.mockClear()
    website.log()
    const { run } = await crawl()
    expect(run).toMatchObject({ status: 'done', done: 4, failed: 0, chunks: 4 })
    return website.log().filter((line) => !/robots|sitemap/.test(line))
  }
  expect((await crawlAnew()).sort()).toEqual(['200 /', '200 /both', '200 /dated', '200 /plain'])
  expect(pagesRead()).toEqual(['/', '/both', '/dated', '/plain'])
  const { lastIndexedAt } = (await get('/knowledge/status')).body
  const first = await pages()

  expect((await crawlAnew()).sort()).toEqual(['200 /plain', '304 /', '304 /both', '304 /dated'])
  expect(pagesRead()).toEqual([])
  expect((await get('/knowledge/status')).body.lastIndexedAt).toBe(lastIndexedAt)
  for (const [path, page] of Object.entries(await pages()))
    expect(page).toMatchObject({ status: 'unchanged', chunks: first[path]?.chunks, title: first[path]?.title })
  expect(await crawling.search('What /dated says')).toContain('/dated')

  const tuesday = { 'last-modified': 'Tue, 08 Jan 2030 08:00:00 GMT' }
  website.put('/dated', { body: pageOf('/dated', paragraph('Something else')), headers: { ...html, ...tuesday } })
  expect((await crawlAnew()).sort()).toEqual(['200 /dated', '200 /plain', '304 /', '304 /both'])
  expect([pagesRead(), (await pages())['/dated']?.status]).toEqual([['/dated'], 'indexed'])
})

test('runs are listed, newest first', async () => {
  threePages()
  const one = await crawl({ urls: ['/'] })
  const two = await crawl()
  const { body } = await get('/knowledge/runs')
  expect(body.runs.map(({ id }: { id: string }) => id)).toEqual([two.started.runId, one.started.runId])
  expect(body.runs[0]).toEqual(two.run)
  const newest = (await get('/knowledge/runs?limit=1')).body
  expect((await get(`/knowledge/runs?before=${newest.next}`)).body).toMatchObject({
    runs: [{ id: one.started.runId }],
    next: null,
  })
})

test('a run publishes its start and its progress', async () => {
  threePages()
  const emitted: { site: string; run: { id: string; status: string } }[] = []
  const stop = world.services.ephemeral.subscribe(({ site, type, data }) => {
    if (type === 'crawl.changed') emitted.push({ site, run: data.run })
  })
  const { started } = await crawl()
  stop()
  // The task may have started before its start is reported.
  const status = expect.stringMatching(/^(queued|running)$/)
  expect(emitted[0]).toMatchObject({ site: 'demo', run: { id: started.runId, status, total: 1, done: 0 } })
  expect(emitted.some(({ run }) => run.status === 'running')).toBe(true)
})

test('the booking link of a website stays while its page fails, and is gone with the page', async () => {
  const url = 'https://calendly.com/wren/visit'
  website.put('/', pageOf('Welcome', `${paragraph('The shop')}<a href="/hours">Hours</a> <a href="/visit">Visit</a>`))
  website.put('/hours', pageOf('Hours', paragraph('Opening time')))
  website.put('/visit', pageOf('Visit', `${paragraph('A visit')}<a href="${url}">Book now</a>`))
  const booking = async () => {
    const { effective, found } = (await get('/bookings')).body
    const { sites } = (await get('/me')).body
    expect(sites[0].bookings).toBe(effective.mode)
    return [effective.mode, effective.link, found?.url ?? null]
  }
  expect(await booking()).toEqual(['none', null, null])
  await crawl()
  expect(await booking()).toEqual(['link', url, url])
  website.put('/visit', { status: 500, body: 'Broken' })
  await crawl()
  expect((await pages())['/visit']?.status).toBe('failed')
  expect(await booking()).toEqual(['link', url, url])
  website.put('/visit', { status: 404, body: 'Nothing' })
  await crawl()
  expect((await pages())['/visit']?.status).toBe('gone')
  expect(await booking()).toEqual(['none', null, null])
})
