import type { BrowserContext, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Svc } from '../../widget/api.ts'
import { type OpenBrowser, openBrowser } from '../support/browser.ts'
import {
  dialog,
  launcher,
  listen,
  loaded,
  requests,
  startWidgetWorld,
  svc,
  type WidgetWorld,
} from '../support/widget-page.ts'
import { told } from '../support/widget-story.ts'

let world: WidgetWorld
let opened: OpenBrowser
let context: BrowserContext
let page: Page
/** Every line on the page's console. */
let lines: string[]

beforeAll(async () => {
  world = await startWidgetWorld({ asking: {} })
})
afterAll(() => world.close())
beforeEach(async () => {
  opened = await openBrowser()
  ;({ context, page } = opened)
  lines = []
  page.on('console', (line) => lines.push(line.text()))
})
afterEach(() => opened.close())

const methods = ['open', 'close', 'toggle', 'send', 'identify', 'reset', 'destroy', 'on', 'off', 'debug'] as const

/** The stub as documented. */
const stub = `<script>
  window.Svc = window.Svc || new Proxy({ q: [] }, {
    get: (stub, name) => stub[name] ?? ((...given) => stub.q.push([name, ...given])),
  })
</script>`

/** Holds requests to these addresses until the returned function is called. */
async function hold(address: string): Promise<() => void> {
  const { promise, resolve } = Promise.withResolvers<void>()
  await context.route(address, async (route) => {
    await promise
    await route.continue()
  })
  return resolve
}

/** The number of conversations in which a visitor wrote a message that begins with this. */
const countChats = async (text: string) =>
  (await world.chats()).filter((texts) => texts.some((one) => one.startsWith(text))).length

describe('before the chat is loaded', () => {
  test('[R404] [R399] queued calls of a stub run in order once the chat is loaded', async () => {
    const calls = `<script>
      heard = []
      Svc.on('open', () => heard.push('open'))
      Svc.on('close', () => heard.push('close'))
      Svc.send('From the stub')
      Svc.close()
    </script>`
    await page.goto(world.page('/stub', { body: `<h1>Shop</h1>${stub}${calls}` }))
    await loaded(page)
    expect(await page.evaluate('heard')).toEqual(['open', 'close'])
    await expect.poll(() => world.stored()).toContain('From the stub')
    expect(await dialog(page).isVisible()).toBe(false)
  })

  test('[R404] later calls through a kept stub, or its queue, work too', async () => {
    await page.goto(world.page('/kept', { body: `${stub}<script>kept = Svc</script>` }))
    await loaded(page)
    await page.evaluate('kept.q.push(["open"])')
    await dialog(page).waitFor()
    await page.evaluate('kept.close()')
    await dialog(page).waitFor({ state: 'hidden' })
    await page.evaluate('Svc.q.push(["open"], ["nonsense"], 5, null)')
    await dialog(page).waitFor()
  })

  test('[R398] [R405] each method works while the chat is still loading', async () => {
    const release = await hold('**/widget/*')
    await page.goto(world.page('/early'))
    await launcher(page).waitFor()
    const heard = await listen(page)
    for (const method of ['toggle', 'toggle', 'open', 'close', 'reset'] as const) await svc(page, method)
    await svc(page, 'identify', { name: 'Ann', email: 'ann@example.com' })
    expect(await svc(page, 'debug')).toMatchObject({ site: 'shop', loaded: false, destroyed: false })
    expect(await heard()).toEqual([])
    release()
    await loaded(page)
    expect((await heard()).slice(0, 4)).toEqual(['open', 'close', 'open', 'close'])
    expect(await dialog(page).isVisible()).toBe(false)
  })

  test('[R405] destroyed before it was loaded, it never appears', async () => {
    const release = await hold('**/widget/*')
    await page.goto(world.page('/never'))
    await launcher(page).waitFor()
    await svc(page, 'open')
    await svc(page, 'destroy')
    release()
    await page.waitForLoadState('networkidle')
    expect(await page.locator('svc-widget').count()).toBe(0)
    expect(await svc(page, 'debug')).toMatchObject({ destroyed: true, loaded: false })
  })

  test('a page filled by the chat retries loading it without a press', async () => {
    const failing = [0, 0]
    for (const [at, what] of ['**/widget/*', '**/chat/site*'].entries())
      await context.route(what, (route) => (failing[at]!++ < 1 ? route.abort() : route.fallback()))
    await page.goto(world.page('/filled-late', { attributes: 'data-site="shop" data-fill' }))
    await page
      .locator('svc-widget')
      .getByRole('region', { name: /^Chat with/ })
      .waitFor()
    expect(failing.every((count) => count > 1)).toBe(true)
  })

  test('the button says that the chat cannot be loaded, and the next press loads it', async () => {
    await context.route('**/widget/*', (route) => route.abort())
    await page.goto(world.page('/failing'))
    await page.getByRole('button', { name: 'The chat could not be loaded. Try again.' }).waitFor()
    await context.unroute('**/widget/*')
    await launcher(page).click()
    await dialog(page).waitFor()
    expect(await launcher(page).getAttribute('aria-label')).not.toContain('could not')
  })
})

