import { readFile } from 'node:fs/promises'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { buildDashboard } from '../support/agent.ts'
import { faultsIn } from '../support/axe.ts'
import { type OpenBrowser, openBrowser } from '../support/browser.ts'
import { type Client, createClient } from '../support/client.ts'
import { addPerson, goTo, openDesk } from '../support/desk-page.ts'
import { expectHarmless, hostileTexts } from '../support/hostile.ts'
import { type PageCalls, watchCalls } from '../support/page-calls.ts'
import { forgetSaid, hasSaid } from '../support/said.ts'
import { type Server, startServer } from '../support/server.ts'

const ben = { email: 'ben@shop.example', name: 'Ben Ode', role: 'member' } as const
const anna = { email: 'anna@shop.example', name: 'Anna Marsh', role: 'admin' } as const

let server: Server
let desk: Client
let browser: OpenBrowser
let calls: PageCalls

beforeAll(async () => {
  buildDashboard()
  server = await startServer({ config: { sites: [{ id: 'shop', name: 'The shop' }] } })
  desk = createClient(server)
  for (const person of [ben, anna]) await addPerson(desk, person)
  browser = await openBrowser()
  calls = await watchCalls(browser.context)
})
afterAll(async () => {
  await browser.close()
  await server[Symbol.asyncDispose]()
})

const row = (page: Page, name: string) => page.getByRole('row').filter({ hasText: name })
const at = (page: Page) => new URL(page.url())
const add = async (lead: Record<string, unknown>): Promise<string> => (await desk.post('/leads', lead)).body.id
const statusOf = async (id: string): Promise<string> => (await desk.get(`/leads/${id}`)).body.status
const press = async (page: Page, ...keys: string[]) => {
  for (const key of keys) await page.keyboard.press(key)
}
const dialog = (page: Page, name: string | RegExp) => page.getByRole('dialog', { name })

/** The popup is open, and has the focus. */
const floating = (page: Page) => page.locator(':popover-open :focus').waitFor()

/** Adds the first contact by keys, at first with an invalid email. */
async function addFirst(page: Page): Promise<void> {
  await press(page, 'c')
  await dialog(page, 'Add a contact').getByLabel('Email').fill('nobody')
  await press(page, 'Enter')
  await dialog(page, 'Add a contact').getByText('Must be an email address.', { exact: true }).waitFor()
  await dialog(page, 'Add a contact').getByLabel('Email').fill('zoe@example.com')
  await press(page, 'Enter')
  await page.getByRole('heading', { name: 'zoe@example.com' }).waitFor()
}

