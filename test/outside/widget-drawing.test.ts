import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Entry, TalkState } from '../../widget/chat/talk.ts'
import { openStage, type Stage } from '../support/widget/stage.ts'

let stage: Stage

beforeAll(async () => {
  stage = await openStage()
})
afterAll(() => stage.close())
beforeEach(() => stage.page.setViewportSize({ width: 1000, height: 800 }))

const said = (id: string, role: 'user' | 'agent', text: string, more: object = {}): Entry =>
  ({ id, ts: Date.now(), role, type: 'text', text, ...more }) as Entry
const asked = said('own_0', 'user', 'What does a puncture cost?')
const talking = (...entries: Entry[]): Partial<TalkState> => ({ conversation: 'conv_1', entries: [asked, ...entries] })
const dialog = () => stage.page.getByRole('dialog', { name: 'Chat with Wrenmouth Cycle Works' })
const log = () => dialog().getByRole('log', { name: 'Conversation' })
const inWindow = <T>(read: (root: ShadowRoot) => T): Promise<T> =>
  stage.page.evaluate(`(${read})(document.querySelector('svc-widget').shadowRoot)`) as Promise<T>

test('the owner’s shortcuts come first, and leave room for two questions', async () => {
  await stage.put()
  const lists = dialog().locator('.home').getByRole('list')
  await expect
    .poll(() => lists.evaluateAll((all) => all.map((list) => [list.ariaLabel, list.children.length])))
    .toEqual([
      ['What would you like to do?', 6],
      ['Often asked', 2],
      [null, 2],
    ])
})

describe('equal items', () => {
  test('keeps equal starter questions while the visitor types', async () => {
    const open = 'When are you open?'
    await stage.put({
      starterQuestions: [open, 'What does a puncture cost?', open],
      home: { title: '', subtitle: '', shortcuts: [], links: null },
    })
    const rows = dialog().locator('.home .rows').first().getByRole('listitem')
    await expect.poll(() => rows.count()).toBe(3)
    await dialog().getByRole('textbox', { name: 'Your message' }).pressSequentially('How much is')
    expect(await rows.allInnerTexts()).toEqual([open, 'What does a puncture cost?', open])
  })

  test('keeps equal options while a reply is written', async () => {
    const options = ['Front', 'Rear', 'Front'].map((label) => ({ label, value: label }))
    await stage.put({}, talking(said('msg_1', 'agent', 'Which wheel?', { type: 'options', options })))
    const chips = log().locator('.chip')
    await expect.poll(() => chips.count()).toBe(3)
    for (const writing of ['One', 'One mo', 'One moment']) await stage.tell({ activity: 'writing', writing })
    expect(await chips.allInnerTexts()).toEqual(['Front', 'Rear', 'Front'])
  })
})

test('the greeting offers the starter questions until the visitor writes', async () => {
  const questions = ['When are you open?', 'What does a puncture cost?']
  const options = questions.map((label) => ({ label, value: label }))
  const greeting = said('msg_0', 'agent', 'Hello, how can we help?', { type: 'options', options })
  const again = said('msg_1', 'agent', 'Which wheel?', { type: 'options', options })
  await stage.put({}, { conversation: 'conv_1', entries: [greeting, asked, again] })
  await log().getByText('Hello, how can we help?').waitFor()
  // Options in an answer to the visitor stay.
  await expect.poll(() => log().locator('.chip').allInnerTexts()).toEqual(questions)
  expect(await log().getByRole('article').first().locator('.chip').count()).toBe(0)
})

test('lists and quotations are aligned by the direction of their text, whatever the page’s direction', async () => {
  const text = '1. First\n2. Second\n\n> Quoted\n\n- مرحبا بكم\n- دراجة'
  await stage.put({}, talking(said('msg_1', 'agent', text)), { html: 'lang="he" dir="rtl"' })
  await log().getByText('Quoted').waitFor()
  const directions = await inWindow((root) =>
    ['ol', 'blockquote', 'ul'].map((name) => getComputedStyle(root.querySelector(`.formatted ${name}`)!).direction),
  )
  expect(directions).toEqual(['ltr', 'ltr', 'rtl'])
})

test('the character count is below the visitor’s text', async () => {
  await stage.put({}, { draft: 'word '.repeat(195) })
  await dialog().getByText('characters left').waitFor()
  const [text, count] = await inWindow((root) =>
    ['.box textarea', '.count']
      .map((name) => root.querySelector(name)!.getBoundingClientRect())
      .map(({ top, bottom }) => ({ top, bottom })),
  )
  expect(count!.top).toBeGreaterThanOrEqual(text!.bottom)
})

test('the home screen shows the last message without Markdown', async () => {
  const text = 'From our page **Workshop prices › …**:\n\n- See [Workshop](https://shop.example/workshop)'
  await stage.put({}, talking(said('msg_1', 'agent', text)))
  await dialog().getByRole('button', { name: 'Back to the start' }).click()
  const line = dialog().locator('.go-on .one-line')
  await expect.poll(() => line.textContent()).toBe('From our page Workshop prices › …: See Workshop')
})

test('a table wraps to fit the window, or scrolls visibly if its words do not fit', async () => {
  const prices =
    '| Repair | Price |\n|---|---|\n| A puncture with a new inner tube | £14 |\n| Brakes | £18 plus pads from £9 |'
  const wide = `| ${'Donaudampfschifffahrtsgesellschaft'.repeat(2)} | Price |\n|---|---|\n| a | £14 |`
  await stage.put({}, talking(said('msg_1', 'agent', `${prices}\n\n${wide}`)))
  await log().getByText('£18 plus').waitFor()
  const tables = await inWindow((root) =>
    [...root.querySelectorAll('.table')].map((table) => [
      table.scrollWidth > table.clientWidth,
      getComputedStyle(table).backgroundAttachment,
    ]),
  )
  const shadows = 'local, local, scroll, scroll'
  expect(tables).toEqual([
    [false, shadows],
    [true, shadows],
  ])
})

test('in a window as small as at 400 % zoom, the home screen and the box are reached by scrolling', async () => {
  await stage.page.setViewportSize({ width: 360, height: 225 })
  await stage.put()
  const [home, text] = await inWindow((root) => {
    const { height } = root.querySelector('.home')!.getBoundingClientRect()
    return [height, root.querySelector('.greeting')!.getBoundingClientRect().height]
  })
  expect(home).toBeGreaterThan(text!)
  for (const found of [dialog().getByRole('heading'), dialog().getByRole('textbox', { name: 'Your message' })]) {
    await found.scrollIntoViewIfNeeded()
    const { y, height } = (await found.boundingBox())!
    expect([y >= 0, y + height <= 225]).toEqual([true, true])
  }
})
