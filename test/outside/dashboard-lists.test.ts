import type { Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { buildDashboard, eventually } from '../support/agent.ts'
import { faultsIn } from '../support/axe.ts'
import { type OpenBrowser, openBrowser } from '../support/browser.ts'
import { addPerson, goTo, signInto } from '../support/desk-page.ts'
import { type Network, startNetwork } from '../support/network.ts'
import { type PageCalls, watchCalls } from '../support/page-calls.ts'
import { createWorld, type World } from '../support/world.ts'

const admin = { email: 'admin@shop.example', name: 'Our admin', role: 'admin' } as const

let world: World
let network: Network
let browser: OpenBrowser
let calls: PageCalls
let page: Page

/** A site whose lists have three pages each. */
beforeAll(async () => {
  buildDashboard()
  world = await createWorld()
  world.clock.move(Date.now() - world.clock.now())
  await addPerson({ post: (path: string, body: unknown) => world.api('POST', path, { body }) } as never, admin)
  const { sql } = world.services.database
  const now = world.clock.now()
  const rows = <T>(count: number, row: (n: number) => T) => Array.from({ length: count }, (_, n) => row(n))
  const site = 'demo'
  const [made, source] = [{ created_at: now, updated_at: now }, 'form']
  await sql`insert into leads ${sql(rows(450, (n) => ({ id: `lead_${n}`, site, name: `Ada ${n}`, source, ...made })))}`
  const asked = rows(250, (n) => ({
    id: `cb_${n}`,
    site,
    name: `Ada ${n}`,
    phone: '+44 1632 960001',
    requested_at: now,
  }))
  await sql`insert into callbacks ${sql(asked)}`
  const done = { at: now, actor: admin.email, action: 'POST /labels', site, status: 201 }
  await sql`insert into audit ${sql(rows(120, () => done))}`
  network = await startNetwork()
  browser = await openBrowser(network.proxy)
  calls = await watchCalls(browser.context)
  page = browser.page
  await signInto(browser.context, world, admin.email)
})
beforeEach(async () => {
  network.mend()
  calls.refused = null
  // Before any list is fetched.
  await page.goto(`${world.url}/dashboard/settings/appearance`)
})
afterEach(() => {
  expect(browser.errors.filter((error) => !/WebSocket|ERR_/.test(error))).toEqual([])
})
afterAll(async () => {
  await browser.close()
  await network.close()
  await world.close()
})

const main = () => page.getByRole('main')
const retry = () => main().getByRole('button', { name: 'Try again' })

/** The first request fails: the reason is shown, and a retry succeeds. */
async function expectTriedAgain(path: string, call: RegExp, said: string, shown: string): Promise<void> {
  calls.refused = call
  await goTo(page, path)
  const alert = main().getByRole('alert')
  await alert.getByText(said).waitFor()
  await alert.getByText('The server cannot do this just now.').waitFor()
  expect(await faultsIn.light(page)).toEqual([])
  calls.refused = null
  await retry().press('Enter')
  await main().locator(shown).first().waitFor()
  await alert.waitFor({ state: 'detached' })
}

/**
 * The next page fails, then the network is cut while the one after it is fetched. `isWhole` once all rows are there.
 */
async function expectReadOn(call: RegExp, ask: () => Promise<void>, isWhole: () => Promise<boolean>): Promise<void> {
  calls.refused = call
  await ask()
  const end = main().locator('[data-wide]')
  await end.getByText('The rest of the list cannot be read. The server cannot do this just now.').waitFor()
  await main().locator('[data-wide]').scrollIntoViewIfNeeded()
  expect(await faultsIn.dark(page, '[data-wide]')).toEqual([])
  calls.refused = null
  await retry().press('Enter')
  await retry().waitFor({ state: 'detached' })
  network.cut()
  await page.getByText('Offline.').waitFor()
  await ask()
  await end.getByText('The rest of the list comes once the connection is back.').waitFor()
  network.mend()
  await eventually(isWhole).toBe(true)
  await end.waitFor({ state: 'detached' })
}

describe('a list that cannot be fetched says why, and loads after a retry or when the network is back', () => {
  test('contacts', async () => {
    await expectTriedAgain('/contacts', /leads.list/, 'The contacts cannot be shown.', '[data-contact]')
    const scroller = main().getByRole('region', { name: 'Contacts', exact: true })
    const toEnd = () => scroller.evaluate((element) => element.scrollTo(0, element.scrollHeight))
    const count = () => main().locator('table').getAttribute('aria-rowcount')
    await expectReadOn(/leads.list/, toEnd, async () => (await count()) === '451')
  })

  test('callbacks', async () => {
    await expectTriedAgain('/callbacks', /callbacks.list/, 'This cannot be shown.', '[data-name]')
    const more = () => main().getByRole('button', { name: 'Show more' }).press('Enter')
    await expectReadOn(/callbacks.list/, more, async () => (await main().locator('[data-name]').count()) === 250)
  })

  test('audit log', async () => {
    await expectTriedAgain('/settings/audit', /audit.list/, 'This cannot be shown.', 'li > details')
    const older = () => main().getByRole('button', { name: 'Show older' }).press('Enter')
    await expectReadOn(/audit.list/, older, async () => (await main().locator('li > details').count()) > 120)
  })

  test('overview, which keeps its earlier figures with their time if they cannot be refetched', async () => {
    await expectTriedAgain('/overview', /overview.get/, 'This cannot be shown.', 'section[aria-label="At a glance"]')
    const days = (name: string) => main().getByRole('link', { name, exact: true })
    await days('7 days').click()
    await main().getByText('The last 7 days').waitFor()
    await eventually(() => main().locator('[aria-busy]').getAttribute('aria-busy')).toBe('false')
    calls.refused = /overview.get/
    await days('30 days').click()
    await main()
      .getByText(/^As of .* It could not be read again\.$/)
      .waitFor()
    expect(await main().locator('section[aria-label="At a glance"]').count()).toBe(1)
    calls.refused = null
    await days('7 days').click()
    await days('30 days').click()
    await main()
      .getByText(/^As of /)
      .waitFor({ state: 'detached' })
  })
})
