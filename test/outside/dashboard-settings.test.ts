import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { buildDashboard, eventually } from '../support/agent.ts'
import { faultsIn } from '../support/axe.ts'
import { openBrowser } from '../support/browser.ts'
import { type Client, createClient } from '../support/client.ts'
import { addPerson, goTo, signInto } from '../support/desk-page.ts'
import { expectHarmless, hostileTexts } from '../support/hostile.ts'
import { keepBrowser } from '../support/kept-browser.ts'
import { hasSaid } from '../support/said.ts'
import { type Server, startServer } from '../support/server.ts'

let server: Server
let desk: Client

beforeAll(async () => {
  buildDashboard()
  server = await startServer({ config: { sites: [{ id: 'shop', name: 'The shop' }] } })
  desk = createClient(server)
  await desk.call('PUT', '/settings', { body: { settings: { security: { signIn: { attemptsPerIp: 1000 } } } } })
  for (const role of ['admin', 'member'] as const)
    await addPerson(desk, { email: `${role}@shop.example`, name: `Our ${role}`, role })
})
afterAll(() => server[Symbol.asyncDispose]())

const browser = keepBrowser()

const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name, exact: true })
const field = (page: Page, name: string | RegExp) => page.getByLabel(name, { exact: true })
const text = (page: Page) => page.getByRole('textbox', { name: 'Text', exact: true })
const main = (page: Page) => page.getByRole('main')
const status = (page: Page, words: string | RegExp) => main(page).getByRole('status').getByText(words, { exact: true })
const link = (page: Page, name: string) =>
  page.getByRole('navigation', { name: 'Settings' }).getByRole('link', { name, exact: true })

async function open(page: Page, name: string, email = 'admin@shop.example') {
  await signInto(page.context(), server, email)
  await page.goto(`${server.url}/dashboard/settings/${name}`)
  await page.getByRole('navigation', { name: 'Settings' }).waitFor()
}

const savedLive = async () => (await desk.get('/settings')).body.settings.live

describe('live chat', () => {
  test('saves opening hours with several spans, waiting, routing and the visitors’ texts together', async () => {
    const opened = await browser()
    const { page } = opened
    await open(page, 'live')
    await field(page, 'Monday: all day').uncheck()
    await button(page, 'Add hours on Monday').click()
    await button(page, 'Add hours on Monday').click()
    await field(page, 'Monday, span 1: to').fill('12:30')
    await field(page, 'Monday, span 2: from').fill('20:00')
    await field(page, 'Monday, span 2: to').fill('00:00')
    await field(page, 'Sunday: all day').uncheck()
    await page.getByRole('combobox', { name: 'Time zone of the hours' }).selectOption('Europe/Berlin')
    await field(page, /^Offer a callback after/).fill('45')
    await field(page, 'In turn').check()
    await page.getByRole('switch', { name: 'Show the first name of the team member' }).uncheck()
    await status(page, 'Not saved yet').waitFor()
    await button(page, 'Save').click()
    await hasSaid(page, 'Saved')
    expect(await savedLive()).toMatchObject({
      hours: { mon: ['09:00-12:30', '20:00-24:00'], tue: ['00:00-24:00'], sun: [] },
      timezone: 'Europe/Berlin',
      waitSeconds: 45,
      routing: 'round_robin',
      showAgentName: false,
      capacity: 4,
    })
    await page.reload()
    expect(await field(page, 'Monday, span 2: to').inputValue()).toBe('00:00')
    expect(await button(page, 'Save').isDisabled()).toBe(true)
    expect(opened.errors).toEqual([])
  })

  test('shows overlapping or reversed spans at their day, and sends nothing', async () => {
    const opened = await browser()
    const { page } = opened
    await open(page, 'live')
    const before = await savedLive()
    await field(page, 'Tuesday: all day').uncheck()
    await button(page, 'Add hours on Tuesday').click()
    await field(page, 'Tuesday, span 1: to').fill('08:00')
    await page.getByRole('alert').getByText('The end must be after the start.').waitFor()
    await button(page, 'Save').click()
    await field(page, 'Tuesday, span 1: to').fill('17:00')
    await button(page, 'Add hours on Tuesday').click()
    await field(page, 'Tuesday, span 2: from').fill('16:00')
    await page.getByRole('alert').getByText('Spans must not overlap.').waitFor()
    await button(page, 'Save').click()
    await field(page, 'Live chats a person has at most').fill('')
    expect(
      await field(page, 'Live chats a person has at most').evaluate((it: HTMLInputElement) => it.checkValidity()),
    ).toBe(false)
    expect(await savedLive()).toEqual(before)
    await button(page, 'Discard').click()
    expect(await field(page, 'Live chats a person has at most').inputValue()).toBe('4')
  })

  test('shows what somebody else saves in unchanged fields, and keeps changed ones', async () => {
    const opened = await browser()
    const { page } = opened
    await open(page, 'live')
    await field(page, /^Close a live chat after/).fill('77')
    await desk.call('PUT', '/settings', {
      body: { settings: { live: { waitSeconds: 61, closeAfterMinutes: 44 } } },
    })
    await eventually(() => field(page, /^Offer a callback after/).inputValue()).toBe('61')
    expect(await field(page, /^Close a live chat after/).inputValue()).toBe('77')
    await button(page, 'Save').click()
    await hasSaid(page, 'Saved')
    expect(await savedLive()).toMatchObject({ waitSeconds: 61, closeAfterMinutes: 77 })
  })
})

