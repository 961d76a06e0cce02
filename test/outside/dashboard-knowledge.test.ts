import type { ServerResponse } from 'node:http'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { buildDashboard, eventually } from '../support/agent.ts'
import { faultsIn } from '../support/axe.ts'
import { type OpenBrowser, openBrowser } from '../support/browser.ts'
import { type Client, createClient } from '../support/client.ts'
import { addPerson, goTo, openDesk, pressTogether } from '../support/desk-page.ts'
import { expectHarmless, hostileTexts } from '../support/hostile.ts'
import { hasSaid } from '../support/said.ts'
import { type Server, startServer } from '../support/server.ts'
import { pageOf, startWebsite, type Website } from '../support/website.ts'

let website: Website
let server: Server
let desk: Client
let browser: OpenBrowser
let owners: OpenBrowser
let page: Page

const admin = { email: 'admin@shop.example', name: 'Our admin', role: 'admin' } as const
const member = { email: 'member@shop.example', name: 'Our member', role: 'member' } as const

beforeAll(async () => {
  buildDashboard()
  website = await startWebsite()
  server = await startServer({
    config: { sites: [{ id: 'shop', name: 'The shop' }], outbound: { allow: [`127.0.0.1:${website.port}`] } },
  })
  desk = createClient(server)
  for (const person of [admin, member]) await addPerson(desk, person)
  browser = await openBrowser()
  page = (await openDesk(browser, server, admin)).page
  owners = await openBrowser()
})
afterAll(async () => {
  await browser.close()
  await owners.close()
  await server[Symbol.asyncDispose]()
  await website.close()
})

const main = () => page.getByRole('main')
const button = (name: string | RegExp) => page.getByRole('button', { name, exact: true })
const box = (name: string | RegExp) => page.getByRole('checkbox', { name, exact: true })
const field = (name: string) => page.getByRole('textbox', { name, exact: true })
const row = (name: string) =>
  page.getByRole('list', { name: 'Pages', exact: true }).getByRole('link', { name: new RegExp(`^${name}`) })
const filter = (name: string) => page.getByRole('group', { name: 'Show pages that are' }).getByRole('button', { name })
const told = (about: string, times = 5) => `<p>${`${about} is told of here at length. `.repeat(times)}</p>`

async function bothLights(): Promise<void> {
  expect(await faultsIn.light(page)).toEqual([])
  await page.emulateMedia({ colorScheme: 'dark' })
  expect(await faultsIn.dark(page)).toEqual([])
  await page.emulateMedia({ colorScheme: 'light' })
}

/** A page that responds only when it is released, which keeps the run active. */
function heldPage() {
  const waiting = new Set<ServerResponse>()
  let isHeld = true
  const body = pageOf('Slow page', told('The slow page'))
  const answer = (response: ServerResponse) => response.writeHead(200, { 'content-type': 'text/html' }).end(body)
  website.put('/shop/slow', { answer: (_, response) => void (isHeld ? waiting.add(response) : answer(response)) })
  return () => {
    isHeld = false
    for (const response of waiting) answer(response)
  }
}

function putShop(): void {
  const paths = ['/', '/shop/repair', '/shop/rental', '/shop/slow', '/blog/one', '/blog/two', '/secret', '/broken']
  website.put('/robots.txt', 'User-agent: *\nDisallow: /secret')
  website.put('/sitemap.xml', {
    headers: { 'content-type': 'application/xml' },
    body: `<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">${paths.map((path) => `<url><loc>${website.url}${path}</loc></url>`).join('')}</urlset>`,
  })
  website.put('/', pageOf('Welcome', `${told('The shop')}<a href="/gone">Old</a>`))
  website.put('/shop/repair', pageOf('Repairs', `${told('A repair', 40)}<h2>Punctures</h2>${told('A puncture', 40)}`))
  website.put('/shop/rental', pageOf('Rental', told('Rental by the weekend')))
  website.put('/blog/one', pageOf('First post', told('Cycling')))
  website.put('/blog/two', pageOf('Second post', told('Racing')))
  website.put('/broken', { status: 500 })
}

