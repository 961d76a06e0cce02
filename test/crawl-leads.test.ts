import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { createCrawling, paragraph } from './support/crawling.ts'
import { pageOf } from './support/website.ts'

const crawling = await createCrawling()
const { website, get, post, sitemap, crawl, pages, search } = crawling
beforeEach(crawling.clear)
afterAll(crawling.close)

const sending = (content: string, head = '') =>
  `<html><head>${head}<meta http-equiv="Refresh" content="${content}"><title>Moved</title></head><body></body></html>`

describe('a page that sends its visitors on', () => {
  test.each([
    ['at once', sending('0; url=/shop/new')],
    [
      'after seconds, with a text',
      sending('5;URL=&quot;/shop/new&quot;').replace('</body>', '<p>We moved.</p></body>'),
    ],
    ['relative to a base', sending("0; url='new'", '<base href="/shop/">')],
    ['although it is not to be learned itself', sending('0;url=/shop/new', '<meta name="robots" content="noindex">')],
    ['by a header', { body: '<p>Moved.</p>', headers: { refresh: '0; url=/shop/new' } }],
    ['over another page', sending('0; url=/between')],
  ])('is followed like a redirect: %s', async (_, home) => {
    website.put('/', home)
    website.put('/between', sending('0; url=/shop/new'))
    website.put('/shop/new', pageOf('New', `${paragraph('The new shop')}<a href="/shop/hours">Hours</a>`))
    website.put('/shop/hours', pageOf('Hours', paragraph('Opening time on Saturdays')))
    const found = (await post('/knowledge/discover')).body
    expect(found.urls.map(({ url }: { url: string }) => url)).toContain(`${website.url}/shop/hours`)
    await crawl({ urls: ['/'] })
    expect(await search('new shop')).toEqual(['/shop/new'])
    await crawl()
    expect(await search('saturdays')).toContain('/shop/hours')
  })

  test('is read again when the page behind it has changed', async () => {
    const date = { 'last-modified': 'Mon, 07 Jan 2030 08:00:00 GMT' }
    website.put('/', { body: sending('0; url=/new'), headers: date })
    website.put('/new', { body: pageOf('New', paragraph('The new shop')), headers: date })
    await crawl({ urls: ['/'] })
    website.put('/new', pageOf('New', paragraph('The harbour')))
    await crawl({ urls: ['/'] })
    expect(await search('harbour')).toEqual(['/new'])
  })

  test.each([
    ['itself', sending('0; url=/')],
    ['another page after a while', sending('300; url=/new')],
    ['another page without scripts', `<noscript>${sending('0; url=/new')}</noscript>`],
    ['a page that leads back', sending('0; url=/back')],
  ])('is read itself if it leads to %s', async (_, home) => {
    website.put('/', home.replace('</body>', `${paragraph('The old shop')}</body>`))
    website.put('/new', pageOf('New', paragraph('The new shop')))
    website.put('/back', sending('0; url=/').replace('</body>', `${paragraph('The old shop')}</body>`))
    await crawl({ urls: ['/'] })
    expect((await pages())['/']?.status).toBe('indexed')
    expect(await search('old shop')).not.toEqual([])
  })

  test('is not followed to another website, or to what robots.txt forbids', async () => {
    website.put('/robots.txt', 'User-agent: *\nDisallow: /secret')
    website.put('/', sending('0; url=https://other.example/'))
    website.put('/a', sending('0; url=/secret'))
    website.put('/secret', pageOf('Secret', paragraph('The safe')))
    await crawl({ urls: ['/', '/a'] })
    expect(await pages()).toMatchObject({
      '/': { status: 'blocked', reason: 'page_elsewhere', params: { host: 'other.example' } },
      '/a': { status: 'blocked', reason: 'robots_disallows' },
    })
    expect(website.asked()).not.toContain('/secret')
  })
})

describe('a canonical URL', () => {
  const home = '<link rel="canonical" href="/">'

  test('does not stand for pages with other words', async () => {
    const names = ['Lamps', 'Tents', 'Stoves', 'Ropes']
    const paths = ['/', ...names.map((name) => `/${name.toLowerCase()}`)]
    website.put('/sitemap.xml', { body: sitemap(paths), headers: { 'content-type': 'application/xml' } })
    website.put('/', pageOf('Welcome', paragraph('The shop'), home))
    for (const name of names)
      website.put(`/${name.toLowerCase()}`, pageOf(name, `<p>${name} cost ten euros. ${name} are light.</p>`, home))
    const { run } = await crawl()
    expect(run).toMatchObject({ done: 5, chunks: 5 })
    for (const path of paths) expect([path, (await pages())[path]?.status]).toEqual([path, 'indexed'])
    expect(await search('light tents')).toContain('/tents')
  })

  test('of the home page is doubted before that is learned', async () => {
    website.put('/lamps', pageOf('Lamps', '<p>Lamps cost ten euros, and are light.</p>', home))
    website.put('/index.html', pageOf('Welcome', paragraph('The shop'), home))
    await crawl({ urls: ['/lamps', '/index.html'] })
    expect(await search('light lamps')).toContain('/lamps')
    expect(await search('shop')).toContain('/')
  })

  test('stands for a page with nearly the same words', async () => {
    const text = (colour: string) => pageOf('Lamp', `${paragraph('The lamp')}<p>Colour: ${colour}.</p>`, canonical)
    const canonical = '<link rel="canonical" href="/lamp">'
    website.put('/lamp', text('green'))
    website.put('/lamp?colour=red', text('red'))
    await crawl({ urls: ['/lamp'] })
    await crawl({ urls: ['/lamp?colour=red'] })
    expect((await pages())['/lamp?colour=red']).toMatchObject({ status: 'blocked', reason: 'page_duplicate' })
  })
})

test('only what a header says to this crawler or to all counts', async () => {
  const headers = {
    '/': 'googlebot: noindex',
    '/to-all': 'noindex',
    '/to-us': 'otherbot: nofollow, frontdeskbot: none',
  }
  for (const [path, header] of Object.entries(headers))
    website.put(path, { body: pageOf(path, paragraph(`About ${path}`)), headers: { 'x-robots-tag': header } })
  await crawl({ urls: Object.keys(headers) })
  expect(await pages()).toMatchObject({
    '/': { status: 'indexed' },
    '/to-all': { reason: 'page_noindex' },
    '/to-us': { reason: 'page_noindex' },
  })
  expect((await get('/knowledge/status')).body.run.status).toBe('done')
})
