import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { OverviewAnswer } from '../../shared/overview.ts'
import { buildDashboard, eventually } from '../support/agent.ts'
import { faultsIn } from '../support/axe.ts'
import { type OpenBrowser, openBrowser } from '../support/browser.ts'
import { addPerson, goTo, openDesk } from '../support/desk-page.ts'
import { expectHarmless, hostileTexts } from '../support/hostile.ts'
import { type Network, startNetwork } from '../support/network.ts'
import { fillDays } from '../support/overview-days.ts'
import { createWorld, type World } from '../support/world.ts'

let world: World
let network: Network
let browser: OpenBrowser
let page: Page

const admin = { email: 'admin@shop.example', name: 'Our admin', role: 'admin' } as const
const member = { email: 'member@shop.example', name: 'Our member', role: 'member' } as const
const post = async (path: string, body?: unknown) => await world.api('POST', path, { body })

// A test world with its own clock, so that events can be weeks old.
beforeAll(async () => {
  buildDashboard()
  world = await createWorld()
  world.clock.move(Date.now() - world.clock.now())
  await post('/knowledge/manual', { title: 'Punctures', content: 'Mending a puncture costs £14.', site: 'demo' })
  for (const person of [admin, member]) await addPerson({ post } as never, person)
  network = await startNetwork()
  browser = await openBrowser(network.proxy)
  page = (await openDesk(browser, world, admin, '/overview')).page
})
afterAll(async () => {
  await browser.close()
  await network.close()
  await world.close()
})

const read = async (days: number): Promise<OverviewAnswer> =>
  (await world.api('GET', `/overview?site=demo&days=${days}&tz=${encodeURIComponent(zone())}`)).body
const zone = () => Intl.DateTimeFormat().resolvedOptions().timeZone
const link = (name: string | RegExp) => page.getByRole('main').getByRole('link', { name })
const slider = (name: string) => page.getByRole('slider', { name })
const path = () => page.evaluate(() => location.pathname + location.search)
const heading = (name: string) => page.getByRole('heading', { name, exact: true })

/** The number of rows in the shown list. */
const rows = () => page.locator('li[aria-setsize]').first().getAttribute('aria-setsize')

test('explains an empty site, and shows problems first with links to where they can be fixed', async () => {
  await heading('No conversation in this time').waitFor()
  await page.getByText('Everything is working').waitFor()
  expect(await link('Put the chat on your website').getAttribute('href')).toBe('/dashboard/settings/website')
  const { sql } = world.services.database
  const error = hostileTexts.join(' ')
  const file = { id: 'file_1', site: 'demo', name: 'Prices.pdf', type: 'pdf', size: 1, created_at: 0, status: 'error' }
  await sql`insert into files ${sql({ ...file, error })}`
  await page.reload()
  const failing = page.getByRole('region', { name: 'System status' })
  await failing.getByText('Prices.pdf').waitFor()
  await expectHarmless(browser, page.getByRole('main'))
  await link('Fix: Files could not be read').click()
  await eventually(path).toBe('/dashboard/knowledge/files')
  await sql`delete from files`
})

