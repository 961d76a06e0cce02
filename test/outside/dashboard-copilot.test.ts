import type { Page } from 'playwright-core'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type Agent, addAgents, buildDashboard, eventually, openAgent, pane } from '../support/agent.ts'
import type { OllamaChat } from '../support/fake-ollama.ts'
import { pageIdle } from '../support/idle.ts'
import { type Shop, startShop } from '../support/shop.ts'
import { createGate, type Steps } from '../support/steps.ts'

let shop: Shop
let anna: Agent
let page: Page

beforeAll(async () => {
  buildDashboard()
  shop = await startShop()
  await addAgents(shop, 'Anna Marsh')
  await shop.post('/knowledge/manual', {
    title: 'Punctures',
    content: 'A puncture costs £14.',
    url: 'https://shop.example/',
  })
  anna = await openAgent(shop.server, 'Anna Marsh')
  page = anna.page
})
afterAll(async () => {
  await anna.close()
  await shop.close()
})
beforeEach(() => drafting({ text: draft }))

const question = 'What does a puncture cost?'
const draft = 'It costs £14.'
const isDraft = ({ messages }: OllamaChat) => messages[0]!.content.startsWith('You help Anna Marsh')
const drafting = (...steps: Steps & unknown[]) =>
  shop.ollama.script((chat) => (isDraft(chat) ? (steps as Steps) : [{ text: 'All is well.' }]))
const offer = () => pane(page).getByRole('region', { name: 'Drafted answer' })
const field = () => pane(page).getByRole('textbox', { name: /^Reply to/ })
const box = () =>
  field().evaluate((field: HTMLTextAreaElement) => [
    field.value,
    field.selectionStart,
    field === document.activeElement,
  ])
const sent = async (id: string) =>
  (await shop.get(`/conversations/${id}`)).body.messages.filter(
    (message: { author: unknown }) => message.author !== null,
  )

/** A chat that this person opened and took with one key. */
async function takes(message = question): Promise<string> {
  const { id } = (await shop.post('/conversations', { message })).body
  await anna.show(id)
  // The letters rest for a second after the reply box lost the focus.
  await page.keyboard.press('Escape')
  await page.keyboard.press('t')
  await eventually(async () => (await box())[2]).toBe(true)
  return id
}

describe('the drafted answer', () => {
  test('is offered with its sources when a chat is taken, and inserted with one key, undone with Ctrl+Z', async () => {
    const id = await takes()
    await offer().getByText(draft).waitFor()
    expect(await offer().getByRole('link', { name: 'Punctures' }).getAttribute('href')).toBe('https://shop.example/')
    expect(await offer().getByRole('status').textContent()).toContain('Draft by the assistant')
    expect(await box()).toEqual(['', 0, true])
    await page.keyboard.press('Alt+Enter')
    expect(await box()).toEqual([draft, draft.length, true])
    await offer().waitFor({ state: 'detached' })
    await page.keyboard.press('Control+z')
    expect((await box())[0]).toBe('')
    await pageIdle(page)
    expect(await sent(id)).toEqual([])
  })

  test('disappears while the person writes, never changes their text, and goes with Escape', async () => {
    await takes()
    await offer().waitFor()
    await page.keyboard.type('My own')
    await offer().waitFor({ state: 'detached' })
    await page.keyboard.press('Alt+Enter')
    expect(await box()).toEqual(['My own', 6, true])
    await page.keyboard.press('Control+a')
    await page.keyboard.press('Delete')
    await offer().waitFor()
    await page.keyboard.press('Escape')
    await offer().waitFor({ state: 'detached' })
    expect((await box())[2]).toBe(true)
    await pageIdle(page)
    expect(await offer().count()).toBe(0)
  })

  test('shows after a second that it is being written, can be cancelled, and never appears in another chat', async () => {
    const gate = createGate()
    drafting({ wait: gate }, { text: draft })
    const other = (await shop.post('/conversations', { message: 'Hello' })).body.id
    await takes()
    await offer().getByText('The assistant is drafting an answer…').waitFor()
    await offer().getByRole('button', { name: 'Cancel' }).click()
    await offer().waitFor({ state: 'detached' })
    await takes()
    await offer().waitFor()
    await anna.show(other)
    gate.open()
    await pageIdle(page)
    expect(await offer().count()).toBe(0)
  })

  test('is absent where the copilot is off', async () => {
    await shop.call('PUT', '/settings', { body: { settings: { assistant: { copilot: false } } } })
    await page.reload()
    await takes()
    await pageIdle(page)
    expect(await offer().count()).toBe(0)
    await shop.call('PUT', '/settings', { body: { settings: { assistant: { copilot: true } } } })
    await page.reload()
  })
})

