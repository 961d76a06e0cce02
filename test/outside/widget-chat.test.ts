import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Entry, TalkState } from '../../widget/chat/talk.ts'
import { accessFaults } from '../support/axe.ts'
import { expectHarmless, hostileTexts } from '../support/hostile.ts'
import { pageIdle } from '../support/idle.ts'
import { answerable } from '../support/widget/answerable.ts'
import { openStage, type Stage } from '../support/widget/stage.ts'

let stage: Stage

beforeAll(async () => {
  stage = await openStage()
})
afterAll(() => stage.close())
beforeEach(() => stage.page.setViewportSize({ width: 1000, height: 800 }))

const now = Date.now()
const said = (id: string, role: 'user' | 'agent', text: string, more: object = {}): Entry => ({
  id,
  ts: now,
  role,
  type: 'text',
  text,
  ...more,
})
const asked = said('own_0', 'user', 'What does a puncture cost?')
const talking = (...entries: Entry[]): Partial<TalkState> => ({ conversation: 'conv_1', entries: [asked, ...entries] })
const dialog = () => stage.page.getByRole('dialog', { name: 'Chat with Wrenmouth Cycle Works' })
const log = () => dialog().getByRole('log', { name: 'Conversation' })
const box = () => dialog().getByRole('textbox', { name: 'Your message' })
const button = (name: string) => dialog().getByRole('button', { name, exact: true })
const press = (key: string) => stage.page.keyboard.press(key)
const told = (name: string) =>
  stage.page.evaluate((name) => window.stage.told.filter(([each]) => each === name).map((call) => call[1]), name)

/** The accessible name of the focused element. */
const focused = () =>
  stage.page.evaluate(() => {
    const at = document.querySelector('svc-widget')?.shadowRoot?.activeElement
    return at?.ariaLabel ?? at?.textContent
  })

