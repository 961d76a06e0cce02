import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { eventually } from '../support/agent.ts'
import { openBrowser } from '../support/browser.ts'
import { createClient } from '../support/client.ts'
import { type FakeOllama, quote, startFakeOllama } from '../support/fake-ollama.ts'
import { type Server, startServer } from '../support/server.ts'
import { answered, dialog, launcher, log } from '../support/widget-page.ts'

const kibibyte = 1024
const days = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun']
const question = 'What does a puncture cost?'

let ollama: FakeOllama
let server: Server

beforeAll(async () => {
  ollama = await startFakeOllama()
  ollama.script(quote)
  server = await startServer({ env: { OLLAMA_HOST: ollama.url } })
})
afterAll(async () => {
  await server[Symbol.asyncDispose]()
  await ollama.close()
})

/**
 * The transferred bytes of each body by path: of the loader, the chat's files, and the server's chat responses. Headers
 * are not counted.
 */
async function measureBodies(page: Page): Promise<Map<string, number>> {
  const session = await page.context().newCDPSession(page)
  const paths = new Map<string, string>()
  const bodies = new Map<string, number>()
  session.on('Network.requestWillBeSent', ({ requestId, request }) => {
    const { pathname } = new URL(request.url)
    if (/^\/(loader\.js|widget\/|chat\/)/.test(pathname)) paths.set(requestId, pathname)
  })
  session.on('Network.dataReceived', ({ requestId, encodedDataLength }) => {
    const path = paths.get(requestId)
    if (path) bodies.set(path, (bodies.get(path) ?? 0) + encodedDataLength)
  })
  await session.send('Network.enable')
  return bodies
}

test('a visitor of the demo page downloads at most 2.5 KB as loader and 36 KB until the first reply', async () => {
  const desk = createClient(server)
  await eventually(async () => (await desk.get('/knowledge/status')).body.run.status).toBe('done')
  await using opened = await openBrowser()
  const { page } = opened
  const bodies = await measureBodies(page)
  await page.goto(`${server.url}/demo/index.html`)
  await launcher(page).click()
  await dialog(page).getByRole('button', { name: question }).click()
  await log(page).getByText('£14').waitFor()
  await answered(page)
  const of = (part: string) =>
    [...bodies].filter(([path]) => path.startsWith(part)).reduce((sum, [, bytes]) => sum + bytes, 0)
  for (const part of [
    '/loader.js',
    '/widget/chat-',
    '/widget/window-',
    '/widget/en-',
    '/chat/site',
    '/chat/conversations',
  ])
    expect([part, of(part) > 0]).toEqual([part, true])
  expect(of('/widget/parts-')).toBe(0)
  expect(of('/loader.js')).toBeLessThanOrEqual(2.5 * kibibyte)
  expect(of('')).toBeLessThanOrEqual(36 * kibibyte)
})

test('the calendar is loaded when it is opened, and has at most 15 KB with its texts', async () => {
  const desk = createClient(server)
  const hours = Object.fromEntries(days.map((day) => [day, ['00:00-23:00']]))
  await desk.call('PUT', '/settings', { body: { settings: { bookings: { mode: 'picker', notice: 0, hours } } } })
  await using opened = await openBrowser()
  const { page } = opened
  const bodies = await measureBodies(page)
  await page.goto(`${server.url}/demo/index.html`)
  await launcher(page).click()
  const book = dialog(page).getByRole('button', { name: 'Book an appointment' })
  await book.waitFor()
  const before = new Set(bodies.keys())
  expect([...before].filter((path) => path.includes('booking'))).toEqual([])
  await book.click()
  await page.locator('svc-widget .time').first().waitFor()
  const files = [...bodies].filter(([path]) => path.startsWith('/widget/') && !before.has(path))
  expect(files.some(([path]) => path.startsWith('/widget/booking-parts-'))).toBe(true)
  expect(files.reduce((sum, [, bytes]) => sum + bytes, 0)).toBeLessThanOrEqual(15 * kibibyte)
})

test('the loader is one classic script', async () => {
  const text = await (await fetch(`${server.url}/loader.js`)).text()
  expect(() => new Function(text)).not.toThrow()
  expect(text).not.toMatch(/\b(export|eval|innerHTML|document\.write)\b/)
})
