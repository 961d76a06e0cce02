import type { BrowserContext, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type OpenBrowser, openBrowser } from '../support/browser.ts'
import { putHostilePage } from '../support/hostile-page.ts'
import { type AnyPage, dialog, launcher, listen, loaded, svc } from '../support/widget-page.ts'
import { type StoryWorld, startStories } from '../support/widget-story.ts'

let world: StoryWorld
let opened: OpenBrowser
let context: BrowserContext
let page: Page

beforeAll(async () => {
  world = await startStories({ hiding: { launcher: { hideOnPaths: ['/hidden/**'] } } })
})
afterAll(() => world.close())
beforeEach(async () => {
  opened = await openBrowser()
  ;({ context, page } = opened)
})
afterEach(() => opened.close())

/** The button has the right position and appearance and opens the chat, and a message is sent and answered. */
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

test('[R391] the button keeps its appearance and position, whatever styles the page has for all elements', async () => {
  await page.goto(putHostilePage(world.host, '/unset', world.tag(), world.server.url))
  expect(await page.evaluate(() => document.compatMode)).toBe('BackCompat')
  await expectWorks(page, 'Unset')
  const look = await launcher(page).evaluate((button) => {
    const { fontSize, visibility, opacity } = getComputedStyle(button)
    const host = getComputedStyle((button.getRootNode() as ShadowRoot).host)
    return [fontSize, visibility, opacity, host.opacity, host.transform, host.position]
  })
  expect(look).toEqual(['15px', 'visible', '1', '1', 'none', 'fixed'])
  // The page's replacements stay in effect for the page.
  expect(await page.evaluate('[].toJSON()')).toBe('[]')
})

/** Denies storage to all pages of this browser, as browsers do for partitioned frames. */
const denyStorage = () =>
  context.addInitScript(() => {
    for (const name of ['localStorage', 'sessionStorage'])
      Object.defineProperty(window, name, {
        get() {
          throw new DOMException('denied', 'SecurityError')
        },
      })
  })

test('works for the page’s lifetime without storage', async () => {
  await denyStorage()
  await page.goto(world.page('/denied'))
  await expectWorks(page, 'Denied')
  expect(opened.errors).toEqual([])
})

test('an element with the script’s name is not used as the source of code', async () => {
  const trap = `<img name="currentScript" data-site="shop" src="https://evil.example/x/loader.js" alt="">`
  await page.goto(world.page('/clobbered', { body: `<h1>Shop</h1>${trap}` }))
  await expectWorks(page, 'Clobbered')
  expect(opened.foreign.filter((address) => !address.endsWith('/x/loader.js'))).toEqual([])
})

test('[R408] stays hidden on a hidden path even if the page shows all elements', async () => {
  const head = '<style>[hidden] { display: block !important }</style>'
  await page.goto(world.page('/hidden/x', { attributes: 'data-site="hiding"', head }))
  await page.locator('svc-widget .launcher').waitFor({ state: 'attached' })
  expect(await launcher(page).isVisible()).toBe(false)
})

/** A page with a sandboxed frame, whose page has the widget. @returns the frame */
async function openFrame(sandbox: string): Promise<AnyPage> {
  world.page('/inside', { body: '<h1>Inside</h1>' })
  const frame = `<iframe src="/inside" sandbox="${sandbox}" style="width: 900px; height: 650px"></iframe>`
  await page.goto(world.host.put('/outside', `<!doctype html><title>Outside</title><body>${frame}`))
  return (await (await page.locator('iframe').elementHandle())!.contentFrame())!
}

describe('in a sandboxed frame', () => {
  test('without storage or form submission, messages and forms are sent anyway', async () => {
    await denyStorage()
    const at = await openFrame('allow-scripts allow-same-origin')
    await loaded(at)
    await launcher(at).click()
    const window = dialog(at)
    await window.getByRole('textbox', { name: 'Your message' }).fill('Hello')
    const field = { name: 'bike', label: 'Kind of bike', type: 'text', required: true } as const
    world.answers({ type: 'form', title: 'Your bike', fields: [field], submitLabel: 'Send it' })
    await window.getByRole('button', { name: 'Send', exact: true }).click()
    const asked = window.getByRole('textbox', { name: 'Kind of bike' })
    await asked.waitFor()
    world.answers({ type: 'text', text: 'Thank you.' })
    await window.getByRole('button', { name: 'Send it' }).click()
    await window.getByText('Please fill this in.').waitFor()
    await asked.fill('A tandem')
    await asked.press('Enter')
    await window.getByRole('log').getByText('Thank you.').waitFor()
    expect(world.backend.seen.at(-1)!.json.message).toMatchObject({ action: { value: '{"bike":"A tandem"}' } })
    expect(opened.errors).toEqual([])
  })

  test('[R389] [R405] with an opaque origin there is no button, and the page continues', async () => {
    const at = await openFrame('allow-scripts')
    await at.getByRole('heading', { name: 'Inside' }).waitFor()
    const refused = page.waitForResponse(
      (response) => response.url().includes('/chat/site') && response.status() === 403,
    )
    await page.reload()
    await refused
    const inside = (await (await page.locator('iframe').elementHandle())!.contentFrame())!
    for (const method of ['open', 'send', 'identify', 'reset', 'destroy', 'open'] as const)
      await svc(inside, method, 'Hello')
    expect(await launcher(inside).count()).toBe(0)
    expect(opened.errors.filter((line) => !/status of 403/.test(line))).toEqual([])
  })
})