const guide = () => owners.page.getByRole('region', { name: 'First steps' })
const step = (name: string) => guide().getByRole('listitem').filter({ hasText: name })

test('shows the owner the first steps, each with a link to its screen', async () => {
  const { page } = owners
  const { url } = (await desk.post('/admins/owner@localhost/sign-in-link', {})).body
  await page.goto(url)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await step('Name your website').getByText('The assistant answers from its pages.').waitFor()
  expect(await guide().locator('[data-done="true"]').allTextContents()).toEqual(['Invite your team, done'])
  expect(await faultsIn.light(page)).toEqual([])
  await page.emulateMedia({ colorScheme: 'dark' })
  expect(await faultsIn.dark(page)).toEqual([])
  await guide().getByRole('link', { name: 'Name your website' }).click()
  await page.getByRole('heading', { name: 'Which website should it learn?' }).waitFor()
})

test('an owner enters the address, selects pages, watches them being learned, and sees which were left out and why', async () => {
  putShop()
  const letGo = heldPage()
  await pressTogether(page, 'g', 'k')
  await page.getByRole('heading', { name: 'Which website should it learn?' }).waitFor()
  await bothLights()
  await field('Address of the website').fill('127.0.0.1:1')
  await page.keyboard.press('Enter')
  await hasSaid(page, '127.0.0.1:1 cannot be read.')
  await field('Address of the website').fill(website.url)
  await page.keyboard.press('Enter')

  await page.getByRole('heading', { name: 'What to learn' }).waitFor()
  await page.getByText('7 of 8 chosen').waitFor()
  await box('Choose group: blog').uncheck()
  await page.getByRole('searchbox', { name: 'Search addresses' }).fill('secret')
  await page.getByText('robots.txt disallows it').waitFor()
  await page.getByRole('searchbox', { name: 'Search addresses' }).fill('')
  await button('Show the pages of shop').click()
  await box('/shop/rental').press('Space')
  await page.getByText('4 of 8 chosen').waitFor()
  await bothLights()
  await button('Learn 4 pages').click()

  const progress = page.getByRole('progressbar', { name: 'Progress' })
  await progress.waitFor()
  await page.reload()
  await progress.waitFor()
  await eventually(() => progress.getAttribute('aria-valuetext')).toMatch(/^Learning: [1-9] of \d pages$/)
  letGo()
  await progress.waitFor({ state: 'detached' })
  await page.getByText(/^\d+ pages, \d+ passages\./).waitFor()
  await page.getByText(/5 pages, \d failed/).waitFor()
  await row('Welcome').waitFor()
  await bothLights()

  await filter('Failed').click()
  await row('/broken').getByText('It answers with the status 500.').waitFor()
  website.put('/broken', pageOf('Mended', told('What was broken')))
  await button('Try /broken again').click()
  await filter('Learned').first().click()
  await row('Mended').waitFor()
  await filter('Gone').click()
  await row('/gone').getByText('The page no longer exists.').waitFor()
  expect(browser.errors).toEqual([])
})

