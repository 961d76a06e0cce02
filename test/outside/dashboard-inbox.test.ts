import type { Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import type { LogEvent } from '../../desktop/renderer/live/row-events.ts'
import { buildDashboard, eventually, leaveReplyBox } from '../support/agent.ts'
import { faultsIn } from '../support/axe.ts'
import { openBrowser } from '../support/browser.ts'
import { type Client, createClient } from '../support/client.ts'
import { addPerson, openDesk, pressTogether } from '../support/desk-page.ts'
import { expectHarmless, hostileTexts } from '../support/hostile.ts'
import { pageIdle } from '../support/idle.ts'
import { keepBrowser } from '../support/kept-browser.ts'
import { startNetwork } from '../support/network.ts'
import { watchCalls } from '../support/page-calls.ts'
import { hasSaid } from '../support/said.ts'
import { type Server, startServer } from '../support/server.ts'

let server: Server
let desk: Client

const anna = { email: 'anna@shop.example', name: 'Anna Marsh', role: 'admin' as const }
const bert = { email: 'bert@shop.example', name: 'Bert Brook', role: 'member' as const }

beforeAll(async () => {
  buildDashboard()
  server = await startServer({ config: { sites: [{ id: 'shop', name: 'The shop' }] } })
  desk = createClient(server)
  const limits = { messagesPerSitePerDay: 10_000, apiRequestsPerKeyPerMinute: 10_000 }
  const security = { signIn: { attemptsPerIp: 1000, attemptsPerAccount: 1000 }, limits }
  await desk.call('PUT', '/settings', { body: { settings: { security, live: { waitSeconds: 3600 } } } })
  for (const person of [anna, bert]) await addPerson(desk, person)
})
// Left by a failed test, it would disturb the second attempt.
afterEach(async () => {
  for (const { id } of (await desk.get('/conversations?status=live')).body.items) await close(id)
})
afterAll(() => server[Symbol.asyncDispose]())

const browser = keepBrowser()
const colleagues = keepBrowser()

const list = (page: Page) => page.getByRole('region', { name: 'Conversations' })
const queue = (page: Page) => page.getByRole('region', { name: 'Waiting visitors' })
const row = (page: Page, text: string) => list(page).getByRole('listitem').filter({ hasText: text }).first()
const count = (page: Page, name: string) =>
  page.getByRole('navigation', { name: 'Lists' }).getByRole('link', { name: new RegExp(`^${name} \\d`) })
const bar = (page: Page, words: string | RegExp) => page.getByRole('status').getByText(words)

async function start(name: string, message = 'Is my bike ready?'): Promise<string> {
  const { status, body } = await desk.post('/conversations', { message, contact: { name } })
  if (status !== 201) throw new Error(`not started: ${JSON.stringify(body)}`)
  return body.id
}
const askForPerson = (id: string) => desk.post(`/conversations/${id}/messages`, { action: { id: 'person' } })
const write = (id: string, text: string) => desk.post(`/conversations/${id}/messages`, { text })
async function assignments(id: string): Promise<(string | null)[]> {
  const { items } = (await desk.get('/events?limit=500')).body as { items: LogEvent[] }
  return items.flatMap(({ type, data }) =>
    type === 'conversation.assigned' && data.conversationId === id ? [data.assignedTo] : [],
  )
}
const close = async (id: string) => expect((await desk.post(`/conversations/${id}/close`)).status).toBe(200)

describe('live updates', () => {
  test('a new conversation appears, its visitor asks for a person, and one of two team members takes over by key', async () => {
    const [first, second] = [await browser(), await colleagues()]
    const [{ page, asked }, other] = [await openDesk(first, server, anna), await openDesk(second, server, bert)]
    await page.getByText('No conversations yet').waitFor()
    const before = asked.filter((name) => name === 'conversations.list').length
    const third = await openDesk(first, server, anna)

    const id = await start('Maria Feldmann')
    await row(page, 'Maria Feldmann').waitFor()
    await askForPerson(id)
    for (const each of [page, other.page]) await queue(each).getByText('1 waiting').waitFor()
    const unread = (of: Page) => row(of, 'Maria Feldmann').getByLabel('Unread', { exact: true })
    for (const each of [third.page, other.page]) await unread(each).waitFor()

    await page.keyboard.press('t')
    await hasSaid(page, 'Conversation with Maria Feldmann assigned to you.')
    expect(page.url()).toBe(`${server.url}/dashboard/inbox/all/${id}`)
    await queue(other.page).waitFor({ state: 'detached' })
    await row(other.page, 'Maria Feldmann').getByTitle('Assigned to Anna Marsh').waitFor()
    await count(page, 'Mine').getByText('1').waitFor()
    // Read in one window, it is read in the person's other windows, which never opened it.
    await unread(third.page).waitFor({ state: 'detached' })
    expect(await unread(other.page).count()).toBe(1)
    expect((await desk.get(`/conversations/${id}`)).body.conversation).toMatchObject({ assigned_to: anna.email })
    // Everything came by events: no list was fetched again.
    expect(asked.filter((name) => name === 'conversations.list')).toHaveLength(before)
    await close(id)
    await count(page, 'Mine').getByText('0').waitFor()
    expect([first.errors, second.errors]).toEqual([[], []])
  })

  test('counts a conversation that was taken over while the counts were being fetched', async () => {
    await using opened = await openBrowser()
    const calls = await watchCalls(opened.context)
    const [id, gate] = [await start('Early Bird'), Promise.withResolvers<void>()]
    calls.late = { to: /conversations\.counts/, first: () => gate.promise }
    const { page } = await openDesk(opened, server, anna, `/inbox/all/${id}`)
    await page.getByRole('textbox', { name: 'Reply' }).waitFor()
    await page.keyboard.press('t')
    await eventually(() => assignments(id)).toEqual([anna.email])
    gate.resolve()
    await count(page, 'Mine').getByText('1').waitFor()
    await close(id)
  })

  test('a second press within a second takes nobody else, because the caret is on its way to the reply box', async () => {
    const { page } = await openDesk(await browser(), server, anna)
    const ids = [await start('First Press'), await start('Second Press'), await start('Waits On')]
    for (const id of ids) await askForPerson(id)
    await queue(page).getByText('3 waiting').waitFor()
    await page.evaluate(() => {
      for (let presses = 0; presses < 2; presses++) {
        document.dispatchEvent(new KeyboardEvent('keydown', { key: 'T', code: 'KeyT', shiftKey: true, bubbles: true }))
      }
    })
    await queue(page).getByText('2 waiting').waitFor()
    await pageIdle(page)
    const taken = [[anna.email], [], []]
    await eventually(() => Promise.all(ids.map(assignments))).toEqual(taken)
    for (const id of ids) await close(id)
  })

  test('a takeover is undone by key, and the visitor waits again', async () => {
    const opened = await browser()
    const { page } = await openDesk(opened, server, anna)
    const id = await start('Zoë Quinn')
    await askForPerson(id)
    await queue(page).getByText('Zoë Quinn').waitFor()
    await page.keyboard.press('Shift+T')
    await page.getByRole('button', { name: 'Undo' }).waitFor()
    await eventually(() => page.evaluate(() => document.activeElement?.localName)).toBe('textarea')
    await leaveReplyBox(page)
    await page.keyboard.press('z')
    await hasSaid(page, 'Conversation with Zoë Quinn assigned to you.')
    await queue(page).getByText('Zoë Quinn').waitFor()
    // On the server, too: it was unassigned before as well.
    await eventually(() => assignments(id)).toEqual([anna.email, null])
    await close(id)
    await queue(page).waitFor({ state: 'detached' })
  })
})

describe('the connection', () => {
  test('[U99] after it was lost: sends what was written once, shows what was missed, and refetches no list', async () => {
    const [mine, theirs] = [await start('Kept Mine'), await start('Missed Theirs')]
    const sent = async () => (await desk.stored(mine)).filter(({ text }) => text === 'Yes, it is ready.').length
    const network = await startNetwork()
    await using opened = await openBrowser(network.proxy)
    const { page, asked } = await openDesk(opened, server, anna, `/inbox/all/${mine}`)
    await row(page, 'Missed Theirs').waitFor()
    // A key applies to the conversation that is shown.
    await page.getByRole('textbox', { name: 'Reply' }).waitFor()
    await page.keyboard.press('t')
    await count(page, 'Mine').getByText('1').waitFor()
    await page.getByRole('textbox', { name: 'Reply' }).fill('Yes, it is ready.')

    network.cut()
    await bar(page, 'Offline.').waitFor()
    await page.keyboard.press('Control+Enter')
    await bar(page, 'Offline, 1 message will be sent').waitFor()
    await write(theirs, 'Anybody there?')
    const late = await start('Came Meanwhile')
    expect(await sent()).toBe(0)
    asked.length = 0
    network.mend()
    await hasSaid(page, 'Back. Nothing missed.')
    await row(page, 'Came Meanwhile').waitFor()
    await eventually(sent).toBe(1)
    expect(asked).toContain('events')
    expect(asked).not.toContain('conversations.list')
    for (const id of [mine, theirs, late]) await close(id)
    await network.close()
  })

  test('[U98] while it is lost: a message written before leaving the page is sent once from the next page', async () => {
    const id = await start('Left Behind')
    const network = await startNetwork()
    await using opened = await openBrowser(network.proxy)
    const { page } = await openDesk(opened, server, anna, `/inbox/all/${id}`)
    await page.getByRole('textbox', { name: 'Reply' }).fill('From before.')
    network.cut()
    await bar(page, 'Offline.').waitFor()
    await page.keyboard.press('Control+Enter')
    await bar(page, 'Offline, 1 message will be sent').waitFor()
    await page.close()
    network.mend()
    await openDesk(opened, server, anna)
    const sent = async () => (await desk.stored(id)).filter(({ text }) => text === 'From before.').length
    await eventually(sent).toBe(1)
    await close(id)
    await network.close()
  })
})

describe('a long list', () => {
  // More than one page.
  const total = 105

  beforeAll(async () => {
    for (let at = 0; at < total; at++) await start(`Visitor ${at}`, `Question ${at}`)
  })

  test('renders few rows, loads more on scrolling, and keeps the keyboard cursor in place', async () => {
    const opened = await browser()
    const { page } = await openDesk(opened, server, anna)
    const rows = list(page)
      .getByRole('listitem')
      .filter({ has: page.locator('[data-row]') })
    await row(page, `Visitor ${total - 1}`).waitFor()
    expect(await rows.count()).toBeLessThanOrEqual(40)

    await page.keyboard.press('j')
    await page.keyboard.press('j')
    const focused = () => page.evaluate(() => document.activeElement?.getAttribute('data-row'))
    const chosen = await rows.nth(1).locator('[data-row]').getAttribute('data-row')
    expect(await focused()).toBe(chosen)
    const [other] = (await desk.get('/conversations?q=Question%2017')).body.items
    await write(other.id, 'One more thing')
    await rows.first().getByText('Visitor 17').waitFor()
    expect(await focused()).toBe(chosen)
    await page.keyboard.press('Enter')
    await eventually(() => page.url()).toBe(`${server.url}/dashboard/inbox/all/${chosen}`)

    const scroller = page.locator('div:has(> ul[aria-label="Conversations"])')
    await eventually(async () => {
      await scroller.evaluate((element) => element.scrollTo(0, element.scrollHeight))
      return await row(page, 'Visitor 0').count()
    }).toBeGreaterThan(0)
    expect(await rows.count()).toBeLessThanOrEqual(40)
    expect(opened.errors).toEqual([])
  })

  test('is searched in any script, and results open from the palette', async () => {
    const id = await start('王小明', '你好，我想租一辆电动自行车')
    const opened = await browser()
    const { page } = await openDesk(opened, server, anna)
    await list(page).waitFor()
    await page.keyboard.press('/')
    await page.keyboard.type('电动')
    await list(page)
      .getByText(/^Found for “电动”/)
      .waitFor()
    await eventually(() => list(page).locator('[data-row]').count()).toBe(1)
    await page.keyboard.press('Escape')
    await row(page, `Visitor ${total - 1}`).waitFor()

    await page.keyboard.press('Control+k')
    await page.keyboard.type('电动')
    // The contact comes first, then the conversation.
    await page.getByRole('option', { name: '王小明' }).filter({ hasText: '电动' }).click()
    await eventually(() => page.url()).toBe(`${server.url}/dashboard/inbox/all/${id}`)
    await page.goBack()
    await eventually(() => page.url()).toBe(`${server.url}/dashboard/inbox/all`)
  })
})

describe('by keyboard', () => {
  test('reaches every list, the settings and back; shortcuts are listed and can be changed', async () => {
    const opened = await browser()
    const { page } = await openDesk(opened, server, anna)
    const at = (path: string) => eventually(() => page.url()).toBe(`${server.url}/dashboard${path}`)
    await count(page, 'All').waitFor()
    await page.keyboard.press('Alt+6')
    await at('/inbox/closed')
    await pressTogether(page, 'g', 's')
    await at('/settings')
    await pressTogether(page, 'g', 'i')
    await at('/inbox/closed')

    await page.keyboard.press('?')
    const sheet = page.getByRole('dialog', { name: 'Keys' })
    await sheet.getByRole('button', { name: 'Other keys for: Go to Spam' }).click()
    await page.keyboard.press('j')
    await sheet.getByText('These are the keys for: Next conversation').waitFor()
    await pressTogether(page, 'g', 'x')
    await page.keyboard.press('Escape')
    await sheet.waitFor({ state: 'detached' })
    await pressTogether(page, 'g', 'x')
    await at('/inbox/spam')
    await page.reload()
    await count(page, 'All').waitFor()
    await page.keyboard.press('Alt+7')
    await at('/inbox/all')
    await pressTogether(page, 'g', 'x')
    await at('/inbox/spam')
    expect(opened.errors).toEqual([])
  })
})

test('keeps the person’s theme and language', async () => {
  const opened = await browser()
  const { page } = await openDesk(opened, server, anna)
  await page.getByRole('button', { name: 'You: Anna Marsh' }).click()
  await page.getByRole('radio', { name: 'Dark' }).check({ force: true })
  await page.getByRole('radio', { name: 'Deutsch' }).check({ force: true })
  await page.getByRole('link', { name: /^Wartend/ }).waitFor()
  await page.reload()
  await page.getByRole('link', { name: /^Wartend/ }).waitFor()
  const scheme = () => page.evaluate(() => [document.documentElement.lang, getComputedStyle(document.body).colorScheme])
  expect(await scheme()).toEqual(['de', 'dark'])
})

test('[threat 3] renders visitors’ names and messages as text in the lists', async () => {
  const ids = []
  for (const text of hostileTexts) {
    const { body } = await desk.post('/conversations', { message: text, contact: { name: text.slice(0, 200) } })
    ids.push(body.id)
  }
  for (const id of ids) await askForPerson(id)
  const opened = await browser()
  const { page } = await openDesk(opened, server, anna, '/inbox/waiting')
  await queue(page).getByText(`${ids.length} waiting`).waitFor()
  await expectHarmless(opened, list(page))
  for (const id of ids) await close(id)
  await queue(page).waitFor({ state: 'detached' })
  expect(opened.errors).toEqual([])
})

test('the first conversation is selected at first; a deletion can be undone, and is done when the window closes', async () => {
  const id = await start('Cleo Marsh', 'Nothing of importance')
  const opened = await browser()
  const { page } = await openDesk(opened, server, anna, '/inbox/all')
  await row(page, 'Cleo Marsh').waitFor()
  await list(page).locator('[data-current="true"]').waitFor()
  await page.keyboard.press('Enter')
  await page.waitForURL(`**/inbox/all/${id}`)
  const remove = async () => {
    await page.getByRole('button', { name: 'More' }).click()
    await page.getByRole('button', { name: 'Delete conversation' }).click()
    await hasSaid(page, 'Conversation deleted.')
    await row(page, 'Cleo Marsh').waitFor({ state: 'detached' })
  }
  await remove()
  await page.keyboard.press('z')
  await row(page, 'Cleo Marsh').click()
  expect((await desk.call('GET', `/conversations/${id}`)).status).toBe(200)
  await remove()
  await page.reload()
  await eventually(async () => (await desk.call('GET', `/conversations/${id}`)).status).toBe(404)
  expect(opened.errors).toEqual([])
})

test('axe finds no faults in the inbox, in light and dark, wide and narrow, with open popups', async () => {
  const id = await start('Bartholomew Featherstonehaugh-Cholmondeley of Wrenmouth')
  await askForPerson(id)
  const opened = await browser()
  const { page } = await openDesk(opened, server, anna)
  await queue(page).waitFor()
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
    for (const width of [1440, 390]) {
      await page.setViewportSize({ width, height: 800 })
      expect(await faultsIn[colorScheme](page)).toEqual([])
    }
    await page.setViewportSize({ width: 900, height: 800 })
    expect(await faultsIn.narrow(page)).toEqual([])
    await page.setViewportSize({ width: 1440, height: 800 })
    for (const keys of ['?', 'Control+k']) {
      await page.keyboard.press(keys)
      await page.getByRole('dialog').waitFor()
      expect(await faultsIn[colorScheme](page, 'dialog[open]')).toEqual([])
      await page.keyboard.press('Escape')
    }
    await page.getByRole('button', { name: /^You: / }).click()
    expect(await faultsIn[colorScheme](page, ':popover-open')).toEqual([])
    await page.keyboard.press('Escape')
  }
  await close(id)
})

test('a row has the visitor’s last words and not what was answered', async () => {
  const { page } = await openDesk(await browser(), server, anna)
  const id = await start('Rosa Row', 'Where is my order?')
  await row(page, 'Rosa Row').getByText('Where is my order?', { exact: true }).waitFor()
  const { messages } = (await desk.get(`/conversations/${id}`)).body
  expect(messages.at(-1).role).not.toBe('user')
  await close(id)
  await eventually(() => row(page, 'Rosa Row').innerText()).toContain('Where is my order?')
})
