import type { ServerResponse } from 'node:http'
import { gzipSync } from 'node:zlib'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { piece } from '../server/features/knowledge/documents.ts'
import { type Crawling, createCrawling, paragraph } from './support/crawling.ts'
import { pageOf, runOver, type Website } from './support/website.ts'

let crawling: Crawling
let website: Website

beforeAll(async () => {
  crawling = await createCrawling()
  website = crawling.website
})
afterAll(() => crawling.close())
beforeEach(() => crawling.clear())

const html = { 'content-type': 'text/html' }

/** Learns the page `/well` next to these, and returns the error of each. */
async function faultsOf(...paths: string[]): Promise<Record<string, string | null | undefined>> {
  website.put('/well', pageOf('Well', paragraph('A page without trouble')))
  const { run } = await crawling.crawl({ urls: [...paths, '/well'] })
  expect(run).toMatchObject({ status: 'done', done: paths.length + 1, failed: paths.length })
  const found = await crawling.pages()
  expect(found['/well']?.status).toBe('indexed')
  return Object.fromEntries(paths.map((path) => [path, found[path]?.error]))
}

test('a server that never answers, or never ends, does not block other pages forever', async () => {
  const kept: ServerResponse[] = []
  website.put('/never', { answer: (_, response) => void kept.push(response) })
  website.put('/begun', { answer: (_, response) => void kept.push(response.writeHead(200, html)) })
  website.put('/drops', {
    answer(_, response) {
      response.writeHead(200, html)
      const drop = setInterval(() => response.write('<p>and on</p>'), 5)
      response.on('close', () => clearInterval(drop))
    },
  })
  const faults = await faultsOf('/never', '/begun', '/drops')
  for (const fault of Object.values(faults)) expect(fault).toMatch(/did not answer wholly within 30 s/)
  for (const response of kept) await expect.poll(() => response.destroyed).toBe(true)
})

test('[threat 13] a page that grows when unpacked is dropped at the size limit', async () => {
  const bomb = gzipSync(Buffer.alloc(50 * 1024 * 1024, '<p>'))
  website.put('/bomb', { headers: { ...html, 'content-encoding': 'gzip' }, body: bomb })
  website.put('/torn', { headers: { ...html, 'content-encoding': 'gzip' }, body: bomb.subarray(0, 500) })
  website.put('/no-gzip', { headers: { ...html, 'content-encoding': 'gzip' }, body: 'plain text' })
  const faults = await faultsOf('/bomb', '/torn', '/no-gzip')
  expect(faults['/bomb']).toMatch(/larger than/)
  expect(Object.values(faults)).not.toContain(null)
})

test('[threat 13] a page that is nested too deeply is learned line by line, and the next one is read', async () => {
  website.put('/deep', pageOf('Deep', '<div>'.repeat(20_000) + paragraph('The deepest')))
  website.put('/wide', pageOf('Wide', `<p ${Array.from({ length: 20_000 }, (_, at) => `a${at}=""`).join(' ')}>x`))
  website.put('/well', pageOf('Well', paragraph('A page without trouble')))
  const { run } = await crawling.crawl({ urls: ['/deep', '/wide', '/well'] })
  expect(run).toMatchObject({ status: 'done', done: 3 })
  expect(Object.values(await crawling.pages()).map(({ status }) => status)).toEqual(['indexed', 'indexed', 'indexed'])
  expect(await crawling.search('the deepest')).toContain('/deep')
})

test('[threat 13] a page as long as a book is learned piece by piece, with others in between, and is complete in the end', async () => {
  const chapter = (at: number) => `<h2>Chapter ${at}</h2>${paragraph(`What chapter ${at} says`).repeat(6)}`
  const chapters = (count: number) => Array.from({ length: count }, (_, at) => chapter(at)).join('')
  const put = (count: number) =>
    website.put('/', { body: pageOf('Book', chapters(count)), headers: { ...html, etag: `"${count}"` } })
  const { sql } = crawling.world.services.database
  const stored = async () => {
    const [{ passages, transactions }] = await sql<[{ passages: number; transactions: number }]>`
      select count(*)::int as passages, count(distinct xmin::text)::int as transactions from passages`
    return { passages, transactions }
  }
  put(2 * piece + 1)
  const { run } = await crawling.crawl({ urls: ['/'] })
  expect(run).toMatchObject({ done: 1, failed: 0, chunks: 2 * piece + 1 })
  expect(await stored()).toEqual({ passages: 2 * piece + 1, transactions: 3 })
  expect(await crawling.search(`What chapter ${2 * piece} says`)).toContain('/')
  await crawling.crawl({ urls: ['/'] })
  expect((await crawling.pages())['/']).toMatchObject({ status: 'unchanged', chunks: 2 * piece + 1 })
  put(2)
  await crawling.crawl({ urls: ['/'] })
  expect((await stored()).passages).toBe(2)
})

