import type { Page } from 'playwright-core'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type Agent, addAgents, buildDashboard, eventually, openAgent, pane } from '../support/agent.ts'
import { goTo } from '../support/desk-page.ts'
import { pageIdle } from '../support/idle.ts'
import { type Shop, startShop } from '../support/shop.ts'

let shop: Shop
let anna: Agent
let page: Page
/** The keys pressed by a test, besides the letters of a text. */
let strokes: number
let id: string

beforeAll(async () => {
  buildDashboard()
  shop = await startShop()
  await addAgents(shop, 'Anna Marsh', 'Ben Okoro')
  await shop.call('PUT', '/settings', {
    body: { settings: { assistant: { copilot: false }, live: { waitSeconds: 3600 } } },
  })
  await shop.post('/canned-replies', { shortcut: 'hours', text: 'Hello {{visitor.firstName}}, we open at nine.' })
  anna = await openAgent(shop.server, 'Anna Marsh')
  page = anna.page
})
afterAll(async () => {
  await anna.close()
  await shop.close()
})
beforeEach(async () => {
  id = (await shop.post('/conversations', { message: 'Is it ready?', contact: { name: 'Ada Gray' } })).body.id
  await anna.show(id)
  // The letters rest for a second after the reply box lost the focus.
  await page.keyboard.press('Escape')
  strokes = 0
  await press('t')
  await hasCaret()
})

async function press(...keys: string[]): Promise<void> {
  for (const key of keys) {
    strokes++
    await page.keyboard.press(key)
  }
}
const type = (text: string) => page.keyboard.type(text)
const field = () => pane(page).getByRole('textbox', { name: /^Reply to|^Note for/ })
/** The text, and where the caret is in it; null if the box lost the focus. */
const caret = () =>
  field().evaluate((box: HTMLTextAreaElement) => [
    box.value,
    box === document.activeElement ? box.selectionStart : null,
  ])
const hasCaret = (text = '', at = text.length) => eventually(caret).toEqual([text, at])
const read = async () => (await shop.get(`/conversations/${id}`)).body
const replies = async (): Promise<string[]> =>
  (await read()).messages
    .filter(({ author }: { author: unknown }) => author !== null)
    .map(({ text }: { text: string }) => text)
const notes = async (): Promise<string[]> => (await read()).notes.map(({ text }: { text: string }) => text)

test('take and reply: two strokes besides the text, and the caret stays for the next reply', async () => {
  await type('Yes, it is.')
  await press('Control+Enter')
  await hasCaret()
  await eventually(replies).toEqual(['Yes, it is.'])
  expect(strokes).toBe(2)
  await type('Until six.')
  await press('Control+Enter')
  await eventually(replies).toEqual(['Yes, it is.', 'Until six.'])
  await hasCaret()
})

describe('a canned reply', () => {
  const filled = 'Hello Ada, we open at nine.'

  test('takes the slash, its first letter and Enter, and leaves the caret behind it', async () => {
    await press('/', 'h', 'Enter')
    await hasCaret(filled)
    expect(strokes).toBe(4)
    await type(' Anna')
    await press('Control+Enter')
    await eventually(replies).toEqual([`${filled} Anna`])
    await hasCaret()
  })

  test('is inserted in the middle of a text, with the caret behind it', async () => {
    await type('Well. Bye.')
    for (let step = 0; step < 4; step++) await page.keyboard.press('ArrowLeft')
    await press('/', 'h', 'Enter')
    await hasCaret(`Well. ${filled}Bye.`, `Well. ${filled}`.length)
  })

  test('is left alone with Escape, which keeps the text and the caret', async () => {
    await press('/', 'h', 'Escape')
    await hasCaret('/h')
    await press('Control+a', 'Delete')
  })
})

