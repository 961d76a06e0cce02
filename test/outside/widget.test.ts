import type { BrowserContext, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Svc } from '../../widget/api.ts'
import { type OpenBrowser, openBrowser } from '../support/browser.ts'
import { pageIdle } from '../support/idle.ts'
import {
  dialog,
  launcher,
  loaded,
  requests,
  startWidgetWorld,
  svc,
  teaser,
  type WidgetWorld,
} from '../support/widget-page.ts'

let world: WidgetWorld
let opened: OpenBrowser
let context: BrowserContext
let page: Page

beforeAll(async () => {
  world = await startWidgetWorld({
    looks: {
      brand: { accent: '#ffee00' },
      launcher: { position: 'left', label: 'Ask us', shape: 'pill', icon: '💬', offset: { x: 40, y: 60 } },
    },
    hiding: { launcher: { hideOnPaths: ['/hidden/**', '/one/*/end'] } },
    teasing: { teaser: { text: 'Can we help?', afterScroll: 50, paths: ['/teasing', '/teasing/*'] } },
  })
})
afterAll(() => world.close())
beforeEach(async () => {
  opened = await openBrowser()
  ;({ context, page } = opened)
})
afterEach(async () => {
  expect({ dialogs: opened.dialogs, foreign: opened.foreign }).toEqual({ dialogs: [], foreign: [] })
  await opened.close()
})

const chatFiles = (seen: string[]) => seen.filter((path) => path.startsWith('/widget/'))

