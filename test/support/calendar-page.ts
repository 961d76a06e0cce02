import type { Page } from 'playwright-core'
import { instantOf, minutesOf } from '../../desktop/renderer/ui/zone.ts'
import { buildDashboard } from './agent.ts'
import { anna, ben } from './board-page.ts'
import { type OpenBrowser, openBrowser } from './browser.ts'
import { type Client, createClient } from './client.ts'
import { addPerson, openDesk, type Person } from './desk-page.ts'
import { type PageCalls, watchCalls } from './page-calls.ts'
import { type Server, startServer } from './server.ts'

/** A server with appointments, and a browser at its calendar. */
export type CalendarWorld = {
  server: Server
  desk: Client
  browser: OpenBrowser
  calls: PageCalls
  /** Books an appointment at a time such as `2030-01-08T10:00`, in Berlin. @returns its id */
  book(title: string, at: string, given?: Record<string, unknown>): Promise<string>
  /** The start and end of an appointment in UTC, and its status. */
  stateOf(id: string): Promise<string>
  /** Makes a week with overlaps, all statuses and long texts. */
  fill(): Promise<void>
  appointment: string
  job: string
  open(person: Person, query: string): Promise<Page>
  close(): Promise<void>
}

export const zone = 'Europe/Berlin'

export async function createCalendarWorld(): Promise<CalendarWorld> {
  buildDashboard()
  const server = await startServer({ config: { sites: [{ id: 'shop', name: 'The shop' }] } })
  const desk = createClient(server)
  for (const person of [ben, anna]) await addPerson(desk, person)
  const security = { signIn: { attemptsPerIp: 1000 }, limits: { apiRequestsPerKeyPerMinute: 100_000 } }
  const bookings = { mode: 'picker', timezone: zone, title: 'Consultation' }
  await desk.call('PUT', '/settings', { body: { settings: { security, bookings } } })
  const browser = await openBrowser()
  const calls = await watchCalls(browser.context)
  const world: CalendarWorld = {
    ...{ server, desk, browser, calls, appointment: '', job: '' },
    async book(title, at, given = {}) {
      const [date = '', clock = ''] = at.split('T')
      const start = instantOf(zone, { date, minutes: minutesOf(clock) ?? 0 })
      const { status, body } = await desk.post('/appointments', { title, start, duration: 60, force: true, ...given })
      if (status !== 201) throw new Error(`not booked: ${JSON.stringify(body)}`)
      return body.id
    },
    async stateOf(id) {
      const { startIso, endIso, status } = (await desk.get(`/appointments/${id}`)).body
      return `${startIso.slice(0, 16)} ${endIso.slice(11, 16)} ${status}`
    },
    fill: () => fill(world),
    async open(person, query) {
      const { page } = await openDesk(browser, server, person, `/calendar${query}`)
      await page.setViewportSize({ width: 1440, height: 900 })
      await page.getByRole('heading', { name: 'Calendar', exact: true }).waitFor()
      return page
    },
    async close() {
      await browser.close()
      await server[Symbol.asyncDispose]()
    },
  }
  return world
}

async function fill(world: CalendarWorld): Promise<void> {
  const { book, desk } = world
  const long = 'Donaudampfschifffahrtsgesellschaftskapitän and a title of many words that goes on and on until it ends'
  const contact = { name: 'Ada Lovelace', email: 'ada@example.com', phone: '+49 30 1234567' }
  world.appointment = await book('Consultation', '2030-01-08T10:00', {
    ...{ contact, location: 'https://meet.example.com/abc', notes: 'Bring the drawings.\nRing twice.' },
  })
  world.job = (await desk.get(`/appointments/${world.appointment}`)).body.job.id
  await book(long, '2030-01-08T10:15', { contact: { name: 'x'.repeat(60) } })
  await book('Call', '2030-01-08T10:30', { duration: 15 })
  for (const minute of ['00', '10', '20', '30', '40']) await book(`Visit ${minute}`, `2030-01-09T14:${minute}`)
  for (const [day, status] of [
    [7, 'pending'],
    [9, 'completed'],
    [10, 'no_show'],
    [11, 'cancelled'],
  ] as const) {
    const id = await book(`Is ${status}`, `2030-01-${String(day).padStart(2, '0')}T09:00`, { duration: 90 })
    await desk.call('PATCH', `/appointments/${id}`, { body: { status } })
  }
  await book('Over midnight', '2030-01-11T22:00', { duration: 300 })
  await book('The hour that comes twice', '2030-10-27T01:30', { duration: 120 })
}

/** The block of an appointment, by its title. */
export const block = (page: Page, title: string) =>
  page.locator('button[data-appointment]').filter({ hasText: title }).first()