describe('once the chat is loaded', () => {
  test('[R398] [R403] open, close, toggle and the button call the handlers; off removes them', async () => {
    await page.goto(world.page('/loaded'))
    await loaded(page)
    const heard = await listen(page)
    await svc(page, 'open')
    await dialog(page).waitFor()
    expect(await launcher(page).getAttribute('aria-expanded')).toBe('true')
    await svc(page, 'close')
    await dialog(page).waitFor({ state: 'hidden' })
    await svc(page, 'toggle')
    await dialog(page).waitFor()
    await launcher(page).click()
    await dialog(page).waitFor({ state: 'hidden' })
    await launcher(page).click()
    await dialog(page).waitFor()
    expect(await heard()).toEqual(['open', 'close', 'open', 'close', 'open'])
    await page.evaluate(() => {
      const handler = () => Object.assign(window, { late: true })
      const { on, off, close } = window.Svc as Svc
      on('close', handler)
      off('close', handler)
      close()
    })
    await dialog(page).waitFor({ state: 'hidden' })
    expect(await page.evaluate('window.late')).toBeUndefined()
  })

  test('[R399] [R403] [R406] send opens the chat and sends; the next page continues the conversation', async () => {
    const address = world.page('/talk')
    await page.goto(address)
    await loaded(page)
    const heard = await listen(page, ['message'])
    await svc(page, 'send', 'Talk one')
    await dialog(page).waitFor()
    await expect.poll(heard).toContainEqual(['message', { role: 'agent', count: 0 }])
    await page.goto(address)
    await loaded(page)
    await svc(page, 'send', 'Talk two')
    await expect.poll(() => world.stored()).toContain('Talk two')
    expect(await countChats('Talk ')).toBe(1)
  })

  test('[R402] reset starts a new conversation and ends the old one', async () => {
    await page.goto(world.page('/reset'))
    await loaded(page)
    const heard = await listen(page, ['message'])
    await svc(page, 'send', 'Reset one')
    await expect.poll(heard).toContainEqual(['message', { role: 'agent', count: 0 }])
    await svc(page, 'reset')
    await svc(page, 'send', 'Reset two')
    await expect.poll(() => countChats('Reset ')).toBe(2)
    const { body } = await world.client.get('/conversations?site=shop&q=Reset%20one')
    await expect.poll(() => told(world, body.items[0].id, 'conversation.ended')).toHaveLength(1)
  })

  test('[R400] identify replaces the details form, and is sent with the first message', async () => {
    await page.goto(world.page('/identify', { attributes: 'data-site="asking"' }))
    await loaded(page)
    await svc(page, 'identify', { name: 'Ann', email: 'ann@example.com', extra: 'dropped' })
    const started = page.waitForRequest(
      (request) => /\/chat\/conversations(\?|$)/.test(request.url()) && request.method() === 'POST',
    )
    await svc(page, 'send', 'It is me')
    expect((await started).postDataJSON().identity).toEqual({ name: 'Ann', email: 'ann@example.com' })
  })

  test('[R403] a reply to a closed window is counted on the button until the window is opened', async () => {
    await page.goto(world.page('/unread'))
    await loaded(page)
    const heard = await listen(page, ['message'])
    const release = await hold('**/chat/conversations*')
    await svc(page, 'send', 'Unread')
    await svc(page, 'close')
    release()
    await expect.poll(heard).toContainEqual(['message', { role: 'agent', count: 1 }])
    await page.getByRole('button', { name: /\(1\)$/ }).click()
    await dialog(page).waitFor()
    expect(await launcher(page).getAttribute('aria-label')).not.toContain('(1)')
  })

  test('a handler that throws is reported as the page’s error, and the others still run', async () => {
    await page.goto(world.page('/throwing'))
    await loaded(page)
    await page.evaluate(() => {
      ;(window.Svc as Svc).on('open', () => {
        throw new Error('of the page')
      })
    })
    const heard = await listen(page)
    await svc(page, 'open')
    await dialog(page).waitFor()
    expect(await heard()).toEqual(['open'])
    expect(opened.errors.join()).toContain('of the page')
  })

  test('[R397] logs what it does with svcdebug, and nothing without it', async () => {
    const address = world.page('/debug')
    await page.goto(address)
    await loaded(page)
    await svc(page, 'open')
    await dialog(page).waitFor()
    expect(lines).toEqual([])
    await page.goto(`${address}?svcdebug=1`)
    await loaded(page)
    await svc(page, 'open')
    await dialog(page).waitFor()
    expect(lines.join()).toContain('[svc] open')
    expect(await svc(page, 'debug')).toMatchObject({ site: 'shop', loaded: true, open: true, unread: 0, theme: 'auto' })
  })
})

