import { afterAll, beforeAll, expect, test } from 'vitest'
import { openBrowser } from '../support/browser.ts'
import { dialog, launcher, listen, loaded, startWidgetWorld, svc, type WidgetWorld } from '../support/widget-page.ts'

const kibibyte = 1024

let world: WidgetWorld

beforeAll(async () => {
  world = await startWidgetWorld()
})
afterAll(() => world.close())

test('what a visitor’s browser fetches: the loader, and everything until the first reply', async () => {
  await using opened = await openBrowser()
  const { page, context } = opened
  const fetched: Promise<[address: string, bytes: number]>[] = []
  context.on('requestfinished', (request) => {
    if (!request.url().startsWith(world.server.url)) return
    fetched.push(request.sizes().then((sizes) => [request.url(), sizes.responseBodySize]))
  })
  await page.goto(world.page('/size'))
  await loaded(page)
  const heard = await listen(page, ['message'])
  await launcher(page).click()
  await dialog(page).waitFor()
  await svc(page, 'send', 'Hello')
  await expect.poll(heard).not.toEqual([])
  const all = await Promise.all(fetched)
  const of = (part: string) =>
    all.filter(([address]) => address.includes(part)).reduce((sum, [, bytes]) => sum + bytes, 0)
  expect(of('/loader.js')).toBeGreaterThan(1 * kibibyte)
  expect(of('/loader.js')).toBeLessThanOrEqual(2.5 * kibibyte)
  expect(of('/widget/')).toBeGreaterThan(5 * kibibyte)
  expect(of('')).toBeLessThanOrEqual(28 * kibibyte)
})

test('the loader is one classic script', async () => {
  const text = await (await fetch(`${world.server.url}/loader.js`)).text()
  expect(() => new Function(text)).not.toThrow()
  expect(text).not.toMatch(/\b(export|eval|innerHTML|document\.write)\b/)
})
