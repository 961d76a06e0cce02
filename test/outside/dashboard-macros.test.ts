import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Agent, addAgents, buildDashboard, eventually, openAgent, pane } from '../support/agent.ts'
import { pageIdle } from '../support/idle.ts'
import { type Shop, startShop } from '../support/shop.ts'

let shop: Shop
let anna: Agent
let page: Page
let label: string

beforeAll(async () => {
  buildDashboard()
  shop = await startShop()
  await addAgents(shop, 'Anna Marsh')
  const settings = { businessName: 'The Bike Shop', assistant: { copilot: false } }
  await shop.call('PUT', '/settings', { body: { settings } })
  label = (await shop.post('/labels', { name: 'Refund' })).body.id
  const actions = { addLabels: [label], close: true, note: 'Refund for {{visitor.name}}' }
  await shop.post('/canned-replies', {
    shortcut: 'refund',
    text: 'Hello {{visitor.firstName}}, we refund you.\n{{agent.firstName}}, {{business.name}}',
    actions,
  })
  anna = await openAgent(shop.server, 'Anna Marsh')
  page = anna.page
})
afterAll(async () => {
  await anna.close()
  await shop.close()
})

const field = () => pane(page).getByRole('textbox', { name: /^Reply to/ })
const read = async (id: string) => (await shop.get(`/conversations/${id}`)).body
const state = async (id: string) => {
  const { conversation, labels, notes } = await read(id)
  return [
    conversation.status,
    labels.map(({ name }: { name: string }) => name),
    notes.map(({ text }: { text: string }) => text),
  ]
}

async function takes(name: string): Promise<string> {
  const { id } = (await shop.post('/conversations', { message: 'Hello', contact: { name } })).body
  await anna.show(id)
  await page.keyboard.press('Escape')
  await page.keyboard.press('t')
  await eventually(() => field().evaluate((box) => box === document.activeElement)).toBe(true)
  // The page shows a taken chat before the server has taken it.
  await eventually(async () => (await read(id)).conversation.status).toBe('live')
  return id
}

describe('a canned reply with actions', () => {
  test('shows its text and actions before it is chosen, runs them after it is sent, and all are undone at once', async () => {
    const id = await takes('Ada Gray')
    await page.keyboard.type('/ref')
    const preview = pane(page).getByRole('region', { name: 'Preview' })
    const text = 'Hello Ada, we refund you.\nAnna, The Bike Shop'
    expect(await preview.locator('p').first().textContent()).toBe(text)
    const planned = ['Note: Refund for Ada Gray', 'Label: Refund', 'Close']
    await eventually(() => preview.getByRole('listitem').allTextContents()).toEqual(planned)
    await page.keyboard.press('Enter')
    await eventually(() => field().inputValue()).toBe(text)
    const pending = pane(page).getByRole('list', { name: 'After it is sent' })
    expect(await pending.getByRole('listitem').allTextContents()).toEqual(planned)
    await pageIdle(page)
    expect(await state(id)).toEqual(['live', [], []])
    await page.keyboard.press('Control+Enter')
    await eventually(() => state(id)).toEqual(['closed', ['Refund'], ['Refund for Ada Gray']])
    expect((await read(id)).messages.findLast(({ author }: { author: unknown }) => author).text).toBe(text)
    await page.getByText('The actions of the canned reply are done.').waitFor()
    await page.keyboard.press('Escape')
    await page.keyboard.press('z')
    await eventually(() => state(id)).toEqual(['live', [], []])
  })

  test('can be sent without them', async () => {
    const id = await takes('Bo Long')
    await page.keyboard.type('/refund')
    await page.keyboard.press('Enter')
    await pane(page).getByRole('button', { name: 'Send without these actions' }).click()
    await eventually(() => field().evaluate((box) => box === document.activeElement)).toBe(true)
    await page.keyboard.press('Control+Enter')
    await eventually(async () => (await read(id)).messages.some(({ author }: { author: unknown }) => author)).toBe(true)
    await pageIdle(page)
    expect(await state(id)).toEqual(['live', [], []])
  })
})

test('a canned reply snoozes the conversation after it is sent, which is undone with it', async () => {
  const actions = { snooze: 'message' }
  await shop.post('/canned-replies', { shortcut: 'later', text: 'We come back to you.', actions })
  const id = await takes('Finn')
  const snoozed = async () => (await read(id)).conversation.snoozed
  await page.keyboard.type('/later')
  await pane(page).getByRole('region', { name: 'Preview' }).getByText('Snooze until the visitor writes').waitFor()
  await page.keyboard.press('Enter')
  await page.keyboard.press('Control+Enter')
  await eventually(snoozed).toEqual({ until: null })
  await page.getByText('The actions of the canned reply are done.').last().waitFor()
  await page.keyboard.press('Escape')
  await page.keyboard.press('z')
  await eventually(snoozed).toBeNull()
})

test('a reply that was typed three times is offered as a canned reply, and saved with a placeholder', async () => {
  const offer = () => pane(page).getByRole('form', { name: 'Save as a canned reply' })
  for (const name of ['Cleo', 'Dan', 'Eve']) {
    await takes(name)
    expect(await offer().count()).toBe(0)
    await page.keyboard.type(`Hello ${name}, we open at nine every day.`)
    await page.keyboard.press('Control+Enter')
  }
  await offer().waitFor()
  await offer().getByRole('textbox').fill('open')
  await page.keyboard.press('Enter')
  await page.getByText('Saved. Type /open to insert it.').waitFor()
  await offer().waitFor({ state: 'detached' })
  const saved = (await shop.get('/canned-replies')).body.items.find(
    (one: { shortcut: string }) => one.shortcut === 'open',
  )
  expect(saved.text).toBe('Hello {{visitor.firstName}}, we open at nine every day.')
})

test('an admin sets the actions in the settings', async () => {
  await page.goto(`${shop.server.url}/dashboard/settings/canned`)
  await page
    .getByRole('listitem')
    .filter({ hasText: '/open' })
    .getByRole('button', { name: /^Change|^Edit/ })
    .first()
    .click()
  const form = page.getByRole('form', { name: 'Change the reply' })
  await form.getByRole('checkbox', { name: 'Refund' }).check()
  await form.getByLabel('Assign to').selectOption('nobody')
  await form.getByRole('switch', { name: 'Close the conversation' }).check()
  await form.getByRole('button', { name: 'Save' }).click()
  await form.waitFor({ state: 'detached' })
  const saved = (await shop.get('/canned-replies')).body.items.find(
    (one: { shortcut: string }) => one.shortcut === 'open',
  )
  expect(saved.actions).toEqual({ addLabels: [label], assignTo: 'nobody', snooze: null, close: true, note: '' })
  await page.getByRole('listitem').filter({ hasText: '/open' }).getByText('Back to the queue').waitFor()
})