describe('reply and note', () => {
  test('a note takes two strokes to begin, is never sent to the visitor, and leaves the box at the note', async () => {
    await press('Escape', 'n')
    await hasCaret()
    await type('Knows the workshop.')
    await press('Control+Enter')
    await eventually(notes).toEqual(['Knows the workshop.'])
    await hasCaret()
    expect(strokes).toBe(4)
    expect(await replies()).toEqual([])
    expect(await field().getAttribute('aria-label')).toMatch(/^Note for/)
    await press('Escape', 'r')
    await hasCaret()
    expect(await field().getAttribute('aria-label')).toMatch(/^Reply to/)
  })

  test('switching keeps what was typed, and a slash or an @ work in their own mode alone', async () => {
    await type('Hello @')
    expect(await pane(page).getByRole('listbox').count()).toBe(0)
    await press('Escape', 'n')
    await hasCaret('Hello @')
    await type('Ben')
    await pane(page).getByRole('option', { name: 'Ben Okoro' }).waitFor()
    await press('Enter')
    await hasCaret('Hello @Ben Okoro ')
    await press('Control+a', 'Delete')
    await type('/h')
    await pageIdle(page)
    expect(await pane(page).getByRole('listbox').count()).toBe(0)
    await press('Control+a', 'Delete', 'Escape', 'r')
  })
})

test('send and close is one stroke', async () => {
  await type('Done, bye.')
  await press('Control+Shift+Enter')
  await eventually(async () => (await read()).conversation.status).toBe('closed')
  expect(await replies()).toEqual(['Done, bye.'])
  expect(strokes).toBe(2)
  await hasCaret()
})

test('the send guard is passed with one stroke, and the caret is back in the box', async () => {
  await type('Here is how.')
  // The visitor writes while the reader has scrolled away from the end.
  await shop.post(`/conversations/${id}/messages`, {
    text: Array.from({ length: 60 }, (_, at) => `Line ${at}`).join('\n'),
  })
  await pane(page).getByText('Line 59').waitFor()
  await pane(page)
    .getByRole('log')
    .evaluate((log) => log.scrollTo(0, 0))
  await pane(page).getByRole('button', { name: 'To the newest message' }).waitFor()
  await shop.post(`/conversations/${id}/messages`, { text: 'Never mind!' })
  await pane(page).getByRole('button', { name: '1 new message' }).waitFor()
  await field().focus()
  await press('Control+Enter')
  const held = pane(page).getByRole('alertdialog')
  await held.getByText('Never mind!').waitFor()
  expect(await replies()).toEqual([])
  // The safe choice is one Tab away, the other one has the focus.
  await press('Enter')
  await eventually(replies).toEqual(['Here is how.'])
  expect(strokes).toBe(3)
  await hasCaret()
})

test('typing is reported while it lasts, and ends when the text is sent', async () => {
  const ben = await openAgent(shop.server, 'Ben Okoro')
  await ben.show(id)
  await type('One moment')
  const typing = pane(ben.page).getByText('Anna Marsh is typing')
  await typing.waitFor()
  await press('Control+Enter')
  await typing.waitFor({ state: 'detached' })
  await hasCaret()
  await ben.close()
})

/** The keys with which Safari ends a composition: the key itself is no longer marked as part of it, but for its code. */
const endComposition = () =>
  field().evaluate((box) => {
    box.dispatchEvent(new CompositionEvent('compositionend', { bubbles: true }))
    box.dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', keyCode: 229, bubbles: true, cancelable: true }))
  })

test('Enter sends for a person who wants it, but not the one that ends a composition', async () => {
  await pane(page).getByRole('button', { name: 'Send' }).getByText('Ctrl').waitFor()
  await goTo(page, '/settings/appearance')
  await page.getByRole('switch', { name: 'Enter sends' }).check()
  await anna.show(id)
  // The letters rest for a second after the reply box lost the focus.
  await press('Escape', 'r')
  await hasCaret()
  await type('It is')
  await press('Shift+Enter')
  await type('ready')
  await endComposition()
  await hasCaret('It is\nready')
  expect(await replies()).toEqual([])
  await press('Enter')
  await eventually(replies).toEqual(['It is\nready'])
  await hasCaret()
  await page.evaluate(() => localStorage.removeItem('frontdesk.enter-sends'))
  await page.reload()
})

test('a conversation keeps its own text while others are open, and the caret comes back with the key to reply', async () => {
  await type('Half a sen')
  const other = (await shop.post('/conversations', { message: 'Hello' })).body.id
  await anna.show(other)
  await hasCaretOrNot('')
  await anna.show(id)
  await eventually(async () => (await caret())[0]).toBe('Half a sen')
  await press('Escape', 'r')
  await eventually(async () => (await caret())[1]).not.toBeNull()
  await press('End')
  await type('tence.')
  await hasCaret('Half a sentence.')
  await press('Control+a', 'Delete')
})

const hasCaretOrNot = (text: string) => eventually(async () => (await caret())[0]).toBe(text)
