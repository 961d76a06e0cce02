import type { Page } from 'playwright-core'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type Agent, addAgents, buildDashboard, eventually, openAgent, pane, visitorPane } from '../support/agent.ts'
import { faultsIn } from '../support/axe.ts'
import { tokenFor } from '../support/desk-page.ts'
import { pageIdle } from '../support/idle.ts'
import { type Shop, startShop } from '../support/shop.ts'

let shop: Shop
let anna: Agent
let page: Page

beforeAll(async () => {
  buildDashboard()
  shop = await startShop()
  // The model's texts do not matter here.
  await shop.call('PUT', '/settings', { body: { settings: { knowledge: { factGuard: false } } } })
  await addAgents(shop, 'Anna Marsh', 'Ben Ode')
  anna = await openAgent(shop.server, 'Anna Marsh')
  page = anna.page
})
afterAll(async () => {
  await anna.close()
  await shop.close()
})
beforeEach(() => shop.says({ text: 'A puncture costs **£14**.' }))

const started = async (message = 'What does a puncture cost?', more: object = {}) =>
  (await shop.post('/conversations', { message, ...more })).body.id as string

const conversationOf = async (id: string) => (await shop.get(`/conversations/${id}`)).body
const statusOf = async (id: string) => (await conversationOf(id)).conversation.status
const textsOf = async (id: string) => (await shop.stored(id)).map(({ text }) => text)
const field = () => pane(page).getByRole('textbox', { name: /^(Reply to|Note for)/ })
const head = () => pane(page).locator(':scope > header')
const press = (keys: string) => page.keyboard.press(keys)