const palette = async (words: string) => {
  await page.keyboard.press('Control+k')
  await page.keyboard.type(words)
  await page.getByRole('option', { name: words }).first().waitFor()
  await page.keyboard.press('Enter')
}
const answering = (value: unknown) => shop.says({ text: JSON.stringify(value) })

describe('rewriting', () => {
  test('replaces the text from the menu, and Ctrl+Z brings it back', async () => {
    await takes('Hello')
    await page.keyboard.type('It costs £14, Sir.')
    answering({ text: 'It costs £14.' })
    await page.keyboard.press('Alt+r')
    await page.getByRole('button', { name: 'Shorter' }).press('Enter')
    await eventually(box).toEqual(['It costs £14.', 13, true])
    await page.keyboard.press('Control+z')
    expect((await box())[0]).toBe('It costs £14, Sir.')
  })

  test('never replaces what was typed in the meantime', async () => {
    const gate = createGate()
    await takes('Hello')
    await page.keyboard.type('It costs £14, Sir.')
    shop.says({ wait: gate }, { text: JSON.stringify({ text: 'It costs £14.' }) })
    await palette('Make the reply shorter')
    await pane(page).getByText('Rewriting…').waitFor()
    await field().focus()
    await page.keyboard.press('End')
    await page.keyboard.type(' Bye')
    gate.open()
    await page.getByText('Your text has changed in the meantime').waitFor()
    expect((await box())[0]).toBe('It costs £14, Sir. Bye')
  })
})

test('a chat in another language: the visitor’s words beside their translation, and the reply beside its original', async () => {
  const id = await takes('Combien coûte une crevaison ?')
  const { messages } = (await shop.get(`/conversations/${id}`)).body
  expect(messages[0].text).toContain('Combien')
  answering({ messages: [{ number: 1, text: 'What does a puncture cost?' }] })
  await pane(page).getByRole('button', { name: 'More', exact: true }).click()
  await pane(page)
    .getByRole('button', { name: /^Translate the visitor’s messages/ })
    .click()
  const log = pane(page).getByRole('log')
  await log.getByText('What does a puncture cost?').waitFor()
  expect(await log.getByText('Combien coûte une crevaison ?').isVisible()).toBe(true)
  await field().focus()
  await page.keyboard.type('It costs £14.')
  answering({ text: 'Cela coûte 14 £.' })
  await page.keyboard.press('Alt+l')
  await eventually(async () => (await box())[0]).toBe('Cela coûte 14 £.')
  await pane(page).getByText('The team also sees your original.').waitFor()
  await page.keyboard.press('Control+Enter')
  await log.getByText('It costs £14.').waitFor()
  await eventually(async () => (await sent(id)).length).toBe(1)
  expect((await sent(id))[0]).toMatchObject({ text: 'Cela coûte 14 £.', payload: { original: 'It costs £14.' } })
})

test('the chat so far is summarised with one key, and Escape goes back to the reply box', async () => {
  await takes('Hello')
  await page.keyboard.press('Escape')
  await page.keyboard.press('i')
  const panel = pane(page).getByRole('dialog', { name: 'Summary so far' })
  await panel.getByText('Put together without a model').waitFor()
  await page.keyboard.press('Escape')
  await panel.waitFor({ state: 'detached' })
})