describe('by keyboard alone', () => {
  test('a visitor asks, stops the reply, rates it and closes the window', async () => {
    await stage.put()
    await expect.poll(focused).toBe('Your message')
    await stage.page.keyboard.type('What does it cost?')
    await press('Shift+Enter')
    await stage.page.keyboard.type('A puncture, I mean.')
    await press('Enter')
    expect(await stage.asked('send')).toEqual([['send', 'What does it cost?\nA puncture, I mean.']])
    await log().getByText('A puncture, I mean.').waitFor()

    await stage.tell({ activity: 'looking' })
    await dialog().getByRole('status').getByText('Looking it up…').waitFor()
    await stage.tell({ activity: 'writing', writing: 'It costs **£14**' })
    await dialog().getByText('It costs £14').waitFor()
    expect(await log().getByText('It costs').count()).toBe(0)
    await press('Tab')
    expect(await focused()).toBe('Stop the reply')
    await press('Enter')
    expect(await stage.asked('stop')).toHaveLength(1)

    const reply = said('msg_1', 'agent', 'It costs **£14**.', {
      sources: [{ title: 'Prices', url: 'https://shop.example/prices', passageId: 'a' }],
    })
    await stage.tell({ ...talking(reply), activity: 'none', writing: null })
    expect(await log().getByRole('article').last().ariaSnapshot()).toContain('strong: £14')
    const source = log().getByRole('list', { name: 'Sources' }).getByRole('link', { name: 'Prices' })
    expect(await source.getAttribute('rel')).toBe('noopener noreferrer nofollow')
    await button('Helpful').focus()
    await press('Enter')
    await press('Enter')
    expect(await stage.asked('rate')).toEqual([
      ['rate', 'msg_1', 1],
      ['rate', 'msg_1', null],
    ])
    await press('Escape')
    await dialog().waitFor({ state: 'hidden' })
    expect(await told('showOpen')).toEqual([true, false])
    expect((await stage.asked('show')).map((call) => call[1])).toEqual([true, false])
  })

  test('options, cards, check boxes and a form are answered, with faults below their fields', async () => {
    await stage.put({}, talking(...answerable))
    await button('City').press('Enter')
    await dialog().getByRole('button', { name: 'City', pressed: true }).waitFor()
    for (const day of ['Friday', 'Sunday']) await dialog().getByRole('checkbox', { name: day }).press('Space')
    await button('Send choice').press('Enter')
    await button('Take it').press('Enter')
    await dialog().getByRole('link', { name: 'Picture: A bike' }).waitFor()

    const phone = dialog().getByRole('textbox', { name: 'Telephone' })
    await dialog().getByRole('textbox', { name: 'Email (optional)' }).fill('nobody')
    await button('Ask for a call').press('Enter')
    await expect.poll(() => phone.getAttribute('aria-invalid')).toBe('true')
    expect(await dialog().locator('.fault:not(:empty)').allTextContents()).toEqual([
      'Please fill this in.',
      'Enter an email address such as name@example.com.',
    ])
    expect(
      await phone.evaluate((field: HTMLInputElement) => [field.type, field.inputMode, field.autocomplete]),
    ).toEqual([...['tel', 'tel', 'tel']])
    await stage.page.keyboard.type('01632 960112')
    await dialog().getByRole('textbox', { name: 'Email (optional)' }).fill('')
    await press('Enter')
    expect((await stage.asked('act')).map((call) => call[1])).toEqual([
      { id: 'msg_1', value: 'c', label: 'City' },
      { id: 'msg_2', value: 'Friday\nSunday', label: 'Friday, Sunday' },
      { id: 'act_1', value: 'two', label: 'Take it' },
      { id: 'msg_4', value: '{"phone":"01632 960112"}', label: 'Call me', words: 'Telephone: 01632 960112' },
    ])
  })

  test('[R409] a flow asks field by field without the assistant, and sends one message', async () => {
    await stage.put()
    await button('Book a repair Three questions').press('Enter')
    await expect.poll(focused).toBe('City bike')
    await button('E-bike').press('Enter')
    const fault = dialog().getByRole('textbox', { name: 'What is wrong with it?' })
    await fault.press('Enter')
    await dialog().getByText('Please fill this in.').waitFor()
    await fault.fill('{day} $& flat')
    await fault.press('Enter')
    await button('Change the last answer').press('Enter')
    await fault.fill('A flat tyre')
    await fault.press('Enter')
    await button('Tomorrow').press('Enter')
    const message = 'I would like to book a repair. Bike: E-bike. Problem: A flat tyre. I can bring it: Tomorrow.'
    expect(await stage.asked('send')).toEqual([['send', message]])
    await log().getByText(message).waitFor()
  })

  test('a form of the site can be left, and its answers are one message', async () => {
    await stage.put()
    for (const name of ['Leave feedback', 'Cancel', 'Back to the start', 'Leave feedback'])
      await button(name).press('Enter')
    await dialog().getByRole('combobox', { name: 'What is it about?' }).selectOption('The website')
    await dialog().getByRole('textbox', { name: 'In your words' }).fill('Fine.')
    await button('Send feedback').press('Enter')
    const message = 'Your feedback\nWhat is it about: The website\nIn your words: Fine.'
    expect(await stage.asked('send')).toEqual([['send', message]])
    await log().getByText('In your words: Fine.').waitFor()
  })

  test('the chat is ended, saved and deleted after a confirmation', async () => {
    await stage.put({}, talking(said('msg_1', 'agent', 'Hello')))
    await button('More').press('Enter')
    const [file] = await Promise.all([
      stage.page.waitForEvent('download'),
      button('Save the chat as a file').press('Enter'),
    ])
    expect(file.suggestedFilename()).toBe('shop-chat.txt')
    await button('More').press('Enter')
    await press('Escape')
    await button('Delete my chat').waitFor({ state: 'hidden' })
    await button('More').press('Enter')
    await button('Delete my chat').press('Enter')
    await dialog().getByRole('alertdialog').waitFor()
    await expect.poll(focused).toBe('Cancel')
    await press('Escape')
    await pageIdle(stage.page)
    expect(await stage.asked('erase')).toEqual([])
    await button('More').press('Enter')
    await button('Delete my chat').press('Enter')
    await button('Delete').press('Enter')
    await dialog().getByText('How can we get you rolling?').waitFor()
    expect(await stage.asked('erase', 'transcript')).toEqual([['transcript'], ['erase']])
  })
})

describe('before the first message', () => {
  const required = { enabled: true, fields: [{ name: 'name', label: 'Name', type: 'text', required: true } as const] }

  test('required details are asked for, and the message waits visibly', async () => {
    await stage.put({ consent: 'required', form: required }, { asksDetails: true })
    await box().fill('Hello')
    await press('Enter')
    await log().getByText('Hello', { exact: true }).waitFor()
    await expect.poll(() => dialog().getByRole('form', { name: 'Before we start' }).isVisible()).toBe(true)
    await button('Agree and send').press('Enter')
    await dialog().getByText('Please fill this in.').waitFor()
    await dialog().getByRole('textbox', { name: 'Name' }).fill('Anna')
    await press('Enter')
    expect(await stage.asked('send', 'giveDetails', 'consent')).toEqual([
      ['send', 'Hello'],
      ['giveDetails', { name: 'Anna' }],
      ['consent'],
    ])
  })

  test('details can be left on the first screen, and a shortcut asks its question', async () => {
    await stage.put({}, { asksDetails: true })
    await button('Leave your contact details').press('Enter')
    await dialog().getByRole('textbox', { name: 'Name' }).fill('Anna')
    await press('Enter')
    await button('Opening hours').press('Enter')
    expect(await stage.asked('send', 'giveDetails')).toEqual([
      ['giveDetails', { name: 'Anna' }],
      ['send', 'When are you open?'],
    ])
  })

  test('optional details do not block the chat; cancelling restores the text', async () => {
    await stage.put({}, { asksDetails: true })
    await button('What does a puncture cost?').press('Enter')
    expect(await stage.asked('send', 'giveDetails')).toEqual([
      ['giveDetails', {}],
      ['send', 'What does a puncture cost?'],
    ])
    await stage.put({ consent: 'required' })
    await box().fill('Hello')
    await press('Enter')
    await button('Cancel').press('Enter')
    await expect.poll(() => box().inputValue()).toBe('Hello')
    await pageIdle(stage.page)
    expect(await stage.asked('consent')).toEqual([])
  })
})

