import type { Locator, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, beforeEach, expect } from 'vitest'
import { buildDashboard } from './agent.ts'
import { type OpenBrowser, openBrowser } from './browser.ts'
import { type Client, createClient } from './client.ts'
import { addPerson, goTo, signInto } from './desk-page.ts'
import { type HostSite, startHostSite } from './host-site.ts'
import { forgetSaid, hasSaid } from './said.ts'
import { type Server, startServer } from './server.ts'
import { empty } from './widget-settings.ts'

const admin = { email: 'admin@shop.example', name: 'Our admin', role: 'admin' } as const

/** The owner of a site at its settings, on a page that each test reloads, with default widget settings. */
export type Owner = {
  server: Server
  desk: Client
  /** Their website. */
  host: HostSite
  opened: OpenBrowser
  page: Page
  /** Whether the page was loaded since something was changed elsewhere. */
  isUpToDate: boolean
}

/** Starts a server and a browser for the tests of a file. @returns the tests' actions there */
export function ownerAtSettings() {
  const owner = {} as Owner
  const set = async (settings: unknown) => {
    expect((await owner.desk.call('PUT', '/settings', { body: { settings } })).status).toBe(200)
    owner.isUpToDate = false
  }
  beforeAll(async () => {
    buildDashboard()
    owner.host = await startHostSite()
    const allow = [new URL(owner.host.url).host]
    owner.server = await startServer({ config: { sites: [{ id: 'shop', name: 'The shop' }], outbound: { allow } } })
    owner.desk = createClient(owner.server)
    await addPerson(owner.desk, admin)
    owner.opened = await openBrowser()
    owner.page = owner.opened.page
    await signInto(owner.opened.context, owner.server, admin.email)
  })
  afterAll(async () => {
    await owner.opened.close()
    await owner.server[Symbol.asyncDispose]()
    await owner.host.close()
  })
  beforeEach(async () => {
    await set(empty)
    if (owner.page.isClosed()) owner.page = await owner.opened.context.newPage()
  })
  // After a failed test, leaving the page would ask about unsaved changes.
  afterEach(async ({ task }) => {
    if (task.result?.state === 'fail') await owner.page.close()
  })
  const saved = async () => (await owner.desk.get('/settings')).body.settings
  return { owner, set, saved, ...atPage(owner) }
}

function atPage(owner: Owner) {
  const main = () => owner.page.getByRole('main')
  const button = (name: string | RegExp) => main().getByRole('button', { name, exact: true })
  return {
    main,
    button,
    field: (name: string | RegExp): Locator => main().getByLabel(name, { exact: true }),
    list: (name: string): Locator => main().getByRole('list', { name, exact: true }),
    /** Shows a page of the settings as currently saved. */
    async open(name: string) {
      if (owner.isUpToDate) await goTo(owner.page, `/settings/${name}`)
      else await owner.page.goto(`${owner.server.url}/dashboard/settings/${name}`)
      owner.isUpToDate = true
      await owner.page.locator(`[aria-current="page"][href$="/settings/${name}"]`).waitFor({ state: 'attached' })
      await button('Save').waitFor()
    },
    async save() {
      await forgetSaid(owner.page)
      await button('Save').click()
      await hasSaid(owner.page, 'Saved')
    },
    /** The error message of the focused field. */
    async faultHere() {
      const told = owner.page.locator('[aria-invalid="true"]:focus')
      await told.waitFor()
      return await told.evaluate((it) => {
        const ids = it.getAttribute('aria-describedby')?.split(' ') ?? []
        return document.getElementById(ids.at(-1) ?? '')?.textContent ?? ''
      })
    },
  }
}
