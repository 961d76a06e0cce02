import type { Page } from 'playwright-core'
import { addDays, instantOf, minutesOf, wallAt, weekdayOf } from '../../desktop/renderer/ui/zone.ts'
import type { Client } from './client.ts'
import { goTo } from './desk-page.ts'
import type { FakeCalcom } from './fake-calcom.ts'
import { inGerman } from './picture-states.ts'
import { both, picture, sizes } from './pictures.ts'

const zone = 'Europe/London'

/** Day of the week from 0, time, minutes, and whose appointment. */
const week = [
  [0, '09:00', 45, 'Full service', 'Nadia Farrow'],
  [0, '11:00', 30, 'Test ride of an e-bike', 'Dean Foster'],
  [1, '09:30', 60, 'Fit a child seat', 'Tom Okafor'],
  [1, '10:00', 30, 'Adjust the gears', 'Harriet Lowe'],
  [1, '14:00', 90, 'Motor, error 504, with a very long title that does not fit in its place', 'Anke Petersen'],
  [2, '10:00', 30, 'تجربة ركوب', 'سارة يوسف'],
  [3, '09:00', 120, 'Bikes for Stanhope Legal', 'Oliver Stanhope'],
  [3, '15:30', 30, 'Test ride of an e-bike', 'Priya Nair'],
  [4, '16:00', 45, 'Collect the touring bike', 'Peter Hollis'],
] as const

/** The calendar by week, day and as a list, on a phone and in German; the settings of bookings and integrations. */
export async function pictureCalendar(page: Page, desk: Client, calcom: FakeCalcom): Promise<void> {
  const hours = Object.fromEntries(['mon', 'tue', 'wed', 'thu', 'fri'].map((day) => [day, ['09:00-17:00']]))
  const bookings = { mode: 'picker', timezone: zone, title: 'Test ride', hours, daysOff: ['2030-01-01'] }
  await desk.call('PUT', '/settings', { body: { settings: { bookings } } })
  const { date } = wallAt(zone, Date.now())
  // The next week, so that nothing has passed.
  const monday = addDays(date, 7 - weekdayOf(date))
  for (const [day, clock, duration, title, name] of week) {
    const start = instantOf(zone, { date: addDays(monday, day), minutes: minutesOf(clock) ?? 0 })
    await desk.post('/appointments', { title, start, duration, force: true, contact: { name } })
  }
  const views = async (suffix: string) => {
    for (const view of ['week', 'agenda']) {
      await goTo(page, `/calendar?view=${view}&date=${addDays(monday, 1)}`)
      await page.getByText('Adjust the gears').first().waitFor()
      await inThemes(suffix)(page, view === 'week' ? `calendar${suffix}` : `calendar-${view}${suffix}`)
    }
  }
  await views('')
  await page.setViewportSize(sizes.phone)
  await views('-phone')
  await page.setViewportSize(sizes.wide)
  await desk.call('PUT', '/integrations/calcom', { body: { key: calcom.key } })
  await desk.call('PUT', '/integrations/calendly', { body: { key: 'a key that nobody knows' } })
  await pictureSettings(page, '')
  await page.setViewportSize(sizes.phone)
  await pictureSettings(page, '-phone')
  await page.setViewportSize(sizes.wide)
  await inGerman(page, async () => {
    await views('-german')
    await pictureSettings(page, '-german')
  })
}

/** Small windows and other languages only in light. */
const inThemes = (suffix: string) => (suffix === '' ? both : picture)

async function pictureSettings(page: Page, suffix: string) {
  for (const name of ['bookings', 'integrations']) {
    await goTo(page, `/settings/${name}`)
    await page.getByRole('main').locator('section').first().waitFor()
    await inThemes(suffix)(page, `settings-${name}${suffix}`)
  }
}
