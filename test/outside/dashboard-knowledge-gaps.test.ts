import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { buildDashboard, eventually } from '../support/agent.ts'
import { faultsIn } from '../support/axe.ts'
import { type OpenBrowser, openBrowser } from '../support/browser.ts'
import { type Client, createClient } from '../support/client.ts'
import { addPerson, goTo, openDesk } from '../support/desk-page.ts'
import { expectHarmless } from '../support/hostile.ts'
import { type Server, startServer } from '../support/server.ts'

let server: Server
let desk: Client
let browser: OpenBrowser
let page: Page

const admin = { email: 'admin@shop.example', name: 'Our admin', role: 'admin' } as const

beforeAll(async () => {
  buildDashboard()
  server = await startServer({ config: { sites: [{ id: 'shop', name: 'The shop' }], ai: { provider: 'none' } } })
  desk = createClient(server)
  await addPerson(desk, admin)
  browser = await openBrowser()
  page = (await openDesk(browser, server, admin, '/knowledge/gaps')).page
})
afterAll(async () => {
  await browser.close()
  await server[Symbol.asyncDispose]()
})

const ask = async (message: string) => (await desk.post('/conversations', { message })).body.id as string
const row = (question: string) => page.getByRole('listitem').filter({ hasText: question })
const filter = (name: string) => page.getByRole('group', { name: 'Filter' }).getByRole('button', { name })
const button = (name: string) => page.getByRole('button', { name, exact: true })

test('lists unanswered questions as they are asked, most frequent first, and answers one by keyboard', async () => {
  await page.getByText('No open questions.').waitFor()
  await ask('Do you sell kayaks?')
  await row('Do you sell kayaks?').waitFor()
  await ask('Do you rent out tandems?')
  const asked = await ask('Can I hire a tandem?')
  await row('Do you rent out tandems?').getByText('asked 2 times').waitFor()
  await eventually(() =>
    page.getByRole('main').getByRole('listitem').filter({ hasText: 'asked' }).allInnerTexts(),
  ).toEqual([expect.stringContaining('tandems'), expect.stringContaining('kayaks')])
  expect(await faultsIn.light(page)).toEqual([])
  // axe does not find text in the colour of its background.
  const colours = await filter('Open').evaluate((one) => [
    getComputedStyle(one).color,
    getComputedStyle(one).backgroundColor,
  ])
  expect(colours[0]).not.toBe(colours[1])
  const link = row('tandems').getByRole('link', { name: 'Open the conversation' })
  expect(await link.getAttribute('href')).toBe(`/dashboard/inbox/all/${asked}`)

  await button('Answer “Do you rent out tandems?”').focus()
  await page.keyboard.press('Enter')
  await page.getByRole('textbox', { name: 'Your answer' }).waitFor()
  await page.keyboard.press('Escape')
  await eventually(() => page.evaluate(() => document.activeElement?.getAttribute('aria-label'))).toBe(
    'Answer “Do you rent out tandems?”',
  )
  await page.keyboard.press('Enter')
  await page.getByRole('textbox', { name: 'Your answer' }).waitFor()
  await page.keyboard.type('Yes, two of them, for £40 a day.')
  await page.keyboard.press('Control+Enter')
  await page.getByText('Asked again: “Do you rent out tandems?” is now answered from your entry.').waitFor()
  await row('Do you rent out tandems?').waitFor({ state: 'detached' })
  await filter('Answered').click()
  await row('Do you rent out tandems?').getByText('Yes, two of them, for £40 a day.').waitFor()
  const { entries } = (await desk.get('/knowledge/manual')).body
  expect(entries).toMatchObject([{ title: 'Do you rent out tandems?', content: 'Yes, two of them, for £40 a day.' }])
  expect(browser.errors).toEqual([])
})

test('dismisses a question, lists it among the dismissed, and reopens it, in light and dark', async () => {
  await filter('Open').click()
  await button('Dismiss “Do you sell kayaks?”').click()
  await page.getByText('No open questions.').waitFor()
  await filter('Dismissed').click()
  await row('Do you sell kayaks?').waitFor()
  await page.emulateMedia({ colorScheme: 'dark' })
  expect(await faultsIn.dark(page)).toEqual([])
  await page.emulateMedia({ colorScheme: 'light' })
  await button('Open again: “Do you sell kayaks?”').click()
  await page.getByText('No question has been dismissed.').waitFor()
  await filter('Open').filter({ hasText: '1' }).click()
  await row('Do you sell kayaks?').waitFor()
})

test('[threat 3] renders visitors’ questions as text, and deletes them with their conversations', async () => {
  await filter('Open').click()
  const question = 'Do you stock [unicycles](javascript:alert(4)) "><svg onload=alert(3)'
  const id = await ask(question)
  await row('unicycles').waitFor()
  await button(`Answer “${question}”`).click()
  await page.getByRole('textbox', { name: 'Your answer' }).fill('No ![x](https://evil.example/x)')
  await button('Save').click()
  await filter('Answered').click()
  await row('unicycles').waitFor()
  await expectHarmless(browser, page.getByRole('main'))
  await desk.call('DELETE', `/conversations/${id}`)
  await row('unicycles').waitFor({ state: 'detached' })
  await goTo(page, '/knowledge/entries')
  await page.getByText('unicycles').first().waitFor()
  await expectHarmless(browser, page.getByRole('main'))
})
