import { execFileSync } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { servePages } from '../../desktop/main/pages.ts'
import { faultsIn } from '../support/axe.ts'
import { openBrowser } from '../support/browser.ts'
import { createClient } from '../support/client.ts'
import { startFake } from '../support/fake-electron.ts'
import { loadPreload, sendToPage } from '../support/preload.ts'
import { type Server, startServer } from '../support/server.ts'

let server: Server

const account = { email: 'anna@shop.example', name: 'Anna', role: 'member', password: 'a long enough password' }
const conversationId = 'conv_0VbQ1234abcdEFGH5678'

beforeAll(async () => {
  execFileSync(process.execPath, ['build.ts', '--stale', 'desktop'])
  server = await startServer({ config: { sites: [{ id: 'shop', name: 'The shop' }] } })
  await createClient(server).post('/admins', account)
})
afterAll(() => server[Symbol.asyncDispose]())

/** The app with a fake Electron, configured with this server, which is real. */
const startApp = (folder = folderWith({ server: server.url })) => startFake({ fetch, folder })

function folderWith(settings: object): string {
  const folder = mkdtempSync(join(tmpdir(), 'desktop-'))
  writeFileSync(join(folder, 'settings.json'), JSON.stringify(settings))
  return folder
}

/** The server's dashboard in a browser, with the app's preload script, connected to the app's main process. */
async function openDashboard() {
  const app = await startApp()
  const opened = await openBrowser()
  const refused: string[] = []
  await loadPreload(opened.context, async (channel, given) => {
    try {
      return await app.invoke(channel, given, opened.page.url())
    } catch (error) {
      refused.push(channel)
      throw error
    }
  })
  await opened.page.goto(`${server.url}/dashboard`)
  return { app, opened, page: opened.page, refused, [Symbol.asyncDispose]: opened.close }
}

const isSignedIn = (page: Page) =>
  page.evaluate(async () => (await fetch('/auth/sign-out', { method: 'POST' })).status === 200)

/**
 * Runs in the page: calls everything with arguments of every other type. @returns the calls that were executed anyway
 */
async function callHostilely(): Promise<string[]> {
  const good = { id: 'a', kind: 'waiting', title: 'A', body: 'B', conversationId: null }
  const endless: Record<string, unknown> = {}
  endless.self = endless
  const plain = [undefined, null, {}, [], Number.NaN, -1, 1e300, 2n ** 64n, '', 'x'.repeat(2_000_000), '\ud800']
  const rich = [new Date(), /x/, new Map([['id', 'a']]), new Uint8Array(1000), new Error('x'), endless, document.body]
  const notices = [
    { ...good, id: 'x'.repeat(201) },
    { ...good, kind: '__proto__' },
    { ...good, conversationId: 'frontdesk://conversation/x' },
    { ...good, title: { toString: () => 'A' } },
    { ...good, icon: 'file:///etc/passwd' },
    { ...good, toastXml: '<toast launch="x"/>' },
    JSON.parse('{"__proto__":{"id":"a"},"to":"open","on":true,"extra":1}'),
    new Proxy(good, { get: () => 'x' }),
  ]
  const hostile: unknown[] = [...plain, ...rich, ...notices, window, () => 'a', Symbol('a')]
  const bridge = window.frontdesk as unknown as Record<string, (given: unknown) => Promise<unknown>>
  const done: string[] = []
  for (const name of ['notify', 'dismiss', 'badge', 'setAvailable']) {
    for (const [at, given] of hostile.entries()) {
      // Null is how the page reports that nobody is signed in.
      if (name === 'setAvailable' && given === null) continue
      const isDone = await bridge[name]!(given).then(
        () => true,
        () => false,
      )
      if (isDone) done.push(`${name} ${at}`)
    }
  }
  return done
}

/** Runs in the page: subscribes values that are not functions. @returns where they were accepted */
function listenHostilely(): string[] {
  const bridge = window.frontdesk as unknown as Record<string, (given: unknown) => unknown>
  const isTaken = (name: string, given: unknown) => {
    try {
      bridge[name]!(given)
      return true
    } catch {
      return false
    }
  }
  const names = ['onOpen', 'onReply', 'onTakeover', 'onAvailability']
  return names.filter((name) => [undefined, null, 'alert(1)', {}, { call: 1 }].some((given) => isTaken(name, given)))
}

describe('the bridge in a page of a real browser', () => {
  test('executes calls, and delivers events', async () => {
    await using dashboard = await openDashboard()
    const { app, page } = dashboard
    const shown = await page.evaluate(
      async (id) =>
        await window.frontdesk!.notify({ id: 'a', kind: 'waiting', title: 'A', body: 'B', conversationId: id }),
      conversationId,
    )
    expect([shown, app.names().filter((name) => name === 'notification')]).toEqual([true, ['notification']])
    await page.evaluate(() => {
      window.frontdesk!.onOpen((id) => {
        document.documentElement.dataset.opened = id
      })
    })
    await sendToPage(page, 'open', conversationId)
    expect(await page.evaluate(() => document.documentElement.dataset.opened)).toBe(conversationId)
    expect(await page.evaluate(() => [window.frontdesk!.version, window.frontdesk!.platform])).toEqual([
      '1.2.3',
      'linux',
    ])
  })

  test('[threat 21] executes no call with hostile arguments from a compromised page', async () => {
    await using dashboard = await openDashboard()
    const { app, page, refused } = dashboard
    const before = app.did.length
    const outcome = [...(await page.evaluate(callHostilely)), ...(await page.evaluate(listenHostilely))]
    expect(outcome).toEqual([])
    expect(refused.length).toBeGreaterThan(50)
    expect(app.did.length).toBe(before)
    expect(await page.evaluate(() => window.frontdesk!.badge(3))).toBeUndefined()
    expect(app.did.at(-1)).toEqual(['badge', 3])
  })

  test('[threat 21] does nothing on another page of the same server', async () => {
    await using dashboard = await openDashboard()
    const { page, app } = dashboard
    await page.goto(`${server.url}/demo/`)
    const words = await page.evaluate(
      async () => await window.frontdesk!.badge(7).catch((error: Error) => error.message),
    )
    expect(words).toBe('refused')
    expect(app.did).not.toContainEqual(['badge', 7])
  })
})

