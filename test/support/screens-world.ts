import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { buildDashboard } from './agent.ts'
import { type OpenBrowser, openBrowser } from './browser.ts'
import { type ChatWorld, createChatWorld, until } from './chat.ts'
import { makeDemoHistory } from './demo.ts'
import { goTo, openDesk, type Person } from './desk-page.ts'
import { expectKept } from './golden.ts'
import { outlineOf } from './outline.ts'
import { type PageCalls, watchCalls } from './page-calls.ts'
import type { Reply } from './world.ts'

/** After this time, a screen is read although work is in progress, in milliseconds. */
const longest = 10_000

export const anna: Person = { email: 'anna@wrenmouthcycles.example.com', name: 'Anna Marsh', role: 'admin' }
export const ben: Person = { email: 'ben@wrenmouthcycles.example.com', name: 'Ben Ode', role: 'member' }

/** A site whose records are the same in each run: the demo's six weeks, and a day at the desk. */
export type ScreensWorld = ChatWorld & {
  /** Anna's conversation, one whose visitor waits, and one that the model answered. */
  chats: { mine: string; waiting: string; answered: string }
  /** A job of Anna's conversation. */
  job: string
}

/** An empty site, or one with the demo's history and current activity. */
export async function createScreensWorld({ isFilled = true } = {}): Promise<ScreensWorld> {
  buildDashboard()
  const world = await createChatWorld({
    file: { sites: [{ id: 'demo', name: 'Wrenmouth Cycle Works', website: 'https://wrenmouthcycles.example.com' }] },
  })
  // Nothing is near the beginning of a minute.
  world.clock.jump(30_000)
  for (const person of [anna, ben]) await ok(world.api('POST', '/admins', { body: person }))
  // The server asks for its models in its own time.
  await ok(world.api('GET', '/models?site=demo'))
  await until(() => Boolean(world.services.outside.models.describe()?.model))
  if (!isFilled) return { ...world, chats: { mine: '', waiting: '', answered: '' }, job: '' }
  await makeDemoHistory(await world.context())
  await fillDesk(world)
  const chats = await fillToday(world)
  return { ...world, chats, job: await fillJobs(world, chats.mine) }
}

async function ok(sent: Promise<Reply>): Promise<Reply['body']> {
  const { status, body } = await sent
  if (status >= 300) throw new Error(JSON.stringify(body))
  return body
}

async function fillDesk({ api }: ChatWorld): Promise<void> {
  const post = (path: string, body: unknown) => ok(api('POST', path, { body }))
  await post('/knowledge/manual', {
    title: 'Winter holidays',
    content: 'The workshop stays closed from 24 December to 2 January.\n\n- Pick up bikes until the 23rd.',
    category: 'Hours',
    site: 'demo',
  })
  await post('/knowledge/manual', {
    title: 'Do you rent tandems?',
    content: 'We rent two tandems, at £48 a day with helmets.',
    url: 'https://wrenmouthcycles.example.com/rent',
    site: 'demo',
  })
  await post('/prompt', { text: 'We close for two weeks in August.\nBe friendly.', baseVersion: 0, site: 'demo' })
  await post('/keys', { name: 'Shop system', scopes: ['conversations:read', 'leads:read'], site: 'demo' })
  for (const name of ['Fleet', 'Newsletter']) await post('/contact-tags', { name, site: 'demo' })
  for (const definition of [
    { entity: 'contact', key: 'frame', label: 'Frame size', type: 'choice', options: ['S', 'M', 'L'] },
    { entity: 'contact', key: 'service', label: 'Next service', type: 'date' },
    { entity: 'contact', key: 'bikes', label: 'Bikes', type: 'number' },
    { entity: 'contact', key: 'club', label: 'Club member', type: 'boolean' },
    { entity: 'conversation', key: 'order', label: 'Order', type: 'text' },
  ])
    await post('/attribute-definitions', { ...definition, site: 'demo' })
  await post('/leads', {
    ...{ name: 'Mira Haddad', email: 'mira@harbour.example', phone: '+44 20 7946 0190', company: 'Harbour Couriers' },
    ...{ status: 'qualified', attributes: { frame: 'L', bikes: '12', club: 'true', plan: 'Fleet' }, site: 'demo' },
  })
}

async function fillToday({ api, says, start }: ChatWorld): Promise<ScreensWorld['chats']> {
  const post = (path: string, body: unknown = {}) => ok(api('POST', `${path}?site=demo`, { body }))
  says({ text: 'A puncture costs **£14**.\n\n1. Bring the wheel.\n2. Wait with a coffee.' })
  const answered = await start({ message: 'What does a puncture cost?', contact: { name: 'Priya Natarajan' } })
  const contact = { name: 'Maria Feldmann', email: 'maria.feldmann@example.com', phone: '+44 1632 960 112' }
  const context = {
    ...{ pageUrl: 'https://wrenmouthcycles.example.com/workshop.html', pageTitle: 'Workshop' },
    ...{ locale: 'en-GB', referrer: 'https://search.example/?q=bikes' },
  }
  const mine = await start({ message: 'What does a puncture cost?', contact, context })
  await post(`/conversations/${mine.id}/assign`, { to: anna.email })
  await post(`/conversations/${mine.id}/messages`, { text: 'The wheel I had repaired on Tuesday is flat again.' })
  await post(`/conversations/${mine.id}/reply`, {
    text: 'I am sorry. Bring it in:\n\n> today\n\nsee https://example.com',
  })
  await post(`/conversations/${mine.id}/messages`, { text: 'Thank you, I can be there at four.' })
  await post(`/conversations/${mine.id}/notes`, { text: `She was here on Tuesday. @${ben.email} knows.` })
  await ok(api('PATCH', `/conversations/${mine.id}?site=demo`, { body: { addLabels: ['Repair', 'Complaint'] } }))
  return { mine: mine.id, answered: answered.id, waiting: '' }
}