test('[U10] [U108] a member selects contacts by keys, changes, undoes and deletes, and sees which ones failed', async () => {
  const { page } = await openDesk(browser, server, ben, '/contacts')
  await page.getByText('No contacts yet').waitFor()
  expect(await faultsIn.light(page)).toEqual([])
  await addFirst(page)
  await press(page, 'u')
  const fleet = (await desk.post('/contact-tags', { name: 'Fleet' })).body
  const ids: string[] = []
  for (const name of ['Ada', 'Bo', 'Cy', 'Di'])
    ids.push(await add({ name, email: `${name}@example.com`, company: 'Quay' }))
  const [ada, bo, cy, di] = ids as [string, string, string, string]
  // The latest contact is first, as soon as its event arrives.
  await row(page, 'Di').waitFor()

  // The keyboard cursor stays where it was.
  await press(page, 'k', 'x', 'k', 'k', 'Shift+X')
  await page.getByText('3 chosen').waitFor()
  // A clicked check box has the focus, and accepts no letters.
  await page.getByRole('checkbox', { name: 'Choose Di' }).click()
  await page.getByText('4 chosen').waitFor()
  await page.keyboard.press('Space')
  await page.getByText('3 chosen').waitFor()
  await press(page, 's')
  await floating(page)
  await press(page, 'ArrowDown', 'ArrowDown', 'ArrowDown', 'Enter')
  await hasSaid(page, '3 contacts changed.')
  expect(await Promise.all([di, cy, bo, ada].map(statusOf))).toEqual(['new', 'won', 'won', 'won'])
  await press(page, 'z')
  await hasSaid(page, '3 contacts as before.')
  expect(await Promise.all([cy, bo, ada].map(statusOf))).toEqual(['new', 'new', 'new'])

  await press(page, 'l')
  await floating(page)
  await dialog(page, 'Tags').getByRole('button', { name: 'Fleet' }).waitFor()
  await page.keyboard.type('Flee')
  // Only those who manage the site create tags.
  expect(await page.getByText('Make the tag').count()).toBe(0)
  await press(page, 'ArrowDown', 'Enter')
  await expect.poll(async () => (await desk.get(`/leads?tag=${fleet.id}`)).body.items.length).toBe(3)
  await press(page, 'Escape')
  await page.getByText('3 chosen').waitFor()

  calls.held = { in: /bulkChanges.start/, first: () => desk.call('DELETE', `/leads/${bo}`) }
  await press(page, 's')
  await floating(page)
  await press(page, 'ArrowDown', 'Enter')
  await page.getByRole('alert').getByText('1 contact could not be changed:').waitFor()
  await page.getByRole('alert').getByRole('link', { name: 'Bo' }).waitFor()
  expect(await faultsIn.dark(page)).toEqual([])
  expect(await Promise.all([cy, ada].map(statusOf))).toEqual(['contacted', 'contacted'])

  await press(page, 'Delete')
  await dialog(page, /^Delete \d contacts\?$/).waitFor()
  expect(await faultsIn.light(page, 'dialog[open]')).toEqual([])
  await press(page, 'Tab', 'Enter')
  await hasSaid(page, '2 contacts deleted.')
  await expect.poll(async () => (await desk.get('/leads')).body.items.length).toBe(2)
  await expect.poll(() => row(page, 'Ada').count()).toBe(0)
  expect(browser.errors).toEqual([])
})

test('[R164] [R165] [R166] [U11] loads further pages, searches, filters by the address, and exports a table', async () => {
  const tag = (await desk.post('/contact-tags', { name: 'School' })).body
  const made = await Promise.all(
    Array.from({ length: 205 }, async (_, count) => {
      const body = { name: `Number ${count}`, phone: '+44 20 7946 0000', status: count % 5 === 0 ? 'won' : 'lost' }
      const answer = await desk.api('POST', '/leads', { body })
      return ((await answer.json()) as { id: string }).id
    }),
  )
  await desk.post('/leads/change', { ids: made.slice(0, 5), addTags: [tag.id] })
  const { counts } = (await desk.get('/leads')).body
  const all = Object.values(counts as Record<string, number>).reduce((sum, count) => sum + count, 0)
  const { page } = await openDesk(browser, server, ben, '/contacts')
  await row(page, 'Number 4').first().waitFor()
  const table = page.getByRole('table')
  calls.refused = /"before".*leads.list/
  await page.reload()
  await page.locator('section:has(> table)').evaluate((element) => element.scrollTo(0, element.scrollHeight))
  await page.getByText('The rest of the list cannot be read. The server cannot do this just now.').waitFor()
  calls.refused = null
  await page.getByRole('button', { name: 'Try again' }).press('Enter')
  await expect
    .poll(async () => {
      await page.locator('section:has(> table)').evaluate((element) => element.scrollTo(0, element.scrollHeight))
      return await table.getAttribute('aria-rowcount')
    })
    .toBe(String(all + 1))
  expect(await table.getByRole('row').count()).toBeLessThan(60)

  await press(page, 'Alt+5')
  await expect.poll(() => at(page).search).toBe('?status=won')
  await page.getByRole('button', { name: 'Won 41', pressed: true }).waitFor()
  await page.getByLabel('Tag', { exact: true }).selectOption({ label: 'School' })
  await expect.poll(() => table.getAttribute('aria-rowcount')).toBe('2')
  const download = page.waitForEvent('download')
  await page.getByRole('link', { name: 'Export the filtered contacts as a CSV file' }).press('Enter')
  const csv = await readFile(await (await download).path(), 'utf8')
  expect(csv.trim().split('\r\n')).toHaveLength(2)
  expect(csv).toContain('Number 0')

  // The address alone restores the same list.
  await page.reload()
  await row(page, 'Number 0').waitFor()
  await page.getByRole('button', { name: 'Won 1', pressed: true }).waitFor()
  await page.getByLabel('Tag', { exact: true }).selectOption({ label: 'Without a tag' })
  await press(page, 'Tab')
  await page.evaluate(() => (document.activeElement as HTMLElement).blur())
  await press(page, '/')
  await page.keyboard.type('nobody at all')
  await page.getByRole('heading', { name: 'Nothing found for “nobody at all”.' }).waitFor()
  await press(page, 'Escape')
  await page.getByRole('button', { name: 'Won 40', pressed: true }).waitFor()
  await expect.poll(() => at(page).search).toBe('?status=won&tag=untagged')
  await page.setViewportSize({ width: 390, height: 760 })
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390)
  expect(await faultsIn.light(page)).toEqual([])
  await page.setViewportSize({ width: 1440, height: 860 })
  expect(browser.errors).toEqual([])
})