test('compares figures with the previous period, and links each to a list with as many conversations', async () => {
  await fillDays({ sql: world.services.database.sql, site: 'demo', now: world.clock.now(), days: 60 })
  await post('/conversations', { message: 'Do you rent out tandems?', site: 'demo' })
  await page.keyboard.press('g')
  await page.keyboard.press('o')
  await page.getByRole('main').getByRole('link', { name: '7 days', exact: true }).click()
  await eventually(path).toBe('/dashboard/overview?days=7')
  const { totals, previous, headline, insights } = await read(7)
  const first = page.getByRole('region', { name: 'At a glance' }).getByRole('listitem').first()
  await first.getByText(`${previous.conversations} before`).waitFor()
  await first.getByText(String(totals.conversations), { exact: true }).waitFor()
  expect(await faultsIn.light(page)).toEqual([])

  const counts: [RegExp, number, string][] = [
    [/^Conversations\s*\d/, totals.conversations, ''],
    [/^Resolved by the assistant/, headline.current.resolved, 'the assistant alone had'],
    [/^Not answered.*\d+$/, headline.current.unanswered, 'outcome: Not answered'],
    [/^Replies rated good/, headline.current.ratedUp, 'have a reply rated good'],
    [/^Dissatisfied/, insights.sentiment.negative, 'visitor: Dissatisfied'],
    [/^United Kingdom/, 0, 'came from United Kingdom'],
    [/^rental/, insights.topics.find(({ topic }) => topic === 'rental')?.count ?? 0, 'topic: rental'],
  ]
  for (const [name, count, chip] of counts) {
    await link(name).first().click()
    const found = page.getByRole('region', { name: 'Only conversations that' })
    await found.getByText('began since').waitFor()
    if (chip) await found.getByText(chip).waitFor()
    if (count > 0) await eventually(rows).toBe(String(count))
    await page.goBack()
    await first.waitFor()
  }
  await link(/^United Kingdom/).click()
  expect(await faultsIn.light(page)).toEqual([])
  await page.locator('li[aria-setsize] a').first().click()
  await eventually(path).toMatch(/\/inbox\/found\/conv_day\d+\?from=\d+&country=GB$/)
  await page.getByRole('link', { name: 'Show all' }).click()
  await eventually(path).toBe('/dashboard/inbox/all')
  await goTo(page, '/inbox/found?topic=kayaks')
  await heading('No conversation is like that').waitFor()
  // A search result is not where the inbox starts.
  await goTo(page, '/overview?days=7')
  await page.getByRole('link', { name: 'Inbox' }).click()
  await eventually(path).toBe('/dashboard/inbox/all')
})

/** The figures on the screen, with their texts and links. */
const figures = () =>
  page.locator('main [aria-busy] :is([data-figure], dd)').evaluateAll((all) =>
    all.map((figure) => {
      const row = figure.closest('li, dl > div')
      const link = row?.querySelector('a')
      const name = row?.querySelector('dt, span')?.textContent ?? ''
      return { name, said: figure.textContent ?? '', to: link?.getAttribute('href') ?? '', tab: link?.tabIndex ?? -1 }
    }),
  )

/** The number of entries in the list of a dashboard address, requested from the server with the same filters. */
async function entriesOf(address: string): Promise<number> {
  const { pathname, searchParams } = new URL(address, world.url)
  const [screen = '', list = ''] = pathname.replace('/dashboard/', '').split('/')
  const asked: Record<string, string> = { inbox: 'conversations', contacts: 'leads', callbacks: 'callbacks' }
  if (screen === 'callbacks') searchParams.set('status', list || 'open')
  let count = 0
  for (let before = ''; ; ) {
    const { body } = await world.api('GET', `/${asked[screen]}?site=demo&limit=100&${searchParams}${before}`)
    count += body.items.length
    if (body.next === null) return count
    before = `&before=${body.next}`
  }
}

test('each figure is a focusable link to a list with as many entries; zero is not a link', async () => {
  await goTo(page, '/overview?days=30')
  await page.getByText('The last 30 days').waitFor()
  await eventually(() => page.locator('main [aria-busy]').getAttribute('aria-busy')).toBe('false')
  const all = await figures()
  expect(all.length).toBeGreaterThan(40)
  for (const { name, said, to, tab } of all) {
    if (said === '0' || said === '–') expect([name, to]).toEqual([name, ''])
    else expect([name, tab, to]).toEqual([name, 0, expect.stringMatching(/^\/dashboard\/\w+(\/\w+)?\?from=\d+/)])
    // An aggregated figure links to everything that it was computed from.
    if (/^\d+$/.test(said) && to && name !== 'Messages in each')
      expect([name, await entriesOf(to)]).toEqual([name, Number(said)])
  }
  const { totals, insights } = await read(30)
  const saying = (text: string) => page.getByText(text, { exact: false }).first().waitFor()
  const region = (name: string) => page.getByRole('region', { name, exact: true })
  const chip = (name: string) => page.getByRole('region', { name })

  await link(/^Contacts\s*\d/).focus()
  await page.keyboard.press('Enter')
  await chip('Only contacts that').getByText('were added since').waitFor()
  await page.getByRole('status').getByText(`${totals.leads} contacts`).waitFor({ state: 'attached' })
  expect(await faultsIn.light(page)).toEqual([])
  await page.getByRole('link', { name: 'All times' }).click()
  await eventually(path).toBe('/dashboard/contacts')
  await page.goBack()
  await page.goBack()

  for (const [name, list, count] of [
    ['Requested', 'all', insights.callbacks.requested],
    ['Done', 'done', insights.callbacks.done],
  ] as const) {
    await region('Callbacks')
      .getByRole('link', { name: new RegExp(`^${name}`) })
      .click()
    await eventually(path).toContain(`/callbacks/${list}?from=`)
    await chip('Only callbacks that').getByText('were requested since').waitFor()
    await eventually(() => page.locator('[data-callback]').count()).toBe(count)
    if (list === 'all') expect(await faultsIn.light(page)).toEqual([])
    await page.goBack()
  }
  await region('Live chat').getByRole('link', { name: 'Missed' }).click()
  await saying('waited in vain for a person')
  await eventually(rows).toBe(String(insights.live.missed))
  await page.goBack()
  await region('Answered by').getByRole('link', { name: 'Anna Marsh' }).click()
  await saying('were answered by Anna Marsh')
  await page.goBack()
})

