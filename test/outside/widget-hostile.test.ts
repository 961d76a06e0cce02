import type { BrowserContext, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { type OpenBrowser, openBrowser } from '../support/browser.ts'
import { putHostilePage } from '../support/hostile-page.ts'
import { dialog, launcher, listen, loaded, startWidgetWorld, svc, type WidgetWorld } from '../support/widget-page.ts'

let world: WidgetWorld
let opened: OpenBrowser
let context: BrowserContext
let page: Page

beforeAll(async () => {
  world = await startWidgetWorld({ hiding: { launcher: { hideOnPaths: ['/hidden/**'] } } })
})
afterAll(() => world.close())
beforeEach(async () => {
  opened = await openBrowser()
  ;({ context, page } = opened)
})
afterEach(() => opened.close())

/** The button is where and as it should be, opens the chat, and a message gets through and is answered. */
async function expectWorks(at: Page, text: string): Promise<void> {
  await launcher(at).waitFor()
  await loaded(at)
  const heard = await listen(at, ['message'])
  const { x, y, width, height } = (await launcher(at).boundingBox())!
  const size = at.viewportSize()!
  expect([size.width - x - width, size.height - y - height, width, height]).toEqual([20, 20, 56, 56])
  await launcher(at).click()
  await dialog(at).waitFor()
  await svc(at, 'send', text)
  await expect.poll(() => world.stored()).toContain(text)
  await expect.poll(heard).toContainEqual(['message', { role: 'agent', count: 0 }])
}

test('[R391] the button looks and stands as it should, whatever the page sets of every element', async () => {
  await page.goto(putHostilePage(world.host, '/unset', world.tag(), world.server.url))
  expect(await page.evaluate(() => document.compatMode)).toBe('BackCompat')
  await expectWorks(page, 'Unset')
  const look = await launcher(page).evaluate((button) => {
    const { fontSize, visibility, opacity } = getComputedStyle(button)
    const host = getComputedStyle((button.getRootNode() as ShadowRoot).host)
    return [fontSize, visibility, opacity, host.opacity, host.transform, host.position]
  })
  expect(look).toEqual(['15px', 'visible', '1', '1', 'none', 'fixed'])
  // What the page replaced stays as the page has it.
  expect(await page.evaluate('[].toJSON()')).toBe('[]')
})

test('without storage it works for the page', async () => {
  await context.addInitScript(() => {
    for (const name of ['localStorage', 'sessionStorage'])
      Object.defineProperty(window, name, {
        get() {
          throw new DOMException('denied', 'SecurityError')
        },
      })
  })
  await page.goto(world.page('/denied'))
  await expectWorks(page, 'Denied')
  expect(opened.errors).toEqual([])
})

test('an element that is named as the script is not where code comes from', async () => {
  const trap = `<img name="currentScript" data-site="shop" src="https://evil.example/x/loader.js" alt="">`
  await page.goto(world.page('/clobbered', { body: `<h1>Shop</h1>${trap}` }))
  await expectWorks(page, 'Clobbered')
  expect(opened.foreign.filter((address) => !address.endsWith('/x/loader.js'))).toEqual([])
})

test('[R408] a hidden path stays hidden on a page that shows everything', async () => {
  const head = '<style>[hidden] { display: block !important }</style>'
  await page.goto(world.page('/hidden/x', { attributes: 'data-site="hiding"', head }))
  await page.locator('svc-widget .launcher').waitFor({ state: 'attached' })
  expect(await launcher(page).isVisible()).toBe(false)
})
