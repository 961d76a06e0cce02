import type { Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { buildDashboard } from '../support/agent.ts'
import { type OpenBrowser, openBrowser } from '../support/browser.ts'
import { type Client, createClient } from '../support/client.ts'
import { addPerson, openDesk } from '../support/desk-page.ts'
import { holdContact } from '../support/held-contact.ts'
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
// Three contacts, all selected.
beforeEach(async () => {
  calls.refused = null
  ids = []
  for (const name of ['Ada', 'Bo', 'Cy']) ids.push((await desk.post('/leads', { name })).body.id)
  page = (await openDesk(browser, server, ben, '/contacts')).page
  await page.getByRole('checkbox', { name: 'Choose all that are shown' }).check()
})
afterEach(() => expect(browser.errors.splice(0)).toEqual([]))
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

test('shows the result of a change and its failures above the bar at every width, covering neither', async () => {
  calls.held = { in: /bulkChanges.start/, first: () => desk.call('DELETE', `/leads/${ids[0]}`) }
  await changeStatus()
  await page.getByRole('button', { name: 'Undo' }).waitFor()
  await alert().getByText('1 contact could not be changed:').waitFor()
  for (const width of [1280, 360]) {
    await page.setViewportSize({ width, height: 700 })
    const [toast, ...below] = await Promise.all(
      [page.getByRole('region', { name: 'Notices' }).locator('> div').first(), alert(), bar()].map((one) =>
        one.boundingBox(),
      ),
    )
    for (const box of below) expect([width, overlaps(toast!, box!)]).toEqual([width, false])
  }
  await page.setViewportSize({ width: 1280, height: 720 })
})

type Box = { x: number; y: number; width: number; height: number }

const overlaps = (a: Box, b: Box) =>
  a.x < b.x + b.width && b.x < a.x + a.width && a.y < b.y + b.height && b.y < a.y + a.height

test('shows a running deletion after a reload, and counts missing contacts as deleted', async () => {
  calls.held = { in: /bulkChanges.start/, first: () => desk.call('DELETE', `/leads/${ids[0]}`) }
  await using held = await holdContact(server, ids[2]!)
  await page.keyboard.press('Delete')
  await page.getByRole('dialog', { name: /^Delete \d contacts\?$/ }).waitFor()
  for (const key of ['Tab', 'Enter']) await page.keyboard.press(key)
  await bar()
    .getByText(/^0 of \d$/)
    .waitFor()
  await page.reload()
  await bar()
    .getByText(/^0 of \d$/)
    .waitFor()
  await held.release()
  await hasSaid(page, 'deleted.')
  await page.getByText('No contacts yet').waitFor()
  expect(await alert().count()).toBe(0)
  expect((await desk.get('/leads')).body.items).toEqual([])
})

test('keeps the selection when a change cannot be started', async () => {
  calls.refused = /bulkChanges.start/
  await changeStatus()
  await hasSaid(page, 'The server cannot do this just now.')
  await bar()
    .getByText(/^\d chosen$/)
    .waitFor()
  calls.refused = null
  await changeStatus()
  await hasSaid(page, '3 contacts changed.')
})

test('stops a change of more contacts than are loaded in the middle, and continues it to its end', async () => {
  const names = Array.from({ length: 210 }, (_, count) => `Number ${count}`)
  const added = await Promise.all(names.map(async (name) => (await desk.post('/leads', { name })).body.id as string))
  const { counts } = (await desk.get('/leads')).body
  const all = Object.values(counts as Record<string, number>).reduce((sum, count) => sum + count, 0)
  await page.reload()
  await page.getByRole('checkbox', { name: 'Choose all that are shown' }).check()
  await bar().getByText('200 chosen').waitFor()
  await page.getByRole('button', { name: `Choose all ${all}` }).click()
  await bar().getByText(`${all} chosen`).waitFor()
  const button = (name: string) => page.getByRole('button', { name, exact: true })
  await using held = await holdContact(server, added.toSorted()[100]!)
  await changeStatus()
  await held.isWaitedFor(1)
  await button('Stop').press('Enter')
  // The cancellation waits for the batch.
  await held.isWaitedFor(2)
  await held.release()
  await alert()
    .getByText(/^\d+ done, \d+ not\.$/)
    .waitFor()
  // The list starts again after many changes, and the selection stays.
  await bar().getByText(`${all} chosen`).waitFor()
  calls.refused = /bulkChanges.resume/
  await button('Go on with the rest').press('Enter')
  await hasSaid(page, 'The server cannot do this just now.')
  calls.refused = null
  await button('Go on with the rest').press('Enter')
  await hasSaid(page, `${all} contacts changed.`)
  expect((await desk.get('/leads')).body.counts).toMatchObject({ contacted: all, new: 0 })
})
