import type { BrowserContext, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { faultsIn } from '../support/axe.ts'
import { type OpenBrowser, openBrowser } from '../support/browser.ts'
import { putHostilePage } from '../support/hostile-page.ts'
import {
  articles,
  ask,
  box,
  dialog,
  focused,
  launcher,
  loaded,
  startWidgetWorld,
  tabTo,
  type WidgetWorld,
} from '../support/widget-page.ts'

let world: WidgetWorld
let opened: OpenBrowser
let context: BrowserContext
let page: Page

const everyDay = Object.fromEntries(
  ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'].map((day) => [day, ['00:00-23:00']]),
)

beforeAll(async () => {
  world = await startWidgetWorld({ linked: {}, agreeing: {} })
  const bookings = { mode: 'picker', title: 'Bike fitting', duration: 30, notice: 0, hours: everyDay, timezone: 'UTC' }
  const limits = { bookingsPerIpPerHour: 10_000, slotLookupsPerIpPerMinute: 10_000 }
  for (const site of ['shop', 'agreeing'])
    await world.client.call('PUT', '/settings', { body: { site, settings: { bookings, security: { limits } } } })
  await world.client.call('PUT', '/settings', {
    body: { site: 'agreeing', settings: { widget: { consent: 'required' } } },
  })
  await world.client.call('PUT', '/settings', {
    body: { site: 'linked', settings: { bookings: { mode: 'link', label: 'Book online' } } },
  })
  await world.client.call('PUT', '/knowledge/facts', {
    body: { site: 'linked', facts: { bookingUrl: 'https://cal.example/shop' } },
  })
})
afterAll(() => world.close())
beforeEach(async () => {
  opened = await openBrowser(undefined, { timezoneId: 'America/New_York', locale: 'en-GB' })
  ;({ context, page } = opened)
})
afterEach(() => opened.close())

const window = () => dialog(page)
const calendar = () => page.locator('svc-widget .booking')
const days = () => calendar().getByRole('radio')
const times = () => calendar().locator('.time')
const field = (name: string) => calendar().getByRole('textbox', { name })
const card = () => page.locator('svc-widget .appointment')
const button = (name: string) => window().getByRole('button', { name, exact: true })

async function openChat(attributes?: string): Promise<void> {
  await page.goto(world.page(`/book-${Math.random()}`, attributes ? { attributes } : {}))
  await loaded(page)
  await launcher(page).click()
}

async function openCalendar(attributes?: string): Promise<void> {
  await openChat(attributes)
  await button('Book an appointment').click()
  await times().first().waitFor()
}

/** Chooses a time that no other test takes: each takes one of its own. */
let taken = 10
async function chooseTime(): Promise<{ start: number; text: string }> {
  await days().nth(2).click()
  const time = times().nth(taken++)
  const start = Number(await time.getAttribute('data-start'))
  const text = (await time.textContent()) ?? ''
  await time.click()
  return { start, text }
}

async function fillDetails(name = 'Ada'): Promise<void> {
  await field('Name').fill(name)
  await field('Email').fill(`${name.toLowerCase()}@mail.example`)
}

const appointments = async (start: number): Promise<Record<string, unknown>[]> => {
  const { items } = (await world.client.get('/appointments?site=shop&status=all')).body
  return items.filter((item: { start: number }) => item.start === start)
}

describe('the calendar in the chat', () => {
  test('[R333, R336, R341] books a time in the visitor’s zone, once although the button is pressed twice', async () => {
    await openCalendar()
    await calendar().getByRole('combobox', { name: 'Time zone' }).waitFor()
    expect(await calendar().getByRole('combobox').inputValue()).toBe('America/New_York')
    const { start, text } = await chooseTime()
    await calendar().getByText(text).waitFor()
    await fillDetails()
    await button('Book').dblclick()
    await card().waitFor()
    expect(await appointments(start)).toMatchObject([{ attendee: { name: 'Ada', email: 'ada@mail.example' } }])
    await card().getByText('Confirmed').waitFor()
    await card().getByText(`${text}`).first().waitFor()
    await card().getByText('UTC').waitFor()
    await calendar().waitFor({ state: 'detached' })
    await expect.poll(() => focused(page)).toBe('Your message')
    expect(await faultsIn.light(page, 'svc-widget')).toEqual([])
    await page.reload()
    await card().getByText('Confirmed').waitFor()
    expect(opened.errors).toEqual([])
  })

  test('is used by keyboard alone', async () => {
    await openChat()
    await tabTo(page, 'Book an appointment')
    await page.keyboard.press('Enter')
    await times().first().waitFor()
    await expect.poll(() => focused(page)).toMatch(/free times$/)
    const first = await focused(page)
    await page.keyboard.press('ArrowRight')
    await expect.poll(() => focused(page)).not.toBe(first)
    expect(await days().nth(1).getAttribute('aria-checked')).toBe('true')
    await page.keyboard.press('Tab')
    await page.keyboard.press('End')
    await page.keyboard.press('ArrowLeft')
    await expect.poll(() => focused(page)).toMatch(/^\d+:\d\d, /)
    await page.keyboard.press('Enter')
    await expect.poll(() => focused(page)).toBe('Name')
    await page.keyboard.type('Keyla')
    await page.keyboard.press('Tab')
    await page.keyboard.type('keyla@mail.example')
    await page.keyboard.press('Enter')
    await card().getByText('Confirmed').waitFor()
    await expect.poll(() => focused(page)).toBe('Your message')
  })

  test('Escape goes one step back, then closes the calendar, and leaves the window open', async () => {
    await openCalendar()
    await chooseTime()
    await field('Name').waitFor()
    await page.keyboard.press('Escape')
    await times().first().waitFor()
    await page.keyboard.press('Escape')
    await calendar().waitFor({ state: 'detached' })
    await expect.poll(() => focused(page)).toBe('Your message')
    expect(await window().isVisible()).toBe(true)
  })

  test('keeps what was chosen and typed when the page is reloaded', async () => {
    await openCalendar()
    const { start } = await chooseTime()
    await fillDetails('Rhea')
    await page.reload()
    await loaded(page)
    await field('Name').waitFor()
    expect([await field('Name').inputValue(), await field('Email').inputValue()]).toEqual(['Rhea', 'rhea@mail.example'])
    await button('Book').click()
    await card().waitFor()
    expect(await appointments(start)).toHaveLength(1)
  })

  test('[R336] a booking whose answer is lost is repeated and made once', async () => {
    await openCalendar()
    const { start } = await chooseTime()
    await fillDetails('Lois')
    let lost = 0
    const ids = new Set<string>()
    await context.route('**/booking', async (route) => {
      ids.add(route.request().postDataJSON().bookingId)
      if (lost++ > 0) return route.continue()
      await route.fetch()
      await route.abort()
    })
    await button('Book').click()
    await expect.poll(() => lost).toBe(2)
    await calendar().waitFor({ state: 'detached' })
    await card().waitFor()
    expect([lost, ids.size, (await appointments(start)).length]).toEqual([2, 1, 1])
  })

  test('[R335] a time that was taken is said, others are shown, and the details stay', async () => {
    await openCalendar()
    const { start } = await chooseTime()
    await fillDetails('Tara')
    await world.client.post('/appointments?site=shop', { site: 'shop', start, contact: { name: 'Other' } })
    await button('Book').click()
    await calendar().getByRole('alert').getByText('just taken').waitFor()
    await times().first().waitFor()
    expect(await calendar().locator(`[data-start="${start}"]`).count()).toBe(0)
    await chooseTime()
    expect(await field('Name').inputValue()).toBe('Tara')
    await button('Book').click()
    await card().getByText('Confirmed').waitFor()
  })

  test.each([
    [429, { error: { code: 'rate_limited', message: 'x', retryAfter: 120 } }, 'Try again in 2 min.'],
    [502, { error: { code: 'connector_error', message: 'x', reason: 'calendar_failed' } }, 'can’t be reached'],
    [
      409,
      { error: { code: 'conflict', message: 'x', reason: 'book_elsewhere' }, url: 'https://cal.example/x' },
      'on its own page',
    ],
  ])('a refusal with %d is said in plain words, and the details stay', async (status, body, said) => {
    await openCalendar()
    await chooseTime()
    await fillDetails('Uma')
    await context.route('**/booking', (route) => route.fulfill({ status, json: body, headers: cors }))
    await button('Book').click()
    await calendar().getByRole('alert').getByText(said).waitFor()
    expect(await field('Name').inputValue()).toBe('Uma')
    expect(await faultsIn.light(page, 'svc-widget')).toEqual([])
    await context.unroute('**/booking')
    await button('Book').click()
    await card().getByText('Confirmed').waitFor()
  })

  test('an offer that is too old is renewed', async () => {
    await openCalendar()
    await chooseTime()
    await fillDetails('Olga')
    let asked = 0
    const error = { code: 'conflict', message: 'x', reason: 'time_not_offered' }
    await context.route('**/booking', (route) =>
      asked++ > 0 ? route.continue() : route.fulfill({ status: 409, json: { error, next: [] }, headers: cors }),
    )
    await button('Book').click()
    await card().getByText('Confirmed').waitFor()
    expect(asked).toBe(2)
  })

  test('says after a second that it looks for times, and offers a retry when they cannot be loaded', async () => {
    let release = () => {}
    const held = new Promise<void>((resolve) => {
      release = resolve
    })
    await context.route('**/slots', async (route) => {
      await held
      await route.fulfill({ status: 502, json: { error: { code: 'connector_error', message: 'x' } }, headers: cors })
    })
    await openChat()
    await button('Book an appointment').click()
    await calendar().getByText('Looking for free times…').waitFor()
    release()
    await calendar().getByRole('alert').getByText('can’t be reached').waitFor()
    await context.unroute('**/slots')
    await button('Try again').click()
    await times().first().waitFor()
  })

  test('nothing is sent offline, and booking continues with what was typed', async () => {
    await openCalendar()
    await chooseTime()
    await fillDetails('Nora')
    await context.setOffline(true)
    await button('Book').click()
    await calendar().getByRole('alert').getByText('You’re offline.').waitFor()
    await context.setOffline(false)
    expect(await field('Name').inputValue()).toBe('Nora')
    await button('Book').click()
    await card().getByText('Confirmed').waitFor()
  })

  test('[R391] works on a page that replaces styles and functions', async () => {
    await page.goto(putHostilePage(world.host, '/hostile-booking', world.tag(), world.server.url))
    await loaded(page)
    await launcher(page).click()
    await page
      .locator('svc-widget .home .row')
      .filter({ hasText: /appointment|موعد/ })
      .click()
    await times().first().waitFor()
    const { start } = await chooseTime()
    await calendar().locator('[name="name"]').fill('Hilde')
    await calendar().locator('[name="email"]').fill('hilde@mail.example')
    await calendar().locator('[type="submit"]').click()
    await card().waitFor()
    expect(await appointments(start)).toHaveLength(1)
  })

  test('asks for consent first where the site requires it', async () => {
    await openChat('data-site="agreeing"')
    await button('Book an appointment').click()
    await calendar().getByText('I agree that this chat is stored').waitFor()
    expect(await times().count()).toBe(0)
    await button('Next').click()
    await times().first().waitFor()
  })

  test('[R308] with a booking link, it is a link in a new tab', async () => {
    await openChat('data-site="linked"')
    const link = window().getByRole('link', { name: 'Book online' })
    await link.waitFor()
    expect([await link.getAttribute('href'), await link.getAttribute('target')]).toEqual([
      'https://cal.example/shop',
      '_blank',
    ])
  })
})

const cors = { 'access-control-allow-origin': '*' }

describe('the card of an appointment', () => {
  async function booked(name: string): Promise<number> {
    await openCalendar()
    const { start } = await chooseTime()
    await fillDetails(name)
    await button('Book').click()
    await card().getByText('Confirmed').waitFor()
    return start
  }

  test('[R333] the assistant opens the calendar, without taking the focus', async () => {
    await openChat()
    await ask(page, 'I would like to book an appointment')
    await times().first().waitFor()
    await expect.poll(() => focused(page)).toBe('Your message')
    await box(page).fill('Which one?')
    await page.keyboard.press('Enter')
    await calendar().waitFor({ state: 'detached' })
  })

  test('[R339] moves the appointment, and shows the earlier time as such', async () => {
    const start = await booked('Mona')
    await button('Change time').click()
    await times().first().waitFor()
    const next = await chooseTime()
    await button('Move appointment').click()
    await card().getByText('Moved').waitFor()
    await page.locator('svc-widget .earlier').waitFor()
    expect([await card().count(), (await appointments(start)).length, (await appointments(next.start)).length]).toEqual(
      [1, 0, 1],
    )
    expect(await faultsIn.light(page, 'svc-widget')).toEqual([])
  })

  test('[R353] cancels after a question, and can be left', async () => {
    const start = await booked('Cleo')
    await button('Cancel appointment').click()
    await window().getByRole('group', { name: 'Cancel this appointment?' }).waitFor()
    expect(await focused(page)).toBe('Keep it')
    await page.keyboard.press('Escape')
    await expect.poll(() => focused(page)).toBe('Cancel appointment')
    await page.keyboard.press('Enter')
    await button('Cancel appointment').click()
    await card().getByText('Cancelled', { exact: true }).waitFor()
    expect(await appointments(start)).toMatchObject([{ status: 'cancelled' }])
    expect(await button('Change time').count()).toBe(0)
  })

  test('a change by the team shows at once', async () => {
    const start = await booked('Live')
    const [{ id }] = (await appointments(start)) as [{ id: string }]
    await world.client.call('PATCH', `/appointments/${id}?site=shop`, { body: { start: start + 86_400_000 * 20 } })
    await card().getByText('Moved').waitFor()
    await world.client.call('DELETE', `/appointments/${id}?site=shop`)
    await card().getByText('Cancelled', { exact: true }).waitFor()
    expect(await articles(page).last().getByText('Cancelled', { exact: true }).isVisible()).toBe(true)
  })

  test('is added to the visitor’s calendar as a file', async () => {
    const start = await booked('File')
    const [download] = await Promise.all([page.waitForEvent('download'), button('Add to calendar').click()])
    expect(download.suggestedFilename()).toBe('appointment.ics')
    const stream = await download.createReadStream()
    const parts: Buffer[] = []
    for await (const part of stream) parts.push(part as Buffer)
    const stamp = new Date(start).toISOString().slice(0, 19).replace(/[-:]/g, '')
    expect(Buffer.concat(parts).toString()).toContain(`DTSTART:${stamp}Z\r\n`)
  })
})
