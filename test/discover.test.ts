import { gzipSync } from 'node:zlib'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { createCrawling, paragraph } from './support/crawling.ts'
import { pageOf } from './support/website.ts'

const crawling = await createCrawling()
const { website, post, get, sitemap } = crawling
beforeEach(crawling.clear)
afterAll(crawling.close)

describe('discovering a website', () => {
  test('reads robots.txt and sitemaps, and learns nothing [R294]', async () => {
    website.put('/robots.txt', `User-agent: *\nDisallow: /secret\nSitemap: ${website.url}/index.xml`)
    website.put(
      '/index.xml',
      `<sitemapindex><sitemap><loc>${website.url}/a.xml</loc></sitemap><sitemap><loc>${website.url}/none.xml</loc></sitemap></sitemapindex>`,
    )
    website.put('/a.xml', sitemap(['/', '/services/repair', '/secret', '/login', '/photo.jpg']))
    const { status, body } = await post('/knowledge/discover')
    expect(status).toBe(200)
    expect(body).toMatchObject({ site: 'demo', origin: website.url, reachable: true })
    expect(body.sitemaps).toEqual([`${website.url}/index.xml`, `${website.url}/a.xml`])
    expect(body.warnings).toEqual([expect.stringContaining('/none.xml')])
    const lost = { reason: 'answer_status', params: { status: 404 }, sitemap: `${website.url}/none.xml` }
    expect(body.notices).toEqual([{ message: body.warnings[0], ...lost }])
    const urls = body.urls.map(({ url, category, suggested, error, reason }: Record<string, unknown>) => [
      String(url).replace(website.url, ''),
      category,
      suggested,
      error,
      reason,
    ])
    expect(urls).toEqual([
      ['/', null, true, null, null],
      ['/services/repair', 'services', true, null, null],
      ['/secret', 'secret', false, expect.stringContaining('robots.txt'), 'robots_disallows'],
      ['/login', 'login', false, null, null],
    ])
    expect((await get('/knowledge/status')).body).toMatchObject({
      chunks: 0,
      pages: { discovered: 4 },
      run: null,
    })
  })

  test('finds the links of the home page if there is no sitemap', async () => {
    website.put('/', pageOf('Welcome', '<a href="/hours">Hours</a><a href="https://elsewhere.example/">Elsewhere</a>'))
    const { body } = await post('/knowledge/discover', { url: website.url })
    expect(body.urls.map(({ url }: { url: string }) => url.replace(website.url, ''))).toEqual(['/', '/hours'])
    expect(body.warnings).toEqual([expect.stringContaining('no sitemap')])
    expect(body.notices).toMatchObject([{ message: body.warnings[0], reason: 'no_sitemap', sitemap: null }])
  })

  test.each([
    ['a bomb of gzip', () => gzipSync(Buffer.alloc(80 * 1024 * 1024))],
    [
      'entities that grow',
      () =>
        `<!DOCTYPE x [<!ENTITY a "${'a'.repeat(1000)}">${'<!ENTITY b "&a;&a;&a;">'}]><urlset><url><loc>&b;</loc></url></urlset>`,
    ],
    ['no XML', () => 'not a sitemap at all'],
  ])('a sitemap that is %s does no harm', async (_, body) => {
    website.put('/robots.txt', `Sitemap: ${website.url}/bad.xml`)
    website.put('/bad.xml', { body: body() })
    website.put('/', pageOf('Welcome', paragraph('The shop')))
    const { body: answer } = await post('/knowledge/discover')
    expect(answer.reachable).toBe(true)
    expect(answer.urls.map(({ url }: { url: string }) => url)).toEqual([`${website.url}/`])
  })

  test('gives up on sitemaps after three damaged ones, and keeps what it found', async () => {
    const names = ['good', 'a', 'b', 'c', 'd'].map((name) => `${website.url}/${name}.xml`)
    website.put('/robots.txt', names.map((name) => `Sitemap: ${name}`).join('\n'))
    const torn = gzipSync('<urlset></urlset>').subarray(0, 12)
    for (const name of names) website.put(new URL(name).pathname, { body: torn })
    website.put('/good.xml', sitemap(['/one']))
    const { body } = await post('/knowledge/discover')
    expect(body.urls.map(({ url }: { url: string }) => url)).toContain(`${website.url}/one`)
    expect(body.notices.map(({ reason }: { reason: string }) => reason)).toEqual([
      ...Array(3).fill('sitemap_invalid'),
      'sitemaps_damaged',
    ])
    expect(website.seen.map(({ path }) => path)).not.toContain('/d.xml')
  })

  test('ends after a minute, and keeps what it found', async () => {
    const paths = ['/first.xml', '/second.xml', '/third.xml', '/fourth.xml']
    website.put('/robots.txt', paths.map((path) => `Sitemap: ${website.url}${path}`).join('\n'))
    for (const path of paths)
      website.put(path, {
        answer(_, response) {
          crawling.world.clock.move(25_000)
          response.end(sitemap([path.replace('.xml', '')]))
        },
      })
    const { body } = await post('/knowledge/discover')
    const found = body.urls.map(({ url }: { url: string }) => url.replace(website.url, ''))
    expect(found).toEqual(['/', '/first', '/second', '/third'])
    expect(body.notices).toMatchObject([{ reason: 'sitemaps_slow', params: { seconds: 60 } }])
  })

  test.each([
    'http://169.254.169.254/',
    'http://10.0.0.1/',
    'http://[::ffff:7f00:1]:1/',
    'http://2130706433:1/',
    'http://localhost.:1/',
  ])('an internal address is not called: %s [threat 2] [U82]', async (url) => {
    const { body } = await post('/knowledge/discover', { url })
    expect(body).toMatchObject({ reachable: false, urls: [], notices: [{ reason: 'address_private' }] })
  })
})