/** Jobs of a pipeline with fields of each type. */
async function fillJobs({ api, clock }: ChatWorld, conversationId: string): Promise<string> {
  const send = (method: string, path: string, body: unknown) => ok(api(method, `${path}?site=demo`, { body }))
  const fields = [
    { name: 'frame', label: 'Frame', type: 'choice', options: ['S', 'M', 'L'], required: true },
    { name: 'bikes', label: 'Bikes', type: 'number' },
    { name: 'paid', label: 'Paid', type: 'boolean' },
    { name: 'ready', label: 'Ready on', type: 'date' },
  ]
  const { stages } = await send('PUT', '/jobs/pipeline', { currency: 'GBP', fields })
  const job = await send('POST', '/jobs', {
    ...{ title: 'True the rear wheel', conversationId, value: 45.5, assignedTo: anna.email },
    ...{ dueAt: clock.now() - 2 * 86_400_000, fields: { bikes: 1, paid: false, ready: '2030-02-01' } },
  })
  await send('POST', `/jobs/${job.id}/updates`, { text: 'Two spokes are broken.' })
  await send('POST', `/jobs/${job.id}/notes`, { text: 'She needs it on Friday.' })
  const other = await send('POST', '/jobs', {
    title: 'Twelve cargo bikes',
    value: 38_400,
    contact: { email: 'mira@harbour.example' },
  })
  await send('POST', `/jobs/${other.id}/move`, { stageId: stages.at(-1).id, lostReason: 'Too late in the year' })
  return job.id
}

/** The dashboard of a person, as it is shown. */
export type Screen = OpenBrowser & {
  page: Page
  calls: PageCalls
  /** Reloads the dashboard at a path below it. */
  load(path: string): Promise<void>
  /** Navigates to a path below the dashboard. */
  show(path: string): Promise<void>
  /** Compares what is shown with `test/fixtures/screens/<name>.yml`. */
  keep(name: string, within?: string): Promise<void>
  /** What is shown once no work is in progress. */
  read(within?: string): Promise<string>
  isBusy(): boolean
}

/** Opens the dashboard in Berlin, at a fixed time. */
export async function openScreen(world: ScreensWorld, person: Person, path = ''): Promise<Screen> {
  const browser = await openBrowser(undefined, { timezoneId: 'Europe/Berlin', locale: 'en-GB' })
  const calls = await watchCalls(browser.context)
  await browser.page.clock.setFixedTime(world.clock.now())
  await browser.page.emulateMedia({ reducedMotion: 'reduce' })
  await browser.page.setViewportSize({ width: 1440, height: 900 })
  const isBusy = watchRequests(browser.page)
  const { page } = await openDesk(browser, world, person, path)
  return {
    ...browser,
    page,
    calls,
    isBusy,
    async load(to) {
      await page.goto('about:blank')
      await page.goto(`${world.url}/dashboard${to}`)
      await page.getByRole('navigation', { name: /Main|Haupt/ }).waitFor()
    },
    show: (to) => goTo(page, to),
    keep: (name, within) => expectKept(`screens/${name}.yml`, () => outlineOf(page, within), isBusy),
    async read(within) {
      let text = await outlineOf(page, within)
      const begun = performance.now()
      for (let same = 0; same < 2 && performance.now() - begun < longest; ) {
        await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve, 25))))
        const next = await outlineOf(page, within)
        same = next === text && !isBusy() ? same + 1 : 0
        text = next
      }
      return text
    },
  }
}

/** Returns a function that says whether the page waits for a response. */
function watchRequests(page: Page): () => boolean {
  const open = new Set<unknown>()
  // Responses that a page was waiting for when it was left never arrive.
  page.on('framenavigated', (frame) => {
    if (frame === page.mainFrame() && frame.url() === 'about:blank') open.clear()
  })
  page.on('request', (request) => open.add(request))
  for (const event of ['requestfinished', 'requestfailed'] as const)
    page.on(event as 'requestfinished', (one) => open.delete(one))
  page.on('websocket', (socket) => {
    const calls = new Set<number>()
    const messages = (payload: string | Buffer) =>
      /^[[{]/.test(String(payload)) ? [JSON.parse(String(payload))].flat() : []
    open.add(calls)
    socket.on('framesent', ({ payload }) => {
      for (const { id, method } of messages(payload)) if (method === 'query' || method === 'mutation') calls.add(id)
    })
    socket.on('framereceived', ({ payload }) => {
      for (const { id } of messages(payload)) calls.delete(id)
    })
    socket.on('close', () => open.delete(calls))
  })
  return () => [...open].some((one) => !(one instanceof Set) || one.size > 0)
}

/** An error that a page only writes to its console is a failure, too. */
export function expectNoErrors({ errors, foreign }: OpenBrowser): void {
  expect([errors, foreign]).toEqual([[], []])
}
