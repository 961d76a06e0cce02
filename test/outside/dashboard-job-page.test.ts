import { Buffer } from 'node:buffer'
import { readFile } from 'node:fs/promises'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { buildDashboard, eventually } from '../support/agent.ts'
import { faultsIn } from '../support/axe.ts'
import { type OpenBrowser, openBrowser } from '../support/browser.ts'
import { type Client, createClient } from '../support/client.ts'
import { addPerson, goTo, openDesk } from '../support/desk-page.ts'
import { expectHarmless, hostileTexts } from '../support/hostile.ts'
import { sendJobFile } from '../support/job-files.ts'
import { type PageCalls, watchCalls } from '../support/page-calls.ts'
import { hasSaid } from '../support/said.ts'
import { type Server, startServer } from '../support/server.ts'

const anna = { email: 'anna@shop.example', name: 'Anna Marsh', role: 'admin' } as const
const ben = { email: 'ben@shop.example', name: 'Ben Ode', role: 'member' } as const

type Stage = { id: string; name: string; kind: string }

let server: Server
let desk: Client
let browser: OpenBrowser
let calls: PageCalls
let stages: Stage[]

beforeAll(async () => {
  buildDashboard()
  server = await startServer({ config: { sites: [{ id: 'shop', name: 'The shop' }], ai: { provider: 'none' } } })
  desk = createClient(server)
  for (const person of [anna, ben]) await addPerson(desk, person)
  const fields = [
    { name: 'roof', label: 'Kind of roof', type: 'choice', options: ['flat', 'pitched'] },
    { name: 'tiles', label: 'Tiles', type: 'number' },
    { name: 'visit', label: 'Visit', type: 'date' },
    { name: 'paid', label: 'Paid', type: 'boolean' },
    { name: 'street', label: 'Street', type: 'text', required: true },
  ]
  stages = (await desk.call('PUT', '/jobs/pipeline', { body: { currency: 'EUR', fields } })).body.stages
  browser = await openBrowser()
  calls = await watchCalls(browser.context)
})
afterAll(async () => {
  await browser.close()
  await server[Symbol.asyncDispose]()
})

const make = async (body: Record<string, unknown>): Promise<{ id: string; number: number }> =>
  (await desk.post('/jobs', body)).body
const read = async (id: string) => (await desk.get(`/jobs/${id}`)).body
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
const focused = (page: Page) => page.evaluate(() => document.activeElement?.localName)
const open = async (page: Page, id: string) => {
  await goTo(page, `/jobs/${id}`)
  await eventually(() => focused(page)).toBe('h1')
  await field(page, 'Value').waitFor()
}

/** Saves each kind of field by keys. */
async function fillFields(page: Page): Promise<void> {
  await press(page, 'e')
  await page.keyboard.type('Repair the roof')
  await press(page, 'Enter')
  await field(page, 'Value').fill('1250.5')
  await press(page, 'Tab')
  await page.getByRole('main').getByText('€1,250.50').waitFor()
  await field(page, 'Currency').selectOption('GBP')
  await field(page, 'Due date').fill('2030-02-01')
  await press(page, 'Enter')
  await field(page, 'Assigned to').selectOption(ben.email)
  await field(page, 'Kind of roof').selectOption('pitched')
  await field(page, 'Tiles').fill('12')
  await field(page, 'Visit').fill('2030-01-15')
  await field(page, 'Paid').selectOption('true')
  await field(page, 'Street').fill('Quay 4')
  await press(page, 'Enter')
  await field(page, 'Description').fill('Two tiles are missing.')
  await press(page, 'Control+Enter')
}

