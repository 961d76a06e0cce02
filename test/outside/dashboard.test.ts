import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { buildDashboard, eventually } from '../support/agent.ts'
import { accessFaults, faultsIn } from '../support/axe.ts'
import { type OpenBrowser, openBrowser } from '../support/browser.ts'
import { type Client, createClient } from '../support/client.ts'
import { signInto } from '../support/desk-page.ts'
import { expectHarmless, hostileTexts } from '../support/hostile.ts'
import { keepBrowser } from '../support/kept-browser.ts'
import { hasSaid } from '../support/said.ts'
import { type Server, startServer } from '../support/server.ts'

let server: Server
let desk: Client

const password = 'a long enough password'

beforeAll(async () => {
  buildDashboard()
  server = await startServer({ config: { sites: [{ id: 'shop', name: 'The shop' }] } })
  desk = createClient(server)
  const signIn = { attemptsPerIp: 1000 }
  await desk.call('PUT', '/settings', { body: { settings: { security: { signIn } } } })
  const roles = [
    ['admin', { password }],
    ['member', {}],
  ] as const
  for (const [role, given] of roles)
    await desk.post('/admins', { email: `${role}@shop.example`, name: `Our ${role}`, role, ...given })
})
afterAll(() => server[Symbol.asyncDispose]())

const browser = keepBrowser()

const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name, exact: true })
const field = (page: Page, name: string) => page.getByLabel(name, { exact: true })
const keys = (page: Page) => page.getByRole('region', { name: 'API keys' })

async function signIn(page: Page, email: string, words = password) {
  await page.goto(`${server.url}/dashboard`)
  await field(page, 'Email').fill(email)
  await field(page, 'Password').fill(words)
  await button(page, 'Sign in').click()
}

const menu = (page: Page) => button(page, /^You: /)
const signedIn = (page: Page) => menu(page).waitFor()
const signedOut = (page: Page) => button(page, 'Sign in').waitFor()

/** Opens a settings page by its address. */
const settings = (page: Page, name: string) => page.goto(`${server.url}/dashboard/settings/${name}`)

/** Opens the keys page for a signed-in person. */
async function openKeys({ context, page }: OpenBrowser, email = 'admin@shop.example') {
  await signInto(context, server, email)
  await settings(page, 'keys')
}

async function signOut(page: Page) {
  await menu(page).click()
  await button(page, 'Sign out').click()
}

/** Presses Tab until this control has the focus. */
async function tabTo(page: Page, name: string | RegExp) {
  const target = page.getByLabel(name, { exact: true }).or(button(page, name)).first()
  await target.waitFor()
  const element = (await target.elementHandle())!
  for (let count = 0; count < 60; count++) {
    await page.keyboard.press('Tab')
    if (await element.evaluate((it) => it === document.activeElement)) return
  }
  throw new Error(`${name} cannot be reached by keyboard`)
}

async function typeInto(page: Page, name: string, text: string) {
  await tabTo(page, name)
  await page.keyboard.type(text)
}