describe('on the page', () => {
  test('[R388] [R390] a script tag shows the button; the chat is loaded when the page is idle', async () => {
    const release = world.host.hold('/slow.png')
    const seen = requests(context, world.server)
    await page.goto(world.page('/idle', { body: '<img src="/slow.png" alt="">' }), { waitUntil: 'commit' })
    await launcher(page).waitFor()
    expect(await page.evaluate(() => document.readyState)).not.toBe('complete')
    await pageIdle(page)
    expect(chatFiles(seen)).toEqual([])
    release()
    await loaded(page)
    expect(chatFiles(seen)).not.toEqual([])
    expect(await dialog(page).isVisible()).toBe(false)
    expect(opened.errors.filter((line) => !line.includes('404'))).toEqual([])
  })

  test('the chat is also loaded on a page that is never idle', async () => {
    await page.clock.install()
    const never = 'requestIdleCallback = (run, { timeout } = {}) => timeout && setTimeout(run, timeout)'
    await page.goto(world.page('/never-idle', { head: `<script>${never}</script>` }))
    await launcher(page).waitFor()
    expect(await page.evaluate(() => (window.Svc as Svc).debug().loaded)).toBe(false)
    await page.clock.runFor(3_000)
    await loaded(page)
  })

  test.each(['mouse', 'keyboard'])('[R390] loads the chat when the visitor comes near by %s', async (way) => {
    const release = world.host.hold(`/slow-${way}.png`)
    const seen = requests(context, world.server)
    await page.goto(world.page(`/near-${way}`, { body: `<img src="/slow-${way}.png" alt="">` }), {
      waitUntil: 'commit',
    })
    await launcher(page).waitFor()
    const { x, y } = (await launcher(page).boundingBox())!
    if (way === 'mouse') await page.mouse.move(x - 300, y - 300)
    await pageIdle(page)
    expect(chatFiles(seen)).toEqual([])
    if (way === 'mouse') await page.mouse.move(x - 40, y - 40)
    else await page.keyboard.press('Tab')
    await loaded(page)
    release()
  })

  test('[R391] [R392] [R393] [R394] uses a shadow tree, no cookies, nothing in the head, and only storage keys with svc:', async () => {
    const style = '<style>button { color: red; font-size: 40px } h1 { color: rgb(1, 2, 3) }</style>'
    await page.goto(world.page('/clean', { head: style }))
    const head = await page.evaluate(() => document.head.innerHTML)
    const names = await page.evaluate(() => Object.keys(window))
    await loaded(page)
    await svc(page, 'open')
    await dialog(page).waitFor()
    expect(await page.evaluate(() => document.head.innerHTML)).toBe(head)
    expect(await page.evaluate(() => [...document.body.children].at(-1)!.localName)).toBe('svc-widget')
    expect(await launcher(page).evaluate((button) => getComputedStyle(button).fontSize)).toBe('15px')
    expect(await page.locator('h1').evaluate((title) => getComputedStyle(title).color)).toBe('rgb(1, 2, 3)')
    expect(await context.cookies()).toEqual([])
    expect(await page.evaluate(() => document.cookie)).toBe('')
    const keys = await page.evaluate(() => [...Object.keys(localStorage), ...Object.keys(sessionStorage)])
    expect(keys.length).toBeGreaterThan(0)
    expect(keys.filter((key) => !key.startsWith('svc:'))).toEqual([])
    const added = await page.evaluate((names) => Object.keys(window).filter((name) => !names.includes(name)), names)
    expect(added.filter((name) => name !== 'Svc')).toEqual([])
    expect(opened.errors).toEqual([])
  })

  test('[R395] a tag without data-site logs a warning, and does nothing', async () => {
    const warnings: string[] = []
    page.on('console', (line) => warnings.push(`${line.type()} ${line.text()}`))
    await page.goto(world.page('/nameless', { attributes: '' }))
    await expect.poll(() => warnings.join()).toContain('warning [Frontdesk] The script tag needs data-site')
    expect(await page.evaluate(() => window.Svc)).toBeUndefined()
  })

  test('a tag may name its site in its address, as tag managers remove attributes', async () => {
    await page.goto(world.page('/managed', { attributes: '' }))
    await page.addScriptTag({ url: `${world.server.url}/loader.js?site=looks` })
    await launcher(page).waitFor()
  })

  test('[R389] shows no button on a page whose origin is not allowed, and Svc does nothing', async () => {
    const lines: string[] = []
    page.on('console', (line) => line.type() === 'warning' && lines.push(line.text()))
    await page.goto(world.page('/closed', { attributes: 'data-site="closed" data-fill' }))
    await svc(page, 'open')
    await svc(page, 'send', 'Hello')
    // It is asked for again by itself where the chat fills the page; the reason is written once.
    const asked: string[] = []
    page.on('requestfinished', (request) => request.url().includes('/chat/site') && asked.push(request.url()))
    await expect.poll(() => asked.length, { timeout: 30_000 }).toBeGreaterThan(2)
    await pageIdle(page)
    expect(lines).toEqual([
      `[Frontdesk] ${world.host.url} is not allowed to show the chat of site "closed". Add its origin in the dashboard: Settings → Widget → Website.`,
    ])
    await expect(launcher(page).count()).resolves.toBe(0)
  })

  test('tells the developer of a page on their own machine where to allow it, and nobody else', async () => {
    await page.goto(world.page('/local', { attributes: 'data-site="closed"' }))
    const card = page.locator('svc-widget').getByRole('complementary')
    const link = card.getByRole('link', { name: `Allow ${world.host.url}` })
    expect(await link.getAttribute('href')).toBe(
      `${world.server.url}/dashboard/settings/website#allow=${encodeURIComponent(world.host.url)}`,
    )
    await card.getByRole('button', { name: 'Dismiss' }).click()
    await card.waitFor({ state: 'detached' })
    const seen = requests(context, world.server)
    const lines: string[] = []
    page.on('console', (line) => line.type() === 'warning' && lines.push(line.text()))
    const shop = 'http://shop.example/'
    const body = `<!doctype html><title>Shop</title><body>${world.tag('data-site="closed"')}`
    await context.route(`${shop}**`, (route) => route.fulfill({ body, contentType: 'text/html' }))
    // A browser lets no page of the internet call this machine.
    await context.route(`${world.server.url}/**`, async (route) => route.fulfill({ response: await route.fetch() }))
    await page.goto(shop)
    await expect.poll(() => lines.length).toBe(1)
    await pageIdle(page)
    expect(chatFiles(seen)).toEqual([])
    await page.goto(`${shop}other#frontdesk`)
    await card.getByRole('link', { name: 'Allow http://shop.example' }).waitFor()
    expect(opened.foreign.splice(0).every((address) => address.startsWith(shop))).toBe(true)
  })

  test('a tag with an unknown site logs a warning', async () => {
    const lines: string[] = []
    page.on('console', (line) => line.type() === 'warning' && lines.push(line.text()))
    await page.goto(world.page('/unknown', { attributes: 'data-site="nope"' }))
    await expect.poll(() => lines).toEqual(['[Frontdesk] No such site: "nope". Check data-site in the script tag.'])
  })

  test('uses the site’s colour, position, label and icon, with black or white text for contrast', async () => {
    await page.goto(world.page('/looks', { attributes: 'data-site="looks"' }))
    await launcher(page).waitFor()
    const { x, y, height } = (await launcher(page).boundingBox())!
    const below = page.viewportSize()!.height - y - height
    expect([x, below, height]).toEqual([40, 60, 56])
    expect(await launcher(page).textContent()).toBe('💬Ask us')
    const look = (at: Page) =>
      launcher(at).evaluate((button) => [getComputedStyle(button).backgroundColor, getComputedStyle(button).color])
    expect(await look(page)).toEqual(['rgb(255, 238, 0)', 'rgb(0, 0, 0)'])
    await world.client.call('PUT', '/settings', { body: { site: 'shop', settings: { accent: '#1e3a8a' } } })
    await page.goto(world.page('/plain'))
    await expect.poll(() => look(page)).toEqual(['rgb(30, 58, 138)', 'rgb(255, 255, 255)'])
    const box = (await launcher(page).boundingBox())!
    expect([box.width, box.height]).toEqual([56, 56])
  })

  test('the next page shows the button before the server answers, and updates it afterwards', async () => {
    const address = world.page('/again')
    await page.goto(address)
    await loaded(page)
    await world.client.call('PUT', '/settings', { body: { site: 'shop', settings: { accent: '#aa0000' } } })
    const { promise, resolve } = Promise.withResolvers<void>()
    await page.route('**/chat/site*', async (route) => {
      await promise
      await route.continue()
    })
    await page.goto(address)
    await launcher(page).waitFor()
    const color = () => launcher(page).evaluate((button) => getComputedStyle(button).backgroundColor)
    expect(await color()).not.toBe('rgb(170, 0, 0)')
    resolve()
    await expect.poll(color).toBe('rgb(170, 0, 0)')
  })

  test('no element of the page moves, nor of a window that is opened while it is rendered', async () => {
    const session = await context.newCDPSession(page)
    await session.send('Emulation.setCPUThrottlingRate', { rate: 8 })
    await page.goto(world.page('/still', { body: '<h1>Shop</h1><p>Words</p>'.repeat(20) }))
    await page.evaluate(() => {
      const shifts: number[] = []
      Object.assign(window, { shifts })
      new PerformanceObserver((list) => {
        for (const entry of list.getEntries()) shifts.push((entry as unknown as { value: number }).value)
      }).observe({ type: 'layout-shift', buffered: true })
    })
    await loaded(page)
    await svc(page, 'open')
    await dialog(page).waitFor()
    await svc(page, 'close')
    await dialog(page).waitFor({ state: 'hidden' })
    expect(await page.evaluate(() => (window as unknown as { shifts: number[] }).shifts)).toEqual([])
  })
})

