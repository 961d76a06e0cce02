import { afterAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { createCrawling, paragraph, type Shown } from './support/crawling.ts'
import { idle } from './support/idle.ts'
import { addTask } from './support/tasks.ts'
import { pageOf, runOver } from './support/website.ts'

const crawling = await createCrawling()
const { website, world, key, post, get, sitemap, crawl, pages, search, finished } = crawling
beforeEach(crawling.clear)
afterAll(crawling.close)

describe('learning a website', () => {
  test('follows the sitemap and its pages’ links, and what was learned is found [R287] [R291]', async () => {
    website.put('/sitemap.xml', { body: sitemap(['/', '/delivery']), headers: { 'content-type': 'application/xml' } })
    website.put('/', pageOf('Welcome', `${paragraph('The shop')}<a href="/hours#top">Hours</a>`))
    website.put('/delivery', pageOf('Delivery', paragraph('Delivery by bicycle')))
    website.put('/hours', pageOf('Hours', paragraph('Opening time on Saturdays')))
    const { started, run } = await crawl()
    expect(started).toEqual({ site: 'demo', runId: expect.stringMatching(/^run_/), total: 1 })
    expect(run).toMatchObject({ status: 'done', trigger: 'api', total: 3, done: 3, failed: 0, chunks: 3, error: null })
    expect(Object.keys(await pages('?status=indexed')).sort()).toEqual(['/', '/delivery', '/hours'])
    expect(await search('delivery by bicycle')).toContain('/delivery')
    expect((await finished()).at(-1).data).toEqual({
      ...{ runId: started.runId, status: 'done', trigger: 'api' },
      ...{ pages: { learned: 3, failed: 0 }, passages: 3 },
    })
  })

  test('an unchanged page costs one short request, and nothing is cut again', async () => {
    website.put('/', { body: pageOf('Welcome', paragraph('The shop')), headers: { etag: '"one"' } })
    await crawl()
    const { id } = (await pages())['/'] as Shown
    const before = (await get(`/knowledge/pages/${id}/chunks`)).body
    website.asked()
    const { run } = await crawl()
    expect(website.seen.at(-1)?.headers['if-none-match']).toBe('"one"')
    expect((await pages())['/']).toMatchObject({ status: 'unchanged', chunks: 1 })
    expect(run).toMatchObject({ done: 1, failed: 0, chunks: 1 })
    expect((await get(`/knowledge/pages/${id}/chunks`)).body).toEqual(before)
    website.put('/', { body: pageOf('Welcome', paragraph('The new house')), headers: { etag: '"two"' } })
    await crawl()
    expect((await pages())['/']).toMatchObject({ status: 'indexed' })
    expect(await search('new house')).toEqual(['/'])
  })

  test('a page with a single link leads to that page', async () => {
    website.put('/', `<title>Welcome</title><p>${paragraph('The shop')}</p><a href="/only">More</a>`)
    website.put('/only', pageOf('More', paragraph('The cellar')))
    await crawl()
    expect((await pages())['/only']).toMatchObject({ status: 'indexed' })
  })

  test('a page that is gone is no longer quoted', async () => {
    website.put('/', pageOf('Welcome', `${paragraph('The shop')}<a href="/old">Old</a>`))
    website.put('/old', pageOf('Old', paragraph('The summer sale')))
    await crawl()
    expect(await search('summer sale')).toContain('/old')
    website.put('/old', { status: 410 })
    await crawl()
    expect((await pages())['/old']).toMatchObject({ status: 'gone', httpStatus: 410, chunks: 0 })
    expect(await search('summer sale')).not.toContain('/old')
  })

  test('a page that its owner excludes is skipped, with the reason [U35]', async () => {
    website.put('/robots.txt', 'User-agent: *\nDisallow: /secret\n\nUser-agent: OtherBot\nDisallow: /')
    website.put('/', pageOf('Welcome', paragraph('The shop')))
    website.put('/secret', pageOf('Secret', paragraph('The safe')))
    website.put('/hidden', pageOf('Hidden', paragraph('The cellar'), '<meta name="robots" content="noindex">'))
    website.put('/header', { body: pageOf('Header', paragraph('The attic')), headers: { 'x-robots-tag': 'noindex' } })
    await crawl({ urls: ['/', '/secret', '/hidden', '/header'] })
    const found = await pages()
    expect(found['/']?.status).toBe('indexed')
    expect(found['/secret']).toMatchObject({ status: 'blocked', reason: 'robots_disallows', params: {} })
    for (const path of ['/hidden', '/header'])
      expect(found[path]).toMatchObject({ status: 'blocked', reason: 'page_noindex', params: {} })
    expect(website.asked()).not.toContain('/secret')
  })

  test('a redirected page is learned once, under its final URL', async () => {
    website.put('/', pageOf('Welcome', paragraph('The shop')))
    website.put('/old', { status: 301, headers: { location: '/new' } })
    website.put('/new', pageOf('Terms', paragraph('Thirty days to pay')))
    website.put('/copy', pageOf('Terms', paragraph('Thirty days to pay'), '<link rel="canonical" href="/new">'))
    await crawl({ urls: ['/old', '/copy', '/new'] })
    expect((await search('thirty days to pay')).filter((url) => url === '/new')).toHaveLength(1)
    const learned = Object.values(await pages()).filter(({ status }) => status === 'indexed')
    expect(learned).toHaveLength(1)
  })

  test('of identical pages one is learned, and the next when that one changes', async () => {
    website.put('/', pageOf('Welcome', paragraph('The shop')))
    website.put('/index.html', pageOf('Welcome', paragraph('The shop')))
    await crawl({ urls: ['/'] })
    await crawl({ urls: ['/', '/index.html'] })
    const twin = { reason: 'page_duplicate', params: { url: `${website.url}/` } }
    expect(await pages()).toMatchObject({
      '/': { status: 'unchanged' },
      '/index.html': { status: 'blocked', ...twin },
    })
    website.put('/', pageOf('Welcome', paragraph('The harbour')))
    await crawl({ urls: ['/'] })
    await crawl({ urls: ['/index.html'] })
    expect(await pages()).toMatchObject({
      '/': { status: 'indexed' },
      '/index.html': { status: 'indexed', error: null, reason: null, params: null },
    })
  })

  test('include and exclude are paths with asterisks [R290]', async () => {
    website.put(
      '/',
      pageOf('Welcome', `${paragraph('The shop')}<a href="/help/a">A</a><a href="/help/b">B</a><a href="/x">X</a>`),
    )
    for (const path of ['/help/a', '/help/b', '/x']) website.put(path, pageOf(path, paragraph(`About ${path}`)))
    await crawl({ include: ['/', '/help/**'], exclude: ['/help/b'] })
    expect(Object.keys(await pages()).sort()).toEqual(['/', '/help/a'])
  })
})

describe('a website with problems', () => {
  test('each page fails on its own, with the reason', async () => {
    website.put('/', pageOf('Welcome', paragraph('The shop')))
    website.put('/loop', { status: 302, headers: { location: '/loop' } })
    website.put('/away', { status: 302, headers: { location: 'http://169.254.169.254/latest/meta-data/' } })
    website.put('/inside', { status: 302, headers: { location: 'http://127.0.0.1:1/' } })
    website.put('/broken', { status: 500 })
    website.put('/closed', { status: 403 })
    website.put('/picture', { body: 'GIF89a', headers: { 'content-type': 'image/gif' } })
    website.put('/nothing', '<html><body><div id="app"></div></body></html>')
    website.put('/big', {
      answer(_, response) {
        response.writeHead(200, { 'content-type': 'text/html' })
        const more = () => {
          while (!response.destroyed && response.write('x'.repeat(65_536)));
          if (!response.destroyed) response.once('drain', more)
        }
        more()
      },
    })
    website.put('/cut', {
      answer: (_, response) => void response.writeHead(200, { 'content-length': '99' }).end('short'),
    })
    const bad = ['/loop', '/away', '/inside', '/broken', '/closed', '/picture', '/nothing', '/big', '/cut']
    const { run } = await crawl({ urls: ['/', ...bad] })
    expect(run).toMatchObject({ status: 'done', done: 10, failed: 9 })
    const found = await pages('?status=failed')
    expect(Object.keys(found).sort()).toEqual(bad.sort())
    const { host } = new URL(website.url)
    for (const [path, words, reason, params] of [
      ['/loop', /redirects more than 5 times/, 'too_many_redirects', { host, max: 5 }],
      ['/away', /private address|never called/, 'address_private', { host: expect.any(String) }],
      ['/inside', /private address/, 'address_private', { host: expect.any(String) }],
      ['/broken', /status 500/, 'answer_status', { status: 500 }],
      ['/closed', /does not let it be read/, 'page_forbidden', { status: 403 }],
      ['/picture', /image\/gif/, 'page_type', { type: 'image/gif' }],
      ['/nothing', /no text/, 'page_empty', {}],
      ['/big', /larger than/, 'answer_too_large', { bytes: 10 * 1024 * 1024 }],
      ['/cut', /broke/, 'connection_broken', { host }],
    ] as const)
      expect([path, found[path]]).toMatchObject([path, { error: expect.stringMatching(words), reason, params }])
  })

  test('pages in any charset, declared or not, are read correctly', async () => {
    const latin = (text: string) => Uint8Array.from(text, (sign) => sign.charCodeAt(0))
    website.put('/said', {
      body: latin(pageOf('Caf\xe9', paragraph('Cr\xeame'))),
      headers: { 'content-type': 'text/html; charset=ISO-8859-1' },
    })
    website.put('/meta', {
      body: latin(pageOf('Caf\xe9', paragraph('Cr\xeame'), '<meta charset="windows-1252">')),
      headers: { 'content-type': 'text/html' },
    })
    website.put('/guess', {
      body: latin(pageOf('Caf\xe9', paragraph('Cr\xeame'))),
      headers: { 'content-type': 'text/html' },
    })
    website.put('/utf', {
      body: pageOf('Café', paragraph('Crème')),
      headers: { 'content-type': 'text/html; charset=nonsense' },
    })
    await crawl({ urls: ['/said', '/meta', '/guess', '/utf'] })
    expect(Object.values(await pages()).map(({ title }) => title)).toEqual(['Café', 'Café', 'Café', 'Café'])
  })

  test('an unreachable website fails as a whole, and keeps what was learned', async () => {
    website.put('/', pageOf('Welcome', paragraph('The shop')))
    await crawl()
    website.put('/robots.txt', { status: 503 })
    const { run } = await crawl()
    const sentence = 'The website cannot be read. Its robots.txt answers with the status 503.'
    const why = { error: sentence, reason: 'robots_status', params: { status: 503 } }
    expect(run).toMatchObject({ status: 'failed', ...why })
    expect(await search('the shop')).toEqual(['/'])
    expect((await pages())['/']?.status).toBe('indexed')
    expect((await finished()).at(-1).data).toMatchObject({ status: 'failed' })
  })

  test('endless calendars and shops do not block the crawl', async () => {
    const links = (path: string) =>
      [1, 2, 3].map((at) => `<a href="${path}${path.endsWith('/') ? '' : '/'}more/${at}">${at}</a>`).join('')
    for (const path of ['/', '/more/1', '/more/2', '/more/3'])
      website.put(path, pageOf(path, paragraph(path) + links(path)))
    website.put(
      '/dates',
      pageOf(
        'Dates',
        `${paragraph('Dates')}<a href="/dates?month=2099-01">Next</a><a href="/dates/1971/02">Before</a>`,
      ),
    )
    await crawl({ urls: ['/', '/dates'] })
    const { run } = await crawl()
    expect(run.status).toBe('done')
    expect(Object.keys(await pages()).filter((path) => /2099|1971/.test(path))).toEqual([])
    expect(Object.keys(await pages()).some((path) => (path.match(/more/g)?.length ?? 0) > 3)).toBe(false)
  })
})

describe('runs', () => {
  test('a cancelled run leaves unvisited pages unchanged [R293]', async () => {
    website.put('/', pageOf('Welcome', paragraph('The shop')))
    website.put('/index.html', pageOf('Welcome', paragraph('The shop')))
    website.put('/closed', { status: 403 })
    const paths = ['/', '/index.html', '/closed', '/gone']
    await crawl({ urls: ['/'] })
    await crawl({ urls: paths })
    const before = await pages()
    const held = Promise.withResolvers<void>()
    website.put('/robots.txt', {
      answer: async (_, response) => {
        await held.promise
        response.writeHead(404).end()
      },
    })
    const { runId } = (await post('/knowledge/crawl', { urls: paths })).body
    expect((await pages())['/gone']?.status).toBe('queued')
    await post(`/knowledge/runs/${runId}/cancel`)
    held.resolve()
    expect(await pages()).toEqual(before)
    const statuses = Object.values(before).map(({ status }) => status)
    expect(statuses.sort()).toEqual(['blocked', 'failed', 'gone', 'unchanged'])
  })

  test('a run that is cancelled while it discovers pages learns none of them [R293]', async () => {
    website.put('/', pageOf('Welcome', paragraph('The shop')))
    await crawl()
    const held = Promise.withResolvers<void>()
    website.put('/sitemap.xml', {
      answer: async (_, response) => {
        await held.promise
        response.writeHead(200, { 'content-type': 'application/xml' }).end(sitemap(['/', '/more']))
      },
    })
    website.asked()
    const { runId } = (await post('/knowledge/crawl')).body
    await expect.poll(() => website.seen.at(-1)?.path).toBe('/sitemap.xml')
    expect((await post(`/knowledge/runs/${runId}/cancel`)).body).toEqual({ cancelled: true })
    held.resolve()
    const { sql } = world.services.database
    await expect.poll(() => sql`select from queue where type = 'knowledge.crawl'`).toHaveLength(0)
    expect(await pages()).toMatchObject({ '/': { status: 'indexed' } })
    expect(Object.keys(await pages())).toEqual(['/'])
  })

  test('one at a time: another is refused, and cancelling keeps what was learned [R288] [R293] [U79]', async () => {
    website.put('/', pageOf('Welcome', paragraph('The shop')))
    const held = Promise.withResolvers<void>()
    website.put('/slow', {
      answer: async (_, response) => {
        await held.promise
        response.end('late')
      },
    })
    const { runId } = (await post('/knowledge/crawl', { urls: ['/', '/slow'] })).body
    const isAsked = () => {
      world.clock.move(100)
      return website.seen.some(({ path }) => path === '/slow')
    }
    await expect.poll(isAsked).toBe(true)
    for (const path of ['/knowledge/crawl', '/knowledge/crawl/retry']) {
      const refused = await post(path)
      expect([refused.status, refused.body.error.id]).toEqual([409, runId])
    }
    expect((await post(`/knowledge/runs/${runId}/cancel`)).body).toEqual({ cancelled: true })
    held.resolve()
    expect((await post(`/knowledge/runs/${runId}/cancel`)).body).toEqual({ cancelled: false })
    expect((await post('/knowledge/runs/run_none/cancel')).status).toBe(404)
    expect((await runOver(world, runId)).status).toBe('cancelled')
    expect((await pages())['/slow']?.status).toBe('discovered')
  })

  test('failed pages are retried on request, all or some; the selection stays [R288] [R289] [U79]', async () => {
    expect((await post('/knowledge/crawl/retry')).status).toBe(400)
    for (const path of ['/a', '/b']) website.put(path, { status: 404 })
    for (const path of ['/a', '/b']) website.put(path, { status: 403 })
    await crawl({ urls: ['/a', '/b'] })
    for (const path of ['/a', '/b']) website.put(path, pageOf(path, paragraph(`About ${path}`)))
    const some = await post('/knowledge/crawl/retry', { urls: [`${website.url}/a`] })
    expect([some.status, some.body.total]).toEqual([202, 1])
    expect(await runOver(world, some.body.runId)).toMatchObject({ trigger: 'api', done: 1, failed: 0 })
    const rest = await post('/knowledge/crawl/retry')
    expect(rest.body.total).toBe(1)
    await runOver(world, rest.body.runId)
    const found = await get('/knowledge/pages?status=indexed')
    expect(found.body.pages.map(({ selected }: { selected: number }) => selected)).toEqual([1, 1])
  })

  test('temporary failures are retried automatically [R292]', async () => {
    website.put('/', pageOf('Welcome', paragraph('The shop')))
    website.put('/busy', { status: 429, headers: { 'retry-after': '60' } })
    await crawl({ urls: ['/', '/busy'] })
    expect((await pages())['/busy']?.status).toBe('failed')
    website.put('/busy', pageOf('Busy', paragraph('The rush')))
    world.clock.move(5 * 60_000 + 1000)
    await expect.poll(async () => (await get('/knowledge/status')).body.run.trigger).toBe('retry')
    await runOver(world, (await get('/knowledge/status')).body.run.id)
    expect((await pages())['/busy']?.status).toBe('indexed')
  })

  test('a website is learned as often as the settings say', async () => {
    website.put('/', pageOf('Welcome', paragraph('The shop')))
    const hours = async (count: number) => {
      world.clock.move(count * 3_600_000)
      await addTask(world.services, 'knowledge.crawl.schedule')
      await idle(world)
    }
    const runs = async () => (await world.services.database.sql`select from crawl_runs`).count
    await hours(48)
    expect(await runs()).toBe(0)
    await world.api('PUT', '/settings', { key, body: { settings: { crawl: { schedule: 'daily' } } } })
    await hours(1)
    const { run } = (await get('/knowledge/status')).body
    expect([run.trigger, await runs()]).toEqual(['schedule', 1])
    await runOver(world, run.id)
    await hours(22)
    expect(await runs()).toBe(1)
    await hours(2)
    expect(await runs()).toBe(2)
    await runOver(world, (await get('/knowledge/status')).body.run.id)
    await world.api('PUT', '/settings', { key, body: { settings: { crawl: { schedule: 'off' } } } })
  })

  test('a crawl that runs when the next one is due is nothing to report', async () => {
    const released = Promise.withResolvers<void>()
    website.put('/slow', { answer: (_, response) => void released.promise.then(() => response.end('Slow')) })
    await world.api('PUT', '/settings', { key, body: { settings: { crawl: { schedule: 'daily' } } } })
    const info = vi.spyOn(world.services.log, 'info')
    world.clock.move(48 * 3_600_000)
    const { runId } = (await post('/knowledge/crawl', { urls: [`${website.url}/slow`] })).body
    await expect.poll(() => website.asked()).toContain('/slow')
    await addTask(world.services, 'knowledge.crawl.schedule')
    const { sql } = world.services.database
    await expect
      .poll(
        async () =>
          (await sql`select from queue where type = 'knowledge.crawl.schedule' and run_at <= ${world.clock.now()}`)
            .count,
      )
      .toBe(0)
    released.resolve()
    await runOver(world, runId)
    expect(info.mock.calls.filter(([, message]) => /scheduled/.test(`${message}`))).toEqual([])
    await world.api('PUT', '/settings', { key, body: { settings: { crawl: { schedule: 'off' } } } })
  })

  test('another website in the settings replaces the one that was learned', async () => {
    website.put('/', pageOf('Welcome', paragraph('The shop')))
    await crawl()
    const before = (await get('/settings')).body.settings.website
    const moved = website.url.replace('127.0.0.1', 'localhost')
    await world.api('PUT', '/settings', { key, body: { settings: { website: moved } } })
    await crawl()
    expect((await get('/knowledge/pages')).body.pages.map(({ url }: Shown) => url)).toEqual([`${moved}/`])
    await world.api('PUT', '/settings', { key, body: { settings: { website: before } } })
  })

  test('only pages of the website are learned, and none without one [R289]', async () => {
    for (const url of [
      'https://elsewhere.example/',
      'javascript:alert(1)',
      'http://user:pw@127.0.0.1/',
      '/picture.png',
    ])
      expect((await post('/knowledge/crawl', { urls: [url] })).status).toBe(400)
    expect((await world.api('POST', '/knowledge/crawl?site=bare', { body: {} })).status).toBe(400)
  })
})
