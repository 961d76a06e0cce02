import { readFile } from 'node:fs/promises'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { buildDashboard, eventually } from '../support/agent.ts'
import { faultsIn } from '../support/axe.ts'
import { type OpenBrowser, openBrowser } from '../support/browser.ts'
import { type Client, createClient } from '../support/client.ts'
import { addPerson, goTo, openDesk } from '../support/desk-page.ts'
import { type PageCalls, watchCalls } from '../support/page-calls.ts'
import { type Server, startServer } from '../support/server.ts'

const ben = { email: 'ben@shop.example', name: 'Ben Ode', role: 'member' } as const

let server: Server
let desk: Client
let browser: OpenBrowser
let calls: PageCalls

beforeAll(async () => {
  buildDashboard()
  server = await startServer({ config: { sites: [{ id: 'shop', name: 'The shop' }], ai: { provider: 'none' } } })
  desk = createClient(server)
  await addPerson(desk, ben)
  await desk.call('PUT', '/jobs/pipeline', { body: { currency: 'EUR' } })
  browser = await openBrowser()
  calls = await watchCalls(browser.context)
})
afterAll(async () => {
  await browser.close()
  await server[Symbol.asyncDispose]()
})

const make = async (body: Record<string, unknown>): Promise<string> => (await desk.post('/jobs', body)).body.id
const press = async (page: Page, ...keys: string[]) => {
  for (const key of keys) await page.keyboard.press(key)
}
const field = (page: Page, name: string) =>
  page
    .getByRole('main')
    .locator('input, select, textarea')
    .and(page.getByLabel(name, { exact: true }))
const part = (page: Page, name: string) => page.getByRole('main').getByRole('region', { name, exact: true })
const dialog = (page: Page, name: string | RegExp) => page.getByRole('dialog', { name })

test('lists jobs in a table that is sorted, filtered and exported', async () => {
  const { stages } = (await desk.get('/jobs/pipeline')).body
  const won = stages.find(({ kind }: { kind: string }) => kind === 'won')
  await make({ title: 'Zebra crossing', value: 5, dueAt: '2020-01-01' })
  await make({ title: 'Attic', value: 900.25, currency: 'USD', assignedTo: ben.email })
  await make({ title: '=cmd()', stageId: won.id })
  const { page } = await openDesk(browser, server, ben, '/jobs?view=list')
  const rows = page.getByRole('row').locator('th[scope="row"] a > bdi')
  await rows.getByText('Zebra crossing').waitFor()
  expect(await faultsIn.light(page)).toEqual([])
  const header = page.getByRole('columnheader', { name: 'Value' })
  await header.getByRole('button').press('Enter')
  await eventually(() => header.getAttribute('aria-sort')).toBe('descending')
  expect(await rows.first().innerText()).toBe('Attic')
  await header.getByRole('button').press('Enter')
  await eventually(() => header.getAttribute('aria-sort')).toBe('ascending')
  expect(await rows.first().innerText()).toBe('Zebra crossing')
  await page.getByRole('button', { name: 'Title', exact: true }).press('Enter')
  await eventually(() => rows.first().innerText()).toBe('Attic')
  await page.getByRole('row').filter({ hasText: 'Zebra' }).getByRole('img', { name: 'Overdue' }).waitFor()

  // Columns are remembered.
  await page.getByRole('button', { name: 'Columns' }).press('Enter')
  await page.getByRole('dialog', { name: 'Columns' }).getByRole('button', { name: 'Due', pressed: true }).press('Enter')
  await press(page, 'Escape')
  await page.reload()
  await eventually(() => rows.first().innerText()).toBe('Attic')
  expect(await page.getByRole('columnheader', { name: 'Due' }).count()).toBe(0)

  await press(page, 'Alt+4')
  await page.waitForURL('**/jobs?view=list&status=all')
  await rows.getByText('=cmd()').waitFor()
  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Export the shown jobs as a CSV file' }).press('Enter')
  const csv = await readFile(await (await download).path(), 'utf8')
  expect(csv).toContain(",'=cmd(),")
  expect(csv).toContain(',900.25,USD,')

  await page.evaluate(() => (document.activeElement as HTMLElement).blur())
  await press(page, '/')
  await page.keyboard.type('attic')
  await eventually(() => rows.allInnerTexts()).toEqual(['Attic'])
  await press(page, 'Enter', 'j', 'Enter')
  await eventually(() => page.locator('h1').innerText()).toContain('#')
  await field(page, 'Value').waitFor()
  await press(page, 'u')
  await page.waitForURL('**/jobs?view=list&q=attic&status=all')
  // The cursor is where it was.
  await eventually(() => page.evaluate(() => document.activeElement?.getAttribute('title'))).toBe('Attic')
  await page.getByLabel('Assignee').selectOption('none')
  await page.getByRole('heading', { name: 'No matching jobs' }).waitFor()
  await page.getByRole('button', { name: 'Clear the filters' }).press('Enter')
  await rows.getByText('Zebra crossing').waitFor()
  await page.setViewportSize({ width: 390, height: 760 })
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390)
  expect([await faultsIn.narrow(page), await faultsIn.dark(page)]).toEqual([[], []])
  expect(browser.errors).toEqual([])
  await page.close()
})

test('creates a job of a conversation and of a contact in two keystrokes, and shows it there', async () => {
  const contact = { name: 'Mira Haddad', email: 'mira@example.com' }
  const { id: talk } = (await desk.post('/conversations', { message: 'Twelve bikes, please.', contact })).body
  const { page } = await openDesk(browser, server, ben, `/inbox/all/${talk}`)
  const pane = page.getByRole('complementary', { name: 'Visitor' })
  await pane.getByText('No jobs yet.').waitFor()
  await page.evaluate(() => (document.activeElement as HTMLElement).blur())
  await press(page, 'Shift+J')
  await dialog(page, 'Create job').waitFor()
  // The form appears once the stages are read.
  await dialog(page, 'Create job').getByLabel('Title', { exact: true }).waitFor()
  expect(await faultsIn.light(page, 'dialog[open]')).toEqual([])
  await press(page, 'Enter')
  await pane.getByRole('link', { name: 'Twelve bikes, please.' }).waitFor()
  await eventually(async () => (await desk.get(`/jobs?conversation=${talk}&status=all`)).body.items).toMatchObject([
    { title: 'Twelve bikes, please.', conversationId: talk, source: 'manual' },
  ])
  const [{ id: lead }] = (await desk.get('/leads?q=mira@example.com')).body.items
  await make({ title: 'Twenty locks', contactId: lead, value: 80 })
  await goTo(page, `/contacts/${lead}`)
  const section = part(page, 'Jobs')
  await section.getByRole('link', { name: 'Twenty locks' }).waitFor()
  await section.getByText('€80').waitFor()
  expect(await faultsIn.light(page)).toEqual([])
  await page.evaluate(() => (document.activeElement as HTMLElement).blur())
  await press(page, 'Shift+J')
  await dialog(page, 'Create job').getByText('Contact: Mira Haddad').waitFor()
  calls.refused = /jobs\.create/
  await press(page, 'Enter')
  await dialog(page, 'Create job').getByText('Not saved.').waitFor()
  calls.refused = null
  await page.keyboard.type('Repair the frame')
  await press(page, 'Enter')
  await section.getByRole('link', { name: 'Repair the frame' }).press('Enter')
  await eventually(() => field(page, 'Title').inputValue()).toBe('Repair the frame')
  await part(page, 'Contact and origin').getByRole('link', { name: 'Mira Haddad' }).waitFor()
  expect(browser.errors).toEqual([])
  await page.close()
})