/** Calls these methods with arbitrary arguments. @returns what they threw */
const callWithRubbish = (names: readonly string[] = methods.filter((name) => name !== 'destroy')) =>
  page.evaluate((names) => {
    const trap = () => {
      throw new Error('of the page')
    }
    const revoked = Proxy.revocable({}, {})
    revoked.revoke()
    const cyclic: Record<string, unknown> = { email: 5, name: [] }
    cyclic.self = cyclic
    const getter = Object.defineProperty({}, 'name', { get: trap })
    const text = { [Symbol.toPrimitive]: trap, toString: trap, valueOf: trap }
    const rubbish = [
      ...[undefined, null, 5, Number.NaN, 10n, true, '', '  ', 'nonsense', '__proto__', 'constructor', Symbol('x')],
      ...[{}, [], [['open']], () => {}, trap, cyclic, getter, text, Object.create(null), new Date(Number.NaN)],
      ...[new Proxy({}, { get: trap, has: trap, ownKeys: trap }), revoked.proxy, document.all, document.body, window],
    ]
    const faults: string[] = []
    const call = (name: string, ...given: unknown[]) => {
      try {
        ;(window.Svc as never as Record<string, (...all: unknown[]) => void>)[name]!(...given)
      } catch (error) {
        faults.push(`${name}: ${error}`)
      }
    }
    for (const name of names) {
      call(name)
      for (const given of rubbish) call(name, given, given)
      if (name === 'on' || name === 'off') for (const given of rubbish) call(name, 'message', given)
    }
    return faults
  }, names)

describe('[R405] no argument makes a method throw or log to the console', () => {
  afterEach(() => expect([lines, opened.errors]).toEqual([[], []]))

  test('before the chat is loaded', async () => {
    const release = await hold('**/widget/*')
    await page.goto(world.page('/early-rubbish'))
    await launcher(page).waitFor()
    expect(await callWithRubbish()).toEqual([])
    expect(await svc(page, 'debug')).toMatchObject({ loaded: false, destroyed: false })
    release()
    await loaded(page)
    await svc(page, 'open')
    await dialog(page).waitFor()
  })

  test('once the chat is loaded, which then works as before', async () => {
    await page.goto(world.page('/rubbish'))
    await loaded(page)
    expect(await callWithRubbish()).toEqual([])
    const heard = await listen(page, ['close', 'message'])
    await svc(page, 'close')
    await dialog(page).waitFor({ state: 'hidden' })
    await svc(page, 'reset')
    await svc(page, 'send', 'After rubbish')
    await dialog(page).getByRole('log').getByText('After rubbish').waitFor()
    await expect.poll(heard).toContainEqual(['message', { role: 'agent', count: 0 }])
    expect(await heard()).toContain('close')
    await expect.poll(() => world.stored()).toContain('After rubbish')
  })

  test('[R398] after destroy, when it is gone, calls no handlers and makes no requests', async () => {
    await page.goto(world.page('/gone'))
    await loaded(page)
    const heard = await listen(page)
    await svc(page, 'open')
    await dialog(page).waitFor()
    expect(await callWithRubbish(['destroy'])).toEqual([])
    expect(await page.locator('svc-widget').count()).toBe(0)
    const seen = requests(context, world.server)
    expect(await callWithRubbish([...methods])).toEqual([])
    for (const method of methods) await svc(page, method, 'open')
    await page.evaluate(() => new Promise((resolve) => requestIdleCallback(resolve)))
    expect(await heard()).toEqual(['open'])
    expect([await page.locator('svc-widget').count(), seen]).toEqual([0, []])
    expect(await svc(page, 'debug')).toMatchObject({ destroyed: true })
  })

  test('the debug log says which calls were ignored', async () => {
    await page.goto(`${world.page('/log')}?svcdebug=1`)
    await loaded(page)
    expect(await callWithRubbish(['send', 'identify', 'on', 'off'])).toEqual([])
    expect(lines.filter((line) => line.includes('was ignored')).length).toBeGreaterThan(20)
    lines.length = 0
  })
})

