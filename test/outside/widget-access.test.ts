import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { MessageContent } from '../../shared/message.ts'
import { accessFaults } from '../support/axe.ts'
import { send } from '../support/fake-connector.ts'
import { createGate } from '../support/steps.ts'
import { asked, home, withPerson } from '../support/widget/heard.ts'
import { focused, launcher, tabTo } from '../support/widget-page.ts'
import { addHelper, type Helper, type StoryWorld, startStories, type Visitor } from '../support/widget-story.ts'

let world: StoryWorld
let anna: Helper
let visitor: Visitor

const starter = 'What does a puncture cost?'

beforeAll(async () => {
  world = await startStories()
  const settings = { starterQuestions: [starter], botName: 'Wrenmouth', welcomeMessage: 'Ask us anything.' }
  await world.client.call('PUT', '/settings', { body: { site: 'shop', settings } })
  anna = await addHelper(world, 'Anna Marsh')
})
afterAll(async () => {
  await anna.leave()
  await world.close()
})
beforeEach(async () => {
  visitor = await world.visit('plain', { closed: true })
  await launcher(visitor.at).waitFor()
})
afterEach(async () => {
  const { dialogs, foreign, errors } = visitor
  expect({ dialogs, foreign, errors }).toEqual({ dialogs: [], foreign: [], errors: [] })
  await visitor.close()
})

/** Content with controls that are pressed, checked and filled in. */
const questions = [
  { type: 'text', text: 'It costs **£14**.' },
  {
    ...{ type: 'options', text: 'When?', multi: true },
    options: ['Friday', 'Saturday', 'Sunday'].map((label) => ({ label, value: label })),
  },
  {
    ...{ type: 'form', title: 'Your bike', submitLabel: 'Send it' },
    fields: [
      { name: 'bike', label: 'Kind of bike', type: 'text', required: true },
      { name: 'email', label: 'Email', type: 'email', required: false },
    ],
  },
] as unknown as MessageContent[]

const press = (key: string) => visitor.page.keyboard.press(key)
const goTo = (name: string, key?: string) => tabTo(visitor.page, name, key)
const has = (name: string) => expect.poll(() => focused(visitor.page)).toBe(name)
const texts = async () => {
  const { messages } = await world.read(await visitor.conversation())
  return messages.flatMap(({ role, text }: { role: string; text: string }) => (role === 'user' ? [text] : []))
}

/** A modal window keeps the focus inside. Otherwise every control is reached, and the focus leaves the window. */
async function expectInside(): Promise<void> {
  const isModal = (await visitor.window.getAttribute('aria-modal')) === 'true'
  const [inside, outside] = [new Set<string>(), new Set<string>()]
  for (let count = 0; count < 40; count++) {
    await press('Tab')
    const isInside = await visitor.page.evaluate(() =>
      Boolean(document.activeElement?.shadowRoot?.activeElement?.closest('.window')),
    )
    const visited = isInside ? inside : outside
    visited.add((await focused(visitor.page)) ?? '')
  }
  for (const name of ['Close the chat', 'More', 'Your message', 'Send it', 'Friday'])
    expect([...inside]).toContain(name)
  if (isModal) expect([...outside]).toEqual([])
  else expect(outside.size).toBeGreaterThan(0)
}

/** The window as a screen reader sees it, without times and seen marks, which vary. */
const heard = async () =>
  (await visitor.window.ariaSnapshot()).replace(/\d{1,2}:\d{2}( [AP]M)?/gi, 'NOW').replace(/^ *- text: Seen\n/gm, '')

const thanked = (count: number) => expect.poll(() => visitor.log.getByText('Thank you.').count()).toBe(count)

/** Answers every question, rates a reply, and writes. */
async function answerAll(): Promise<void> {
  const { page, window } = visitor
  world.answers({ type: 'text', text: 'Thank you.' })
  await goTo('Friday', 'Shift+Tab')
  await press('Space')
  await goTo('Sunday')
  await press('Space')
  await goTo('Send choice')
  await press('Enter')
  await thanked(1)
  await has('Your message')
  await goTo('Send it', 'Shift+Tab')
  await press('Enter')
  await has('Kind of bike')
  await page.keyboard.type('A tandem')
  await press('Enter')
  await thanked(2)
  await goTo('Helpful', 'Shift+Tab')
  await press('Enter')
  await window.getByRole('button', { name: 'Helpful', pressed: true }).waitFor()
  await goTo('Your message')
  await page.keyboard.type('And a chain?')
  // Safari ends a composition before it reports the key that ended it.
  await window.getByRole('textbox', { name: 'Your message' }).evaluate((box) => {
    box.dispatchEvent(new CompositionEvent('compositionend', { bubbles: true }))
    box.dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', keyCode: 229, bubbles: true, cancelable: true }))
  })
  expect(await window.getByRole('textbox', { name: 'Your message' }).inputValue()).toBe('And a chain?')
  await press('Enter')
  await thanked(3)
  expect(await texts()).toEqual([starter, 'Friday, Sunday', 'Kind of bike: A tandem', 'And a chain?'])
}

