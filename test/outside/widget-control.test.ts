import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Entry, TalkState } from '../../widget/chat/talk.ts'
import { accessFaults } from '../support/axe.ts'
import { pageIdle } from '../support/idle.ts'
import { openStage, type Stage } from '../support/widget/stage.ts'

let stage: Stage

beforeAll(async () => {
  stage = await openStage()
})
afterAll(() => stage.close())

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
const button = (name: string) => dialog().getByRole('button', { name, exact: true })
const press = (key: string) => stage.page.keyboard.press(key)

/** The accessible name of the focused element. */
const focused = () =>
  stage.page.evaluate(() => {
    const at = document.querySelector('svc-widget')?.shadowRoot?.activeElement
    return at?.ariaLabel ?? at?.textContent
  })

/** The same, or the label of a focused field. */
const named = () =>
  stage.page.evaluate(() => {
    const at = document.querySelector('svc-widget')?.shadowRoot?.activeElement as HTMLInputElement | null | undefined
    return at?.labels?.[0]?.textContent ?? at?.ariaLabel ?? at?.textContent
  })

describe('what visitors control', () => {
  test('the queue is left, and a chat with a person ended after a confirmation', async () => {
    await stage.put({}, { ...talking(said('msg_1', 'agent', 'Hello')), queue: { place: 2, minutes: null } })
    await button('Stop waiting').press('Enter')
    expect(await stage.asked('leave')).toEqual([['leave']])
    await stage.tell({ queue: null })
    await expect.poll(focused).toBe('Your message')
    await button('More').press('Enter')
    await button('Delete my chat').waitFor()
    expect(await button('End this chat').count()).toBe(0)
    await press('Escape')
    await stage.tell({ person: { name: 'Anna' } })
    await button('More').press('Enter')
    await button('End this chat').press('Enter')
    await dialog()
      .getByRole('alertdialog', { name: /^End the chat/ })
      .waitFor()
    await press('Escape')
    await button('More').press('Enter')
    await button('End this chat').press('Enter')
    await button('End chat').press('Enter')
    await dialog().getByRole('alertdialog').waitFor({ state: 'detached' })
    expect(await stage.asked('leave')).toHaveLength(2)
  })

  test('a chat that ended is rated, with a comment if they want', async () => {
    await stage.put({}, { ...talking(said('msg_1', 'agent', 'Hello')), rating: 'open' })
    const form = dialog().getByRole('form', { name: 'How was this chat?' })
    expect(await form.getByRole('textbox').count()).toBe(0)
    await form.getByRole('button', { name: 'Bad' }).press('Enter')
    await form.getByText('Thank you for your feedback.').waitFor()
    await form.getByRole('textbox').fill('Too slow')
    await form.getByRole('button', { name: 'Send' }).press('Enter')
    await form.getByRole('textbox').waitFor({ state: 'detached' })
    expect(await stage.asked('rateChat')).toEqual([
      ['rateChat', 'bad', undefined],
      ['rateChat', 'bad', 'Too slow'],
    ])
    await stage.tell({ rating: null })
    await form.waitFor({ state: 'detached' })
  })

  test.each(['light', 'dark'] as const)(
    'axe finds no faults in the queue, a question and a rating, %s',
    async (colorScheme) => {
      await stage.page.emulateMedia({ colorScheme })
      await stage.put(
        {},
        { ...talking(said('msg_1', 'agent', 'Hello')), queue: { place: 2, minutes: 4 }, rating: 'bad' },
      )
      await button('Stop waiting').waitFor()
      await dialog().getByRole('form', { name: 'How was this chat?' }).getByRole('textbox').waitFor()
      expect(await accessFaults(stage.page)).toEqual([])
      await stage.tell({ queue: null, rating: null, person: { name: 'Anna' } })
      await button('More').press('Enter')
      await button('End this chat').press('Enter')
      await dialog().getByRole('alertdialog').waitFor()
      expect(await accessFaults(stage.page)).toEqual([])
      await stage.page.emulateMedia({ colorScheme: 'light' })
    },
  )

  test('a stopped reply at the end is asked for again', async () => {
    const stopped = { ...said('msg_2', 'agent', 'The beginning'), meta: { interrupted: true } }
    await stage.put({}, talking(said('msg_1', 'user', 'Tell me'), stopped))
    await log().getByText('Stopped here').waitFor()
    await button('Try again').press('Enter')
    expect(await stage.asked('regenerate')).toEqual([['regenerate']])
    await stage.tell({
      entries: [...talking(said('msg_1', 'user', 'Tell me'), stopped, said('msg_3', 'user', 'No')).entries!],
    })
    await log().getByText('No', { exact: true }).waitFor()
    expect(await button('Try again').count()).toBe(0)
  })

  test('the form for an answer later needs a number or an email, whichever they prefer', async () => {
    const field = (name: string, label: string, type: 'tel' | 'email') => ({ name, label, type, required: false })
    const form = {
      ...{ id: 'msg_1', ts: 0, role: 'agent', type: 'form', purpose: 'callback', title: 'We’ll get back to you' },
      fields: [field('phone', 'Phone', 'tel'), field('email', 'Email', 'email')],
      submitLabel: 'Send request',
    } as const
    await stage.put({}, talking(form as never))
    await button('Send request').press('Enter')
    await dialog().getByText('Leave a phone number or an email address.').waitFor()
    expect(await focused()).toMatch(/^Phone|^$/)
    await dialog().getByRole('textbox', { name: 'Email' }).fill('ada@example.com')
    await button('Send request').press('Enter')
    expect(await stage.asked('act')).toMatchObject([['act', { value: '{"email":"ada@example.com"}' }]])
  })
})

describe('the focus, when what has it disappears', () => {
  test.each<[string, Partial<TalkState>, string[], string]>([
    [
      'goes on in the details that were opened',
      { asksDetails: true },
      ['Leave your contact details'],
      'Name (optional)',
    ],
    [
      'goes to the box from the details',
      { asksDetails: true },
      ['Leave your contact details', 'Cancel'],
      'Your message',
    ],
    ['goes to the box from a form', {}, ['Leave feedback', 'Cancel'], 'Your message'],
    ['goes to the box from a flow', {}, ['Book a repair Three questions', 'Cancel'], 'Your message'],
    ['goes to the box from an error', { ...talking(), failure: 'refused' }, ['Try again'], 'Your message'],
  ])('%s', async (_, first, names, expected) => {
    await stage.put({}, first)
    for (const name of names) await button(name).press('Enter')
    if (first.failure) await stage.tell({ failure: null })
    await expect.poll(named).toBe(expected)
  })

  test('goes to the box if it is removed by what happens elsewhere, but is not taken from the page', async () => {
    const waiting = { ...talking(said('msg_1', 'agent', 'Hello')), queue: { place: 2, minutes: null } }
    await stage.put({}, waiting)
    await button('Stop waiting').focus()
    await stage.tell({ queue: null })
    await expect.poll(focused).toBe('Your message')

    const ofPage = stage.page.getByRole('button', { name: 'Of the page' })
    const leaves = [() => ofPage.focus(), () => stage.page.locator('h1').click()]
    for (const leave of leaves) {
      await stage.tell(waiting)
      await button('Stop waiting').focus()
      await leave()
      await stage.tell({ queue: null })
      await button('Stop waiting').waitFor({ state: 'detached' })
      await pageIdle(stage.page)
      expect(await focused()).toBeUndefined()
    }
  })
})