describe('canned replies', () => {
  test('creates one with a preview, finds, edits and deletes it, and rejects a shortcut that is taken', async () => {
    const opened = await browser()
    const { page } = opened
    await open(page, 'canned')
    await main(page).getByText('No canned replies yet.').waitFor()
    await button(page, 'Add a reply').click()
    await field(page, 'Shortcut').fill('/hello')
    await text(page).fill('Hello ')
    await button(page, '{{visitor.firstName}}').click()
    await page.keyboard.type(', {{agent.name}} here. {{nobody}}')
    const preview = page.getByRole('region', { name: 'Preview' })
    await preview.getByText('Hello Ada, Our admin here. {{nobody}}').waitFor()
    await preview.getByText('{{nobody}} is unknown').waitFor()
    await button(page, 'Save').click()
    await page.getByRole('listitem').getByText('/hello').waitFor()
    await button(page, 'Add a reply').click()
    await field(page, 'Shortcut').fill('HELLO')
    await field(page, 'Title').fill('Again')
    await text(page).fill('Twice')
    await button(page, 'Save').click()
    await page
      .getByRole('alert')
      .getByText(/^Not saved\..*HELLO|taken|exists/i)
      .waitFor()
    expect([await field(page, 'Title').inputValue(), await text(page).inputValue()]).toEqual(['Again', 'Twice'])
    await field(page, 'Shortcut').fill('bye')
    await button(page, 'Save').click()
    await main(page).getByText('2 replies').waitFor()
    await page.getByRole('searchbox', { name: 'Search' }).fill('TWÍCE bye')
    expect(await main(page).getByRole('listitem').count()).toBe(1)
    await button(page, 'Edit /bye').click()
    await text(page).fill('Goodbye')
    await page.getByRole('searchbox', { name: 'Search' }).fill('')
    await button(page, 'Save').click()
    await text(page).waitFor({ state: 'hidden' })
    await page.getByRole('listitem').getByText('Goodbye').waitFor()
    await button(page, 'Delete /bye').click()
    await button(page, 'Delete for good').click()
    await main(page).getByText('1 reply').waitFor()
    // What a colleague adds appears by itself.
    const { id } = (await desk.post('/canned-replies', { shortcut: 'late', text: 'Added elsewhere' })).body
    await page.getByRole('listitem').getByText('Added elsewhere').waitFor()
    await desk.call('DELETE', `/canned-replies/${id}`)
    await main(page).getByText('1 reply').waitFor()
    expect((await desk.get('/canned-replies')).body.items.map((one: { shortcut: string }) => one.shortcut)).toEqual([
      'hello',
    ])
    expect(opened.errors).toEqual([])
  })
})

