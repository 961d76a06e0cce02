import type { ServerResponse } from 'node:http'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type FakeServer, type Seen, startFakeServer } from './support/fake-server.ts'
import { createWorld, type Reply, type World } from './support/world.ts'

let website: FakeServer
let answer: (seen: Seen, response: ServerResponse) => void
let world: World

beforeAll(async () => {
  website = await startFakeServer((seen, response) => answer(seen, response))
  const sites = [
    { id: 'demo', website: website.url, allowedOrigins: [website.url] },
    { id: 'closed', website: website.url },
    { id: 'bare' },
  ]
  world = await createWorld({ file: { sites, outbound: { allow: [`127.0.0.1:${website.port}`] } } })
})
afterAll(async () => {
  await world.close()
  await website.close()
})

const serve = (body: string, status = 200) => {
  answer = (_, response) => void response.writeHead(status, { 'content-type': 'text/html' }).end(body)
}
const check = (query = ''): Promise<Reply> => world.api('GET', `/install-check?site=demo${query}`)
const embed = async (): Promise<string> => {
  const { sites } = (await world.api('GET', '/me')).body
  return sites.find(({ id }: { id: string }) => id === 'demo').embed
}

test('[R193] [R388] the script tag that GET /me gives is found on the website', async () => {
  const tag = await embed()
  expect(tag).toBe(`<script src="${world.url}/loader.js" data-site="demo" async></script>`)
  serve(`<!doctype html><html><body><h1>Shop</h1>${tag}</body></html>`)
  const { status, body } = await check()
  expect([status, body]).toEqual([200, { url: `${website.url}/`, reachable: true, installed: true, reason: null }])
  expect(website.seen.at(-1)).toMatchObject({ method: 'GET', path: '/' })
})

test.each<[string, (tag: string, base: string) => string]>([
  ['in other letters, without quotes', (_, base) => `<SCRIPT ASYNC DATA-SITE=demo SRC=${base}/loader.js></SCRIPT>`],
  [
    'with more attributes and a query',
    (_, base) => `<script data-theme='dark' src='${base}/loader.js?v=2' data-site='demo'>`,
  ],
  ['with its site in the address', (_, base) => `<script async src="${base}/loader.js?site=demo"></script>`],
  ['with entities', (_, base) => `<script data-site="d&#101;mo" src="${base.replace(':', '&colon;')}/loader.js">`],
  ['after a broken page', (tag) => `<div <p title="a>b"> ${'<'.repeat(50)} </nothing> ${tag}`],
  ['after a comment that holds another', (tag, base) => `<!-- <script src="${base}/x.js" data-site="demo"> -->${tag}`],
])('the script tag is found %s', async (_, page) => {
  serve(page(await embed(), world.url))
  expect((await check()).body).toMatchObject({ installed: true, reason: null })
})

test.each<[string, (tag: string, base: string) => string, RegExp]>([
  ['is not there', () => '<p>Hello</p>', /not in the HTML/],
  ['is in a comment', (tag) => `<!-- ${tag} -->`, /not in the HTML/],
  ['is text', (tag) => `<textarea>${tag.replaceAll('<', '&lt;')}</textarea>`, /not in the HTML/],
  ['is words of a script', (tag) => `<script>const a = '${tag.replace('</script>', '')}'</script>`, /not in the HTML/],
  ['is in a template', (tag) => `<template><p>${tag}</template><noscript>${tag}</noscript>`, /not in the HTML/],
  ['names another site', (tag) => tag.replace('"demo"', '"demo2"'), /names the site demo2 instead of demo/],
  ['names none', (tag) => tag.replace('data-site="demo"', 'data-site'), /names the site nothing/],
  [
    'loads from elsewhere',
    (tag, base) => tag.replace(base, 'https://evil.example'),
    /loads https:\/\/evil\.example\/loader\.js/,
  ],
  ['loads another file', (tag) => tag.replace('loader.js', 'loader.js/../x.js'), /loads http.*\/x\.js instead/],
  ['loads from the page itself', (tag, base) => tag.replace(base, ''), /instead of http/],
  ['is on an empty page', () => '', /not in the HTML/],
])('[R193] the script tag %s: not installed', async (_, page, reason) => {
  serve(page(await embed(), world.url))
  expect((await check()).body).toMatchObject({
    reachable: true,
    installed: false,
    reason: expect.stringMatching(reason),
  })
})

