import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { addDays, wallAt } from '../../desktop/renderer/ui/zone.ts'
import { faultsIn } from '../support/axe.ts'
import { anna, ben, dialog, press } from '../support/board-page.ts'
import { block, type CalendarWorld, createCalendarWorld, zone } from '../support/calendar-page.ts'
import { openDesk } from '../support/desk-page.ts'
import { expectHarmless, hostileTexts } from '../support/hostile.ts'
import { forgetSaid, hasSaid } from '../support/said.ts'

let world: CalendarWorld

beforeAll(async () => {
  world = await createCalendarWorld()
})
afterAll(() => world.close())

/** The middle of an hour of a day in the grid. */
async function spot(page: Page, day: string, hour: number): Promise<{ x: number; y: number }> {
  const column = page.locator(`[data-day="${day}"]`)
  const box = (await column.boundingBox())!
  return { x: box.x + box.width / 2, y: box.y + hour * 48 }
}

test('appointments that are off are explained, with one click to their settings', async () => {
  await world.desk.call('PUT', '/settings', { body: { settings: { bookings: { mode: 'none' } } } })
  const { page } = await openDesk(world.browser, world.server, anna, '/calendar')
  await page.getByRole('heading', { name: 'Appointments are off' }).waitFor()
  await page.getByRole('link', { name: 'Set up appointments' }).click()
  await page.getByLabel('Calendar in the chat').check()
  await page.getByLabel('Duration in minutes').fill('4')
  await page.getByText('Enter a whole number from 5 to 1440.').waitFor()
  await page.getByLabel('Duration in minutes').fill('45')
  expect(await faultsIn.light(page)).toEqual([])
  await page.getByRole('button', { name: 'Save' }).click()
  await page.getByRole('heading', { name: 'Free times' }).waitFor()
  expect((await world.desk.get('/settings')).body.settings.bookings).toMatchObject({ mode: 'picker', duration: 45 })
  await page.getByText('As visitors see them: 45 minutes, time zone Europe/Berlin.').waitFor()
  await page.close()
})

test('moves and resizes by mouse in steps of 15 minutes, and undoes it', async () => {
  const id = await world.book('Move me', '2030-02-05T10:00')
  const page = await world.open(anna, '?view=week&date=2030-02-05')
  await block(page, 'Move me').waitFor()
  const box = (await block(page, 'Move me').boundingBox())!
  const to = await spot(page, '2030-02-07', 13)
  await page.mouse.move(box.x + 10, box.y + 10)
  await page.mouse.down()
  await page.mouse.move(to.x, to.y + 14, { steps: 8 })
  await page.mouse.up()
  await hasSaid(page, 'Moved to')
  await expect.poll(() => world.stateOf(id)).toBe('2030-02-07T12:00 13:00 confirmed')
  await forgetSaid(page)
  await press(page, 'z')
  await expect.poll(() => world.stateOf(id)).toBe('2030-02-05T09:00 10:00 confirmed')
  await expect.poll(() => block(page, 'Move me').boundingBox()).toEqual(box)
  const edge = (await block(page, 'Move me').locator('[data-edge]').boundingBox())!
  await page.mouse.move(edge.x + 10, edge.y + 3)
  await page.mouse.down()
  await page.mouse.move(edge.x + 10, edge.y + 27, { steps: 5 })
  await page.mouse.up()
  await expect.poll(() => world.stateOf(id)).toBe('2030-02-05T09:00 10:30 confirmed')
  expect(world.browser.errors).toEqual([])
  await page.close()
})

test('moves by keys alone, restores by Escape, and opens by Enter', async () => {
  const id = await world.book('By keys', '2030-02-12T10:00')
  const page = await world.open(anna, '?view=week&date=2030-02-12')
  await block(page, 'By keys').focus()
  await press(page, 'ArrowDown', 'ArrowRight', 'Shift+ArrowDown')
  await press(page, 'Escape')
  await press(page, 'ArrowDown', 'ArrowDown', 'ArrowLeft')
  await expect.poll(() => world.stateOf(id)).toBe('2030-02-11T09:30 10:30 confirmed')
  await block(page, 'By keys').focus()
  await press(page, 'Shift+ArrowUp')
  await expect.poll(() => world.stateOf(id)).toBe('2030-02-11T09:30 10:15 confirmed')
  await block(page, 'By keys').focus()
  await press(page, 'Enter')
  await dialog(page, 'Appointment').getByLabel('Title').fill('By keys, renamed')
  await press(page, 'Enter')
  await block(page, 'By keys, renamed').waitFor()
  await press(page, 'a')
  await expect.poll(() => new URL(page.url()).searchParams.get('view')).toBe('agenda')
  await press(page, 'w', ']')
  await expect.poll(() => new URL(page.url()).searchParams.get('date')).toBe('2030-02-19')
  await page.close()
})

