import type { Page } from 'playwright-core'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { buildDashboard } from '../support/agent.ts'
import { type OpenBrowser, openBrowser } from '../support/browser.ts'
import { type Client, createClient } from '../support/client.ts'
import { addPerson, openDesk } from '../support/desk-page.ts'
import { type PageCalls, watchCalls } from '../support/page-calls.ts'
import { hasSaid } from '../support/said.ts'
import { type Server, startServer } from '../support/server.ts'

const ben = { email: 'ben@shop.example', name: 'Ben Ode', role: 'member' } as const

let server: Server
let desk: Client
let browser: OpenBrowser
let calls: PageCalls
let page: Page
let ids: string[]

beforeAll(async () => {
  buildDashboard()
  server = await startServer({ config: { sites: [{ id: 'shop', name: 'The shop' }] } })
  desk = createClient(server)
  await addPerson(desk, ben)
  browser = await openBrowser()
  calls = await watchCalls(browser.context)
})
// Three contacts, all chosen.
beforeEach(async () => {
  calls.refused = null
  ids = []
  for (const name of ['Ada', 'Bo', 'Cy']) ids.push((await desk.post('/leads', { name })).body.id)
  page = (await openDesk(browser, server, ben, '/contacts')).page
  await page.getByRole('checkbox', { name: 'Choose all that are shown' }).check()
})
afterAll(async () => {
  await browser.close()
  await server[Symbol.asyncDispose]()
})

const bar = () => page.getByRole('region', { name: 'Chosen contacts' })
const alert = () => page.getByRole('alert')

async function changeStatus(): Promise<void> {
  await page.keyboard.press('s')
  await page.locator(':popover-open :focus').waitFor()
  for (const key of ['ArrowDown', 'Enter']) await page.keyboard.press(key)
}

test('what is said of a change stands above the bar and what failed, in each width, and covers neither', async () => {
  calls.held = { in: /leads.change/, first: () => desk.call('DELETE', `/leads/${ids[0]}`) }
  await changeStatus()
  await page.getByRole('button', { name: 'Undo' }).waitFor()
  await alert().getByText('1 contact could not be changed:').waitFor()
  for (const width of [1280, 360]) {
    await page.setViewportSize({ width, height: 700 })
    const [toast, ...below] = await Promise.all(
      [page.locator('.toast').first(), alert(), bar()].map((one) => one.boundingBox()),
    )
    for (const box of below) expect([width, overlaps(toast!, box!)]).toEqual([width, false])
  }
  await page.setViewportSize({ width: 1280, height: 720 })
  expect(browser.errors).toEqual([])
})

type Box = { x: number; y: number; width: number; height: number }

const overlaps = (a: Box, b: Box) =>
  a.x < b.x + b.width && b.x < a.x + a.width && a.y < b.y + b.height && b.y < a.y + a.height

test('a deletion whose answer was lost is gone on with: who is gone already counts as deleted', async () => {
  calls.refused = /leads.change/
  calls.held = { in: /leads.change/, first: () => desk.post('/leads/change', { ids: ids.slice(1), delete: true }) }
  await page.keyboard.press('Delete')
  await page.getByRole('dialog', { name: /^Delete \d contacts\?$/ }).waitFor()
  for (const key of ['Tab', 'Enter']) await page.keyboard.press(key)
  await alert()
    .getByText(/^0 done, \d not\./)
    .waitFor()
  calls.refused = null
  await page.getByRole('button', { name: 'Go on with the rest' }).press('Enter')
  await hasSaid(page, 'deleted.')
  await page.getByText('No contact yet').waitFor()
  expect(await alert().count()).toBe(0)
  expect((await desk.get('/leads')).body.items).toEqual([])
})