describe('a conversation from its first message to its end', () => {
  test('[R62] [R66] [R69] [R74] [R76] is read, taken over, answered, handed back and closed by keyboard alone', async () => {
    const id = await started()
    await anna.show(id)
    await head().getByText('The assistant answers').waitFor()
    await pane(page).getByText('A puncture costs £14.').waitFor()
    await pane(page).getByText('Your reply takes the conversation over.').waitFor()

    await press('t')
    await head().getByText('Assigned to you').waitFor()
    await eventually(() => statusOf(id)).toBe('live')
    await press('Escape')
    await press('z')
    await head().getByText('The assistant answers').waitFor()
    await eventually(() => statusOf(id)).toBe('bot')
    await press('t')
    await eventually(() => statusOf(id)).toBe('live')

    await page.keyboard.type('Hello, Anna here.\nHow can I help?')
    await press('Control+Enter')
    await eventually(() => textsOf(id)).toContain('Hello, Anna here.\nHow can I help?')
    await pane(page).locator('[data-from="person"]:not([data-pending])').getByText('How can I help?').waitFor()
    expect(await field().inputValue()).toBe('')

    await shop.say(id, { text: 'With my tyre' })
    await pane(page).locator('[data-from="visitor"]').getByText('With my tyre').waitFor()
    await press('Escape')
    await press('b')
    await head().getByText('The assistant answers').waitFor()
    await eventually(() => statusOf(id)).toBe('bot')
    await press('r')
    await page.keyboard.type('One more word.')
    await press('Control+Shift+Enter')
    await head().getByText('Closed').waitFor()
    await eventually(() => statusOf(id)).toBe('closed')
    expect(await textsOf(id)).toContain('One more word.')
  })

  test('shows a note with its own background, hides it from the visitor, and lets its author edit and delete it', async () => {
    const id = await started()
    await anna.show(id)
    await press('n')
    await page.keyboard.type('She is a regular.')
    await press('Control+Enter')
    const note = pane(page).getByRole('article', { name: 'Note' })
    await note.getByText('Only the team sees this').waitFor()
    await eventually(async () => (await conversationOf(id)).notes.length).toBe(1)
    expect(await textsOf(id)).toHaveLength(2)

    await note.getByRole('button', { name: 'Edit note' }).click()
    await note.getByRole('textbox').fill('She is a new customer.')
    await press('Control+Enter')
    await eventually(async () => (await conversationOf(id)).notes[0].text).toBe('She is a new customer.')
    await note.getByRole('button', { name: 'Delete note' }).click()
    await note.getByRole('button', { name: 'Delete it for good' }).click()
    await eventually(async () => (await conversationOf(id)).notes).toEqual([])
    await eventually(() => note.count()).toBe(0)
  })

  test('shows a reply’s trace beside it, in words first, and Escape returns', async () => {
    await shop.post('/knowledge/manual', { title: 'Prices', content: 'A puncture with a new inner tube costs £14.' })
    const id = await started('What does a puncture cost?')
    await anna.show(id)
    const why = pane(page).getByRole('button', { name: 'Why this answer' })
    await why.click()
    const trace = page.getByRole('dialog', { name: 'Why this answer' })
    await trace.getByText(/^Found \d+ passages?, used \d+ · .* · [\d.]+ (ms|s)$/).waitFor()
    await trace.getByRole('heading', { name: 'Figures' }).waitFor()
    expect(await faults()).toEqual([])
    await press('Escape')
    await trace.waitFor({ state: 'detached' })
    expect(await why.evaluate((button) => button === document.activeElement)).toBe(true)
    await pane(page)
      .getByRole('button', { name: /^Source 1/ })
      .click()
    await page
      .getByRole('dialog', { name: /^Source 1/ })
      .getByText('Prices', { exact: true })
      .waitFor()
  })

  test('says who changed a note of somebody else', async () => {
    const id = await started()
    const { body: made } = await shop.post(`/conversations/${id}/notes`, { text: 'She is a regular.' })
    await anna.show(id)
    const note = pane(page).getByRole('article', { name: 'Note' })
    await note.getByText('She is a regular.').waitFor()
    await fetch(`${shop.server.url}/api/v1/notes/${made.id}?site=shop`, {
      method: 'PATCH',
      headers: { authorization: `Bearer ${await tokenFor(shop.server, 'ben.ode@shop.example')}` },
      body: JSON.stringify({ text: 'She is new here.' }),
    })
    await note.getByText('She is new here.').waitFor()
    await note.getByText('edited by Ben Ode').waitFor()
  })

  test('is assigned to another person with a note for them', async () => {
    const id = await started()
    await anna.show(id)
    await press('a')
    const dialog = page.getByRole('dialog', { name: 'Assign conversation' })
    const people = () => dialog.getByLabel('Assign to').locator('option').allTextContents()
    await eventually(people).toContain('Ben Ode · away')
    // Who comes and goes is seen while the dialog is open.
    const ben = await openAgent(shop.server, 'Ben Ode')
    const availability = ben.page.getByRole('switch', { name: /Available/ })
    if ((await availability.getAttribute('aria-checked')) === 'false') await availability.click()
    await eventually(async () => (await people()).indexOf('Ben Ode · available')).toBe(1)
    // A closed window counts for another half a minute.
    await availability.click()
    await eventually(people).toContain('Ben Ode · away')
    await ben.close()
    await dialog.getByLabel('Assign to').selectOption({ label: 'Ben Ode · away' })
    await dialog.getByLabel(/^A note for them/).fill('Yours, Ben.')
    await dialog.getByRole('button', { name: 'Assign conversation' }).click()
    await eventually(async () => (await conversationOf(id)).conversation.assigned_to).toBe('ben.ode@shop.example')
    expect((await conversationOf(id)).notes).toMatchObject([{ text: 'Yours, Ben.', author: anna.email }])
  })

  test('shows a typed email as unverified, and verifies the contact with one button', async () => {
    const email = 'grace@private.example'
    const { id: lead } = (await shop.post('/leads', { name: 'Grace Stored', email })).body
    const id = await started('Hello', { contact: { email, phone: '+44 1632 960111' } })
    await anna.show(id)
    await head().getByText('Unverified').waitFor()
    const contact = visitorPane(page).getByRole('region', { name: 'Contact' })
    await contact.getByText('Unverified').waitFor()
    await contact.getByText('+44 1632 960111').waitFor()
    const mark = page.locator(`[data-row="${id}"]`).getByRole('img', { name: 'Unverified contact' })
    await mark.waitFor()
    expect(await faults()).toEqual([])
    await contact.getByRole('button', { name: 'Verify contact' }).click()
    await page.getByText('Contact verified.').waitFor()
    await eventually(() => contact.getByText('Unverified').count()).toBe(0)
    await eventually(() => head().getByText('Unverified').count()).toBe(0)
    await eventually(async () => (await conversationOf(id)).conversation.lead_verified).toBe(true)
    expect((await shop.get(`/leads/${lead}`)).body).toMatchObject({ phone: '+44 1632 960111' })
    await contact.getByText('+44 1632 960111').waitFor()
    await eventually(() => mark.count()).toBe(0)
  })

  test('adds and removes labels', async () => {
    const label = (await shop.post('/labels', { name: 'Urgent' })).body
    const id = await started()
    await anna.show(id)
    await press('l')
    await page.getByRole('dialog', { name: 'Labels' }).getByRole('button', { name: 'Urgent' }).click()
    await eventually(async () => (await conversationOf(id)).labels).toMatchObject([{ id: label.id }])
    await press('Escape')
    await visitorPane(page).getByRole('button', { name: 'Remove Urgent' }).click()
    await eventually(async () => (await conversationOf(id)).labels).toEqual([])
  })
})

