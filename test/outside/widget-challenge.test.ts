import type { Page } from 'playwright-core'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { buildDashboard } from '../support/agent.ts'
import { openBrowser } from '../support/browser.ts'
import { type FakeTurnstile, startFakeTurnstile, type Turn } from '../support/fake-turnstile.ts'
import { pageIdle } from '../support/idle.ts'
import { keepBrowser } from '../support/kept-browser.ts'
import { dialog, launcher, loaded, startWidgetWorld, svc, type WidgetWorld } from '../support/widget-page.ts'

const browser = keepBrowser()
let turnstile: FakeTurnstile
let world: WidgetWorld

beforeAll(async () => {
  buildDashboard()
  turnstile = await startFakeTurnstile()
  world = await startWidgetWorld({}, turnstile.config)
})
afterAll(async () => {
  await world.close()
  await turnstile.close()
})
beforeEach(() => {
  turnstile.turn = 'passes'
  turnstile.seen.length = 0
})

/** The requests to the provider. */
const asked = () => turnstile.seen.map(({ path }) => path.replace(/^\/turnstile\/v0\/|\?.*$/g, ''))
/** A page with only the server's frame: the page that shows the challenge is the server's own. */
const policy = (frames = world.server.url) =>
  `default-src 'none'; script-src ${world.server.url}; connect-src ${world.server.url}; frame-src ${frames}`
const pageOf = (path: string, frames?: string) =>
  world.page(path, { headers: { 'content-security-policy': policy(frames) } })
const fault = 'The check that you are a person failed.'

test('the challenge is loaded when a chat starts, not sooner, and once per chat', async () => {
  await using opened = await openBrowser()
  const { page, errors } = opened
  await page.goto(pageOf('/begins'))
  await loaded(page)
  await launcher(page).click()
  await dialog(page).getByRole('textbox').fill('Hello')
  await pageIdle(page)
  expect(asked()).toEqual([])
  await dialog(page).getByRole('textbox').press('Enter')
  await expect.poll(world.stored).toContain('Hello')
  expect(asked()).toEqual(['api.js', 'siteverify'])
  expect(await dialog(page).locator('iframe').count()).toBe(0)
  await svc(page, 'send', 'And now?')
  await expect.poll(world.stored).toEqual(expect.arrayContaining(['Hello', 'And now?']))
  expect(asked()).toEqual(['api.js', 'siteverify'])
  expect(errors).toEqual([])
})

test('a visitor completes the challenge in the window; a chat started after reset asks again', async () => {
  await using opened = await openBrowser()
  const { page } = opened
  turnstile.turn = 'asks'
  await page.goto(pageOf('/asks'))
  const frame = dialog(page).frameLocator('iframe[title="Checking that you are a person"]')
  const press = frame.getByRole('button', { name: 'I am a person' })
  await svc(page, 'send', 'Forgotten')
  await press.waitFor()
  expect(await dialog(page).getByRole('status').allTextContents()).not.toContain('Looking it up…')
  await svc(page, 'reset')
  await dialog(page).locator('iframe').waitFor({ state: 'detached' })
  await svc(page, 'send', 'Am I one?')
  await press.click()
  await expect.poll(world.stored).toContain('Am I one?')
  expect(await world.stored()).not.toContain('Forgotten')
})

test.each<[Turn, string[]]>([
  ['missing', ['api.js']],
  ['fails', ['api.js']],
  ['times out', ['api.js']],
  ['passes too late', ['api.js', 'siteverify']],
])('a challenge that is %s is reported, and can be retried', async (turn, first) => {
  await using opened = await openBrowser()
  const { page } = opened
  turnstile.turn = turn
  await page.goto(pageOf('/faults'))
  await svc(page, 'send', `It ${turn}`)
  await dialog(page).getByRole('alert').getByText(fault).waitFor()
  expect(asked()).toEqual(first)
  expect(await world.stored()).not.toContain(`It ${turn}`)
  turnstile.turn = 'passes'
  await dialog(page).getByRole('button', { name: 'Try again' }).click()
  await expect.poll(world.stored).toContain(`It ${turn}`)
  expect(await dialog(page).getByText(fault).count()).toBe(0)
})