/** Edits a contact's details: a duplicate email is rejected at its field, and the rest stays as typed. */
async function changeDetails(page: Page, id: string): Promise<void> {
  await press(page, 'e')
  await page.getByLabel('Company').fill('Harbour Couriers')
  await page.getByLabel('Email').fill('other@example.com')
  await page.getByLabel('Frame size').selectOption('M')
  await page.getByLabel('Size', { exact: true }).fill('Taller')
  await page.getByLabel('Another attribute: Name').fill('plan')
  await page.getByLabel('Another attribute: Value').fill('Fleet')
  await press(page, 'Enter')
  await page.getByLabel('Company').press('Enter')
  await page.getByText('Another contact has this email.').waitFor()
  await page.getByRole('link', { name: 'Open that contact' }).waitFor()
  expect(await page.getByLabel('Email').getAttribute('aria-invalid')).toBe('true')
  await page.getByLabel('Email').fill('mira.haddad@example.com')
  await press(page, 'Enter')
  await page.getByText('Saved', { exact: true }).waitFor()
  expect((await desk.get(`/leads/${id}`)).body).toMatchObject({
    email: 'mira.haddad@example.com',
    company: 'Harbour Couriers',
    attributes: { frame: 'M', plan: 'Fleet' },
    fields: JSON.stringify({ Size: 'Taller' }),
  })
}

/** Exports a contact's data, then erases it, and saves the receipt. */
async function exportAndErase(page: Page, id: string): Promise<void> {
  const download = page.waitForEvent('download')
  await page.getByRole('link', { name: 'Download everything' }).press('Enter')
  expect((await readFile(await (await download).path())).subarray(0, 2).toString()).toBe('PK')
  await page.getByRole('button', { name: 'Erase this person' }).press('Enter')
  const erasing = dialog(page, 'Erase Mira Haddad-Low?')
  const sure = erasing.getByRole('button', { name: 'Erase for good' })
  expect(await sure.isDisabled()).toBe(true)
  await erasing.getByRole('textbox').fill('mira.haddad@example.com')
  expect(await faultsIn.light(page, 'dialog[open]')).toEqual([])
  await press(page, 'Enter')
  await page.getByText('This is the receipt.').waitFor()
  expect(await faultsIn.light(page)).toEqual([])
  const receipt = page.waitForEvent('download')
  await page.getByRole('link', { name: 'Save the receipt' }).press('Enter')
  const erased = JSON.parse(await readFile(await (await receipt).path(), 'utf8'))
  expect(erased).toMatchObject({ id, erased: true, by: anna.email, removed: { conversations: 1 } })
  expect((await desk.call('GET', `/leads/${id}`)).status).toBe(404)
}

