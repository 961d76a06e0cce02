import type { Page } from 'playwright-core'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { buildDashboard, eventually } from '../support/agent.ts'
import { faultsIn } from '../support/axe.ts'
import { type OpenBrowser, openBrowser } from '../support/browser.ts'
import { makeDemoHistory } from '../support/demo.ts'
import { addPerson, goTo, openDesk } from '../support/desk-page.ts'
import { type PageCalls, watchCalls } from '../support/page-calls.ts'
import { hasSaid } from '../support/said.ts'
import { createWorld, type World } from '../support/world.ts'

const admin = { email: 'admin@shop.example', name: 'Our admin', role: 'admin' } as const

let world: World
let browser: OpenBrowser
let calls: PageCalls
let page: Page

beforeEach(async () => {
  buildDashboard()
  world = await createWorld()
  world.clock.move(Date.now() - world.clock.now())
  await addPerson({ post: (path: string, body: unknown) => world.api('POST', path, { body }) } as never, admin)
  await makeDemoHistory(await world.context(), 20)
  browser = await openBrowser()
  calls = await watchCalls(browser.context)
  page = (await openDesk(browser, world, admin)).page
})
afterEach(async () => {
  await browser.close()
  await world.close()
})

const main = () => page.getByRole('main')
const button = (name: string) => main().getByRole('button', { name, exact: true })
const rows = (of: Page) => of.locator('[data-row]')

test('a button deletes the demo data after a confirmation, and every list is empty afterwards', async () => {
  await rows(page).first().waitFor()
  await goTo(page, '/contacts')
  await main().locator('[data-contact]').first().waitFor()
  await goTo(page, '/overview?days=90')
  await main().getByRole('region', { name: 'At a glance' }).waitFor()
  const other = (await openDesk(browser, world, admin)).page
  await rows(other).first().waitFor()

  await goTo(page, '/settings/data')
  await main()
    .getByText(/^\d+ conversations and \d+ contacts\.$/)
    .waitFor()
  expect(await faultsIn.light(page)).toEqual([])
  await button('Delete demo data').press('Enter')
  await button('Delete for good').press('Escape')
  calls.refused = /demo.removeHistory/
  await button('Delete demo data').press('Enter')
  await button('Delete for good').press('Enter')
  await hasSaid(page, 'The server cannot do this just now.')
  calls.refused = null
  await button('Delete demo data').press('Enter')
  expect(await faultsIn.dark(page)).toEqual([])
  await button('Delete for good').press('Enter')
  await hasSaid(page, 'deleted. What real visitors wrote is still there.')
  await main().getByRole('heading', { name: 'Demo data' }).waitFor({ state: 'detached' })

  for (const [path, said] of [
    ['/overview?days=90', 'No conversation in this time'],
    ['/contacts', 'No contacts yet'],
    ['/inbox/all', 'No conversations yet'],
  ] as const) {
    await goTo(page, path)
    await page.getByText(said).waitFor()
    expect([path, await faultsIn.light(page)]).toEqual([path, []])
  }
  // Another open screen shows it, too.
  await other.getByText('No conversations yet').waitFor()
  expect(await rows(other).count()).toBe(0)
  await eventually(async () => (await world.api('GET', '/demo/history?site=demo')).body.conversations).toBe(0)
  expect(browser.errors).toEqual([])
})