describe('after destroy', () => {
  test('another script tag starts again, as pages of frameworks do', async () => {
    await page.goto(world.page('/anew'))
    await loaded(page)
    await svc(page, 'destroy')
    await page.evaluate((src) => {
      const script = document.createElement('script')
      script.src = src
      script.dataset.site = 'shop'
      document.body.append(script)
    }, `${world.server.url}/loader.js`)
    await loaded(page)
    await svc(page, 'open')
    await dialog(page).waitFor()
  })
})

describe('the script tag', () => {
  test('two tags create one widget', async () => {
    const seen = requests(context, world.server)
    await page.goto(world.page('/twice', { body: world.tag() + world.tag('data-site="shop" data-open') }))
    await loaded(page)
    await page.waitForLoadState('networkidle')
    expect([await page.locator('svc-widget').count(), await launcher(page).count()]).toEqual([1, 1])
    expect(seen.filter((path) => path === '/chat/site')).toHaveLength(1)
  })

  test('[R395] data-open opens the chat at once; data-fill has no button and cannot be closed', async () => {
    await page.goto(world.page('/open', { attributes: 'data-site="shop" data-open' }))
    await dialog(page).waitFor()
    await page.goto(world.page('/fill', { attributes: 'data-site="shop" data-fill' }))
    await loaded(page)
    expect(await svc(page, 'debug')).toMatchObject({ open: true })
    expect(await page.locator('svc-widget .launcher').count()).toBe(0)
  })

  const schemes = { light: 'light', dark: 'dark', auto: 'light dark', nonsense: 'light dark' }
  test.each(Object.entries(schemes))('[R396] data-theme %s', async (theme, scheme) => {
    await page.goto(world.page('/theme', { attributes: `data-site="shop" data-theme="${theme}"` }))
    await loaded(page)
    expect(await page.locator('svc-widget').evaluate((host) => getComputedStyle(host).colorScheme)).toBe(scheme)
  })

  test('[R396] a script served elsewhere loads its chat from there, and finds the server by data-api', async () => {
    const copy = async (path: string) => {
      const body = await (await fetch(`${world.server.url}${path}`)).text()
      world.host.put(`/assets${path}`, { body, headers: { 'content-type': 'text/javascript' } })
    }
    const loader = await (await fetch(`${world.server.url}/loader.js`)).text()
    const chat = /chat-[\w-]+\.js/.exec(loader)![0]
    const parts = (await (await fetch(`${world.server.url}/widget/${chat}`)).text()).matchAll(/[\w-]+-[\w-]{6}\.js/g)
    const files = new Set([chat, ...[...parts].map(([name]) => name)])
    for (const path of ['/loader.js', ...[...files].map((name) => `/widget/${name}`)]) await copy(path)
    const seen = requests(context, world.server)
    const tag = `<script src="/assets/loader.js" data-site="shop" data-api="${world.server.url}/" async></script>`
    await page.goto(world.host.put('/elsewhere', `<!doctype html><body>${tag}`))
    await loaded(page)
    await svc(page, 'send', 'From elsewhere')
    await expect.poll(() => world.stored()).toContain('From elsewhere')
    expect(seen.filter((path) => !path.startsWith('/chat/'))).toEqual([])
  })
})