test('charts show each figure by keyboard and in a table, and link to the conversations of a day', async () => {
  await goTo(page, '/overview?days=7')
  const { series, previousSeries, insights } = await read(7)
  // Each day is compared with the same day of the previous period.
  const countsOf = (at: number) =>
    new RegExp(`: ${series[at]?.conversations} · .*: ${previousSeries[at]?.conversations}$`)
  const days = slider('Conversations by day')
  const said = () => days.getAttribute('aria-valuetext')
  await days.focus()
  await page.keyboard.press('Home')
  await eventually(said).toMatch(countsOf(0))
  await page.keyboard.press('ArrowRight')
  await eventually(said).toMatch(countsOf(1))
  await page.locator('figcaption > span', { hasText: countsOf(1) }).waitFor()
  await page.keyboard.press('Enter')
  await page.getByText('began ', { exact: false }).first().waitFor()
  await eventually(rows).toBe(String(series[1]?.conversations))
  await page.goBack()
  await page.getByLabel('As a table: Conversations by hour of the day').click()
  const cells = page.getByRole('table').getByRole('cell')
  await eventually(() => cells.allInnerTexts()).toEqual(insights.hours.map(String))
  const busiest = insights.hours.indexOf(Math.max(...insights.hours))
  await cells.nth(busiest).getByRole('link').click()
  await page.getByText('began between').waitFor()
  await eventually(rows).toBe(String(insights.hours[busiest]))
  await page.goBack()
  await days.hover({ position: { x: 2, y: 20 } })
  await page.locator('figcaption > span', { hasText: countsOf(0) }).waitFor()
})

test('the number of days can be typed, is kept in the address, and is limited to a year; questions link to their answers', async () => {
  const days = page.getByRole('spinbutton', { name: 'Other number of days' })
  await days.fill('400')
  await days.press('Enter')
  expect(await days.evaluate((field) => (field as HTMLInputElement).validity.rangeOverflow)).toBe(true)
  await days.fill('45')
  await days.press('Enter')
  await eventually(path).toBe('/dashboard/overview?days=45')
  await page.getByText('The last 45 days, compared with the 45 days before.').waitFor()
  await page.reload()
  await page.getByText('The last 45 days, compared with the 45 days before.').waitFor()
  const asked = page.getByRole('region', { name: 'Unanswered questions' })
  expect(await asked.getByRole('link', { name: 'Do you rent out tandems?' }).getAttribute('href')).toMatch(
    /^\/dashboard\/inbox\/all\/conv_/,
  )
  const count = asked.getByRole('link', { name: /^asked (once|\d+ times)$/ }).first()
  expect(decodeURIComponent((await count.getAttribute('href')) ?? '')).toMatch(/asked=gap_/)
  expect(await asked.getByRole('link', { name: 'Answer them in the knowledge' }).getAttribute('href')).toBe(
    '/dashboard/knowledge/gaps',
  )
})