describe('signing in', () => {
  test('the owner’s first link opens the dashboard, a password is set, and signs in from then on, by keyboard', async () => {
    await eventually(() => server.stdout.find((line) => line.startsWith('Sign in'))).toBeDefined()
    const link = /http\S+/.exec(server.stdout.find((line) => line.startsWith('Sign in'))!)![0]
    await using opened = await openBrowser()
    const { page } = opened
    // A mail scanner opens the link in a browser too, and leaves it unused.
    await using scanner = await openBrowser()
    for (const one of [scanner.page, page]) {
      await one.goto(link)
      await one.getByText('This link signs you in once.').waitFor()
    }
    await page.reload()
    await button(page, 'Sign in').waitFor()
    await page.keyboard.press('Enter')
    await signedIn(page)
    await eventually(() => page.url()).toBe(`${server.url}/dashboard/inbox/all`)
    await button(page, 'You: owner@localhost').waitFor()

    await settings(page, 'account')
    await typeInto(page, 'New password', password)
    await page.keyboard.press('Enter')
    await page.getByText('Your password is set.').waitFor()
    await page.reload()
    await signedIn(page)
    await tabTo(page, /^You: /)
    await page.keyboard.press('Enter')
    await tabTo(page, 'Sign out')
    await page.keyboard.press('Enter')
    await signedOut(page)
    await typeInto(page, 'Email', 'owner@localhost')
    await typeInto(page, 'Password', password)
    await page.keyboard.press('Enter')
    await signedIn(page)
    await page.goto(link)
    await button(page, 'Sign in').click()
    await page.getByRole('alert').getByText(/link/).waitFor()
    expect(opened.errors.filter((line) => !line.startsWith('Failed to load resource'))).toEqual([])
  })

  test('explains a wrong password, accepts the right one, and says if the session was ended elsewhere', async () => {
    await using opened = await openBrowser()
    const { page, context } = opened
    await signIn(page, 'admin@shop.example', 'not this one')
    await page.getByRole('alert').getByText('The email or the password is wrong.').waitFor()
    expect(await field(page, 'Email').inputValue()).toBe('admin@shop.example')
    await field(page, 'Password').fill(password)
    await page.keyboard.press('Enter')
    await signedIn(page)
    await settings(page, 'keys')
    await field(page, 'Name').fill('Too late')
    const other = await context.newPage()
    await other.goto(`${server.url}/dashboard`)
    await signOut(other)
    await signedOut(other)
    await button(page, 'Create key').click({ force: true })
    const dialog = page.getByRole('dialog', { name: 'Sign in to Frontdesk' })
    await dialog.getByText('Your session has ended.').waitFor()
    await page.getByRole('status').getByText('Signed out').waitFor()
    await dialog.getByLabel('Email', { exact: true }).fill('admin@shop.example')
    await dialog.getByLabel('Password', { exact: true }).fill(password)
    await page.keyboard.press('Enter')
    await dialog.waitFor({ state: 'detached' })
    expect(await field(page, 'Name').inputValue()).toBe('Too late')
    await button(page, 'Create key').click()
    await page.getByText('Copy the key now').waitFor()
    await desk.call('DELETE', `/keys/${(await desk.get('/keys')).body.keys[0].id}`)
  })

  test('redirects from the machine’s other name to the one in BASE_URL', async () => {
    const other = server.url.replace('127.0.0.1', 'localhost')
    for (const path of ['/dashboard', '/dashboard/link', '/docs/']) {
      const response = await fetch(`${other}${path}`, { redirect: 'manual' })
      expect([response.status, response.headers.get('location')]).toEqual([302, `${server.url}${path}`])
    }
    expect((await fetch(`${server.url}/dashboard`, { redirect: 'manual' })).status).toBe(200)
  })
})

