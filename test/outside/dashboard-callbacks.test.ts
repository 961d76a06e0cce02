import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { buildDashboard, eventually } from '../support/agent.ts'
import { faultsIn } from '../support/axe.ts'
import { type OpenBrowser, openBrowser } from '../support/browser.ts'
import { type Client, createClient } from '../support/client.ts'
import { addPerson, goTo, openDesk, tokenFor } from '../support/desk-page.ts'
import { expectHarmless, hostileTexts } from '../support/hostile.ts'
import { type PageCalls, watchCalls } from '../support/page-calls.ts'
import { hasSaid } from '../support/said.ts'
import { type Server, startServer } from '../support/server.ts'

let server: Server
let desk: Client
let browser: OpenBrowser
let page: Page
let calls: PageCalls

const member = { email: 'mel@shop.example', name: 'Mel Member', role: 'member' } as const
const anna = { email: 'anna@shop.example', name: 'Anna Marsh', role: 'admin' } as const

beforeAll(async () => {
  buildDashboard()
  server = await startServer({ config: { sites: [{ id: 'shop', name: 'The shop' }], ai: { provider: 'none' } } })
  desk = createClient(server)
  // A visitor who asks for a person is offered a callback at once.
  await desk.call('PUT', '/settings', { body: { settings: { live: { enabled: false } } } })
  for (const person of [member, anna]) await addPerson(desk, person)
  browser = await openBrowser()
  await browser.context.grantPermissions(['clipboard-read', 'clipboard-write'])
  calls = await watchCalls(browser.context)
  page = (await openDesk(browser, server, member)).page
})
afterAll(async () => {
  await browser.close()
  await server[Symbol.asyncDispose]()
})

type Wish = { name: string; phone: string; email?: string; message?: string }
type Form = { type: string; id: string; purpose?: string }

/** A visitor who asks for a person while nobody is available, and accepts the callback. */
async function askForCall(wish: Wish): Promise<string> {
  const { body } = await desk.post('/conversations', { message: 'Do you sell kayaks?' })
  const { messages } = (await desk.post(`/conversations/${body.id}/messages`, { action: { id: 'person', value: '' } }))
    .body as { messages: Form[] }
  const form = messages.find(({ purpose }) => purpose === 'callback')
  await askAgain(body.id, form?.id ?? '', wish)
  return body.id
}

/** Submits the form of a conversation. An earlier form can be submitted again. */
async function askAgain(conversation: string, form: string, wish: Wish): Promise<void> {
  const action = { id: form, value: JSON.stringify(wish) }
  expect((await desk.post(`/conversations/${conversation}/messages`, { action })).status).toBe(200)
}

const main = () => page.getByRole('main')
const row = (name: string) => main().getByRole('listitem').filter({ hasText: name })
const names = () => main().locator('[data-name]').allInnerTexts()
const list = (name: string) => page.getByRole('navigation', { name: 'Lists of callbacks' }).getByRole('link', { name })
const field = () => page.getByRole('textbox', { name: 'Note', exact: true })
const focused = () => page.evaluate(() => document.activeElement?.textContent)
const entry = (words: string) => main().getByRole('listitem').filter({ hasText: words })
const rail = (name: string | RegExp) => page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name })