/** Asks for a person, who joins and writes. @returns the conversation */
async function meetAnna(): Promise<string> {
  const { log, window } = visitor
  const id = await visitor.conversation()
  await goTo('Talk to a person')
  await press('Enter')
  await window.getByRole('status').getByText('You’re next').waitFor()
  await anna.post(`/conversations/${id}/takeover`)
  await window.getByRole('status').getByText('Anna is here').waitFor()
  await anna.post(`/conversations/${id}/reply`, { text: 'What can I do for you?' })
  await log.getByRole('article', { name: /^Anna, / }).waitFor()
  return id
}

test('the focus moves to the message box after pressing a question, even if rendering is slow', async () => {
  const { at, page, log } = visitor
  await goTo((await launcher(at).getAttribute('aria-label'))!)
  await press('Enter')
  await has('Your message')
  world.answers({ type: 'text', text: 'It costs £14.' })
  await goTo(starter, 'Shift+Tab')
  // Simulates a machine so busy that rendering completes only in the next frame.
  await page.evaluate(() => {
    const later = window.setTimeout
    const soon = (run: (at: number) => void) => {
      queueMicrotask(() => run(performance.now()))
      return 0
    }
    const timeout = (run: () => void, delay?: number) => (delay ? later(run, delay) : soon(run))
    Object.assign(window, { requestAnimationFrame: soon, setTimeout: timeout })
  })
  await press('Enter')
  await log.getByText('It costs £14.').waitFor()
  await has('Your message')
})

test('a chat works by keyboard alone, and reads correctly in a screen reader', async () => {
  const { at, page, log, window } = visitor
  const name = (await launcher(at).getAttribute('aria-label'))!
  await goTo(name)
  await press('Enter')
  await has('Your message')
  expect(await heard()).toBe(home)

  world.answers(...questions)
  await goTo(starter, 'Shift+Tab')
  await press('Enter')
  await log.getByRole('form', { name: 'Your bike' }).waitFor()
  await has('Your message')
  expect(await heard()).toBe(asked)

  await answerAll()
  const id = await meetAnna()
  expect(await heard()).toBe(withPerson)
  await anna.post(`/conversations/${id}/handback`)

  await goTo('More', 'Shift+Tab')
  await press('Enter')
  await visitor.button('Start a new chat').waitFor()
  await goTo('Start a new chat')
  await press('Enter')
  await visitor.button(starter).waitFor()
  await has('Your message')
  await page.keyboard.type('Another thing')
  await press('Enter')
  await thanked(1)
  expect(await texts()).toEqual(['Another thing'])
  expect(await visitor.conversation()).not.toBe(id)

  await press('Escape')
  await window.waitFor({ state: 'hidden' })
  expect(await focused(page)).toBe(name)
  await press('Space')
  await log.getByText('Another thing').waitFor()
  await has('Your message')
})

describe.each([
  ['in light', 1000, 800, 'ltr'],
  ['at 200 %', 640, 400, 'ltr'],
  ['from right to left', 1000, 800, 'rtl'],
])('%s', (_, width, height, direction) => {
  test('axe finds no faults, nothing overflows, and the focus cycles and returns', async () => {
    const { at, page, window, log } = visitor
    await page.setViewportSize({ width, height })
    const head = `<script>document.documentElement.dir = '${direction}'</script>`
    await page.goto(world.page(`/${direction}`, { head, body: '<main><h1>Shop</h1></main>' }))
    const expectSound = async () => {
      expect(await accessFaults(page)).toEqual([])
      const wide = await at
        .locator('svc-widget .window, svc-widget .window *')
        .evaluateAll(
          (all) => all.filter((one) => one.checkVisibility() && one.scrollWidth > one.clientWidth + 1).length,
        )
      expect(wide).toBe(0)
    }
    await launcher(at).focus()
    await press('Enter')
    await has('Your message')
    await expectSound()
    world.answers(...questions)
    await goTo(starter, 'Shift+Tab')
    await press('Enter')
    await log.getByRole('form', { name: 'Your bike' }).waitFor()
    await expectSound()
    await goTo('Talk to a person')
    await press('Enter')
    await window.getByRole('status').getByText('You’re next').waitFor()
    await goTo('More', 'Shift+Tab')
    await press('Enter')
    await visitor.button('Delete my chat').waitFor()
    await expectSound()
    await press('Escape')
    await has('More')
    await expectInside()
    await press('Escape')
    await window.waitFor({ state: 'hidden' })
    expect(await focused(page)).toBe(await launcher(at).getAttribute('aria-label'))
  })
  // So that the visitors of other tests do not wait behind this one, also if it fails.
  afterEach(async () => void (await anna.post(`/conversations/${await visitor.conversation()}/close`)))
})

test('nothing is animated with reduced motion, including waiting indicators', async () => {
  const { at, page, window } = visitor
  const moving = () => at.locator('svc-widget').evaluate((host) => host.shadowRoot!.getAnimations().length)
  const gate = createGate()
  world.says({ wait: gate }, send('done', { messages: [{ type: 'text', text: 'Here.' }] }))
  await launcher(at).click()
  await visitor.ask('Hello')
  await window.getByRole('status').getByText('Looking it up…').waitFor()
  expect(await moving()).toBeGreaterThan(0)
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await expect.poll(moving).toBe(0)
  for (const isOpen of [false, true, false, true]) {
    await launcher(at).click()
    await window.waitFor({ state: isOpen ? 'visible' : 'hidden' })
    expect(await moving()).toBe(0)
  }
  gate.open()
  await visitor.log.getByText('Here.').waitFor()
  expect(await moving()).toBe(0)
})