describe('the API keys of a site', () => {
  test('are created, used and revoked by keyboard', async () => {
    const opened = await browser()
    const { page } = opened
    await openKeys(opened)
    await typeInto(page, 'Name', 'Website')
    await page.keyboard.press('Tab')
    await page.keyboard.type('Read')
    for (const key of ['Tab', 'Tab', 'Tab', 'Enter']) await page.keyboard.press(key)
    const made = await page
      .getByRole('region', { name: 'The new key' })
      .getByText(/^svc_live_/)
      .innerText()
    const ask = () => fetch(`${server.url}/api/v1/me`, { headers: { authorization: `Bearer ${made}` } })
    expect((await ask()).status).toBe(200)
    await keys(page).getByRole('listitem').getByText('Read-only').waitFor()
    await button(page, 'Done').click()
    expect(await page.getByText(made).count()).toBe(0)
    await page.reload()
    await keys(page).getByText('used just now').waitFor()
    await tabTo(page, 'Revoke Website')
    await page.keyboard.press('Enter')
    await button(page, 'Revoke for good').waitFor()
    await page.keyboard.press('Enter')
    await keys(page).getByText('2 revoked').waitFor()
    await eventually(async () => (await ask()).status).toBe(401)
    expect(opened.errors).toEqual([])
  })

  test('[R52] [R176] [R177] have scopes, allowed addresses, a rate limit and an expiry, and can be rotated', async () => {
    const opened = await browser()
    const { page } = opened
    await openKeys(opened)
    await field(page, 'Name').fill('Shop system')
    await page.getByRole('combobox', { name: 'Permissions', exact: true }).selectOption('Selected permissions …')
    await field(page, 'chat talk to the assistant as a visitor').uncheck()
    await button(page, 'Create key').click()
    await page.getByRole('alert').getByText('Choose at least one permission.').waitFor()
    await field(page, 'leads:write add, change, delete').check()
    // Write access includes read access.
    const reads = field(page, 'leads:read read and export')
    expect([await reads.isChecked(), await reads.isDisabled()]).toEqual([true, true])
    await page.getByRole('combobox', { name: 'Expires', exact: true }).selectOption('in 90 days')
    await page.getByText('Addresses and rate').click()
    await field(page, 'Addresses that may use it').fill('203.0.113.0/24\n\nnowhere')
    await field(page, 'Calls a minute').fill('60')
    await button(page, 'Create key').click()
    await page
      .locator('[id$="-fault"]')
      .getByText(/^Line 3: /)
      .waitFor()
    // The focused field names the fault as its description.
    await page.locator('textarea[aria-invalid="true"][aria-describedby$="-fault"]:focus').waitFor()
    expect(await accessFaults(page, 'main')).toEqual([])
    await field(page, 'Addresses that may use it').fill('203.0.113.0/24\n\n2001:db8::1')
    await button(page, 'Create key').click()
    await button(page, 'Done').click()
    const like = { name: 'Shop system', scopes: ['leads:write'], ratePerMinute: 60 }
    const stored = async () => (await desk.get('/keys')).body.keys[0]
    const first = await stored()
    expect(first).toMatchObject({ ...like, allowIps: ['203.0.113.0/24', '2001:db8::1'] })
    expect(first.expiresAt - first.createdAt).toBe(90 * 86_400_000)
    const row = keys(page).getByRole('listitem').filter({ hasText: first.prefix })
    for (const fact of ['leads:write', 'never used', '60 calls a minute', 'only from 203.0.113.0/24, 2001:db8::1'])
      await row.getByText(fact, { exact: true }).waitFor()
    await row.getByRole('button', { name: 'Replace Shop system' }).click()
    await page.getByText(`takes the place of ${first.prefix}…`).waitFor()
    await button(page, 'Create key').click()
    await page.getByText(`revoke ${first.prefix}…`).waitFor()
    expect(await stored()).toMatchObject({ ...like, allowIps: first.allowIps })
    await row.getByRole('button', { name: 'Revoke Shop system' }).click()
    await page.getByText('Programs that use it stop working at once.').waitFor()
    await button(page, 'Revoke for good').click()
    await page.getByText('revoked or expired').click()
    await row.getByText('revoked just now').waitFor()
    expect(await stored()).toMatchObject({ ...like, revokedAt: null })
    await desk.call('DELETE', `/keys/${(await stored()).id}`)
    expect(opened.errors.filter((line) => !line.startsWith('Failed to load resource'))).toEqual([])
  })

  test('are hidden from a member, who sees only the site', async () => {
    const opened = await browser()
    const { page } = opened
    await openKeys(opened, 'member@shop.example')
    await page.getByRole('navigation', { name: 'Settings' }).waitFor()
    expect([await keys(page).count(), await page.getByText('svc_live_').count()]).toEqual([0, 0])
  })

  test('[threat 3] renders names that others gave as text, at any length', async () => {
    const made = []
    for (const text of hostileTexts) {
      const key = await desk.post('/keys', { name: text.slice(0, 100).replaceAll('\n', ' '), preset: 'chat' })
      made.push(key.body.id)
    }
    await desk.call('PATCH', '/admins/admin@shop.example', { body: { name: hostileTexts[3] } })
    const opened = await browser()
    const { page } = opened
    await openKeys(opened)
    await keys(page).getByText('Show 2 more').click()
    expect(await keys(page).getByRole('listitem').count()).toBeGreaterThanOrEqual(hostileTexts.length)
    await expectHarmless(opened, page.locator('body'))
    for (const id of made) await desk.call('DELETE', `/keys/${id}`)
    expect(opened.errors).toEqual([])
  })
})