test('[R86] [R173] lists callback requests as they arrive, longest wait first, and handles them by keys', async () => {
  await page.keyboard.press('g')
  await page.keyboard.press('b')
  await main().getByRole('heading', { name: 'No open callbacks' }).waitFor()
  const asked = await askForCall({ name: 'Ada Byron', phone: '+44 1632 960001', message: 'After five, about a tandem' })
  await row('Ada Byron').waitFor()
  await hasSaid(page, 'Ada Byron requested a callback.')
  await askForCall({ name: 'Ben Ode', phone: '+44 1632 960002', email: 'ben@mail.example' })
  await askForCall({ name: 'Cleo Marsh', phone: '+44 1632 960003' })
  await eventually(names).toEqual(['Ada Byron', 'Ben Ode', 'Cleo Marsh'])
  await rail('Callbacks, 3 to call').waitFor()
  const waited = () => row('Ada Byron').locator('span:has(> .lucide-clock)').innerText()
  const before = await waited()
  await eventually(waited).not.toBe(before)
  expect(await row('Ada Byron').getByRole('link', { name: '+44 1632 960001' }).getAttribute('href')).toBe(
    'tel:+441632960001',
  )
  const [{ leadId }] = (await desk.get('/callbacks')).body.items
  expect(await row('Ada Byron').getByRole('link', { name: 'Open the contact' }).getAttribute('href')).toBe(
    `/dashboard/contacts/${leadId}`,
  )
  expect(await faultsIn.light(page)).toEqual([])

  await page.keyboard.press('j')
  await eventually(focused).toBe('Ada Byron')
  await page.keyboard.press('c')
  await hasSaid(page, '+44 1632 960001 is copied.')
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe('+44 1632 960001')
  await page.keyboard.press('d')
  await eventually(names).toEqual(['Ben Ode', 'Cleo Marsh'])
  await page.keyboard.press('z')
  await eventually(names).toEqual(['Ada Byron', 'Ben Ode', 'Cleo Marsh'])
  await eventually(async () => (await desk.get('/callbacks')).body.counts).toEqual({ open: 3, done: 0, dismissed: 0 })
  await page.keyboard.press('x')
  await eventually(names).toEqual(['Ada Byron', 'Cleo Marsh'])
  // The keyboard cursor and the focus are on the row that took its place.
  await eventually(focused).toBe('Cleo Marsh')
  await page.keyboard.press('k')
  await eventually(focused).toBe('Ada Byron')
  await page.keyboard.press('d')
  await eventually(names).toEqual(['Cleo Marsh'])
  await list('Done').filter({ hasText: '1' }).waitFor()
  await rail('Callbacks, 1 to call').waitFor()

  await page.keyboard.press('Alt+2')
  await row('Ada Byron').getByText('Done by you, just now').waitFor()
  await page.keyboard.press('o')
  await main().getByRole('heading', { name: 'No completed callbacks' }).waitFor()
  await list('Dismissed').click()
  await row('Ben Ode').getByText('Dismissed by you, just now').waitFor()
  await list('Open').click()
  await eventually(names).toEqual(['Ada Byron', 'Cleo Marsh'])
  await page.keyboard.press('j')
  await eventually(focused).toBe('Ada Byron')
  await page.keyboard.press('Enter')
  await page.waitForURL(`**/inbox/all/${asked}`)
  expect(browser.errors).toEqual([])
})

test('[R90] [R174] edits a note in place by keys, rejects one that is too long, and undoes', async () => {
  await goTo(page, '/callbacks')
  await row('Ada Byron').waitFor()
  const note = async () => (await desk.get('/callbacks')).body.items[0].note
  await page.keyboard.press('n')
  await field().waitFor()
  await page.keyboard.type('x'.repeat(20))
  await field().fill('x'.repeat(2001))
  await page.keyboard.press('Control+Enter')
  await main().getByText('2000').first().waitFor()
  expect([await field().inputValue(), await note()]).toEqual(['x'.repeat(2001), null])
  expect(await faultsIn.light(page)).toEqual([])
  await field().fill('Called at ten,\nnobody there')
  await page.keyboard.press('Control+Enter')
  await row('nobody there').waitFor()
  await eventually(note).toBe('Called at ten,\nnobody there')
  await eventually(focused).toBe('Ada Byron')
  await page.keyboard.press('z')
  await eventually(note).toBeNull()
  await row('nobody there').waitFor({ state: 'detached' })
  await page.keyboard.press('n')
  await field().fill('Not to be lost')
  await list('Done').click()
  await page.getByRole('button', { name: 'Stay here' }).click()
  expect(await field().inputValue()).toBe('Not to be lost')
})