test('[threat 5] a long page that was begun is learned to its end, even if its run is cancelled', async () => {
  const { sql } = crawling.world.services.database
  const chapter = (at: number) => `<h2>Part ${at}</h2>${paragraph(`What part ${at} tells`).repeat(6)}`
  website.put('/long', pageOf('Long', Array.from({ length: 2 * piece + 1 }, (_, at) => chapter(at)).join('')))
  // As if it were cancelled right after the first piece.
  await sql`
    create function cancel() returns trigger as $$ begin
      update crawl_runs set status = 'cancelled', finished_at = 1 where status = 'running';
      update pages set run = null, status = 'discovered' where run is not null;
      return new;
    end $$ language plpgsql`
  await sql`create trigger cancel after insert on documents for each row execute function cancel()`
  try {
    const { run } = await crawling.crawl({ urls: ['/long'] })
    expect(run).toMatchObject({ status: 'cancelled', done: 0 })
    await expect.poll(() => crawling.search(`What part ${2 * piece} tells`)).toContain('/long')
    expect((await crawling.pages())['/long']).toMatchObject({ status: 'indexed', chunks: 2 * piece + 1 })
    const [kept] = await sql`select status, done, chunks from crawl_runs where id = ${run.id}`
    expect(kept).toMatchObject({ status: 'cancelled', done: 0, chunks: 0 })
  } finally {
    await sql`drop function cancel cascade`
  }
})

test('a page that another run takes over while it is fetched is left to that run', async () => {
  const { sql } = crawling.world.services.database
  website.put('/', pageOf('Home', paragraph('The shop')))
  const { run: another } = await crawling.crawl({ urls: ['/'] })
  website.put('/taken', {
    async answer(_, response) {
      await sql`update pages set run = ${another.id} where url like '%/taken'`
      response.writeHead(200, html).end(pageOf('Taken', paragraph('What the first run read')))
    },
  })
  const { run } = await crawling.crawl({ urls: ['/taken'] })
  expect(run).toMatchObject({ status: 'done', done: 0, chunks: 0 })
  expect((await crawling.pages())['/taken']).toMatchObject({ status: 'queued', chunks: 0 })
  expect(await crawling.search('What the first run read')).not.toContain('/taken')
})

test('[threat 3] only valid business details from a page’s structured data are proposed', async () => {
  const hours = { '@type': 'OpeningHoursSpecification', dayOfWeek: ['Monday', 'https://schema.org/Tuesday'] }
  const business = {
    ...{ '@type': 'HairSalon', telephone: '01632 960417', email: 'mailto:Hello@salon.example.com' },
    address: { streetAddress: '14 Ropewalk', addressLocality: 'Wrenmouth', postalCode: 'WX7 4RW' },
    openingHoursSpecification: [{ ...hours, opens: '09:00', closes: '18:00:00' }],
  }
  const script = `<script type="application/ld+json">${JSON.stringify({ '@graph': [business] })}</script>`
  website.put('/salon', pageOf('Salon', `${script}${paragraph('The salon')}`))
  await crawling.crawl({ urls: ['/salon'] })
  const { body } = await crawling.post('/knowledge/facts/detect')
  expect(body.facts).toMatchObject({
    ...{ phones: ['01632 960417'], emails: ['hello@salon.example.com'], address: '14 Ropewalk, Wrenmouth WX7 4RW' },
    hours: { mon: ['09:00-18:00'], tue: ['09:00-18:00'] },
  })
  expect(body.pages).toContainEqual({ url: `${website.url}/salon`, title: 'Salon' })
  expect(await crawling.search('schema.org')).not.toContain('/salon')
})

test('[threat 2] [U82] no internal address is called, by any name', async () => {
  const inside = ['http://localhost:1/', 'http://[::1]:1/', 'http://0x7f000001:1/', 'http://[::ffff:169.254.169.254]/']
  const paths = inside.map((location, at) => {
    website.put(`/to/${at}`, { status: 302, headers: { location } })
    return `/to/${at}`
  })
  for (const fault of Object.values(await faultsOf(...paths))) expect(fault).toMatch(/private address|never called/)
})

test('a URL with a session id is not another page', async () => {
  const links = ['/shop?PHPSESSID=1', '/shop;jsessionid=2', '/shop?sid=3&utm_source=mail', '/shop#top', '//shop']
  const anchors = links.map((link) => `<a href="${link.replace('//', '/./')}">Shop</a>`).join('')
  website.put('/', pageOf('Welcome', paragraph('The front') + anchors))
  website.put('/shop', pageOf('Shop', paragraph('The shop') + anchors))
  await crawling.crawl()
  expect(Object.keys(await crawling.pages()).sort()).toEqual(['/', '/shop'])
})

test('after an owner changes the website while one is being learned, the new one is crawled', async () => {
  const { world, post } = crawling
  for (const path of ['/', '/one', '/two', '/three'])
    website.put(path, pageOf(path, `${paragraph(path)}<a href="/one">1</a><a href="/two">2</a><a href="/three">3</a>`))
  const started = (await post('/knowledge/crawl')).body
  const { settings } = (await crawling.get('/settings')).body
  const elsewhere = settings.website.replace('127.0.0.1', 'localhost')
  const saved = await world.api('PUT', '/settings', { body: { settings: { website: elsewhere } }, key: crawling.key })
  expect(saved.status).toBe(200)
  await runOver(world, started.runId)
  await crawling.crawl()
  expect(new Set(Object.values(await crawling.pages()).map(({ url }) => new URL(url).hostname))).toEqual(
    new Set(['localhost']),
  )
  await world.api('PUT', '/settings', { body: { settings: { website: settings.website } }, key: crawling.key })
})