test('edits each field of a job where it is shown, and moves it by keys', async () => {
  const { id } = await make({ title: 'Roof', contact: { name: 'Ada Byron', email: 'ada@example.com' } })
  const { page } = await openDesk(browser, server, anna, '/jobs?view=list')
  await page.getByRole('link', { name: 'Roof' }).press('Enter')
  await eventually(() => focused(page)).toBe('h1')
  await field(page, 'Value').waitFor()
  expect(await faultsIn.light(page)).toEqual([])
  await fillFields(page)
  await eventually(() => read(id)).toMatchObject({
    ...{ title: 'Repair the roof', value: 1250.5, currency: 'GBP', assignedTo: ben.email },
    ...{ details: 'Two tiles are missing.' },
    fields: { roof: 'pitched', tiles: '12', visit: '2030-01-15', paid: 'true', street: 'Quay 4' },
  })
  expect(new Date((await read(id)).dueAt).getFullYear()).toBe(2030)
  await press(page, 'Escape')
  await eventually(() => focused(page)).toBe('body')

  // The stage is a menu. A lost stage asks for a reason, which can be changed later.
  await press(page, 'm')
  await page.locator(':popover-open :focus').waitFor()
  await press(page, 'ArrowUp')
  await press(page, 'Enter')
  await dialog(page, 'Why was “Repair the roof” lost?').waitFor()
  expect(await faultsIn.light(page, 'dialog[open]')).toEqual([])
  await page.keyboard.type('Too dear')
  await press(page, 'Enter')
  await eventually(() => read(id)).toMatchObject({ status: 'lost', lostReason: 'Too dear' })
  await eventually(() => field(page, 'Reason').inputValue()).toBe('Too dear')
  await field(page, 'Reason').fill('Too late')
  await press(page, 'Enter')
  await eventually(() => read(id)).toMatchObject({ lostReason: 'Too late' })
  const history = part(page, 'History')
  for (const text of [
    'Anna Marsh changed the title from Roof to Repair the roof',
    'Anna Marsh set the value to 1,250.5',
    'Anna Marsh assigned it to Ben Ode',
    'Anna Marsh set Kind of roof to pitched',
    'Anna Marsh set Paid to Yes',
    'Anna Marsh moved it from New to Lost',
    'Anna Marsh marked it as lost: Too dear',
    'Anna Marsh changed the reason from Too dear to Too late',
  ])
    await history.getByText(text, { exact: true }).waitFor()
  const about = part(page, 'Contact and origin')
  expect(await about.getByRole('link', { name: 'ada@example.com' }).getAttribute('href')).toBe('mailto:ada@example.com')
  await about.getByRole('link', { name: 'Ada Byron' }).waitFor()
  expect([await faultsIn.light(page), await faultsIn.dark(page)]).toEqual([[], []])
  await page.emulateMedia({ colorScheme: 'light' })

  await press(page, 'Escape', 'u')
  await page.waitForURL('**/jobs?view=list')
  expect(browser.errors).toEqual([])
  await page.close()
})

/** What is no number or no date is not taken for an empty field. */
async function typeNonsense(page: Page): Promise<void> {
  await field(page, 'Tiles').focus()
  await page.keyboard.type('e')
  await press(page, 'Tab')
  await page.getByText('Enter a number such as 12.5.').waitFor()
  await field(page, 'Tiles').focus()
  await press(page, 'Escape')
  await page.getByText('Enter a number such as 12.5.').waitFor({ state: 'detached' })
  await field(page, 'Due date').focus()
  await page.keyboard.type('02')
  await press(page, 'Enter')
  await page.getByText('Enter a whole date.').waitFor()
  await press(page, 'Escape')
}