test('[R91] [R92] shows changes by others immediately with their names, and lists a repeated request once', async () => {
  const token = await tokenFor(server, anna.email)
  const items = async (status = 'open') => (await desk.get(`/callbacks?status=${status}`)).body.items
  const [ada, cleo] = await items()
  const change = (id: string, body: object, headers = {}) =>
    desk.call('PATCH', `/callbacks/${id}`, { body: { site: 'shop', ...body }, token, ...headers })
  await change(cleo.id, { status: 'done' })
  await hasSaid(page, 'Cleo Marsh: done by Anna Marsh.')
  await row('Cleo Marsh').waitFor({ state: 'detached' })
  // A note is being edited, so the row stays until it is saved.
  await change(ada.id, { status: 'dismissed' })
  await hasSaid(page, 'Ada Byron: dismissed by Anna Marsh.')
  await rail('Callbacks').and(page.locator('[aria-label="Callbacks"]')).waitFor()
  expect(await field().inputValue()).toBe('Not to be lost')
  await page.getByRole('button', { name: 'Save' }).click()
  await main().getByRole('heading', { name: 'No open callbacks' }).waitFor()
  expect((await items('dismissed')).map(({ note }: { note: string }) => note)).toContain('Not to be lost')
  await list('Done').click()
  await row('Cleo Marsh').getByText('Done by Anna Marsh').waitFor()
  await change(cleo.id, { status: 'open' })
  await row('Cleo Marsh').waitFor({ state: 'detached' })
  await list('Open').click()
  await row('Cleo Marsh').waitFor()
  const { messages } = (await desk.get(`/conversations/${cleo.conversationId}`)).body
  const form = messages.find(({ purpose }: Form) => purpose === 'callback')
  await askAgain(cleo.conversationId, form.id, {
    name: 'Cleo Marsh',
    phone: '+44 1632 960033',
    message: 'Still waiting',
  })
  await row('Still waiting').getByRole('link', { name: '+44 1632 960033' }).waitFor()
  expect(await names()).toEqual(['Cleo Marsh'])
  await desk.call('DELETE', `/conversations/${cleo.conversationId}`)
  await main().getByRole('heading', { name: 'No open callbacks' }).waitFor()
  expect(browser.errors).toEqual([])
})

test('reverts a change that the server rejects, with a message', async () => {
  await askForCall({ name: 'Dora Lind', phone: '+44 1632 960004' })
  await row('Dora Lind').waitFor()
  calls.refused = /callbacks.update/
  await page.getByRole('button', { name: 'Done: Dora Lind' }).click()
  await hasSaid(page, 'The server cannot do this just now.')
  await eventually(names).toEqual(['Dora Lind'])
  calls.refused = null
  await page.getByRole('button', { name: 'Done: Dora Lind' }).click()
  await main().getByRole('heading', { name: 'No open callbacks' }).waitFor()
  // The row disappears before the server responds, and a reload would cancel the request.
  await eventually(async () => (await desk.get('/callbacks?status=open')).body.items).toEqual([])
  calls.refused = /callbacks.list/
  await goTo(page, '/inbox')
  await page.reload()
  await goTo(page, '/callbacks')
  await main().getByRole('alert').getByText('This cannot be shown. The server cannot do this just now.').waitFor()
  calls.refused = null
  await page.getByRole('button', { name: 'Try again' }).click()
  await main().getByRole('heading', { name: 'No open callbacks' }).waitFor()
})

