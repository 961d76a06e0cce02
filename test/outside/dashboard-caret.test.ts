import type { Page } from 'playwright-core'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type Agent, addAgents, buildDashboard, eventually, openAgent, pane } from '../support/agent.ts'
import { pageIdle } from '../support/idle.ts'
import { type Shop, startShop } from '../support/shop.ts'

let shop: Shop
let anna: Agent
let page: Page

beforeAll(async () => {
  buildDashboard()
  shop = await startShop()
  await addAgents(shop, 'Anna Marsh')
  anna = await openAgent(shop.server, 'Anna Marsh')
  page = anna.page
  await shop.call('PUT', '/settings', { body: { settings: { live: { waitSeconds: 3600 } } } })
})
afterAll(async () => {
  await anna.close()
  await shop.close()
})
beforeEach(async () => {
  for (const { id } of (await shop.get('/conversations?status=live')).body.items)
    await shop.post(`/conversations/${id}/close`)
  await anna.page.goto(`${shop.server.url}/dashboard/inbox/all`)
  await page.getByRole('navigation', { name: 'Lists' }).waitFor()
})

/** Would close the chat, assign it, open its labels and go to the next, if its letters were taken for shortcuts. */
const sentence = 'Hello Tom, let me see: each label'

async function waiting(name: string): Promise<string> {
  const { body } = await shop.post('/conversations', { message: 'Is it ready?', contact: { name } })
  await shop.post(`/conversations/${body.id}/messages`, { action: { id: 'person' } })
  await queue().getByText(name).waitFor()
  return body.id
}
const statusOf = async (id: string) => (await shop.get(`/conversations/${id}`)).body.conversation.status
const queue = () => page.getByRole('region', { name: 'Waiting visitors' })
const field = () => pane(page).getByRole('textbox', { name: /^Reply to/ })
const isInField = () => field().evaluate((box) => box === document.activeElement)
const palette = async (words: string) => {
  await page.keyboard.press('Control+k')
  await page.keyboard.type(words)
  await page.getByRole('option', { name: words }).first().waitFor()
  await page.keyboard.press('Enter')
}

describe('who takes a chat types into the reply box', () => {
  test.each<[string, (id: string) => Promise<unknown>]>([
    ['a key', () => page.keyboard.press('t')],
    ['the key that works anywhere', () => page.keyboard.press('Shift+T')],
    ['the mouse', () => queue().getByRole('button', { name: 'Take next' }).click()],
    ['the palette', () => palette('Take next')],
    [
      'the button of the conversation',
      async (id) => {
        await anna.show(id)
        await pane(page).getByRole('button', { name: 'Take over' }).click()
      },
    ],
  ])('after %s', async (way, take) => {
    const id = await waiting(`By ${way}`)
    await take(id)
    await eventually(isInField).toBe(true)
    await page.keyboard.type(sentence)
    expect(await field().inputValue()).toBe(sentence)
    await pageIdle(page)
    expect(await statusOf(id)).toBe('live')
    await page.keyboard.press('Control+a')
    await page.keyboard.press('Delete')
  })

  test('at once: what is typed while the chat is still loading does nothing', async () => {
    const id = await waiting('Types ahead')
    const presses = [...sentence].map((letter) => page.keyboard.press(letter === ' ' ? 'Space' : letter))
    await Promise.all([page.keyboard.press('t'), ...presses])
    await eventually(isInField).toBe(true)
    await pageIdle(page)
    expect(await statusOf(id)).toBe('live')
    await page.keyboard.press('Control+a')
    await page.keyboard.press('Delete')
  })
})

describe('who leaves the reply box', () => {
  test('by mouse closes nothing by typing on; by Escape has the shortcuts at once', async () => {
    const id = await waiting('Clicks away')
    await page.keyboard.press('t')
    await eventually(isInField).toBe(true)
    // On a busy machine, four letters may take more than the second for which they do nothing.
    await page.evaluate(() => {
      const now = performance.now()
      performance.now = () => now
    })
    await pane(page)
      .getByRole('log')
      .click({ position: { x: 5, y: 5 } })
    await page.keyboard.type('each')
    await pageIdle(page)
    await page.evaluate(() => Reflect.deleteProperty(performance, 'now'))
    expect(await statusOf(id)).toBe('live')
    await field().focus()
    await page.keyboard.press('Escape')
    await page.keyboard.press('e')
    await eventually(() => statusOf(id)).toBe('closed')
  })
})

test.each(['Send anyway', 'Keep editing'])('the guard puts the caret back after “%s”', async (choice) => {
  const id = await waiting(`Guard ${choice}`)
  await page.keyboard.press('t')
  await eventually(isInField).toBe(true)
  await page.keyboard.type('Here is how.')
  const long = Array.from({ length: 60 }, (_, line) => `Line ${line}`).join('\n')
  await shop.post(`/conversations/${id}/messages`, { text: long })
  await pane(page).getByText('Line 59').waitFor()
  // A list that still follows the long message would scroll down once more.
  await eventually(async () => {
    await pane(page)
      .getByRole('log')
      .evaluate((log) => log.scrollTo(0, 0))
    return await pane(page).getByRole('button', { name: 'To the newest message' }).isVisible()
  }).toBe(true)
  await shop.post(`/conversations/${id}/messages`, { text: 'Never mind!' })
  await pane(page).getByRole('button', { name: '1 new message' }).waitFor()
  await field().focus()
  const held = pane(page).getByRole('alertdialog')
  await page.keyboard.press('Control+Enter')
  await held.waitFor()
  await held.getByRole('button', { name: choice }).click()
  await held.waitFor({ state: 'detached' })
  await eventually(isInField).toBe(true)
  await page.keyboard.type(' each')
  expect(await field().inputValue()).toBe(choice === 'Keep editing' ? 'Here is how. each' : ' each')
  expect(await statusOf(id)).toBe('live')
})
