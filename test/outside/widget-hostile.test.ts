import type { BrowserContext, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { type OpenBrowser, openBrowser } from '../support/browser.ts'
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

const inline = (code: string) => `<script>${code}</script>`

test('[R391] a page that sets everything of every element with force', async () => {
  const css = `* { all: unset !important; display: inline !important; position: static !important; z-index: 1 !important;
    font: 60px serif !important; color: red !important; text-transform: uppercase !important; --bg: red !important }
    svc-widget, body > :last-child { display: none !important; visibility: hidden !important; opacity: 0.1 !important;
    transform: rotate(5deg) !important; pointer-events: none !important }`
  await page.goto(world.page('/unset', { head: `<style>${css}</style>` }))
  await expectWorks(page, 'Unset')
  const look = await launcher(page).evaluate((button) => {
    const { fontSize, visibility, opacity } = getComputedStyle(button)
    const host = getComputedStyle((button.getRootNode() as ShadowRoot).host)
    return [fontSize, visibility, opacity, host.opacity, host.transform, host.position]
  })
  expect(look).toEqual(['15px', 'visible', '1', '1', 'none', 'fixed'])
})

test('[R391] a policy that forbids everything inline, and trusts no text as script', async () => {
  const { url } = world.server
  const policy = [
    "default-src 'none'",
    `script-src ${url}`,
    `connect-src ${url}`,
    "require-trusted-types-for 'script'",
    "trusted-types 'none'",
  ]
  await page.goto(world.page('/policy', { headers: { 'content-security-policy': policy.join('; ') } }))
  await expectWorks(page, 'Policy')
  expect(opened.errors.filter((line) => !line.includes('favicon'))).toEqual([])
})

test('a page that replaced fetch, JSON and attachShadow with its own', async () => {
  const code = `
    window.fetch = () => { throw new Error('not this fetch') }
    JSON.parse = () => { throw new Error('not this JSON') }
    JSON.stringify = () => '"broken"'
    Element.prototype.attachShadow = function () { return this }
    Object.prototype.toJSON = Array.prototype.toJSON = String.prototype.toJSON = function () { return '"broken"' }`
  await page.goto(world.page('/replaced', { head: inline(code) }))
  await expectWorks(page, 'Replaced')
  expect(await page.evaluate('[].toJSON()')).toBe('"broken"')
})

test('a page with what Prototype.js and old jQuery did to everything', async () => {
  const code = `
    Array.prototype.toJSON = function () { return '[' + this.map(JSON.stringify).join(', ') + ']' }
    String.prototype.toJSON = function () { return '"' + this + '"' }
    Object.extend = Object.assign
    Array.prototype.each = Array.prototype.forEach
    Array.prototype.find = function (test, context) { for (const one of this) if (test.call(context, one)) return one }
    Array.prototype.entries = Array.prototype.toArray = function () { return [...this] }
    Array.prototype.reduce = function () { return this.length > 1 ? this : this[0] }
    Array.prototype.include = Array.prototype.includes
    Array.from = window.$A = function (all) { return all ? [].slice.call(all) : [] }
    Function.prototype.bind = function (context) { const run = this; return function () { return run.apply(context, arguments) } }
    Element.prototype.remove = function () { this.parentNode.removeChild(this); return this }
    Element.prototype.hide = function () { this.style.display = 'none' }
    Element.prototype.update = function (html) { this.innerHTML = html }
    Event.prototype.stop = function () { this.preventDefault(); this.stopPropagation() }
    window.$ = window.jQuery = function (found) { return document.querySelectorAll(found) }
    for (const name of ['each', 'find', 'toArray']) String.prototype[name] = function () { return this }`
  await page.goto(world.page('/library', { head: inline(code) }))
  await expectWorks(page, 'Library')
})

test('quirks, a base elsewhere, another root size, and all from right to left', async () => {
  const html = `<html dir="rtl" style="font-size: 62.5%"><head><base href="https://elsewhere.example/deep/"></head>
    <body style="margin: 0; zoom: 1"><h1>Shop</h1>${world.tag()}</body></html>`
  await page.goto(world.host.put('/quirks', html))
  expect(await page.evaluate(() => document.compatMode)).toBe('BackCompat')
  await expectWorks(page, 'Quirks')
  expect(opened.foreign).toEqual([])
})

test('within a frame', async () => {
  world.page('/framed')
  const frame = '<iframe src="/framed" style="border: 0; width: 600px; height: 500px"></iframe>'
  await page.goto(world.host.put('/frame', `<!doctype html><body>${frame}`))
  const inner = page.frameLocator('iframe')
  await inner.locator('svc-widget .launcher > button').click()
  await inner.locator('svc-widget').getByRole('dialog').waitFor()
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

test('a router that replaces the whole body has the widget again, with its conversation', async () => {
  await page.goto(world.page('/router'))
  await expectWorks(page, 'Router')
  await page.evaluate(() => {
    const body = document.createElement('body')
    body.append('Another page')
    document.body.replaceWith(body)
    history.pushState(null, '', '/router/2')
  })
  await launcher(page).waitFor()
  await page.evaluate(() => document.body.replaceChildren())
  await launcher(page).waitFor()
  expect(await page.locator('svc-widget').count()).toBe(1)
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