test('[U9] [U39] [R148] edits a contact in place, adds notes and tags, exports and erases it, and shows the receipt', async () => {
  const frame = { entity: 'contact', key: 'frame', label: 'Frame size', type: 'choice', options: ['S', 'M'] }
  await desk.post('/attribute-definitions', frame)
  const contact = { name: 'Mira Haddad', email: 'mira@example.com', Size: 'Tall' }
  const { id: talk } = (await desk.post('/conversations', { message: 'Twelve bikes, please.', contact })).body
  const [{ id }] = (await desk.get('/leads?q=mira@example.com')).body.items
  await add({ name: 'Other', email: 'other@example.com' })
  const { page } = await openDesk(browser, server, anna, `/inbox/all/${talk}`)
  // From the visitor of a conversation to the contact.
  await page.getByRole('complementary', { name: 'Visitor' }).getByRole('link', { name: 'Mira Haddad' }).press('Enter')
  await page.getByRole('heading', { name: 'Mira Haddad' }).waitFor()
  expect(at(page).pathname).toBe(`/dashboard/contacts/${id}`)
  await page.getByLabel('Frame size').waitFor()
  expect(await faultsIn.light(page)).toEqual([])
  expect(await faultsIn.dark(page)).toEqual([])
  await page.emulateMedia({ colorScheme: 'light' })

  await changeDetails(page, id)

  const heading = page.getByRole('heading', { name: 'Mira Haddad' })
  await heading.focus()
  await press(page, 's')
  await floating(page)
  await press(page, 'ArrowDown', 'Enter')
  await expect.poll(() => statusOf(id)).toBe('contacted')
  await heading.focus()
  await press(page, 'l')
  await floating(page)
  await page.keyboard.type('Courier')
  await page.getByRole('button', { name: 'Make the tag “Courier”' }).press('Enter')
  await page.getByRole('button', { name: 'Remove the tag Courier' }).waitFor()
  await press(page, 'Escape')
  await heading.focus()
  await press(page, 'n')
  await page.keyboard.type('Asked for an invoice.')
  await press(page, 'Control+Enter')
  const note = page.getByRole('article', { name: 'Notes of the team' })
  await note.getByText('Asked for an invoice.').waitFor()
  await note.getByRole('button', { name: 'Delete the note' }).press('Enter')
  await press(page, 'Enter')
  await page.getByText('No note yet.').waitFor()

  // Changes by others are shown.
  await desk.call('PATCH', `/leads/${id}`, { body: { name: 'Mira Haddad-Low' } })
  await page.getByRole('heading', { name: 'Mira Haddad-Low' }).waitFor()
  await page.getByRole('link', { name: 'Twelve bikes, please.' }).press('Enter')
  await expect.poll(() => at(page).pathname).toBe(`/dashboard/inbox/all/${talk}`)
  await page.goBack()

  await exportAndErase(page, id)
  await page.getByRole('button', { name: 'Back to the contacts' }).press('Enter')
  await row(page, 'Other').waitFor()
  expect(await row(page, 'Mira').count()).toBe(0)
  expect(browser.errors).toEqual([])
})