test('[threat 3] [threat 4] renders all texts as text, in every part of the window', async () => {
  const text = hostileTexts.join('\n\n')
  const address = 'javascript:alert(9)'
  const action = { id: 'a', kind: 'url', label: text, url: address }
  const entries = [
    said('own_1', 'user', text),
    said('msg_1', 'agent', text, { sources: [{ title: text, url: address, passageId: 'a' }] }),
    said('msg_2', 'agent', text, { meta: { human: true, agentName: text } }),
    { id: 'msg_3', ts: now, role: 'system', type: 'notice', text },
    {
      id: 'msg_4',
      ts: now,
      role: 'agent',
      type: 'card',
      title: text,
      body: text,
      image: { src: address, alt: text },
      actions: [action],
    },
    {
      id: 'msg_5',
      ts: now,
      role: 'agent',
      type: 'links',
      title: text,
      links: [{ label: text, url: address, description: text }],
    },
    { id: 'msg_6', ts: now, role: 'agent', type: 'options', text, options: [{ label: text, value: text }] },
    {
      id: 'msg_7',
      ts: now,
      role: 'agent',
      type: 'form',
      title: text,
      fields: [{ name: 'a', label: text, type: 'text', placeholder: text, required: false }],
    },
  ] as Entry[]
  const tokens = { '--accent': 'red;} *{display:none', '--nothing': '1px', color: 'red', '--radius-window': '3px' }
  await stage.put(
    {
      botName: text,
      welcomeMessage: text,
      starterQuestions: [text, address],
      privacyUrl: address,
      home: { title: text, subtitle: text, shortcuts: [], links: null },
      widget: { brand: { tokens }, strings: { poweredBy: text } },
    },
    { ...talking(...entries), person: { name: text }, failure: text, writing: text },
  )
  const window = stage.page.locator('svc-widget .window')
  await window.getByRole('form').last().waitFor()
  await expectHarmless(stage, window)
  expect(await window.evaluate((one) => getComputedStyle(one).borderTopLeftRadius)).toBe('3px')
  await window.getByText('Runs on Frontdesk').waitFor()
  expect(stage.errors).toEqual([])
})

describe('a person', () => {
  test('is waited for, joins, is named with their messages, and leaves', async () => {
    await stage.put({}, talking())
    await button('Talk to a person').press('Enter')
    expect(await stage.asked('askForPerson')).toEqual([['askForPerson', 'Talk to a person']])
    await stage.tell({ queue: { place: 3, minutes: 3 } })
    await dialog().getByRole('status').getByText('2 people ahead of you, about 3 minutes').waitFor()
    await stage.page.getByRole('button', { name: 'Of the page' }).focus()
    await stage.tell({ queue: null, person: { name: 'Anna' }, activity: 'typing' })
    await dialog().getByRole('status').getByText('Anna is here').waitFor()
    await dialog().getByRole('status').getByText('Anna is typing…').waitFor()
    expect(await stage.page.evaluate(() => document.activeElement?.textContent)).toBe('Of the page')
    // A person can be interrupted, whereas a reply of the assistant has to be stopped first.
    await button('Send').waitFor()
    const line = { id: 'msg_1', ts: now, role: 'system', type: 'notice', tone: 'info', text: 'Anna joined.' } as Entry
    const hello = said('msg_2', 'agent', 'Hello', { meta: { human: true, agentName: 'Anna' } })
    await stage.tell({ ...talking(line, hello, { ...asked, id: 'own_9', seen: true }), activity: 'none' })
    await log()
      .getByRole('article', { name: /^Anna, / })
      .waitFor()
    await log().getByText('Seen').waitFor()
    await stage.tell({ person: null })
    await dialog().getByRole('status').getByText('Team online').waitFor()
  })
})

