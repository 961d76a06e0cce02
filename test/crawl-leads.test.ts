import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import type { Page } from '../server/core/reader.ts'
import { addressOf } from '../server/features/knowledge/crawl/canonical.ts'
import type { PageRow } from '../server/features/knowledge/crawl/pages.ts'
import { createCrawling, paragraph } from './support/crawling.ts'
import { pageOf } from './support/website.ts'

const crawling = await createCrawling()
const { website, world, get, post, sitemap, crawl, pages, search } = crawling
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
    ['another page without scripts', sending('0; url=/new').replace(/<meta[^>]*>/, '<noscript>$&</noscript>')],
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

  const to = (path: string) => `<link rel="canonical" href="${path}">`
  const lamp = (path: string) => pageOf('Lamp', '<p>This lamp is made of brass, and costs ten euros.</p>', to(path))

  test.each([
    ['is no more', { status: 404 }],
    ['cannot be read', { status: 403 }],
    ['has no text', '<html><body></body></html>'],
    ['is not to be learned', pageOf('Lamp', paragraph('The lamp'), '<meta name="robots" content="noindex">')],
    ['names this page', lamp('/lamp')],
    ['leads to a page with other words', { status: 302, headers: { location: '/welcome' } }],
    ['has other words', pageOf('Welcome', paragraph('The shop'))],
  ])('does not stand for a page if it %s', async (_, canonical) => {
    website.put('/lamp', lamp('/all'))
    website.put('/all', canonical)
    website.put('/welcome', pageOf('Welcome', paragraph('The shop')))
    for (const urls of [
      ['/lamp', '/all'],
      ['/all', '/lamp'],
    ]) {
      const { run } = await crawl({ urls })
      expect(run).toMatchObject({ done: 2, total: 2 })
      expect(await search('brass lamp'), urls.join()).toContainEqual(expect.stringMatching(/^\/(?:lamp|all)$/))
    }
  })

  test('of a page that waits is believed until its words are known', async () => {
    website.put(
      '/',
      pageOf('Shop', ['/de', '/fr', '/b', '/c'].map((path) => `<a href="${path}">${path}</a>`).join(' ')),
    )
    website.put('/de', pageOf('Lampe', '<p>Diese Lampe ist aus Messing.</p>', to('/lamp')))
    website.put('/fr', pageOf('Lampe', '<p>Cette lampe est en laiton.</p>', to('/lamp')))
    website.put('/b', lamp('/lamp'))
    website.put('/c', lamp('/lamp'))
    website.put('/lamp', lamp('/lamp'))
    const { run } = await crawl({ urls: ['/de', '/fr', '/b', '/c', '/lamp'] })
    expect(run).toMatchObject({ done: 5, total: 5 })
    const learned = Object.entries(await pages()).filter(([, { status }]) => status === 'indexed')
    expect(learned.map(([path]) => path).sort()).toEqual(['/de', '/fr', '/lamp'])
  })

  test('is read in the same run if nothing links to it', async () => {
    const links = ['/lamp?colour=red', '/tent?size=1'].map((path) => `<a href="${path}">${path}</a>`)
    website.put('/', pageOf('Shop', paragraph('The shop') + links.join(' ')))
    website.put('/lamp?colour=red', lamp('/lamp'))
    website.put('/lamp', lamp('/lamp'))
    // The scheme is missing, so this is a path of the website.
    website.put('/tent?size=1', pageOf('Tent', '<p>A small tent for two people.</p>', to('shop.example/tent')))
    const { run } = await crawl()
    expect(run).toMatchObject({ status: 'done', done: 5, total: 5 })
    expect(await search('brass lamp')).toContain('/lamp')
    expect(await search('small tent')).toContain('/tent?size=1')
    expect((await pages())['/lamp?colour=red']).toMatchObject({ status: 'blocked', reason: 'page_duplicate' })
  })

  test('in a circle leaves one page', async () => {
    const paths = ['/a', '/b', '/c']
    for (const [at, path] of paths.entries()) website.put(path, lamp(paths[(at + 1) % 3]!))
    await crawl({ urls: paths })
    expect(Object.values(await pages()).filter(({ status }) => status === 'indexed')).toHaveLength(1)
    const { run } = await crawl({ urls: paths })
    expect(run).toMatchObject({ done: 3, total: 3 })
    expect(await search('the lamp')).toHaveLength(1)
  })

  test.each([
    ['/shop/lamp#top', '/shop/lamp'],
    ['/lamp?utm_source=mail', '/lamp'],
    ['http://shop.example/lamp', '/lamp'],
    ['https://www.shop.example/lamp', 'https://www.shop.example/lamp'],
    ['lamp/', '/shop/lamp/'],
    ['https://other.example/lamp', '/shop/lamps'],
    ['https://shop.example:8443/lamp', '/shop/lamps'],
    ['/lamps.pdf', '/shop/lamps'],
    ['mailto:info@shop.example', '/shop/lamps'],
    ['https://', '/shop/lamps'],
  ])('%s of https://shop.example/shop/lamps leads to %s', async (canonical, url) => {
    const page = { canonical, base: null } as Page
    const ctx = await world.context()
    const read = { page, url: 'https://shop.example/shop/lamps' }
    const found = await ctx.tx((tx) => addressOf(tx, { id: 'page_1' } as PageRow, read, ''))
    expect(found).toBe(new URL(url, 'https://shop.example').href)
  })

  test('is relative to the base of its page', async () => {
    website.put('/lamp?colour=red', pageOf('Lamp', paragraph('The lamp'), `<base href="/shop/">${to('lamp')}`))
    await crawl({ urls: ['/lamp?colour=red'] })
    expect(await search('the lamp')).toEqual(['/shop/lamp'])
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