describe('the reply box', () => {
  test('[U110] restores the draft and its mode after a reload and on another machine', async () => {
    await using other = await openAgent(shop.server, 'Anna Marsh')
    const id = await started()
    await anna.show(id)
    await press('n')
    await page.keyboard.type('half a thought')
    const address = `${shop.server.url}/api/v1/conversations/${id}/draft?site=shop`
    const headers = { authorization: `Bearer ${await tokenFor(shop.server, anna.email)}` }
    const draft = async () => (await (await fetch(address, { headers })).json()) as { text: string }
    await eventually(async () => (await draft()).text).toBe('half a thought')
    const note = (on: Page) => pane(on).getByRole('textbox', { name: /^Note for/ })
    await other.page.goto(`${shop.server.url}/dashboard/inbox/all/${id}`)
    await eventually(() => note(other.page).inputValue()).toBe('half a thought')
    await page.reload()
    await eventually(() => note(page).inputValue()).toBe('half a thought')
  })

  test('finds a canned reply while typing, and fills in its placeholders', async () => {
    await shop.post('/canned-replies', { shortcut: 'hello', text: 'Hello {{visitor.firstName}}, {{agent.name}} here.' })
    const id = await started('Hi', { contact: { name: 'Ada Lovelace', email: 'ada@example.com' } })
    await anna.show(id)
    await press('r')
    await page.keyboard.type('/hel')
    await page.getByRole('option', { name: /hello/ }).waitFor()
    expect(await faults()).toEqual([])
    await press('Enter')
    await eventually(() => field().inputValue()).toBe('Hello Ada, Anna Marsh here.')
  })

  test('[U99] holds a reply if the visitor wrote something unseen, until the person sends it anyway', async () => {
    const id = await started()
    await anna.show(id)
    await press('t')
    await head().getByText('Assigned to you').waitFor()
    for (let line = 0; line < 30; line++) await shop.say(id, { text: `Line ${line}` })
    await pane(page).getByText('Line 29', { exact: true }).waitFor()
    await pane(page)
      .getByRole('log')
      .evaluate((log) => log.scrollTo(0, 0))
    await pane(page).getByRole('button', { name: 'To the newest message' }).waitFor()
    await shop.say(id, { text: 'Never mind!' })
    await pane(page).getByRole('button', { name: '1 new message' }).waitFor()
    await page.keyboard.type('Here is how.')
    await press('Control+Enter')
    const held = pane(page).getByRole('alertdialog')
    await held.getByText('Never mind!').waitFor()
    expect(await faults()).toEqual([])
    await pageIdle(page)
    expect(await textsOf(id)).not.toContain('Here is how.')
    await held.getByRole('button', { name: 'Send anyway' }).click()
    await eventually(() => textsOf(id)).toContain('Here is how.')
    await held.waitFor({ state: 'detached' })
  })
})

test('axe finds no faults in a conversation with its visitor, in light and dark, narrow and wide', async () => {
  const contact = { name: 'Ada Lovelace', email: 'ada2@example.com', phone: '+44 20 7946 0958' }
  const id = await started('Hi', { contact, context: { pageUrl: 'https://shop.example/bikes', locale: 'de' } })
  for (const colorScheme of ['light', 'dark'] as const)
    for (const width of [390, 1440]) {
      await page.emulateMedia({ colorScheme })
      await page.setViewportSize({ width, height: 900 })
      await anna.show(id)
      if (width > 1000) await visitorPane(page).getByText('ada2@example.com').waitFor()
      expect(await faults(colorScheme)).toEqual([])
    }
  expect(anna.errors).toEqual([])
})

/** What axe finds in the conversation, and in the pane beside it if there is one. */
async function faults(colorScheme: 'light' | 'dark' = 'light'): Promise<string[]> {
  return await faultsIn[colorScheme](page, 'section:has([role="log"]), aside')
}

test.each([
  ['Mark as spam', 'Spam', 'spam'],
  ['Block the visitor', 'Blocked', 'blocked'],
] as const)('a conversation is as it was if “%s” is undone', async (name, mark, field) => {
  const headers = { origin: shop.server.url, 'content-type': 'application/json' }
  const body = JSON.stringify({ site: 'shop', message: 'What does a puncture cost?' })
  const { id } = await (await fetch(`${shop.server.url}/chat/conversations`, { method: 'POST', headers, body })).json()
  // Loaded again, because letters do nothing for a second after the caret was in a reply box.
  await page.goto(`${shop.server.url}/dashboard/inbox/all/${id}`)
  await head().getByText('The assistant answers').waitFor()
  await press('t')
  await head().getByText('Assigned to you').waitFor()
  await eventually(() => statusOf(id)).toBe('live')
  await head().getByRole('button', { name: 'More' }).click()
  await page.getByRole('button', { name }).click()
  await head().getByText(mark).waitFor()
  const stored = async () => {
    const { conversation } = await conversationOf(id)
    return [conversation.status, conversation[field]]
  }
  await eventually(stored).toEqual(['closed', true])
  await page.getByRole('region', { name: 'Notices' }).getByRole('button', { name: /^Undo/ }).last().click()
  await eventually(stored).toEqual(['live', false])
  await head().getByText('Assigned to you').waitFor()
  expect(await head().getByText(mark).count()).toBe(0)
  expect((await textsOf(id)).join()).not.toMatch(/closed/i)
})
