import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { openBrowser } from '../support/browser.ts'
import { type FakeTurnstile, startFakeTurnstile, type Turn } from '../support/fake-turnstile.ts'
import { dialog, launcher, loaded, startWidgetWorld, svc, type WidgetWorld } from '../support/widget-page.ts'

let turnstile: FakeTurnstile
let world: WidgetWorld

beforeAll(async () => {
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

/** What was asked of the provider. */
const asked = () => turnstile.seen.map(({ path }) => path.replace(/^\/turnstile\/v0\/|\?.*$/g, ''))
/** Only the server is in it: the page that asks the visitor is its own. */
const policy = (frames = world.server.url) =>
  `default-src 'none'; script-src ${world.server.url}; connect-src ${world.server.url}; frame-src ${frames}`
const pageOf = (path: string, frames?: string) =>
  world.page(path, { headers: { 'content-security-policy': policy(frames) } })
const fault = 'The check that you are a person did not succeed.'

test('the challenge is loaded when a chat begins, and no sooner; one is enough for a chat', async () => {
  await using opened = await openBrowser()
  const { page, errors } = opened
  await page.goto(pageOf('/begins'))
  await loaded(page)
  await launcher(page).click()
  await dialog(page).getByRole('textbox').fill('Hello')
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

test('a visitor who is asked answers in the window; what was begun with reset asks anew', async () => {
  await using opened = await openBrowser()
  const { page } = opened
  turnstile.turn = 'asks'
  await page.goto(pageOf('/asks'))
  const frame = dialog(page).frameLocator('iframe[title="Checking that you are a person"]')
  const press = frame.getByRole('button', { name: 'I am a person' })
  await svc(page, 'send', 'Forgotten')
  await press.waitFor()
  expect(await dialog(page).getByRole('status').allTextContents()).not.toContain('Looking it up')
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
])('a challenge that is %s is told of, and can be tried again', async (turn, first) => {
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

test('where the frame cannot be loaded it is told of after a while; whoever does not want to wait goes back', async () => {
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