describe('the button’s paths', () => {
  test('[R408] path patterns hide it, also when a router changes the path', async () => {
    await page.goto(world.page('/shown', { attributes: 'data-site="hiding"' }))
    await launcher(page).waitFor()
    const go = (path: string) => page.evaluate((path) => history.pushState(null, '', path), path)
    for (const path of ['/hidden', '/hidden/a', '/hidden/a/b', '/one/x/end', '/one/x/end/']) {
      await go(path)
      await launcher(page).waitFor({ state: 'hidden' })
      await go('/one/x/y/end')
      await launcher(page).waitFor()
    }
    await go('/hidden/a')
    await page.goBack()
    await launcher(page).waitFor()
  })

  test('[R408] a hidden path has the chat but no button, and does not load the chat by itself', async () => {
    const seen = requests(context, world.server)
    await page.goto(world.page('/hidden/first', { attributes: 'data-site="hiding"' }))
    await page.locator('svc-widget .launcher').waitFor({ state: 'attached' })
    await page.evaluate(() => new Promise((resolve) => requestIdleCallback(resolve)))
    expect([await launcher(page).isVisible(), chatFiles(seen)]).toEqual([false, []])
    await svc(page, 'open')
    await dialog(page).waitFor()
    expect(await launcher(page).isVisible()).toBe(false)
  })

  test('polls the address in a browser without navigation events', async () => {
    await context.addInitScript(() => Object.defineProperty(window, 'navigation', { value: undefined }))
    await page.goto(world.page('/shown', { attributes: 'data-site="hiding"' }))
    await launcher(page).waitFor()
    await page.evaluate(() => history.replaceState(null, '', '/hidden/x'))
    await launcher(page).waitFor({ state: 'hidden' })
  })

  test('shows a teaser beside it when due; once dismissed, it stays away', async () => {
    const address = world.page('/teasing', { attributes: 'data-site="teasing"', body: '<p>Words</p>'.repeat(300) })
    await page.goto(address)
    await loaded(page)
    expect(await teaser(page).count()).toBe(0)
    await page.evaluate(() => scrollTo(0, document.documentElement.scrollHeight))
    await teaser(page).getByText('Can we help?').waitFor()
    await page.evaluate(() => history.pushState(null, '', '/other'))
    await teaser(page).waitFor({ state: 'detached' })
    await page.evaluate(() => history.pushState(null, '', '/teasing/more'))
    await teaser(page).getByRole('button', { name: 'Dismiss' }).click()
    await teaser(page).waitFor({ state: 'detached' })
    await page.goto(address)
    await loaded(page)
    await page.evaluate(() => scrollTo(0, document.documentElement.scrollHeight))
    expect(await teaser(page).count()).toBe(0)
  })

  test('pressing the teaser opens the chat', async () => {
    await page.goto(world.page('/teasing/short', { attributes: 'data-site="teasing"' }))
    await teaser(page).getByText('Can we help?').click()
    await dialog(page).waitFor()
    expect(await teaser(page).count()).toBe(0)
  })
})
