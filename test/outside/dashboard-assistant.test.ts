import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { buildDashboard, eventually } from '../support/agent.ts'
import { faultsIn } from '../support/axe.ts'
import { type OpenBrowser, openBrowser } from '../support/browser.ts'
import { type Client, createClient } from '../support/client.ts'
import { addPerson, goTo, signInto } from '../support/desk-page.ts'
import { type Server, startServer } from '../support/server.ts'

let server: Server
let desk: Client
let opened: OpenBrowser
let page: Page

beforeAll(async () => {
  buildDashboard()
  server = await startServer({ config: { sites: [{ id: 'shop', name: 'The shop' }], ai: { provider: 'none' } } })
  desk = createClient(server)
  await addPerson(desk, { email: 'admin@shop.example', name: 'Our admin', role: 'admin' })
  opened = await openBrowser()
  page = opened.page
  await signInto(opened.context, server, 'admin@shop.example')
  await page.goto(`${server.url}/dashboard/settings/assistant`)
})
afterAll(async () => {
  await opened.close()
  await server[Symbol.asyncDispose]()
})

const section = (name: string) => page.getByRole('region', { name, exact: true })
const button = (name: string) => page.getByRole('button', { name, exact: true })
const field = (name: string | RegExp) => page.getByLabel(name, { exact: true })
const instructions = () => page.getByRole('textbox', { name: 'Instructions of the business' })
const form = () => page.getByRole('form', { name: 'Instructions' })
const publish = () => form().getByRole('button', { name: 'Save', exact: true })
const prompt = async () => (await desk.get('/prompt')).body
const settings = async () => (await desk.get('/settings')).body.settings

test('[R249] [R252] publishes instructions with a note, and restores an old version', async () => {
  await instructions().fill('Always be friendly. We are closed in August.')
  await field(/^What changed/).fill('Summer')
  await publish().click()
  await eventually(async () => (await prompt()).version).toBe(1)
  expect((await prompt()).versions[0]).toMatchObject({ note: 'Summer', source: 'dashboard' })
  await form().getByText('Always be friendly. We are closed in August.', { exact: true }).last().waitFor()
  await form().getByText('These lines repeat a setting below').waitFor()
  await instructions().fill('We are open in August.')
  await publish().click()
  await eventually(async () => (await prompt()).version).toBe(2)
  await form().locator('summary', { hasText: 'Versions' }).click()
  await form().getByRole('button', { name: 'Show version 1' }).click()
  await form().locator('pre', { hasText: 'We are closed in August.' }).waitFor()
  expect(await faultsIn.light(page)).toEqual([])
  await form().getByRole('button', { name: 'Bring back version 1' }).click()
  await eventually(() => instructions().inputValue()).toBe('Always be friendly. We are closed in August.')
  expect((await prompt()).versions[0]).toMatchObject({ version: 3, restoredFrom: 1 })
})

test('[R251] warns before publishing over somebody else’s version', async () => {
  await instructions().fill('Mine.')
  const { version: baseVersion } = await prompt()
  await desk.post('/prompt', { text: 'Theirs.', baseVersion })
  await form()
    .getByRole('alert')
    .getByText(`published version ${baseVersion + 1} in the meantime`)
    .waitFor()
  expect(await instructions().inputValue()).toBe('Mine.')
  await publish().click()
  await form()
    .getByText(/^Not saved\./)
    .waitFor()
  expect((await prompt()).text).toBe('Theirs.')
  await form().getByRole('button', { name: 'Keep mine' }).click()
  await publish().click()
  await eventually(async () => (await prompt()).text).toBe('Mine.')
})

test('saves behaviour, language and summaries', async () => {
  await section('Behaviour').getByLabel('Tone').selectOption('Formal')
  await field('Prices').selectOption('Never name them')
  await field('Name of the business').fill('Ropewalk Cycles')
  await field('Time zone of the business').selectOption('Europe/Berlin')
  await page.getByRole('switch', { name: 'Write a summary and set labels automatically' }).uncheck()
  await field(/^Language where/).fill('no language')
  await page.getByRole('button', { name: 'Save', exact: true }).last().click()
  await page.locator('[aria-invalid="true"]').waitFor()
  await field(/^Language where/).fill('de')
  await page.getByRole('button', { name: 'Save', exact: true }).last().click()
  await eventually(async () => (await settings()).assistant.locale).toBe('de')
  expect(await settings()).toMatchObject({
    autoSummary: false,
    businessName: 'Ropewalk Cycles',
    behaviour: { tone: 'formal', prices: 'never', goal: 'answer' },
    assistant: { locale: 'de', timezone: 'Europe/Berlin' },
  })
})

test('saves retention and rate limits', async () => {
  await goTo(page, '/settings/data')
  await page.getByRole('switch', { name: 'Delete old conversations' }).check()
  await field('Conversations: days').fill('90')
  await page.getByRole('switch', { name: 'Delete old contacts' }).check()
  await field('Contacts: days').fill('700')
  await page.getByText('0 would be deleted now.').nth(2).waitFor()
  await field('Messages in one conversation').fill('40')
  await field('Messages of all visitors a day').fill('0')
  await field('Hours that a person stays signed in').fill('0')
  await button('Save').click()
  await page.locator('[aria-invalid="true"]').waitFor()
  expect(await faultsIn.light(page)).toEqual([])
  await field('Hours that a person stays signed in').fill('48')
  await button('Save').click()
  await eventually(async () => (await settings()).security.sessionTtlHours).toBe(48)
  const { retention, security } = await settings()
  expect(retention).toMatchObject({ conversations: 90, leads: 700, callbacks: null, traces: null, audit: 90 })
  expect(security.limits).toMatchObject({ messagesPerSession: 40, messagesPerSitePerDay: 0, maxMessageLength: 1000 })
  await page.getByRole('switch', { name: 'Delete old conversations' }).uncheck()
  await button('Save').click()
  await eventually(async () => (await settings()).retention.conversations).toBe(null)
})

test('the labels page says that no model sets labels', async () => {
  await goTo(page, '/settings/labels')
  await page.getByText('No language model is set up').waitFor()
})