describe('the session', () => {
  test('is stored encrypted, opens the dashboard at the next start, and is removed by signing out', async () => {
    await using dashboard = await openDashboard()
    const { app, page } = dashboard
    const answered = page.waitForResponse(`${server.url}/auth/sign-in`)
    const { email, password } = account
    await page.evaluate(
      async (body) => {
        const headers = { 'content-type': 'application/json' }
        await fetch('/auth/sign-in', { method: 'POST', headers, body: JSON.stringify(body) })
      },
      { email, password },
    )
    const cookie = await (await answered).headerValue('set-cookie')
    app.headersReceived(`${server.url}/auth/sign-in`, { 'set-cookie': [cookie!] })
    const file = join(app.folder, 'session.sealed')
    await expect.poll(() => existsSync(file)).toBe(true)
    expect(readFileSync(file, 'utf8')).not.toContain('svc_sess_')

    const next = await startApp(app.folder)
    await expect.poll(() => next.cookies.length).toBe(1)
    const { url, name, value, httpOnly, sameSite } = next.cookies[0]!
    expect([url, sameSite]).toEqual([server.url, 'lax'])
    await using other = await openBrowser()
    await other.context.addCookies([{ url, name: name!, value: value!, httpOnly: httpOnly!, sameSite: 'Lax' }])
    await other.page.goto(`${server.url}/dashboard`)
    expect(await other.page.evaluate(() => document.cookie)).not.toContain('svc_sess_')
    const left = other.page.waitForResponse(`${server.url}/auth/sign-out`)
    expect(await isSignedIn(other.page)).toBe(true)
    next.headersReceived(`${server.url}/auth/sign-out`, {
      'set-cookie': [(await (await left).headerValue('set-cookie'))!],
    })
    await expect.poll(() => existsSync(file)).toBe(false)
    expect(await isSignedIn(other.page)).toBe(false)
  })
})

describe('the app’s own pages', () => {
  const host = 'http://127.0.0.1:1'

  /** One of them in a browser, as the app serves it, connected to the app's main process. */
  async function openPage(name: string, settings: object) {
    const app = await startApp(folderWith(settings))
    const opened = await openBrowser()
    const serve = servePages('dist/desktop/pages')
    await opened.context.route(`${host}/**`, async (route) => {
      const url = route.request().url().replace(host, 'frontdesk-page://app')
      const response = await serve({ url, method: route.request().method() })
      const body = Buffer.from(await response.arrayBuffer())
      await route.fulfill({ status: response.status, headers: Object.fromEntries(response.headers), body })
    })
    const own = `frontdesk-page://app/${name}`
    await loadPreload(opened.context, (channel, given) => app.invoke(channel, given, own), {
      protocol: 'frontdesk-page:',
    })
    await opened.page.goto(`${host}/${name}`)
    return { app, opened, page: opened.page, [Symbol.asyncDispose]: opened.close }
  }

  /** Axe finds nothing, in light and dark. */
  async function expectAccess(page: Page) {
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme })
      expect([colorScheme, await faultsIn[colorScheme](page)]).toEqual([colorScheme, []])
    }
  }

  test('ask for a server, explain a wrong address, and open its dashboard', async () => {
    await using welcome = await openPage('welcome.html', {})
    const { app, page, opened } = welcome
    // The field is focused.
    await expect.poll(() => page.evaluate(() => document.activeElement?.getAttribute('name'))).toBe('address')
    const type = async (address: string) => {
      await page.getByLabel('Address').fill(address)
      await page.keyboard.press('Enter')
    }
    await type('not an address')
    await page.getByText('Enter an address such as').waitFor()
    await type('http://desk.example.com')
    await page.getByText('must start with https://').waitFor()
    await type('http://192.168.0.1:1')
    await page.getByText('The connection is not encrypted').waitFor()
    await expectAccess(page)
    expect(await page.evaluate(() => document.activeElement?.getAttribute('name'))).toBe('sure')
    await type('http://127.0.0.1:2')
    await page.getByText('The server cannot be reached.').waitFor()
    expect(await page.getByText('The connection is not encrypted').isVisible()).toBe(false)
    await type(new URL(server.url).host.replace('127.0.0.1', 'localhost'))
    await expect.poll(() => app.contents.url()).toBe(`${server.url}/dashboard`)
    expect([opened.errors, opened.foreign]).toEqual([[], []])
  })

  test('say that the server is unreachable, and return to it', async () => {
    await using offline = await openPage('offline.html', { server: server.url })
    const { app, page, opened } = offline
    await app.contents.stand.loadURL('frontdesk-page://app/offline.html')
    await page.getByText('Frontdesk cannot be shown').waitFor()
    await expectAccess(page)
    await page.getByRole('button', { name: 'Try again now' }).click()
    await expect.poll(() => app.contents.url()).toBe(`${server.url}/dashboard`)
    expect([opened.errors, opened.foreign]).toEqual([[], []])
  })
})