describe('labels', () => {
  test('creates one with a colour and a description, edits and deletes it', async () => {
    const opened = await browser()
    const { page } = opened
    await open(page, 'labels')
    await button(page, 'Add a label').click()
    await field(page, 'Name').fill('Complaint')
    await field(page, 'Orange').check({ force: true })
    await field(page, 'Description').fill('Somebody is unhappy')
    await page.getByRole('switch', { name: 'The assistant may set it' }).uncheck()
    await button(page, 'Save').click()
    await page.getByRole('listitem').getByText('set by the team alone').waitFor()
    const [label] = (await desk.get('/labels')).body.labels
    expect(label).toMatchObject({ name: 'Complaint', color: '#f97316', description: 'Somebody is unhappy', ai: false })
    await button(page, 'Edit Complaint').click()
    await field(page, 'Name').fill('Unhappy')
    await button(page, 'Save').click()
    await button(page, 'Delete Unhappy').click()
    await button(page, 'Delete for good').click()
    await main(page).getByText('No label yet.').waitFor()
    expect(opened.errors).toEqual([])
  })
})

describe('the team', () => {
  test('adds a person with a link that is shown once and works, changes their role, and removes them', async () => {
    const opened = await browser()
    const { page } = opened
    await open(page, 'team')
    await button(page, 'Add a person').click()
    await field(page, 'Email').fill('new@shop.example')
    await field(page, 'Name').fill('Newcomer')
    await button(page, 'Save').click()
    const shown = page.getByRole('region', { name: 'Sign-in link' })
    const address = await shown.getByText(/\/dashboard\/link#/).innerText()
    await using other = await openBrowser()
    const theirs = other.page
    await theirs.goto(address)
    await button(theirs, 'Sign in').click()
    await theirs.getByRole('navigation').first().waitFor()
    await button(page, 'Done').click()
    await page.reload()
    await field(page, 'Role of Newcomer').waitFor()
    expect(await page.getByText(/\/dashboard\/link#/).count()).toBe(0)
    await field(page, 'Role of Newcomer').selectOption('admin')
    const roleOf = async () =>
      (await desk.get('/admins')).body.admins.find((one: { email: string }) => one.email === 'new@shop.example')?.role
    await eventually(roleOf).toBe('admin')
    await button(page, 'Rename Newcomer').focus()
    await page.keyboard.press('Enter')
    await page.keyboard.press('Control+a')
    await page.keyboard.type('Nora New')
    await page.keyboard.press('Enter')
    await button(page, 'Remove Nora New').focus()
    await page.keyboard.press('Enter')
    await page.getByText(/Nora New is signed out at once\..* API keys that they created keep working/).waitFor()
    await page.keyboard.press('Escape')
    await button(page, 'Remove Nora New').click()
    await button(page, 'Remove for good').click()
    await eventually(roleOf).toBeUndefined()
    await theirs
      .getByText(/session has ended/)
      .first()
      .waitFor()
    expect(await button(page, 'Remove Our admin').count()).toBe(0)
    // [R181] With an initial password no link is needed.
    await button(page, 'Add a person').click()
    await field(page, 'Email').fill('first@shop.example')
    await field(page, 'First password').fill('ten letters')
    await button(page, 'Save').click()
    await hasSaid(page, 'first@shop.example can sign in now.')
    const signIn = { email: 'first@shop.example', password: 'ten letters' }
    const reply = await fetch(`${server.url}/auth/sign-in`, { method: 'POST', body: JSON.stringify(signIn) })
    expect(reply.status).toBe(200)
    await desk.call('DELETE', '/admins/first@shop.example')
    await button(page, 'Add a person').click()
    await field(page, 'Email').fill('member@shop.example')
    await button(page, 'Save').click()
    await page
      .getByRole('alert')
      .getByText(/already sign in/)
      .waitFor()
    expect(await field(page, 'Email').inputValue()).toBe('member@shop.example')
    await button(page, 'Cancel').click()
  })
})

describe('a member', () => {
  test('changes their own name, and all of their windows show it', async () => {
    const opened = await browser()
    const { page, context } = opened
    await open(page, 'account', 'member@shop.example')
    const other = await context.newPage()
    await other.goto(`${server.url}/dashboard`)
    await button(other, 'You: Our member').waitFor()
    await field(page, 'Name').fill('Mel Member')
    await button(page, 'Save').click()
    for (const one of [page, other]) await button(one, 'You: Mel Member').waitFor()
    expect(opened.errors).toEqual([])
  })

  test('sees only their own pages, can read canned replies, and finds no admin page', async () => {
    const opened = await browser()
    const { page } = opened
    await open(page, '', 'member@shop.example')
    const names = page.getByRole('navigation', { name: 'Settings' }).getByRole('link')
    expect(await names.allInnerTexts()).toEqual(['Canned replies', 'Alerts', 'Account', 'Appearance'])
    await link(page, 'Canned replies').click()
    await page.getByRole('listitem').getByText('/hello').waitFor()
    expect([await button(page, 'Add a reply').count(), await button(page, 'Edit /hello').count()]).toEqual([0, 0])
    for (const name of [
      'live',
      'labels',
      'team',
      'keys',
      'data',
      'audit',
      'website',
      'look',
      'texts',
      'home',
      'teaser',
      'forms',
      'flows',
      'nowhere',
    ]) {
      await goTo(page, `/settings/${name}`)
      await main(page).getByText('There is no such page in the settings.').waitFor()
    }
    expect(opened.errors).toEqual([])
  })
})

test('theme and language apply immediately and after a reload, and server errors are in that language', async () => {
  await desk.post('/canned-replies', { shortcut: 'twice', text: 'Once' })
  const opened = await browser()
  const { page } = opened
  await open(page, 'appearance')
  await main(page).getByLabel('Dark', { exact: true }).check()
  expect(await page.evaluate(() => document.documentElement.dataset.theme)).toBe('dark')
  await main(page).getByLabel('Deutsch', { exact: true }).check()
  await main(page).getByRole('heading', { name: 'Darstellung' }).waitFor()
  await page.reload()
  await main(page).getByRole('heading', { name: 'Darstellung' }).waitFor()
  expect(await page.evaluate(() => [document.documentElement.lang, document.documentElement.dataset.theme])).toEqual([
    'de',
    'dark',
  ])
  await goTo(page, '/settings/canned')
  await button(page, 'Vorlage anlegen').click()
  await field(page, 'Kürzel').fill('twice')
  await text(page).fill('Zweimal')
  await button(page, 'Speichern').click()
  await page.getByRole('alert').getByText('Nicht gespeichert. Die Textvorlage /twice gibt es schon.').waitFor()
  await button(page, 'Abbrechen').click()
})

test('axe finds no faults in the settings, in light and dark, wide and narrow, filled and with an open form', async () => {
  for (const name of ['Wholesale', 'Retail']) await desk.post('/labels', { name, description: 'Buys many' })
  const opened = await browser()
  const { page } = opened
  await open(page, 'live')
  for (const name of ['live', 'canned', 'labels', 'team', 'keys', 'alerts', 'account', 'appearance']) {
    await goTo(page, `/settings/${name}`)
    await main(page).locator('section').first().waitFor()
    const adds = main(page).getByRole('button', { name: /^Add a / })
    if ((await adds.count()) > 0) await adds.click()
    for (const [colorScheme, width, look] of [
      ['light', 1280, faultsIn.light],
      ['dark', 1280, faultsIn.dark],
      ['light', 360, faultsIn.narrow],
    ] as const) {
      await page.emulateMedia({ colorScheme })
      await page.setViewportSize({ width, height: 900 })
      expect([name, colorScheme, await look(page, 'div:has(> main)')]).toEqual([name, colorScheme, []])
    }
  }
})

test('[threat 3] renders others’ names, labels and replies as text', async () => {
  const short = (text: string, most: number) => text.slice(0, most).replaceAll('\n', ' ')
  for (const [place, text] of hostileTexts.entries()) {
    await desk.post('/labels', { name: short(`${place} ${text}`, 40), description: short(text, 200) })
    await desk.post('/canned-replies', { shortcut: `hostile${place}`, title: short(text, 100), text })
  }
  await desk.call('PATCH', '/admins/member@shop.example', { body: { name: hostileTexts[1] } })
  const opened = await browser()
  const { page } = opened
  await open(page, 'team')
  for (const name of ['team', 'labels', 'canned']) {
    await goTo(page, `/settings/${name}`)
    await main(page).getByRole('listitem').first().waitFor()
    await expectHarmless(opened, main(page))
  }
  await button(page, 'Edit /hostile5').click()
  await expectHarmless(opened, main(page))
  expect(opened.errors).toEqual([])
})