test('a frame that cannot be loaded is reported after a while, and a visitor can go back without waiting', async () => {
  await using opened = await openBrowser()
  const { page } = opened
  await page.clock.install()
  await page.goto(pageOf('/blocked', "'none'"))
  await svc(page, 'send', 'Blocked')
  const frame = dialog(page).locator('iframe')
  await frame.waitFor()
  await page.clock.fastForward(20_000)
  await dialog(page).getByRole('alert').getByText(fault).waitFor()
  await dialog(page).getByRole('button', { name: 'Try again' }).click()
  await frame.waitFor()
  await dialog(page).getByRole('button', { name: 'Cancel' }).click()
  await dialog(page).getByRole('alert').getByText(fault).waitFor()
  expect(await world.stored()).not.toContain('Blocked')
})

describe('signing in to the dashboard', () => {
  const ann = { email: 'ann@shop.example', name: 'Ann', role: 'admin' } as const
  const password = 'a long enough password'
  const addAnn = () => world.client.post('/admins', { ...ann, password })
  beforeAll(addAnn)

  /** The sign-in page after submitting the form. */
  async function submits(page: Page, words = password) {
    await page.goto(`${world.server.url}/dashboard`)
    await page.getByLabel('Email').fill(ann.email)
    await page.getByLabel('Password').fill(words)
    await page.getByRole('button', { name: 'Sign in' }).click()
  }
  const isIn = (page: Page) => page.getByRole('navigation', { name: 'Main' }).waitFor()
  const frameOf = (page: Page) => page.frameLocator('iframe[title="Checking that you are a person"]')

  test('shows the challenge once it is required, and the page itself loads nothing from elsewhere', async () => {
    const opened = await browser()
    const { page } = opened
    turnstile.turn = 'asks'
    await page.goto(`${world.server.url}/dashboard`)
    await page.getByLabel('Email').waitFor()
    expect(asked()).toEqual([])
    await submits(page)
    await frameOf(page).getByRole('button', { name: 'I am a person' }).click()
    await isIn(page)
    expect(asked()).toEqual(['api.js', 'siteverify'])
    expect(await page.evaluate(() => performance.getEntriesByType('resource').map(({ name }) => name))).not.toContain(
      expect.stringContaining('/turnstile/'),
    )
    expect(opened.errors.filter((error) => !error.includes('400'))).toEqual([])
  })

  test('reports a wrong password after it, and asks again; a person can go back without completing it', async () => {
    const opened = await browser()
    const { page } = opened
    await submits(page, 'a wrong password')
    await page.getByRole('alert').getByText('The email or the password is wrong.').waitFor()
    turnstile.turn = 'asks'
    await page.getByRole('button', { name: 'Sign in' }).click()
    await page.getByRole('button', { name: 'Cancel' }).click()
    await page.locator('iframe').waitFor({ state: 'detached' })
    turnstile.turn = 'passes'
    await page.getByLabel('Password').fill(password)
    await page.getByRole('button', { name: 'Sign in' }).click()
    await isIn(page)
  })

  test.each<Turn>(['missing', 'fails', 'times out', 'passes too late'])(
    'with a challenge that is %s reports it, and can be retried',
    async (turn) => {
      const { page } = await browser()
      turnstile.turn = turn
      await submits(page)
      await page.getByRole('alert').getByText(fault).waitFor()
      turnstile.turn = 'passes'
      await page.getByRole('button', { name: 'Sign in' }).click()
      await isIn(page)
    },
  )

  test('asks over the current screen if the session ended', async () => {
    const { page, context } = await browser()
    await submits(page)
    await isIn(page)
    await world.client.call('DELETE', `/admins/${ann.email}`)
    await addAnn()
    const again = page.getByRole('dialog', { name: 'Sign in to Frontdesk' })
    await again.getByLabel('Email').fill(ann.email)
    await again.getByLabel('Password').fill(password)
    await again.getByRole('button', { name: 'Sign in' }).click()
    await again.waitFor({ state: 'detached' })
    expect((await context.cookies()).map(({ name }) => name)).toContain('svc_session')
  })
})
