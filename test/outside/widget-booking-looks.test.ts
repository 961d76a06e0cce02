import { mkdirSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { VisitorAppointment } from '../../shared/booking.ts'
import type { ChatSite } from '../../shared/chat.ts'
import type { BookingQuestion, Offer } from '../../widget/chat/booking.ts'
import type { Entry } from '../../widget/chat/talk.ts'
import { faultsIn } from '../support/axe.ts'
import { openStage, type Stage } from '../support/widget/stage.ts'

let stage: Stage
const zone = 'Europe/London'

beforeAll(async () => {
  stage = await openStage({ timezoneId: zone, locale: 'en-GB' })
})
afterAll(() => stage.close())

const half = 1_800_000
const bookings: ChatSite['bookings'] = {
  ...{ mode: 'picker', label: '', link: null, title: 'Bike fitting', phone: 'optional', duration: 30 },
  timezone: 'America/New_York',
}
const slot = (start: number) => ({ start, end: start + half })
const dayOf = (date: string, count: number, first = Date.parse(`${date}T09:00Z`)) => ({
  date,
  slots: Array.from({ length: count }, (_, at) => slot(first + at * half)),
})
const offer = (more: Partial<Offer> = {}): Offer => ({
  ...{ timezone: zone, title: 'Bike fitting', duration: 30, phone: 'optional', email: 'optional', questions: [] },
  ...{ days: [dayOf('2099-06-01', 12), dayOf('2099-06-02', 3), dayOf('2099-06-04', 8)], next: '2099-06-08' },
  ...more,
})
const appointment: VisitorAppointment = {
  ...{ id: 'apt_1', title: 'Bike fitting', ...slot(Date.UTC(2099, 5, 1, 9)), timezone: zone, status: 'confirmed' },
  ...{ location: 'https://meet.example/abc', rescheduleUrl: null },
}
const cardOf = (more: Partial<VisitorAppointment> = {}, id = 'msg_1'): Entry => ({
  ...{ id, ts: Date.now() - 3_600_000, role: 'agent', type: 'card', title: 'Booked', text: 'Booked' },
  appointment: { ...appointment, ...more },
})

const calendar = () => stage.page.locator('svc-widget .booking')
const card = () => stage.page.locator('svc-widget .appointment')

async function show(given: Offer | null, own: Parameters<Stage['put']>[2] = {}, first: object = {}): Promise<void> {
  await stage.put({ bookings }, first, own)
  await stage.page.evaluate((offer) => {
    window.stage.talk.calendar.offer = offer
  }, given)
  await stage.page.evaluate(() => window.stage.chat.show('chat', { kind: 'booking' }))
  await calendar().waitFor()
}

/** Without a chat, which changes the history of its page when it covers the screen. */
async function resize(width: number, height: number): Promise<void> {
  await stage.page.goto('about:blank')
  await stage.page.setViewportSize({ width, height })
}

/** Kept to be looked at, if a folder is named. */
async function picture(name: string): Promise<void> {
  const folder = process.env.TEST_PICTURES
  if (!folder) return
  mkdirSync(folder, { recursive: true })
  await stage.page.screenshot({ path: `${folder}/${name}.png` })
}

const isWide = () =>
  stage.page.evaluate(() => {
    const root = document.querySelector('svc-widget')!.shadowRoot!
    const found = [...root.querySelectorAll('.scroller, .booking, .appointment')]
    return found.filter(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth).map(({ className }) => className)
  })

describe('[R341] the times of a browser in another zone than the business', () => {
  /** Browsers write the offset of London in winter in two ways. */
  const labels = async () =>
    (await calendar().locator('.time').allTextContents()).map((text) => text.replace('GMT+0', 'GMT'))

  test('the hour that is repeated when the clocks go back is told apart', async () => {
    const days = [dayOf('2026-10-25', 6, Date.UTC(2026, 9, 24, 23, 30))]
    await show(offer({ days }))
    await expect.poll(labels).toEqual(['00:30', '01:00 GMT+1', '01:30 GMT+1', '01:00 GMT', '01:30 GMT', '02:00'])
  })

  test('the hour that is skipped when they go forward is missing', async () => {
    await show(offer({ days: [dayOf('2026-03-29', 4, Date.UTC(2026, 2, 29, 0))] }))
    await expect.poll(labels).toEqual(['00:00', '00:30', '02:00', '02:30'])
  })

  test('another zone can be chosen, and the card names that of the business too', async () => {
    await show(offer())
    await calendar().getByRole('combobox', { name: 'Time zone' }).selectOption('Asia/Tokyo')
    await expect.poll(async () => (await stage.asked('offer')).at(-1)?.[1]).toBe('Asia/Tokyo')
    await stage.put({ bookings }, { conversation: 'conv_1', entries: [cardOf()] })
    await card().getByText('London, GMT+1').waitFor()
    await card().getByText('New York, GMT-4').waitFor()
  })
})

const hostile = '<img src=x onerror=alert(1)> ‮'.concat('W'.repeat(90))
const questions: BookingQuestion[] = [
  { id: '__proto__', label: hostile, kind: 'text', required: true, choices: [] },
  { id: 'size', label: 'Size', kind: 'choice', required: false, choices: ['S', hostile] },
  { id: 'first', label: 'First visit?', kind: 'yesNo', required: true, choices: [] },
]

describe('the calendar', () => {
  test.each([
    ['light', 390, {}],
    ['dark', 320, { theme: 'dark' }],
    ['arabic', 390, { html: 'lang="ar" dir="rtl"' }],
    ['german', 640, { html: 'lang="de"' }],
  ] as const)('is accessible and fits: %s, %d pixels wide', async (name, width, own) => {
    await resize(width, name === 'german' ? 360 : 720)
    await show(offer({ questions }), own)
    const check = name === 'dark' ? faultsIn.dark : faultsIn.light
    await calendar().locator('.time').first().waitFor()
    await picture(`${name}-times`)
    expect([await check(stage.page, 'svc-widget'), await isWide()]).toEqual([[], []])
    await calendar().locator('.time').nth(1).click()
    await calendar().locator('form').waitFor()
    await picture(`${name}-details`)
    expect([await check(stage.page, 'svc-widget'), await isWide()]).toEqual([[], []])
    await resize(1280, 720)
  })

  test('adds more days after those that are shown, once each, and takes another time', async () => {
    await show(offer({ next: '2099-06-03' }))
    const days = calendar().getByRole('radio')
    await expect.poll(() => days.allInnerTexts()).toHaveLength(3)
    const more = offer({ days: [dayOf('2099-06-04', 5), dayOf('2099-06-09', 2)], next: null })
    await stage.page.evaluate((offer) => {
      window.stage.talk.calendar.offer = offer
    }, more)
    await calendar().getByRole('button', { name: 'More days' }).press('Enter')
    const labels = ['1 June, 12', '2 June, 3', '4 June, 5', '9 June, 2']
    await expect
      .poll(() => days.evaluateAll((all) => all.map((day) => day.ariaLabel)))
      .toEqual(labels.map((label) => expect.stringContaining(label)))
    expect((await stage.asked('offer')).at(-1)?.[2]).toBe('2099-06-03')
    expect(await days.nth(2).getAttribute('aria-checked')).toBe('true')
    const focused = () =>
      stage.page.evaluate(() => document.querySelector('svc-widget')?.shadowRoot?.activeElement?.ariaLabel)
    await expect.poll(focused).toContain('4 June')
    await calendar().locator('.time').first().click()
    await calendar().getByRole('button', { name: 'Choose another time' }).press('Enter')
    await calendar().locator('.time').first().waitFor()
    expect(await days.nth(2).getAttribute('aria-checked')).toBe('true')
  })

  test('arrow keys follow the direction of the text', async () => {
    await show(offer(), { html: 'lang="ar" dir="rtl"' })
    const days = calendar().getByRole('radio')
    await days.first().focus()
    await stage.page.keyboard.press('ArrowLeft')
    expect(await days.nth(1).getAttribute('aria-checked')).toBe('true')
  })

  test('offers a call if nothing is free', async () => {
    await show(offer({ days: [], next: null }))
    await calendar().getByText('Nothing is free at the moment.').waitFor()
    await picture('empty')
    expect(await faultsIn.light(stage.page, 'svc-widget')).toEqual([])
    await calendar().getByRole('button', { name: 'Request a callback' }).click()
    expect(await stage.asked('askForPerson')).toEqual([['askForPerson', 'Request a callback']])
    await calendar().waitFor({ state: 'detached' })
  })

  test('shows an error of the calendar', async () => {
    await show(null)
    await calendar().getByRole('alert').waitFor()
    await picture('error')
    expect(await faultsIn.light(stage.page, 'svc-widget')).toEqual([])
  })

  test('asks what the calendar demands, and sends the answers under their ids', async () => {
    await show(offer({ questions, phone: 'required', email: 'required' }))
    await calendar().locator('.time').first().click()
    const book = calendar().getByRole('button', { name: 'Book', exact: true })
    await book.click()
    expect(await calendar().locator('.fault:not(:empty)').count()).toBe(5)
    await calendar().getByLabel('Name').fill('Ada')
    await calendar().getByLabel('Email').fill('Ada@mail.example')
    await calendar().getByLabel('Phone').fill('+44 20 7946 0000')
    await calendar().locator('[name="question-0"]').fill('Yes')
    await calendar().locator('[name="question-2"]').selectOption('false')
    await book.click()
    await calendar().getByRole('button', { name: 'Booking…' }).waitFor()
    const [[, sent]] = (await stage.asked('book')) as [[string, Record<string, unknown>]]
    expect(sent).toMatchObject({ name: 'Ada', email: 'ada@mail.example', phone: '+44 20 7946 0000', timezone: zone })
    expect(Object.entries(sent.answers as object)).toContainEqual(['first', 'false'])
    expect(stage.dialogs).toEqual([])
  })
})

describe('the card', () => {
  test('is accessible in each state, whatever the calendar calls the appointment', async () => {
    const states: Partial<VisitorAppointment>[] = [
      { status: 'pending', location: hostile },
      { status: 'cancelled', title: hostile },
      { status: 'completed' },
      { rescheduleUrl: 'https://calendly.example/x' },
    ]
    const entries = states.map((state, at) => cardOf({ id: `apt_${at}`, ...state }, `msg_${at}`))
    await resize(320, 720)
    await stage.put({ bookings }, { conversation: 'conv_1', entries })
    await card().nth(3).waitFor()
    expect(await card().locator('.state').allTextContents()).toEqual([
      ...['Waiting for confirmation', 'Cancelled', 'Over', 'Confirmed'],
    ])
    await picture('cards')
    expect([await faultsIn.light(stage.page, 'svc-widget'), await isWide()]).toEqual([[], []])
    expect([await card().nth(1).getByRole('button').count(), await card().nth(2).getByRole('button').count()]).toEqual([
      0, 0,
    ])
    const change = card().nth(3).getByRole('link', { name: 'Change time' })
    expect([await change.getAttribute('href'), await change.getAttribute('target')]).toEqual([
      'https://calendly.example/x',
      '_blank',
    ])
    await resize(1280, 720)
  })
  test('of an appointment whose place changed strikes the earlier place', async () => {
    await resize(390, 720)
    const entries = [cardOf({ location: 'Quay 4' }, 'msg_1'), cardOf({ location: 'Quay 5' }, 'msg_2')]
    await stage.put({ bookings }, { conversation: 'conv_1', entries })
    await card().getByText('Quay 5').waitFor()
    const earlier = stage.page.locator('svc-widget .card.earlier')
    expect(await earlier.locator('s').innerText()).toContain('Quay 4')
    await picture('place')
    expect([await faultsIn.light(stage.page, 'svc-widget'), await isWide()]).toEqual([[], []])
    await resize(1280, 720)
  })
})