test('finds pages, excludes them from the next run, and opens their passages by keyboard', async () => {
  await goTo(page, '/knowledge/pages')
  await filter('All').click()
  await page.getByRole('searchbox', { name: 'Search address or title' }).fill('REPAIR')
  await row('Welcome').waitFor({ state: 'detached' })
  await box('Learn Repairs with the next run').click()
  const repairs = async () => (await desk.get('/knowledge/pages?q=repair')).body.pages[0]
  await eventually(async () => (await repairs()).selected).toBe(0)
  await row('Repairs').focus()
  await page.keyboard.press('Enter')
  const panel = page.getByRole('dialog', { name: 'Page' })
  await panel.getByText('Repairs > Punctures').first().waitFor()
  expect(page.url()).toContain(`/knowledge/pages/${(await repairs()).id}`)
  await bothLights()
  await page.keyboard.press('Escape')
  await panel.waitFor({ state: 'detached' })
  await eventually(() => row('Repairs').evaluate((link) => link === document.activeElement)).toBe(true)
  await page.getByRole('searchbox', { name: 'Search address or title' }).fill('nothing like this')
  await page.getByText('No page contains “nothing like this”.').waitFor()

  website.asked()
  await button('Learn again').click()
  await page.getByRole('list').getByText('from here').nth(2).waitFor()
  await page.getByRole('progressbar').waitFor({ state: 'detached' })
  await eventually(async () => (await desk.get('/knowledge/status')).body.run.status).toBe('done')
  const asked = website.asked()
  expect(asked).toContain('/shop/slow')
  expect(asked).not.toContain('/shop/repair')
  expect(asked).not.toContain('/blog/one')

  await page.getByRole('combobox', { name: 'Learn again automatically' }).selectOption('weekly')
  await field('Exclude these paths').fill('/blog/**\n\n /old/** ')
  await button('Save').click()
  await hasSaid(page, 'Saved')
  expect((await desk.get('/settings')).body.settings.crawl).toMatchObject({
    schedule: 'weekly',
    exclude: ['/blog/**', '/old/**'],
  })
  expect(browser.errors).toEqual([])
})

test('stops a running run, and keeps what was learned', async () => {
  const letGo = heldPage()
  await button('Learn again').click()
  await page.getByRole('progressbar').waitFor()
  await button('Stop').click()
  await hasSaid(page, 'Stopped. What was learned stays.')
  await page.getByRole('progressbar').waitFor({ state: 'detached' })
  await page.getByRole('listitem').filter({ hasText: 'Stopped' }).first().waitFor()
  letGo()
  const status = (await desk.get('/knowledge/status')).body
  expect(status.run.status).toBe('cancelled')
  expect((status.pages.indexed ?? 0) + (status.pages.unchanged ?? 0)).toBeGreaterThan(1)
})

test('shows which passages a question would be answered from and how they were found, or that there are none', async () => {
  await page.getByRole('navigation', { name: 'Knowledge' }).getByRole('link', { name: 'Test search' }).click()
  const question = page.getByRole('searchbox', { name: 'Question' })
  await question.fill('When is a puncture told of?')
  await page.keyboard.press('Enter')
  await hasSaid(page, 'good enough to answer “When is a puncture told of?” from.')
  const first = page.getByRole('region', { name: 'Passages' }).getByRole('listitem').first()
  await first.getByText('Repairs > Punctures').waitFor()
  await first.getByText('By words: place 1').waitFor()
  await page.getByRole('region', { name: 'How they were found' }).getByText('Neurons').waitFor()
  await bothLights()
  await question.fill('xylophone zeppelins')
  await page.keyboard.press('Enter')
  await hasSaid(page, 'Nothing was found for “xylophone zeppelins”: the assistant would say that it does not know.')
})

