import type { Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { type OpenBrowser, openBrowser } from '../support/browser.ts'
import { dialog, launcher, listen, loaded, startWidgetWorld, svc, type WidgetWorld } from '../support/widget-page.ts'

let world: WidgetWorld
let opened: OpenBrowser
let page: Page

beforeAll(async () => {
  world = await startWidgetWorld({ looks: { launcher: { label: 'Ask us', shape: 'pill' } } })
})
afterAll(() => world.close())
beforeEach(async () => {
  opened = await openBrowser()
  page = opened.page
})
afterEach(() => opened.close())

const attribute = (name: string) => launcher(page).getAttribute(name)

/** Whether the button and the whole window are on the screen in their own size, and can be pressed. */
async function expectInPlace(): Promise<void> {
  const size = page.viewportSize()!
  const button = (await launcher(page).boundingBox())!
  expect([button.width, button.height].map(Math.round)).toEqual([56, 56])
  expect([size.width - button.x - button.width, size.height - button.y - button.height].map(Math.round)).toEqual([
    20, 20,
  ])
  await launcher(page).click()
  await dialog(page).waitFor()
  const { x, y, width, height } = (await dialog(page).boundingBox())!
  expect([x >= 0, y >= 0, x + width <= size.width, y + height <= size.height]).toEqual([true, true, true, true])
}

test('the button is labelled by its action, in the page’s language', async () => {
  await page.goto(world.page('/named'))
  await launcher(page).waitFor()
  expect(await attribute('aria-label')).toBe('Open chat')
  await loaded(page)
  expect([await attribute('aria-label'), await attribute('title')]).toEqual(['Open chat', 'Open chat'])
  await launcher(page).click()
  await expect.poll(() => attribute('aria-label')).toBe('Close the chat')
  await launcher(page).click()
  await expect.poll(() => attribute('aria-label')).toBe('Open chat')
  await page.addInitScript(() =>
    addEventListener('DOMContentLoaded', () => document.documentElement.setAttribute('lang', 'de')),
  )
  await page.goto(world.page('/german'))
  await loaded(page)
  await expect.poll(() => attribute('aria-label')).toBe('Chat öffnen')
  await page.goto(world.page('/labelled', { attributes: 'data-site="looks"' }))
  await loaded(page)
  expect(await attribute('aria-label')).toBe('Ask us')
})

test('the button is busy at once after a press, and expanded only once the window is there', async () => {
  const release = Promise.withResolvers<void>()
  const words = Promise.withResolvers<void>()
  await page.route(/\/widget\/chat-/, async (route) => {
    await release.promise
    await route.continue()
  })
  await page.route(/\/widget\/en-/, async (route) => {
    await words.promise
    await route.continue()
  })
  await page.goto(world.page('/slow'))
  await launcher(page).click()
  expect(await attribute('aria-busy')).toBe('true')
  release.resolve()
  await loaded(page)
  expect([await attribute('aria-busy'), await attribute('aria-expanded'), await attribute('aria-label')]).toEqual([
    'true',
    'false',
    'Open chat',
  ])
  words.resolve()
  await dialog(page).waitFor()
  await expect.poll(() => attribute('aria-expanded')).toBe('true')
  expect(await attribute('aria-busy')).toBeNull()
})

test('the button says that the texts cannot be loaded, and the next press retries', async () => {
  await page.route(/\/widget\/en-/, (route) => route.abort())
  await page.goto(world.page('/wordless'))
  await launcher(page).click()
  // The texts are requested when the chat is loaded and again when it opens, so it may be busy again in between.
  const shown = async () => [await attribute('aria-label'), await attribute('aria-busy')]
  await expect.poll(shown).toEqual(['The chat could not be loaded. Try again.', null])
})

test.each([
  ['transforms', 'body { transform: translateY(-40px) scale(1.1); height: 300px }'],
  ['zooms', 'body { zoom: 1.25 }'],
  [
    'draws a backdrop behind all that is in the top layer',
    '::backdrop { display: block !important; background: #000 !important }',
  ],
])('a page that %s its body moves and covers nothing of the widget', async (name, css) => {
  await page.goto(
    world.page(`/${name.slice(0, 5)}`, {
      head: `<style>${css}</style>`,
      body: '<h1 onclick="this.textContent = 1">Shop</h1>',
    }),
  )
  await loaded(page)
  await expectInPlace()
  expect(await page.evaluate(() => document.elementFromPoint(40, innerHeight - 40)?.localName)).not.toBe('svc-widget')
  const backdrop = await page.locator('svc-widget').evaluate((host) => getComputedStyle(host, '::backdrop').display)
  expect(backdrop).toBe('none')
})

test('the widget returns to the top layer when the page replaces its body', async () => {
  await page.goto(world.page('/replaced', { head: '<style>body { transform: scale(1.1) }</style>' }))
  await loaded(page)
  await page.evaluate(() => document.body.replaceWith(document.createElement('body')))
  await expect.poll(() => page.locator('svc-widget').evaluate((host) => host.matches(':popover-open'))).toBe(true)
  await expectInPlace()
})

test('a modal dialog of the page blocks everything else, and the chat works once it is closed', async () => {
  await page.goto(world.page('/modal', { body: '<dialog><p>Read this first</p></dialog>' }))
  await loaded(page)
  const { x, y } = (await launcher(page).boundingBox())!
  const pressed = async () => {
    await page.mouse.click(x + 28, y + 28)
    return await page.evaluate(([x, y]) => document.elementFromPoint(x!, y!)?.localName, [x + 28, y + 28])
  }
  await page.evaluate(() => document.querySelector('dialog')!.showModal())
  expect(await pressed()).toBe('dialog')
  await page.evaluate(() => document.querySelector('dialog')!.close())
  expect(await pressed()).toBe('svc-widget')
  await dialog(page).waitFor()
})

test('the button has a border with forced colours', async () => {
  await page.emulateMedia({ forcedColors: 'active' })
  await page.goto(world.page('/forced'))
  await loaded(page)
  const style = () => launcher(page).evaluate((button) => getComputedStyle(button).borderTopStyle)
  await expect.poll(style).toBe('solid')
  expect((await launcher(page).boundingBox())!.width).toBe(56)
})

test('no request of a chat is cancelled or fails', async () => {
  const failed: string[] = []
  opened.context.on('requestfailed', (request) => failed.push(request.url()))
  await page.goto(world.page('/sent'))
  await loaded(page)
  const heard = await listen(page, ['message'])
  for (const count of [1, 2, 3]) {
    const sent = page.waitForEvent('requestfinished', (request) => request.method() === 'POST')
    await svc(page, 'send', `Message ${count}`)
    await expect.poll(async () => (await heard()).length).toBe(count)
    await sent
  }
  expect(failed).toEqual([])
})