test('an admin creates, renames and deletes tags and attributes, duplicate names are rejected, and contacts have them', async () => {
  const id = await add({ name: 'Iris Vale', email: 'iris@example.com' })
  const { page } = await openDesk(browser, server, anna, '/settings/contacts')
  const part = (name: string) => page.getByRole('region', { name })
  const button = (name: string) => page.getByRole('main').getByRole('button', { name, exact: true })
  const fill = (label: string, text: string) => page.getByRole('form').getByLabel(label, { exact: true }).fill(text)
  await button('Add a tag').click()
  await fill('Name', 'Wholesale')
  await page.getByLabel('Orange').check({ force: true })
  expect(await faultsIn.light(page)).toEqual([])
  await press(page, 'Enter')
  await part('Tags').getByRole('listitem').filter({ hasText: 'Wholesale' }).waitFor()
  const { tags } = (await desk.get('/contact-tags')).body
  expect(tags).toContainEqual(expect.objectContaining({ name: 'Wholesale', color: '#f97316' }))
  await button('Add a tag').click()
  await fill('Name', 'wholesale')
  await press(page, 'Enter')
  await page.getByRole('form').getByRole('alert').getByText('Not saved.').waitFor()
  await button('Cancel').click()

  await button('Add an attribute').click()
  await fill('Name', 'Size of frame')
  await page.getByLabel('Kind').selectOption('choice')
  await fill('Choices', 'S\n M \n\nL')
  expect(await faultsIn.dark(page)).toEqual([])
  await button('Save').click()
  await part('Attributes').getByText('Contacts · One of several · S · M · L').waitFor()
  await button('Edit Size of frame').click()
  await fill('Description', 'As the seat tube says.')
  await button('Save').click()
  await part('Attributes').getByRole('listitem').getByText('As the seat tube says.').waitFor()
  const { definitions } = (await desk.get('/attribute-definitions')).body
  expect(definitions).toContainEqual(
    expect.objectContaining({ key: 'size_of_frame', options: ['S', 'M', 'L'], description: 'As the seat tube says.' }),
  )
  await goTo(page, `/contacts/${id}`)
  const sizes = page.getByRole('combobox', { name: 'Size of frame' }).getByRole('option')
  await expect.poll(() => sizes.allInnerTexts()).toEqual(expect.arrayContaining(['S', 'M', 'L']))
  await desk.call('PATCH', `/leads/${id}`, { body: { attributes: { size_of_frame: 'M' } } })
  await goTo(page, '/settings/contacts')
  for (const name of ['Size of frame', 'Wholesale']) {
    await button(`Delete ${name}`).click()
    await button('Delete for good').click()
    await page.getByRole('listitem').filter({ hasText: name }).waitFor({ state: 'detached' })
  }
  expect((await desk.get(`/leads/${id}`)).body.attributes).toEqual({ size_of_frame: 'M' })
})

test('[threat 3] renders visitors’ details as text; long names and other scripts fit, in German too', async () => {
  const text = (place: number, most = 200) =>
    (hostileTexts[place % hostileTexts.length] as string).replace(/\s+/g, ' ').slice(0, most)
  const { page } = await openDesk(browser, server, ben, '/contacts')
  const tag = (await desk.post('/contact-tags', { name: text(1, 40) })).body
  for (const [place] of hostileTexts.entries()) {
    const id = await add({
      name: text(place),
      company: text(place + 1),
      phone: text(place + 2, 40),
      address: text(place + 3),
      notes: text(place + 4),
      attributes: { plan: text(place + 5) },
      fields: { [text(place + 6, 60)]: text(place + 7) },
    })
    if (place > 2) continue
    await desk.call('PATCH', `/leads/${id}`, { body: { tags: [tag.id] } })
    await desk.post(`/leads/${id}/notes`, { text: hostileTexts.join('\n') })
    await goTo(page, `/contacts/${id}`)
    await page.getByRole('article', { name: 'Notes of the team' }).waitFor()
    await expectHarmless(browser, page.locator('#root'))
  }
  const long = 'Wolfeschlegelsteinhausenbergerdorffwelchevoralternwarengewiss'
  await add({ name: long, email: `${long.slice(0, 60)}@example.com` })
  await add({ name: 'مها الحداد', company: 'ورشة الميناء' })
  await page.evaluate(() => localStorage.setItem('frontdesk.language', 'de'))
  await page.goto(`${server.url}/dashboard/contacts`)
  await page.getByRole('button', { name: 'Kontakt anlegen' }).first().waitFor()
  await row(page, 'مها').waitFor()
  await expectHarmless(browser, page.locator('#root'))
  for (const width of [1440, 768, 390]) {
    await page.setViewportSize({ width, height: 860 })
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width)
  }
  await press(page, 'j', 'j', 'Enter')
  await page.getByRole('heading', { name: long }).waitFor()
  await page.getByRole('heading', { name: 'Verlauf' }).waitFor()
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390)
  expect(await faultsIn.narrow(page)).toEqual([])
  await forgetSaid(page)
  await press(page, 'u', 'x')
  await hasSaid(page, '1 gewählt')
  expect(browser.errors).toEqual([])
})
