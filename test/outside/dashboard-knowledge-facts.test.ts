import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { buildDashboard, eventually } from '../support/agent.ts'
import { faultsIn } from '../support/axe.ts'
import { type OpenBrowser, openBrowser } from '../support/browser.ts'
import { type Client, createClient } from '../support/client.ts'
import { addPerson, openDesk } from '../support/desk-page.ts'
import { expectHarmless } from '../support/hostile.ts'
import { hasSaid } from '../support/said.ts'
import { type Server, startServer } from '../support/server.ts'
import { pageOf, startWebsite, type Website } from '../support/website.ts'

let website: Website
let server: Server
let desk: Client
let browser: OpenBrowser
let page: Page

const admin = { email: 'admin@shop.example', name: 'Our admin', role: 'admin' } as const

beforeAll(async () => {
  buildDashboard()
  website = await startWebsite()
  server = await startServer({
    config: {
      sites: [{ id: 'shop', name: 'The shop', website: website.url }],
      ai: { provider: 'none' },
      outbound: { allow: [`127.0.0.1:${website.port}`] },
    },
  })
  desk = createClient(server)
  await addPerson(desk, admin)
  browser = await openBrowser()
  page = (await openDesk(browser, server, admin, '/knowledge/facts')).page
})
afterAll(async () => {
  await browser.close()
  await server[Symbol.asyncDispose]()
  await website.close()
})

const facts = async () => (await desk.get('/knowledge/facts')).body.facts
const field = (name: string) => page.getByRole('textbox', { name, exact: true })
const button = (name: string) => page.getByRole('button', { name, exact: true })
const found = () => page.getByRole('list', { name: 'Found on your pages' }).getByRole('checkbox')

async function bothLights(): Promise<void> {
  expect(await faultsIn.light(page)).toEqual([])
  await page.emulateMedia({ colorScheme: 'dark' })
  expect(await faultsIn.dark(page)).toEqual([])
  await page.emulateMedia({ colorScheme: 'light' })
}

test('edits business details by keyboard, shows a fault at its field, saves, and undoes', async () => {
  await field('Name').fill('Wrenmouth Cycle Works')
  await button('Add a number').click()
  await field('Telephone number 1').fill('no number')
  await page.keyboard.press('Enter')
  await page.getByText('Must be a phone number.').waitFor()
  await eventually(() => field('Telephone number 1').evaluate((one) => one === document.activeElement)).toBe(true)
  await bothLights()
  await page.keyboard.press('Control+A')
  await page.keyboard.type('+44 1632 960417')
  await page.getByRole('switch', { name: 'There are fixed hours' }).check()
  await button('Add a link').click()
  await field('Words of the link').fill('Our page')
  await field('Page').fill('https://wrenmouth.example/us')
  await page.keyboard.press('Enter')
  await hasSaid(page, 'The business details are saved.')
  expect(await facts()).toMatchObject({
    name: 'Wrenmouth Cycle Works',
    phones: ['+44 1632 960417'],
    hours: { mon: ['09:00-17:00'], sun: [] },
    links: [{ label: 'Our page', url: 'https://wrenmouth.example/us' }],
  })

  await field('Name').fill('')
  await button('Remove: Telephone number 1').click()
  await button('Save').click()
  await eventually(facts).toMatchObject({ name: null, phones: [] })
  await page.getByRole('button', { name: /^Undo/ }).last().click()
  await hasSaid(page, 'The business details were restored.')
  await eventually(() => field('Name').inputValue()).toBe('Wrenmouth Cycle Works')
  expect(await facts()).toMatchObject({ phones: ['+44 1632 960417'], hours: { mon: ['09:00-17:00'] } })
})

test('proposes details from the pages: new ones are selected, replacements are not', async () => {
  await button('Look on the pages').click()
  await page.getByText('The learned pages contain no business details.').waitFor()
  website.put(
    '/contact',
    pageOf(
      'Contact',
      `<p>${'Visit us by the harbour of Wrenmouth whenever you like. '.repeat(4)}</p>
      <p>Phone: 01632 960417 or 01632 960999</p><p>Email: hello@wrenmouth.example</p><p>14 Ropewalk, WM1 4RW Wrenmouth</p>
      <p>Monday to Friday 8:00–18:00, Saturday 9:00–13:00, Sunday closed</p>
      <p><a href="https://www.instagram.com/wrenmouth">Follow &lt;img src=x onerror=alert(1)&gt; us</a></p>`,
    ),
  )
  const { runId } = (await desk.post('/knowledge/crawl', { urls: [`${website.url}/contact`] })).body
  await eventually(async () => (await desk.get('/knowledge/status')).body.run).toMatchObject({
    id: runId,
    status: 'done',
  })
  await button('Look on the pages').click()
  await found().first().waitFor()
  const isChosen = (text: string) =>
    page
      .getByRole('list', { name: 'Found on your pages' })
      .getByRole('listitem')
      .filter({ hasText: text })
      .locator('input')
  expect(await isChosen('01632 960999').isChecked()).toBe(true)
  expect(await isChosen('hello@wrenmouth.example').isChecked()).toBe(true)
  expect(await isChosen('Monday 08:00-18:00').isChecked()).toBe(false)
  await page.getByRole('main').getByRole('link', { name: 'Contact' }).waitFor()
  await bothLights()
  await expectHarmless(browser, page.getByRole('main'))

  await isChosen('01632 960999').focus()
  await page.keyboard.press('Space')
  await isChosen('Monday 08:00-18:00').check()
  await page.getByRole('button', { name: /^Take over \d details$/ }).click()
  await page.getByText('Added below.').waitFor()
  await eventually(() => button('Look on the pages').evaluate((one) => one === document.activeElement)).toBe(true)
  expect(await facts()).toMatchObject({ emails: [], hours: { mon: ['09:00-17:00'] } })
  await button('Save').click()
  await eventually(facts).toMatchObject({
    phones: ['+44 1632 960417', '01632 960417'],
    emails: ['hello@wrenmouth.example'],
    address: '14 Ropewalk, WM1 4RW Wrenmouth',
    hours: { mon: ['08:00-18:00'], sat: ['09:00-13:00'], sun: [] },
  })
  await button('Look on the pages').click()
  await page.getByText('01632 960999').waitFor()
  expect(await found().count()).toBe(1)
  await button('Leave it').click()
  await page.getByRole('list', { name: 'Found on your pages' }).waitFor({ state: 'detached' })
  expect(browser.errors).toEqual([])
})

test('shows what somebody else saves without touching what is being typed', async () => {
  await field('Prices').fill('A puncture costs £12.')
  await desk.call('PUT', '/knowledge/facts', { body: { facts: { name: 'Wrenmouth Wheels' } } })
  await eventually(() => field('Name').inputValue()).toBe('Wrenmouth Wheels')
  expect(await field('Prices').inputValue()).toBe('A puncture costs £12.')
  await button('Save').click()
  await eventually(facts).toMatchObject({ name: 'Wrenmouth Wheels', prices: 'A puncture costs £12.' })
})
