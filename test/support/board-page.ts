import type { Page } from 'playwright-core'
import { buildDashboard } from './agent.ts'
import { type OpenBrowser, openBrowser } from './browser.ts'
import { type Client, createClient } from './client.ts'
import { addPerson, openDesk, type Person } from './desk-page.ts'
import { type PageCalls, watchCalls } from './page-calls.ts'
import { type Server, startServer } from './server.ts'

export const ben: Person = { email: 'ben@shop.example', name: 'Ben Ode', role: 'member' }
export const anna: Person = { email: 'anna@shop.example', name: 'Anna Marsh', role: 'admin' }

/** A server with a pipeline, and a browser at its board. */
export type BoardWorld = {
  server: Server
  /** Calls the API with a key for jobs. */
  desk: Client
  browser: OpenBrowser
  calls: PageCalls
  stages: { id: string; name: string }[]
  stageId(name: string): string
  add(title: string, given?: Record<string, unknown>): Promise<string>
  /** The titles of a stage's jobs, as the server has them. */
  titlesOf(stage: string): Promise<string[]>
  openBoard(person: Person, query?: string): Promise<Page>
  /** Deletes all jobs. */
  clear(): Promise<void>
  close(): Promise<void>
}

export async function createBoardWorld(): Promise<BoardWorld> {
  buildDashboard()
  const server = await startServer({ config: { sites: [{ id: 'shop', name: 'The shop' }] } })
  const desk = await createJobsClient(server)
  const browser = await openBrowser()
  const calls = await watchCalls(browser.context)
  const { stages } = (await desk.get('/jobs/pipeline')).body as Pick<BoardWorld, 'stages'>
  const stageId = (name: string) => stages.find((one) => one.name === name)!.id
  return {
    ...{ server, desk, browser, calls, stages, stageId },
    add: async (title, given = {}) => (await desk.post('/jobs', { title, ...given })).body.id,
    titlesOf: async (stage) =>
      (await desk.get(`/jobs?stage=${stageId(stage)}`)).body.items.map(({ title }: { title: string }) => title),
    async openBoard(person, query = '') {
      const { page } = await openDesk(browser, server, person, `/jobs${query}`)
      await page.setViewportSize({ width: 1440, height: 900 })
      await page.getByRole('heading', { name: 'Jobs', exact: true }).waitFor()
      return page
    },
    async clear() {
      calls.refused = null
      calls.isCut = false
      for (const { id } of (await desk.get('/jobs?status=all')).body.items) await desk.call('DELETE', `/jobs/${id}`)
    },
    async close() {
      await browser.close()
      await server[Symbol.asyncDispose]()
    },
  }
}

/** Adds two people. Their sign-ins and its own calls are not limited. */
async function createJobsClient(server: Server): Promise<Client> {
  const admin = createClient(server)
  for (const person of [ben, anna]) await addPerson(admin, person)
  const security = { signIn: { attemptsPerIp: 1000 }, limits: { apiRequestsPerKeyPerMinute: 100_000 } }
  await admin.call('PUT', '/settings', { body: { settings: { security } } })
  // The admin key has a rate of its own, which many jobs would use up.
  const scopes = ['jobs:read', 'jobs:write', 'leads:read']
  return createClient({ url: server.url, adminKey: (await admin.post('/keys', { name: 'Jobs', scopes })).body.key })
}

export const column = (page: Page, stage: string) => page.getByRole('region', { name: stage, exact: true })
export const card = (page: Page, title: string) =>
  page.locator('article[data-job]').filter({ has: page.getByRole('link', { name: title, exact: true }) })
export const dialog = (page: Page, name: string | RegExp) => page.getByRole('dialog', { name })

/** The titles of the rendered cards of a stage. */
export const shown = (page: Page, stage: string): Promise<string[]> =>
  column(page, stage).locator('li:not([aria-hidden]) article > a').allInnerTexts()

/** The number of jobs of a stage that the board shows. */
export const count = (page: Page, stage: string): Promise<string> =>
  column(page, stage).locator('h2 + span > span').first().innerText()

export const focused = (page: Page) => page.evaluate(() => document.activeElement?.textContent)

export async function press(page: Page, ...keys: string[]): Promise<void> {
  for (const key of keys) await page.keyboard.press(key)
}

/** Drags a card to a place of a stage, without releasing it. */
export async function dragTo(page: Page, title: string, stage: string, place: number): Promise<void> {
  const from = (await card(page, title).boundingBox())!
  const list = (await column(page, stage).locator('[data-list]').boundingBox())!
  await page.mouse.move(from.x + 60, from.y + 60)
  await page.mouse.down()
  await page.mouse.move(from.x + 80, from.y + 70, { steps: 3 })
  await page.mouse.move(list.x + 60, list.y + 60 + place * 128, { steps: 8 })
  await page.locator('[data-over="true"]').and(column(page, stage)).waitFor()
}