test('[threat 3] shows visitors’ text as text; long and Arabic text is usable in narrow, dark and German windows', async () => {
  for (const [place, text] of hostileTexts.entries())
    await askForCall({ name: `${place} ${text}`.slice(0, 100), phone: '+44 1632 960005', message: text })
  await askForCall({ name: 'سارة يوسف', phone: '+49 89 1234567', message: 'أود حجز دراجتين' })
  await askForCall({ name: 'W'.repeat(100), phone: '1'.repeat(40), message: 'Donaudampfschifffahrt'.repeat(40) })
  await goTo(page, '/callbacks')
  await row('WWWW').waitFor()
  await expectHarmless(browser, main())
  await goTo(page, '/settings/appearance')
  await main().getByLabel('Deutsch', { exact: true }).check()
  await main().getByRole('heading', { name: 'Darstellung' }).waitFor()
  await goTo(page, '/callbacks')
  await row('سارة يوسف').getByRole('button', { name: 'Erledigt: سارة يوسف' }).waitFor()
  for (const [colorScheme, width, look] of [
    ['dark', 1280, faultsIn.dark],
    ['light', 360, faultsIn.narrow],
  ] as const) {
    await page.emulateMedia({ colorScheme })
    await page.setViewportSize({ width, height: 800 })
    expect([colorScheme, await look(page)]).toEqual([colorScheme, []])
    expect(await main().evaluate((it) => it.scrollWidth - it.clientWidth)).toBe(0)
  }
  await page.emulateMedia({ colorScheme: 'light' })
  await page.setViewportSize({ width: 1280, height: 800 })
  await row('سارة يوسف').getByRole('button', { name: 'Erledigt' }).click()
  await hasSaid(page, 'Der Rückruf bei سارة يوسف ist erledigt.')
  await row('سارة يوسف').waitFor({ state: 'detached' })
  expect(browser.errors).toEqual([])
})

test('[R195] an admin reads the audit log page by page, and opens an entry', async () => {
  const hostile = '<img src=x onerror=alert(1)>'
  const { key } = (await desk.post('/keys', { name: hostile, preset: 'crm' })).body
  await desk.call('POST', '/leads', { token: key, body: { name: 'Eva', email: 'eva@mail.example' } })
  await desk.call('DELETE', '/labels/lbl_none')
  await page.evaluate(() => localStorage.setItem('frontdesk.language', 'en'))
  page = (await openDesk(browser, server, anna, '/settings/audit')).page
  await entry('API key made').getByText('by the admin key').waitFor()
  await entry('Label deleted').getByText('refused').waitFor()
  const first = await main().getByRole('listitem').count()
  calls.refused = /audit.list/
  await main().getByRole('button', { name: 'Show older' }).focus()
  await page.keyboard.press('Enter')
  await main().getByText('The rest of the list cannot be read. The server cannot do this just now.').waitFor()
  await main().getByRole('button', { name: 'Refresh' }).click()
  await hasSaid(page, 'The server cannot do this just now.')
  // No retry is offered while a retry is running.
  const isReading = main().getByRole('button', { name: 'Show older', disabled: true })
  calls.held = { in: /audit.list/, first: () => isReading.waitFor() }
  await main().getByRole('button', { name: 'Show older' }).focus()
  await page.keyboard.press('Enter')
  await main().getByRole('button', { name: 'Try again' }).waitFor()
  calls.refused = null
  await page.keyboard.press('Enter')
  await eventually(() => main().getByRole('listitem').count()).toBeGreaterThan(first)
  await entry('Callback changed').first().getByText('by Mel Member').waitFor()
  await entry('Callback changed').first().locator('summary').focus()
  await page.keyboard.press('Enter')
  const opened = main().locator('details[open]')
  for (const fact of ['PATCH /callbacks/:id', 'Mel Member (mel@shop.example)', '200, done'])
    await opened.getByText(fact).waitFor()
  await entry('Label deleted').getByText('Label deleted').click()
  await opened.getByText('404, not found').waitFor()
  await entry('Contact added').first().getByText(`by the key ${hostile}`).waitFor()
  await expectHarmless(browser, main())
  await main().getByRole('button', { name: 'Refresh' }).click()
  await hasSaid(page, 'The log is as of now.')
  await entry('Contact added').first().locator('summary').click()
  await opened.getByRole('link', { name: 'Open the contact' }).waitFor()
  for (const [colorScheme, width, look] of [
    ['light', 1280, faultsIn.light],
    ['dark', 1280, faultsIn.dark],
    ['light', 360, faultsIn.narrow],
  ] as const) {
    await page.emulateMedia({ colorScheme })
    await page.setViewportSize({ width, height: 800 })
    expect([colorScheme, width, await look(page)]).toEqual([colorScheme, width, []])
  }
})
