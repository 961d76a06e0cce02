import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { preferred } from '../../server/http/encoding.ts'
import { widgetFileRoutes } from '../../server/http/widget-files.ts'

const folder = mkdtempSync(join(tmpdir(), 'frontdesk-widget-'))
const write = (name: string, text: string) => writeFileSync(join(folder, name), text)
const loader = 'console.log("the loader");'.repeat(40)
const chat = 'export const chat = "the chat";'.repeat(40)
const routes = widgetFileRoutes(pathToFileURL(`${folder}/`))
const get = (path: string, headers: Record<string, string> = {}) => routes.request(path, { headers })

beforeAll(() => {
  write('loader.js', loader)
  write('chat-New1_x-Y.js', chat)
  write('secret.ts', 'not for the web')
})
afterAll(() => rmSync(folder, { recursive: true }))

test('[R388] the loader is for every page, and is asked for again soon', async () => {
  const response = await get('/loader.js')
  expect(await response.text()).toBe(loader)
  expect(Object.fromEntries(response.headers)).toEqual({
    'access-control-allow-origin': '*',
    'cache-control': 'public, max-age=300, stale-while-revalidate=3600',
    'content-type': 'text/javascript; charset=utf-8',
    'cross-origin-resource-policy': 'cross-origin',
    etag: expect.stringMatching(/^"[\w-]{22}"$/),
    vary: 'accept-encoding',
    'x-content-type-options': 'nosniff',
  })
})

test('what is named by what is in it is kept for a year', async () => {
  const response = await get('/widget/chat-New1_x-Y.js')
  expect(await response.text()).toBe(chat)
  expect(response.headers.get('cache-control')).toBe('public, max-age=31536000, immutable')
  expect((await get('/widget/loader.js')).status).toBe(404)
})

test.each([
  ['br', 'br'],
  ['gzip, deflate, br, zstd', 'br'],
  ['gzip;q=1.0, br;q=0', 'gzip'],
  ['GZIP', 'gzip'],
  ['*', 'br'],
  ['*;q=0', 'identity'],
  ['br;q=0.5;x, gzip', 'br'],
  ['deflate', 'identity'],
  ['identity', 'identity'],
  ['', 'identity'],
  [undefined, 'identity'],
  [',;q=,br;q=x', 'identity'],
])('of %j the answer is %s', (accept, encoding) => {
  expect(preferred(accept)).toBe(encoding)
})

test('it is compressed as the browser takes it, and each encoding has a tag of its own', async () => {
  const unpack = { br: brotliDecompressSync, gzip: gunzipSync }
  const tags = new Set([(await get('/loader.js')).headers.get('etag')])
  for (const [encoding, open] of Object.entries(unpack)) {
    const response = await get('/loader.js', { 'accept-encoding': encoding })
    expect(response.headers.get('content-encoding')).toBe(encoding)
    expect(response.headers.get('vary')).toBe('accept-encoding')
    const bytes = Buffer.from(await response.arrayBuffer())
    expect(bytes.byteLength).toBeLessThan(200)
    expect(open(bytes).toString()).toBe(loader)
    tags.add(response.headers.get('etag'))
  }
  expect(tags.size).toBe(3)
})

test('what a browser has is not sent again, and what changed is', async () => {
  const asked = { 'accept-encoding': 'br' }
  const etag = (await get('/loader.js', asked)).headers.get('etag') as string
  for (const known of [etag, `W/${etag}`, `"other", ${etag}`]) {
    const again = await get('/loader.js', { ...asked, 'if-none-match': known })
    expect([again.status, await again.text(), again.headers.get('etag')]).toEqual([304, '', etag])
  }
  expect((await get('/loader.js', { 'accept-encoding': 'gzip', 'if-none-match': etag })).status).toBe(200)
  write('loader.js', `${loader} // changed`)
  const changed = await get('/loader.js', { ...asked, 'if-none-match': etag })
  expect(brotliDecompressSync(Buffer.from(await changed.arrayBuffer())).toString()).toBe(`${loader} // changed`)
})

test('a loader of before an upgrade is sent to the chat that there is', async () => {
  const response = await get('/widget/chat-Old0.js')
  expect([response.status, response.headers.get('location')]).toEqual([302, 'chat-New1_x-Y.js'])
  expect(response.headers.get('cache-control')).toBe('no-store')
  expect(response.headers.get('access-control-allow-origin')).toBe('*')
})

test.each([
  '/widget/',
  '/widget/secret.ts',
  '/widget/other-x.js',
  '/widget/..%2floader.js',
  '/widget/%2e%2e%2f%2e%2e%2fpackage.json',
  '/widget/chat-%0d%0ax.js',
  '/widget/chat-New1_x-Y.js%00',
])('%s is nothing here', async (path) => {
  expect((await get(path)).status).toBe(404)
})

test('without a build there is nothing', async () => {
  const none = widgetFileRoutes(pathToFileURL(`${folder}/none/`))
  for (const path of ['/loader.js', '/widget/chat-x.js']) expect((await none.request(path)).status).toBe(404)
})