test('[R389] a tag on a page whose origin is not allowed is installed, but does not show', async () => {
  serve((await embed()).replace('"demo"', '"closed"'))
  const { body } = await world.api('GET', '/install-check?site=closed')
  expect(body).toMatchObject({ installed: true, reason: expect.stringContaining('Add it to the allowed origins') })
})

test('a page with an error reports it', async () => {
  serve(await embed(), 404)
  expect((await check()).body).toMatchObject({
    reachable: false,
    installed: false,
    reason: expect.stringContaining('404'),
  })
  answer = (_, response) => void response.destroy()
  expect((await check()).body).toMatchObject({
    reachable: false,
    installed: false,
    reason: expect.stringContaining('broke'),
  })
})

test('a redirect is followed, and the final page is named', async () => {
  const tag = await embed()
  answer = ({ path }, response) => {
    if (path === '/start') response.writeHead(302, { location: '/shop/' }).end()
    else response.end(tag)
  }
  const url = encodeURIComponent(`${website.url}/start`)
  expect((await check(`&url=${url}`)).body).toMatchObject({ url: `${website.url}/shop/`, installed: true })
})

test.each([
  'http://2130706433/',
  'http://0x7f.1/',
  'http://0177.0.0.1/',
  'http://[::ffff:7f00:1]/',
  'http://[64:ff9b::7f00:1]/',
  'http://[2002:7f00:1::]/',
  'http://localhost./',
  'http://10.0.0.1/',
  'http://169.254.169.254/latest/meta-data/',
  'http://[fd00:ec2::254]/',
])('[threat 2] %s is not called, not even through a redirect', async (address) => {
  const before = world.services.outside.dial.ledger().length
  const refused = { reachable: false, installed: false, reason: expect.stringMatching(/address|refused|no host/) }
  expect((await check(`&url=${encodeURIComponent(address)}`)).body).toMatchObject(refused)
  answer = (_, response) => void response.writeHead(302, { location: address }).end()
  const seen = website.seen.length
  expect((await check()).body).toMatchObject(refused)
  expect(website.seen.length - seen).toBe(1)
  expect(world.services.outside.dial.ledger().length - before).toBe(2)
})

test.each(['ftp://a.example/', 'javascript:alert(1)', 'https://user:pass@a.example/', 'x', ''])(
  '%j is not a page: 400',
  async (address) => {
    const { status, body } = await check(`&url=${encodeURIComponent(address)}`)
    expect([status, body.error.code]).toEqual([400, 'bad_request'])
  },
)

test('a site without a website requires the page', async () => {
  const { status, body } = await world.api('GET', '/install-check?site=bare')
  expect([status, body.error.message]).toEqual([400, expect.stringContaining('url: ')])
})

test('[threat 13] a page designed to keep a parser busy does not', async () => {
  const size = 2_900_000
  for (const piece of [
    '<',
    '<script ',
    '<script data-site="',
    '<a><b></x>',
    '<!--',
    '</',
    '<script data-site=demo>',
    '&#101;',
  ]) {
    serve(piece.repeat(size / piece.length))
    const begun = performance.now()
    expect((await check()).body).toMatchObject({ reachable: true, installed: false })
    expect(performance.now() - begun, piece).toBeLessThan(20_000)
  }
  serve('x'.repeat(3_000_001))
  expect((await check()).body).toMatchObject({ installed: false, reason: expect.stringContaining('larger than') })
})

test('[R193] it needs settings:read', async () => {
  serve(await embed())
  for (const [scope, status] of [
    ['settings:read', 200],
    ['analytics:read', 403],
  ] as const) {
    const key = await world.key([scope])
    expect((await world.api('GET', '/install-check', { key })).status).toBe(status)
  }
})