test('axe finds no faults in sign-in, account and keys, in light and dark', async () => {
  const opened = await browser()
  const { page, context } = opened
  const expectNone = async () => {
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme })
      expect(await faultsIn[colorScheme](page)).toEqual([])
    }
  }
  await page.goto(`${server.url}/dashboard`)
  await signedOut(page)
  await expectNone()
  await signInto(context, server, 'admin@shop.example')
  await settings(page, 'account')
  await page.getByRole('heading', { name: 'Password' }).waitFor()
  await expectNone()
  await settings(page, 'keys')
  await field(page, 'Name').fill('A colour')
  await button(page, 'Create key').click()
  await page.getByText('Copy the key now').waitFor()
  await expectNone()
})

test('the API reference can be read, and tried with a key', async () => {
  await using opened = await openBrowser()
  const { page } = opened
  await page.goto(`${server.url}/docs`)
  await button(page, 'Authorize').click()
  await page.getByLabel('auth-bearer-value').fill(server.adminKey)
  await page.getByRole('button', { name: 'Apply credentials' }).click()
  await button(page, 'Close').click()
  await page.getByText('Retrieve the caller').click()
  await button(page, 'Execute').click()
  await page.getByRole('table').getByText('"admin_key"').waitFor()
  expect(await accessFaults(page, 'body > header')).toEqual([])
  expect([opened.errors, opened.foreign]).toEqual([[], []])
})

test('a bar shows that the server is unreachable, and everything is current when it is back', async () => {
  const opened = await browser()
  const { page } = opened
  await openKeys(opened)
  await keys(page).waitFor()
  await server.stop()
  await page.getByRole('status').getByText('Offline.').waitFor()
  await server.restart()
  await hasSaid(page, 'Back. Nothing missed.')
  await page.getByRole('status').getByText('Back.').waitFor({ state: 'detached' })
  await field(page, 'Name').fill('After the break')
  await button(page, 'Create key').click()
  await page.getByText('Copy the key now').waitFor()
})

test('the CSP keeps injected script from opening other sockets, and text from becoming script', async () => {
  await using opened = await openBrowser()
  const { page } = opened
  const response = (await page.goto(`${server.url}/dashboard`))!
  await field(page, 'Email').waitFor()
  const socket = new URL(server.url).host
  expect(response.headers()['content-security-policy']).toContain(`connect-src 'self' ws://${socket};`)
  const tried = await page.evaluate(async (own) => {
    const refused = (directive: string) =>
      new Promise<boolean>((resolve) => {
        addEventListener('securitypolicyviolation', (event) => event.effectiveDirective === directive && resolve(true))
      })
    const blocked = refused('connect-src')
    const foreign = new WebSocket('ws://127.0.0.1:9/')
    const closed = new Promise((resolve) => foreign.addEventListener('close', resolve))
    const ownSocket = new WebSocket(`ws://${own}/trpc`)
    const opened = new Promise((resolve) => ownSocket.addEventListener('open', () => resolve(true)))
    const attempt = (work: () => void) => {
      try {
        work()
        return 'done'
      } catch (error) {
        return (error as Error).name
      }
    }
    return {
      foreign: await Promise.race([blocked, closed.then(() => 'reached the network')]),
      own: await opened,
      markup: attempt(() => {
        document.createElement('div').innerHTML = '<img src=x>'
      }),
      script: attempt(() => {
        document.createElement('script').src = '/dashboard/worker.js'
      }),
    }
  }, socket)
  expect(tried).toEqual({ foreign: true, own: true, markup: 'TypeError', script: 'TypeError' })
})

test('an unknown path returns a plain 404 page with the security headers of a page', async () => {
  const response = await fetch(`${server.url}/nothing/here`)
  expect([response.status, await response.text()]).toEqual([404, 'Not found.'])
  expect(response.headers.get('content-security-policy')).toContain("default-src 'self'")
  expect(response.headers.get('x-content-type-options')).toBe('nosniff')
})