describe('on a phone, with a page that has its own router', () => {
  /** A page that records what its router shows. @returns what it showed so far */
  async function openRouted(): Promise<() => Promise<unknown>> {
    await page.setViewportSize({ width: 390, height: 700 })
    const router = `<script>
      shown = []
      const show = () => shown.push(location.pathname + ' ' + history.state.route)
      const go = (path, how = 'pushState') => { history[how]({ route: path }, '', path); show() }
      addEventListener('popstate', show)
      go('/first', 'replaceState')
      go('/second')
    </script>`
    await page.clock.install()
    await page.goto(world.page('/routed', { body: `<h1>Shop</h1>${router}` }))
    await loaded(page)
    return () => page.evaluate('shown.at(-1)')
  }
  const run = (script: string) => page.evaluate(script)
  /** Opens the chat, and waits for the part that follows the back button, which is loaded after it. */
  const openChat = async () => {
    await svc(page, 'open')
    await dialog(page).waitFor()
    await expect.poll(() => run('history.state["svc:open"]')).toBeGreaterThan(0)
  }
  const isOpen = async () => ((await svc(page, 'debug')) as { open: boolean }).open
  /** Waits until the widget's history navigation has completed, because navigations complete in order. */
  const settled = async () => {
    await page.clock.runFor(1_000)
    await run(
      "new Promise((done) => { addEventListener('popstate', done, { once: true }); go('/passing'); history.back() })",
    )
  }

  test('back closes the chat and nothing else, and then navigates the page', async () => {
    const shown = await openRouted()
    for (let count = 0; count < 2; count++) {
      await openChat()
      await page.goBack()
      await dialog(page).waitFor({ state: 'hidden' })
      expect(await shown()).toBe('/second /second')
    }
    await page.goBack()
    await expect.poll(shown).toBe('/first /first')
    await page.goForward()
    await expect.poll(shown).toBe('/second /second')
    expect(await isOpen()).toBe(false)
  })

  test.each([
    ['goes on once the chat is closed', "Svc.close(); go('/third')"],
    ['goes on when it hears of it', "Svc.on('close', () => go('/third')); Svc.close()"],
    ['is redirected under the chat', "go('/third', 'replaceState'); Svc.close()"],
    ['went on under the chat', "go('/third'); Svc.close()"],
  ])('a page that %s stays where it went, and back leads where it was', async (_, script) => {
    const shown = await openRouted()
    await openChat()
    await run(script)
    await settled()
    expect(await shown()).toBe('/third /third')
    expect(await isOpen()).toBe(false)
    for (const path of ['/second', '/first']) {
      await page.goBack()
      await expect.poll(shown).toBe(`${path} ${path}`)
    }
    for (const path of ['/second', '/third']) {
      await page.goForward()
      await expect.poll(shown).toBe(`${path} ${path}`)
    }
  })

  test('a page that is reloaded with an open chat has no further history entry', async () => {
    await page.setViewportSize({ width: 390, height: 700 })
    const before = world.page('/before')
    await page.goto(before)
    await page.goto(world.page('/after'))
    await loaded(page)
    await openChat()
    await page.reload()
    await loaded(page)
    await expect.poll(() => run('history.state')).toBe(null)
    await page.goBack()
    expect(page.url()).toBe(before)
  })

  test('closed and immediately reopened, it is open, and back closes it', async () => {
    const shown = await openRouted()
    await openChat()
    await run('Svc.close(); Svc.open()')
    await settled()
    expect(await isOpen()).toBe(true)
    await page.goBack()
    await dialog(page).waitFor({ state: 'hidden' })
    expect(await shown()).toBe('/second /second')
  })
})
