import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { buildDashboard, eventually } from '../support/agent.ts'
import { type Client, createClient } from '../support/client.ts'
import { addPerson, pressTogether, signInto } from '../support/desk-page.ts'
import { pageIdle } from '../support/idle.ts'
import { keepBrowser } from '../support/kept-browser.ts'
import { watchCalls } from '../support/page-calls.ts'
import { hasSaid } from '../support/said.ts'
import { type Server, startServer } from '../support/server.ts'

let server: Server
let desk: Client

beforeAll(async () => {
  buildDashboard()
  server = await startServer({ config: { sites: [{ id: 'shop', name: 'The shop' }] } })
  desk = createClient(server)
  await addPerson(desk, { email: 'admin@shop.example', name: 'Our admin', role: 'admin' })
})
afterAll(() => server[Symbol.asyncDispose]())

const browser = keepBrowser()

const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name, exact: true })
const field = (page: Page, name: string | RegExp) => page.getByLabel(name, { exact: true })
const status = (page: Page, words: string) =>
  page.getByRole('main').getByRole('status').getByText(words, { exact: true })
const link = (page: Page, name: string) =>
  page.getByRole('navigation', { name: 'Settings' }).getByRole('link', { name, exact: true })

async function open(page: Page, name: string) {
  await signInto(page.context(), server, 'admin@shop.example')
  await page.goto(`${server.url}/dashboard/settings/${name}`)
  await page.getByRole('navigation', { name: 'Settings' }).waitFor()
}

const savedLive = async () => (await desk.get('/settings')).body.settings.live

test('keeps what is typed during a save as an unsaved change', async () => {
  const opened = await browser()
  const { page, context } = opened
  const calls = await watchCalls(context)
  await open(page, 'live')
  await field(page, /^Offer a callback after/).fill('52')
  calls.late = { to: /"settings\.put"/, first: () => field(page, /^Close a live chat after/).fill('66') }
  await button(page, 'Save').click()
  await eventually(async () => (await savedLive()).waitSeconds).toBe(52)
  await status(page, 'Not saved yet').waitFor()
  await pageIdle(page)
  expect(await field(page, /^Close a live chat after/).inputValue()).toBe('66')
  await button(page, 'Save').click()
  await hasSaid(page, 'Saved')
  expect(await savedLive()).toMatchObject({ waitSeconds: 52, closeAfterMinutes: 66 })
})

test('with two forms on a page, asks about the unsaved one after the other was saved', async () => {
  const opened = await browser()
  const { page } = opened
  await open(page, 'assistant')
  await field(page, 'Instructions of the business').fill('We are closed in August.')
  await field(page, 'Name of the business').fill('The other shop')
  await page.getByRole('button', { name: 'Save', exact: true }).last().click()
  await eventually(async () => (await desk.get('/settings')).body.settings.businessName).toBe('The other shop')
  await pageIdle(page)
  await link(page, 'Labels').click()
  await page.getByRole('dialog', { name: 'Leave without saving?' }).waitFor()
  await button(page, 'Leave without saving').click()
  await page.waitForURL('**/settings/labels')
})

test('asks before leaving with unsaved changes, by mouse and by key, and stays or leaves', async () => {
  const opened = await browser()
  const { page } = opened
  await open(page, 'live')
  await field(page, /^Offer a callback after/).fill('123')
  await link(page, 'Labels').click()
  const dialog = page.getByRole('dialog', { name: 'Leave without saving?' })
  await dialog.waitFor()
  await page.keyboard.press('Escape')
  await dialog.waitFor({ state: 'hidden' })
  expect(await field(page, /^Offer a callback after/).inputValue()).toBe('123')
  await page.getByRole('heading', { name: 'Waiting' }).click()
  await page.evaluate(() => (document.activeElement as HTMLElement).blur())
  await pressTogether(page, 'g', 'i')
  await dialog.waitFor()
  await button(page, 'Stay here').click()
  expect(page.url()).toContain('/settings/live')
  await link(page, 'Labels').click()
  await button(page, 'Leave without saving').click()
  await page.waitForURL('**/settings/labels')
  await link(page, 'Live chat').click()
  expect(await field(page, /^Offer a callback after/).inputValue()).toBe(String((await savedLive()).waitSeconds))
  await link(page, 'Labels').click()
  await page.waitForURL('**/settings/labels')
})
