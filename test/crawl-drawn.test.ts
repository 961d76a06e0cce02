import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type Crawling, createCrawling, paragraph } from './support/crawling.ts'
import { type FakeServer, startFakeServer } from './support/fake-server.ts'
import { findChromium } from './support/machine.ts'
import { pageOf } from './support/website.ts'

/** Slower than elsewhere, because a browser's requests take time, and are given up after ten seconds of the clock. */
const step = 50
// Tests may run as root, for whom Chromium has no sandbox.
const browser = { browser: findChromium(), browserSandbox: false }

let crawling: Crawling

async function wantDrawing(to: Crawling): Promise<void> {
  const saved = await to.world.api('PUT', '/settings', {
    body: { settings: { crawl: { renderJs: true } } },
    key: to.key,
  })
  expect(saved.status).toBe(200)
}

const script = (program: string) => pageOf('Drawn', `<div id="app">Loading</div><script>${program}</script>`)
const show = (html: string) => `document.getElementById('app').innerHTML = ${JSON.stringify(html)}`

describe('with a browser', () => {
  beforeAll(async () => {
    crawling = await createCrawling({ crawl: browser })
    await wantDrawing(crawling)
  })
  afterAll(() => crawling.close())
  beforeEach(() => crawling.clear())

  test('what a page’s script renders is learned, with what it loads and links to', async () => {
    const { website, world } = crawling
    website.put('/data.json', { body: '{"text":"The ferry leaves"}', headers: { 'content-type': 'application/json' } })
    website.put('/app.js', {
      headers: { 'content-type': 'text/javascript' },
      body: `fetch('/data.json').then((answer) => answer.json()).then(({ text }) => setTimeout(() => {
        document.getElementById('app').innerHTML = ('<p>' + text + ' at seven in the morning, and comes back late.</p>').repeat(3)
          + '<a href="/plain">Tickets</a>'
      }, 50))`,
    })
    website.put('/', pageOf('Ferry', '<div id="app">Loading</div><script src="/app.js"></script>'))
    website.put('/plain', { body: pageOf('Tickets', paragraph('A ticket of paper')), headers: { etag: '"one"' } })
    const { run } = await crawling.crawl({}, step)
    expect(run).toMatchObject({ status: 'done', done: 2, failed: 0, error: null })
    expect(await crawling.search('when does the ferry leave')).toContain('/')
    expect(await crawling.search('ticket of paper')).toContain('/plain')
    expect((await crawling.get('/knowledge/status')).body.browserRendering).toBe(true)
    const again = await crawling.crawl({}, step)
    expect(again.run).toMatchObject({ status: 'done', failed: 0 })
    expect((await crawling.pages())['/']).toMatchObject({ status: 'unchanged' })
    expect(website.seen.filter(({ headers }) => headers['user-agent']?.includes('FrontdeskBot'))).toHaveLength(
      website.seen.length,
    )
    expect(world.services.outside.dial.ledger().every(({ host }) => host === `127.0.0.1:${website.port}`)).toBe(true)
  })

  test('[threat 2] a page’s script reaches nothing private, whatever it tries, even if the operator allowed it', async () => {
    const inside: FakeServer = await startFakeServer((_, response) => {
      response.writeHead(200, { 'access-control-allow-origin': '*' }).end('the secret of the house')
    })
    const { website } = crawling
    const targets = [inside.url, `http://localhost:${website.port}`, 'http://169.254.169.254', 'http://[::1]:1']
    website.put('/away', { status: 302, headers: { location: `${inside.url}/redirected` } })
    website.put(
      '/',
      script(`
        const say = (text) => document.getElementById('app').insertAdjacentHTML('beforeend', '<p>' + text + '</p>')
        const targets = ${JSON.stringify(targets)}
        for (const target of targets) {
          fetch(target + '/fetched').then((answer) => answer.text()).then(say, () => say('It was refused, as it should be.'))
          fetch(target + '/sent', { method: 'POST', mode: 'no-cors', body: 'x' }).catch(() => {})
          navigator.sendBeacon(target + '/beacon', 'x')
          new Image().src = target + '/picture'
          new WebSocket(target.replace('http', 'ws') + '/socket')
          new EventSource(target + '/stream')
          document.body.insertAdjacentHTML('beforeend', '<iframe src="' + target + '/frame"></iframe>'
            + '<link rel="stylesheet" href="' + target + '/style"><link rel="prefetch" href="' + target + '/prefetch">')
          try { new Worker(URL.createObjectURL(new Blob(['fetch("' + target + '/worker")']))) } catch {}
          window.open(target + '/window')
        }
        fetch('/away').then((answer) => answer.text()).then(say, () => say('The redirect was refused.'))
        setTimeout(() => { location.href = targets[0] + '/moved' }, 100)`),
    )
    const { run } = await crawling.crawl({ urls: ['/'] }, step)
    expect(run).toMatchObject({ status: 'done', failed: 0 })
    const page = (await crawling.pages())['/']
    const { chunks } = (await crawling.get(`/knowledge/pages/${page?.id}/chunks`)).body
    const text = chunks.map(({ content }: { content: string }) => content).join('\n')
    expect(text).toMatch(/It was refused, as it should be/)
    expect(text).toMatch(/The redirect was refused/)
    expect(text).not.toMatch(/secret of the house/)
    expect(inside.seen).toEqual([])
    expect(website.asked().filter((path) => path !== '/' && path !== '/away' && path !== '/robots.txt')).toEqual([])
    await inside.close()
  })

  test('a page that cannot be rendered keeps what was learned, and is retried', async () => {
    const { website } = crawling
    website.put('/', script(show(paragraph('The lighthouse'))))
    await crawling.crawl({ urls: ['/'] }, step)
    website.put('/', script('document.documentElement.remove()'))
    const { run } = await crawling.crawl({ urls: ['/'] }, step)
    expect(run).toMatchObject({ status: 'done', failed: 1 })
    expect((await crawling.pages())['/']).toMatchObject({
      status: 'failed',
      ...{ error: expect.stringMatching(/no page any more/), reason: 'scripts_failed' },
    })
    expect(await crawling.search('the lighthouse')).toContain('/')
  })
})

test('without a browser the pages are learned as sent, and the run and the server’s health say so', async () => {
  const bare = await createCrawling({ crawl: { browser: 'none' } })
  bare.website.put('/', script(show(paragraph('The drawn one'))) + paragraph('The one that was sent'))
  await wantDrawing(bare)
  const { run } = await bare.crawl()
  expect(run).toMatchObject({ status: 'done', failed: 0, error: expect.stringMatching(/there is no browser/) })
  expect(run).toMatchObject({ reason: 'browser_missing', params: {} })
  expect((await bare.get('/knowledge/status')).body.browserRendering).toBe(false)
  const health = await fetch(`${bare.world.url}/healthz?deep=1`, {
    headers: { authorization: `Bearer ${bare.world.adminKey}` },
  })
  expect(((await health.json()) as { parts: object }).parts).toMatchObject({
    browser: { ok: false, wanted: true, detail: expect.stringMatching(/no browser/) },
  })
  await bare.close()
})