test('says at the field why it was refused, restores by Escape, and keeps what is typed when others change it', async () => {
  const { id } = await make({ title: 'Gutter', value: 10 })
  const { page } = await openDesk(browser, server, anna, `/jobs/${id}`)
  await open(page, id)
  await press(page, 'e')
  await page.keyboard.type(' ')
  await press(page, 'Enter')
  await page.getByText('A job needs a title.').waitFor()
  expect(await field(page, 'Title').getAttribute('aria-invalid')).toBe('true')
  await press(page, 'Escape')
  expect(await field(page, 'Title').inputValue()).toBe('Gutter')

  await field(page, 'Value').fill('-5')
  await press(page, 'Tab')
  await field(page, 'Value').and(page.locator('[aria-invalid="true"]')).waitFor()
  await field(page, 'Value').focus()
  await press(page, 'Escape')
  expect(await field(page, 'Value').inputValue()).toBe('10')

  await typeNonsense(page)
  // Somebody else changes the title while it is edited, and another field.
  await field(page, 'Title').fill('Gutter and drain')
  await desk.call('PATCH', `/jobs/${id}`, { body: { title: 'Gutters', details: 'By the door' } })
  await page.getByText('Somebody else has changed this to “Gutters”.').waitFor()
  await eventually(() => field(page, 'Description').inputValue()).toBe('By the door')
  expect(await field(page, 'Title').inputValue()).toBe('Gutter and drain')
  // Leaving the field does not decide.
  await press(page, 'Tab', 'Tab', 'Tab')
  expect(await field(page, 'Title').inputValue()).toBe('Gutter and drain')
  expect((await read(id)).title).toBe('Gutters')
  await page.getByRole('button', { name: 'Use theirs' }).press('Enter')
  expect(await field(page, 'Title').inputValue()).toBe('Gutters')
  await field(page, 'Title').fill('Gutter and drain')
  await press(page, 'Enter')
  await eventually(async () => (await read(id)).title).toBe('Gutter and drain')

  // A refusal that comes after the page was left is not lost.
  calls.refused = /jobs\.update/
  await field(page, 'Street').fill('Quay 9')
  await press(page, 'Enter')
  await page.getByText('The server cannot do this just now.').waitFor()
  expect(await field(page, 'Street').inputValue()).toBe('Quay 9')
  await page.getByRole('link', { name: 'Jobs', exact: true }).last().click()
  await page.getByRole('button', { name: 'Stay here' }).click()
  calls.refused = null
  await field(page, 'Street').focus()
  await press(page, 'Enter')
  await eventually(async () => (await read(id)).fields.street).toBe('Quay 9')
  expect(browser.errors).toEqual([])
  await page.close()
})

test('writes, edits and deletes notes, appends to the description, and deletes the job', async () => {
  const { id, number } = await make({ title: 'Fence', details: 'Six posts.' })
  const { page } = await openDesk(browser, server, ben, `/jobs/${id}`)
  await open(page, id)
  await press(page, 'n')
  await page.keyboard.type('Bring the long ladder.')
  await press(page, 'Control+Enter')
  const note = page.getByRole('article', { name: 'Note' })
  await note.getByText('Bring the long ladder.').waitFor()
  await note.getByRole('button', { name: 'Edit the note' }).press('Enter')
  await field(page, 'Note').fill('Bring two ladders.')
  await press(page, 'Control+Enter')
  await note.getByText('Bring two ladders.').waitFor()
  await note.getByText('edited').waitFor()
  await note.getByRole('button', { name: 'Delete the note' }).press('Enter')
  await press(page, 'Enter')
  await page.getByText('No notes yet.').waitFor()

  await page.getByRole('button', { name: 'Add an update' }).press('Enter')
  await page.keyboard.type('The posts have arrived.')
  await press(page, 'Control+Enter')
  await eventually(async () => (await read(id)).details).toBe('Six posts.\n\nThe posts have arrived.')
  await eventually(() => field(page, 'Description').inputValue()).toBe('Six posts.\n\nThe posts have arrived.')

  // A member learns who turns files on.
  await page.getByText('Files of jobs are turned off.').waitFor()
  await page.getByText('An admin can turn them on in the settings.').waitFor()
  await desk.post(`/jobs/${id}/notes`, { text: 'From a colleague' })
  await note.getByText('From a colleague').waitFor()
  expect(await note.getByRole('button').count()).toBe(0)
  await page.locator('h1').focus()
  await press(page, 'Delete')
  // It can be undone, and is deleted when the window is closed before.
  await hasSaid(page, `Job #${number} was deleted.`)
  await page.getByText('Six posts').waitFor({ state: 'detached' })
  await press(page, 'z')
  await page.getByRole('link', { name: 'Fence' }).waitFor()
  expect((await desk.call('GET', `/jobs/${id}`)).status).toBe(200)
  await page.getByRole('link', { name: 'Fence' }).press('Enter')
  await eventually(() => focused(page)).toBe('h1')
  await press(page, 'Delete')
  await hasSaid(page, `Job #${number} was deleted.`)
  await page.reload()
  await eventually(async () => (await desk.call('GET', `/jobs/${id}`)).status).toBe(404)
  await goTo(page, `/jobs/${id}`)
  await page.getByText('This job does not exist, or was deleted.').waitFor()
  expect(browser.errors).toEqual([])
  await page.close()
})