test('today and yesterday are a switch for the keyboard, update with events, and each figure opens its list', async () => {
  const { sql } = world.services.database
  await goTo(page, '/overview?days=7')
  const today = page.getByRole('region', { name: 'Today', exact: true })
  const shown = async (region: typeof today) =>
    await region
      .locator('li:has([data-figure])')
      .evaluateAll((all) =>
        Object.fromEntries(
          all.map((item) => [item.querySelector('span')?.textContent, item.querySelector('strong')?.textContent]),
        ),
      )
  const dayOf = async (day: string) => (await world.api('GET', `/overview/day?day=${day}&site=demo`)).body
  await eventually(async () => (await shown(today))['Asked for a person']).toBe(
    String((await dayOf('today')).requested),
  )
  expect((await shown(today))['Waiting now']).toBe('0')
  expect(await faultsIn.light(page)).toEqual([])

  // A visitor asks for a person, and the open page shows it.
  const { id } = (await post('/conversations', { message: 'Hello', site: 'demo' })).body
  await post(`/conversations/${id}/messages`, { action: { id: 'person' }, site: 'demo' })
  await sql`update conversations set missed_open = true, missed_at = last_at where id = 'conv_day7'`
  await eventually(async () => (await shown(today))['Waiting now']).toBe('1')
  const { requested, unansweredQuestions } = await dayOf('today')
  expect(await shown(today)).toMatchObject({ 'Asked for a person': String(requested), 'Live chats now': '1' })
  for (const [name, address] of [
    ['Waiting now', '/dashboard/inbox/waiting'],
    ['Live chats now', '/dashboard/inbox/found?status=live'],
    ['Missed, to follow up', '/dashboard/inbox/missed'],
    ['New unanswered questions', '/dashboard/knowledge/gaps'],
  ] as const)
    expect([name, await today.getByRole('link', { name }).getAttribute('href')]).toEqual([name, address])
  expect((await shown(today))['New unanswered questions']).toBe(String(unansweredQuestions))
  await today.getByRole('link', { name: 'Live chats now' }).click()
  await page.getByText('are live chats').waitFor()
  await page.goBack()

  await today.getByRole('link', { name: 'Yesterday' }).focus()
  await page.keyboard.press('Enter')
  await eventually(path).toBe('/dashboard/overview?days=7&day=yesterday')
  const yesterday = page.getByRole('region', { name: 'Yesterday', exact: true })
  const before = await dayOf('yesterday')
  await eventually(async () => (await shown(yesterday))['Answered by a person']).toBe(String(before.answered))
  const [person] = before.byPerson
  await yesterday.getByRole('link', { name: `${person.name} ${person.count}` }).click()
  await eventually(rows).toBe(String(person.count))
  await page.goBack()
  await page.getByRole('main').getByRole('link', { name: '90 days' }).click()
  await eventually(path).toBe('/dashboard/overview?days=90&day=yesterday')
  await yesterday.getByRole('link', { name: 'Today' }).click()
  await eventually(path).toBe('/dashboard/overview?days=90')
  await post(`/conversations/${id}/close`, { site: 'demo' })
  await sql`update conversations set missed_open = false where missed_open`
})

test('keeps its figures while the server is unreachable, and is complete on a phone, in dark and in German', async () => {
  network.cut()
  await page.getByText('Offline.').waitFor()
  await link('90 days').click()
  await page.getByText('The last 90 days').waitFor()
  await heading('Conversations by day').waitFor()
  network.mend()
  await eventually(() => page.locator('main [aria-busy]').getAttribute('aria-busy')).toBe('false')
  await page.evaluate(() => localStorage.setItem('frontdesk.language', 'de'))
  await page.setViewportSize({ width: 360, height: 740 })
  await page.emulateMedia({ colorScheme: 'dark' })
  await page.reload()
  await heading('Gespräche nach Tagen').waitFor()
  const wide = () => page.getByRole('main').evaluate((main) => main.scrollWidth - main.clientWidth)
  expect(await wide()).toBe(0)
  expect(await faultsIn.dark(page)).toEqual([])
  expect(browser.errors.filter((error) => !/WebSocket|ERR_/.test(error))).toEqual([])
})

test('[U108] an agent sees no figures', async () => {
  await using theirs = await openBrowser()
  const { page } = await openDesk(theirs, world, member, '/overview')
  await page.getByText('Figures are for admins.').waitFor()
  const rail = page.getByRole('navigation', { name: 'Main' })
  expect(await rail.getByRole('link', { name: 'Inbox' }).count()).toBe(1)
  expect(await rail.getByRole('link', { name: 'Overview' }).count()).toBe(0)
})