test('books an empty time, explains a conflict, and books anyway', async () => {
  // The next free times are within the days ahead.
  const day = addDays(wallAt(zone, Date.now()).date, 7)
  await world.book('In the way', `${day}T10:00`)
  const page = await world.open(ben, `?view=day&date=${day}`)
  await block(page, 'In the way').waitFor()
  const { x, y } = await spot(page, day, 9)
  await page.mouse.click(x, y + 2)
  const form = dialog(page, 'New appointment')
  await form.getByLabel('Title').fill('Drawn')
  await form.getByLabel('Date').fill(day)
  await form.getByLabel('Start').fill('10:15')
  await form.getByLabel('Email').fill('ada@example.com')
  expect(await faultsIn.light(page, 'dialog[open]')).toEqual([])
  await form.getByRole('button', { name: 'Save' }).click()
  await form.getByText('This time is taken').waitFor()
  await form.getByText('Next free times:').waitFor()
  await form.getByRole('button', { name: 'Book anyway' }).click()
  await block(page, 'Drawn').waitFor()
  const { items } = (await world.desk.get('/appointments?status=confirmed')).body
  const titles = items.map(({ title }: { title: string }) => title)
  expect(titles.slice(0, 2)).toEqual(['In the way', 'Drawn'])
  await page.close()
})

test('cancels with a reason, hides it unless asked for, and undoes it', async () => {
  const id = await world.book('Off', '2030-02-26T10:00')
  const page = await world.open(anna, `?view=week&date=2030-02-26&open=${id}`)
  const details = dialog(page, 'Appointment')
  await details.getByRole('button', { name: 'Cancel appointment' }).click()
  await details.getByLabel('Reason (optional)').fill('Snow')
  await press(page, 'Enter')
  await expect.poll(() => world.stateOf(id)).toContain('cancelled')
  await press(page, 'Escape')
  await expect.poll(() => block(page, 'Off').count()).toBe(0)
  await page.getByRole('button', { name: 'Display options' }).click()
  await page.getByLabel('Show cancelled').check()
  await page.keyboard.press('Escape')
  await block(page, 'Off').waitFor()
  await press(page, 'z')
  await expect.poll(() => world.stateOf(id)).toContain('confirmed')
  await page.close()
})

test('shows what others do at once, and hostile texts as text', async () => {
  const page = await world.open(anna, '?view=week&date=2030-03-05')
  await page.getByText('No appointments in this time.').waitFor()
  const [text] = hostileTexts as readonly string[]
  const id = await world.book(`Live ${text}`.slice(0, 160), '2030-03-05T10:00', {
    contact: { name: text!.slice(0, 200) },
  })
  await block(page, 'Live').waitFor()
  await world.desk.call('PATCH', `/appointments/${id}`, { body: { start: '2030-03-06T10:00:00+01:00' } })
  await page.locator('[data-day="2030-03-06"] button[data-appointment]').waitFor()
  await block(page, 'Live').click()
  await dialog(page, 'Appointment').getByLabel('Title').waitFor()
  await expectHarmless(world.browser, page.getByRole('main'))
  await page.close()
})

test('has nothing that axe reports, in both themes and on a phone', async () => {
  await world.fill()
  const page = await world.open(anna, `?view=week&date=2030-01-08&cancelled=true`)
  await block(page, 'Consultation').waitFor()
  expect(await faultsIn.light(page)).toEqual([])
  await page.emulateMedia({ colorScheme: 'dark' })
  expect(await faultsIn.dark(page)).toEqual([])
  await press(page, 'a')
  await page.getByRole('heading', { name: 'Tuesday, January 8, 2030' }).waitFor()
  expect(await faultsIn.dark(page)).toEqual([])
  await page.emulateMedia({ colorScheme: 'light' })
  expect(await faultsIn.light(page)).toEqual([])
  await page.setViewportSize({ width: 390, height: 800 })
  expect(await faultsIn.narrow(page)).toEqual([])
  await press(page, 'd')
  expect(await faultsIn.narrow(page)).toEqual([])
  await page.close()
})