test('uploads files by button, drop and paste, downloads and deletes them, once they are turned on', async () => {
  const { id } = await make({ title: 'Plan' })
  const { page } = await openDesk(browser, server, anna, `/jobs/${id}`)
  await open(page, id)
  await page.getByRole('link', { name: 'Turn on files in the settings' }).waitFor()
  await desk.call('PUT', '/settings', { body: { settings: { files: { jobs: true } } } })
  await page.getByText('No files yet.').waitFor()
  const files = part(page, 'Files')
  const chosen = page.waitForEvent('filechooser')
  await files.getByRole('button', { name: 'Add files' }).press('Enter')
  const hostile = '<img src=x onerror=alert(1)>.txt'
  const fileOf = (name: string, text: string) => ({ name, mimeType: 'text/plain', buffer: Buffer.from(text) })
  await (await chosen).setFiles([fileOf(hostile, 'Tiles'), fileOf('wrong.pdf', 'no PDF')])
  await hasSaid(page, 'wrong.pdf was not added.')
  const row = (name: string) => files.getByRole('listitem').filter({ hasText: name })
  await row(hostile)
    .getByText(/^TXT · 1 kB · anna@shop\.example/)
    .waitFor()
  const given = (name: string) =>
    page.evaluateHandle((name) => {
      const data = new DataTransfer()
      data.items.add(new File(['By hand'], name))
      return data
    }, name)
  await page
    .getByRole('article')
    .first()
    .dispatchEvent('drop', { dataTransfer: await given('dropped.txt') })
  await row('dropped.txt').waitFor()
  await page.evaluate(
    (clipboardData) => {
      document.body.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }))
    },
    await given('pasted.txt'),
  )
  await row('pasted.txt').waitFor()
  expect([await faultsIn.light(page), browser.dialogs, browser.foreign]).toEqual([[], [], []])

  const download = page.waitForEvent('download')
  await files.getByRole('link', { name: 'Download dropped.txt' }).press('Enter')
  expect(await readFile(await (await download).path(), 'utf8')).toBe('By hand')
  await row('dropped.txt').getByRole('button', { name: 'Delete dropped.txt' }).press('Enter')
  await press(page, 'Enter')
  await row('dropped.txt').waitFor({ state: 'detached' })
  await part(page, 'History').getByText('Anna Marsh deleted the file dropped.txt').waitFor()
  // Files of others appear.
  await sendJobFile({ url: server.url, adminKey: server.adminKey } as never, { id, name: 'other.txt', bytes: 'x' })
  await row('other.txt').waitFor()
  expect(browser.errors.filter((error) => !error.includes('400'))).toEqual([])
  browser.errors.length = 0
  await page.close()
})

test('[threat 3] texts of jobs stay texts, and long names fit', async () => {
  const line = (at: number, most = 160) =>
    (hostileTexts[at % hostileTexts.length] ?? '').replace(/\s+/g, ' ').slice(0, most)
  const { id } = await make({
    ...{ title: line(1), details: hostileTexts.join('\n\n').slice(0, 9000), fields: { street: line(3) } },
    contact: { name: 'مرحبا بك في المتجر الكبير جدا', email: 'x@example.com' },
  })
  await make({ title: `${'Donaudampfschifffahrtsgesellschaft'.repeat(4)}` })
  await desk.post(`/jobs/${id}/notes`, { text: hostileTexts.join('\n\n').slice(0, 4000) })
  await desk.call('PATCH', `/jobs/${id}`, { body: { title: line(3), fields: { street: line(5) } } })
  const lost = stages.find(({ kind }) => kind === 'lost') as Stage
  await desk.post(`/jobs/${id}/move`, { stageId: lost.id, lostReason: line(7) })
  const { page } = await openDesk(browser, server, anna, `/jobs/${id}`)
  await page.evaluate(() => localStorage.setItem('frontdesk.language', 'de'))
  await page.reload()
  for (const width of [1440, 390]) {
    await page.setViewportSize({ width, height: 800 })
    await goTo(page, `/jobs/${id}`)
    await page.getByRole('heading', { name: 'Verlauf' }).waitFor()
    await field(page, 'Street').waitFor()
    await expectHarmless({ ...browser, page }, page.getByRole('main'))
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width)
    await goTo(page, '/jobs?view=list&status=all')
    await page.getByRole('row').nth(2).waitFor()
    await expectHarmless({ ...browser, page }, page.getByRole('main'))
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width)
  }
  expect(browser.errors).toEqual([])
  await page.close()
})