test('previews an entry, replaces one with the same title, finds, edits and deletes it', async () => {
  await page.getByRole('navigation', { name: 'Knowledge' }).getByRole('link', { name: 'Entries' }).click()
  await page.getByText('No entry yet.').waitFor()
  await button('Add an entry').click()
  await field('Title').fill('Holidays')
  await field('Text').fill(`## Christmas\n\nWe are **closed**.\n\n${hostileTexts.join('\n\n')}`)
  await field('Page').fill('nonsense')
  await page.getByRole('region', { name: 'Preview' }).getByText('Christmas').waitFor()
  await expectHarmless(browser, main())
  await button('Save').click()
  await page.getByRole('alert').getByText('Not saved.').waitFor()
  await field('Page').fill('')
  await button('Save').click()
  await page.getByText('1 entry').waitFor()
  await bothLights()
  await button('Add an entry').click()
  await field('Title').fill('Holidays')
  await page.getByText('An entry “Holidays” exists. Saving replaces it.').waitFor()
  await field('Text').fill('Open all year.')
  await button('Save').click()
  await field('Title').waitFor({ state: 'detached' })
  await main().getByText('Open all year.').waitFor()
  await page.getByText('1 entry').waitFor()
  await button('Edit Holidays').click()
  await field('Category').fill('Hours')
  await button('Save').click()
  await eventually(async () => (await desk.get('/knowledge/manual')).body.entries).toMatchObject([
    { title: 'Holidays', content: 'Open all year.', category: 'Hours' },
  ])
  await button('Delete Holidays').click()
  await button(/^Delete/).click()
  await hasSaid(page, '“Holidays” is deleted')
  await page.getByText('No entry yet.').waitFor()
  await page.getByRole('button', { name: /^Undo/ }).last().click()
  await hasSaid(page, '“Holidays” is back')
  await eventually(async () => (await desk.get('/knowledge/manual')).body.entries).toMatchObject([
    { title: 'Holidays', content: 'Open all year.', category: 'Hours' },
  ])
  expect(browser.errors).toEqual([])
})

test('a member has no link to the knowledge, and the page says why', async () => {
  await using other = await openBrowser()
  const { page } = await openDesk(other, server, member, '/knowledge')
  await page.getByText('Only admins see and change the knowledge.').waitFor()
  const links = page.getByRole('navigation', { name: 'Main' }).getByRole('link')
  const names = await links.evaluateAll((all) => all.map((link) => link.getAttribute('aria-label')))
  expect(names).toEqual(['Inbox', 'Contacts', 'Jobs', 'Calendar', 'Callbacks', 'Settings'])
})

test('checks off the first steps, and hides them once all are done', async () => {
  const { page } = owners
  await goTo(page, '/inbox/all')
  await step('Ask a question').getByText('See the reply that a visitor would get.').waitFor()
  // A visitor's question counts as well.
  await desk.post('/conversations', { message: 'What is told of a puncture?' })
  await page.reload()
  await step('Ask a question, done').waitFor()
  await guide().getByRole('link', { name: 'Ask a question' }).click()
  await page.getByRole('searchbox', { name: 'Question' }).fill('What is told of a puncture?')
  await page.keyboard.press('Enter')
  await page.getByRole('log', { name: 'Chat to try' }).getByText('A puncture is told of here').first().waitFor()
  expect(await faultsIn.light(page)).toEqual([])
  await goTo(page, '/inbox/all')
  await step('Choose a model').getByText('It writes the answers.').waitFor()
  await desk.call('PUT', '/settings', { body: { settings: { assistant: { model: 'small' } } } })
  await step('Put the chat on your website').getByText('One line in your pages.').waitFor()
  const { embed } = (await desk.get('/me')).body.sites[0]
  website.put('/', pageOf('Welcome', embed))
  await page.reload()
  await step('Add your name').getByText('Visitors see it when you reply.').waitFor()
  await desk.call('PATCH', '/admins/owner@localhost', { body: { name: 'Olga' } })
  await page.reload()
  await step('Try a live chat').getByText('Ask for a person on the page, and answer here.').waitFor()
  expect(await guide().getByRole('link', { name: 'Try a live chat' }).getAttribute('href')).toBe(`${website.url}/`)
  const { id } = (await desk.post('/conversations', { message: 'Hello' })).body
  await desk.post(`/conversations/${id}/assign`, { to: 'owner@localhost' })
  await page.reload()
  await guide().getByText('All done').waitFor()
  expect(await page.evaluate(() => localStorage.getItem('frontdesk.guide.shop'))).toBe('away')
  // Regardless of other events, the person who completed the last step sees that all are done.
  await desk.call('PATCH', '/admins/owner@localhost', { body: { name: 'Olga Owner' } })
  await page.getByRole('button', { name: /Olga Owner/ }).waitFor()
  expect(await guide().getByText('All done').isVisible()).toBe(true)
  expect(owners.errors).toEqual([])
})