describe('on a phone', () => {
  test('the chat fills the screen, keeps the focus inside, and the back button closes it', async () => {
    await stage.page.setViewportSize({ width: 390, height: 700 })
    await stage.put()
    await expect.poll(() => dialog().boundingBox()).toEqual({ x: 0, y: 0, width: 390, height: 700 })
    expect(await dialog().getAttribute('aria-modal')).toBe('true')
    await button('Close the chat').focus()
    await press('Shift+Tab')
    await press('Tab')
    expect(await focused()).toBe('Close the chat')
    await stage.page.goBack()
    await dialog().waitFor({ state: 'hidden' })
    expect(stage.page.url()).toBe('http://localhost/')
    expect(await stage.page.evaluate(() => 'stage' in window)).toBe(true)
  })

  test('the same applies to a window at 200 % zoom', async () => {
    await stage.page.setViewportSize({ width: 640, height: 400 })
    await stage.put()
    await expect.poll(() => dialog().boundingBox()).toEqual({ x: 0, y: 0, width: 640, height: 400 })
    await box().fill('Hello')
    await press('Enter')
    await log().getByText('Hello', { exact: true }).waitFor()
  })
})

describe('languages and appearance', () => {
  test('a German page gets German texts, with the site’s own texts if it has any', async () => {
    await stage.put(
      { widget: { strings: { placeholder: 'Schreib uns', send: 'Ab damit' } } },
      {},
      { html: 'lang="de-AT"' },
    )
    const window = stage.page.getByRole('dialog', { name: 'Chat mit Wrenmouth Cycle Works' })
    await window.getByPlaceholder('Schreib uns').fill('Hallo')
    await window.getByRole('button', { name: 'Ab damit' }).click()
    await window.getByText('Läuft mit Frontdesk').waitFor()
  })

  test('on a right-to-left page the visitor’s messages are on the left', async () => {
    await stage.put({}, talking(said('msg_1', 'agent', 'Hello')), { html: 'lang="he" dir="rtl"' })
    const places = await log()
      .locator('.bubble')
      .evaluateAll((all) => all.map((one) => one.getBoundingClientRect().left))
    const frame = (await dialog().boundingBox())!
    expect(places[1]! - frame.x).toBeLessThan(40)
  })

  test('nothing is animated with reduced motion', async () => {
    await stage.page.emulateMedia({ reducedMotion: 'reduce' })
    await stage.put({}, { ...talking(), activity: 'looking' })
    const moving = () =>
      stage.page.evaluate(() => document.querySelector('svc-widget')!.shadowRoot!.getAnimations().length)
    expect(await moving()).toBe(0)
    await stage.page.emulateMedia({ reducedMotion: null })
  })

  test('follows the system’s dark mode', async () => {
    const window = stage.page.locator('svc-widget .window')
    // Colours are in OKLCH, whose first number is the lightness.
    const lightness = () => window.evaluate((it) => Number(/[\d.]+/.exec(getComputedStyle(it).backgroundColor)))
    await stage.put()
    expect(await lightness()).toBeGreaterThan(0.9)
    await stage.page.emulateMedia({ colorScheme: 'dark' })
    expect(await lightness()).toBeLessThan(0.3)
    await stage.page.emulateMedia({ colorScheme: 'light' })
  })

  test.each(['light', 'dark'] as const)('axe finds no faults, %s', async (theme) => {
    await stage.put({}, {}, { theme })
    await dialog().getByRole('list', { name: 'What would you like to do?' }).waitFor()
    expect(await accessFaults(stage.page)).toEqual([])
    const markdown =
      '# A **reply**\n\n```\ncode\n```\n\n| What | Price |\n| --- | --- |\n| Tube | £14 |\n\n1. `one`\n\n> said [so](https://example.com)'
    const reply = said('msg_0', 'agent', markdown, {
      sources: [{ title: 'S', url: null, passageId: 'a' }],
    })
    await stage.put(
      {},
      { ...talking(reply, ...answerable), queue: { place: 2, minutes: 1 }, online: false, failure: 'failed' },
      { theme },
    )
    await dialog().getByRole('form', { name: 'Call me' }).waitFor()
    expect(await accessFaults(stage.page)).toEqual([])
  })
})

test('a page filled by the chat has no close button and no window', async () => {
  await stage.put({}, {}, { fill: true })
  const region = stage.page.getByRole('region', { name: 'Chat with Wrenmouth Cycle Works' })
  expect(await region.boundingBox()).toEqual({ x: 0, y: 0, width: 1000, height: 800 })
  expect(await region.getByRole('button', { name: 'Close the chat' }).count()).toBe(0)
  await press('Escape')
  expect(await region.isVisible()).toBe(true)
  await stage.page.evaluate(() => document.documentElement.style.setProperty('--svc-top', '44px'))
  expect(await region.boundingBox()).toEqual({ x: 0, y: 44, width: 1000, height: 756 })
})
