import type { Page } from 'playwright-core'
import type postgres from 'postgres'
import { openBrowser } from '../test/support/browser.ts'
import { createClient } from '../test/support/client.ts'
import { addPerson, openDesk, type Person } from '../test/support/desk-page.ts'
import { findChromium } from '../test/support/machine.ts'
import { startFrontdesk } from './frontdesk.ts'
import { fill } from './list.ts'
import { interleave, type Line, type Row } from './row.ts'

const conversations = 50_000
const database = 'Postgres'
const person: Person = { email: 'anna@bench.example', name: 'Anna Marsh', role: 'admin' }
const steps = { each: 100, events: 100, count: 50 }

/** A dashboard in a real browser on an empty site, and on a full one. */
async function measureDashboard(): Promise<Line[]> {
  await using empty = await startFrontdesk()
  await using full = await startFrontdesk()
  await fill(full.sql, conversations)
  for (const { server } of [empty, full]) await addPerson(createClient(server), person)
  // Separate browsers, because cookies ignore ports.
  await using first = await openBrowser()
  await using second = await openBrowser()
  const none = await openDesk(first, empty.server, person)
  const many = await openDesk(second, full.server, person)
  await rowsOf(many.page).first().waitFor()
  const kept = await interleave(
    () => timed(none.page, () => none.page.getByText('No conversations yet').waitFor()),
    () => timed(many.page, () => rowsOf(many.page).first().waitFor()),
  )
  const longest = await longestTask(many.page, async () => {
    await publishMany(full.sql)
    await rowsOf(many.page).getByText('One more thing').first().waitFor()
  })
  const rows = await scrollThrough(many.page)
  const max = (value: number) => ({ of: 'ours', bound: 'most', value }) as const
  const what = `dashboard, ${conversations.toLocaleString('en')} conversations`
  return [
    {
      what: `${what}: first list, against an empty site`,
      database,
      unit: 'ms',
      ...kept,
      goal: { of: 'ratio', bound: 'most', value: 1.3 },
    },
    {
      what: `${what}: rows in the page while it is scrolled`,
      database,
      unit: 'rows',
      floor: [],
      ours: [rows],
      goal: max(200),
    },
    {
      what: `${what}: longest task at 1,000 events a second`,
      database,
      unit: 'ms',
      floor: [],
      ours: [longest],
      goal: max(50),
    },
  ]
}

const rowsOf = (page: Page) => page.locator('[data-row]')

/** Milliseconds from reloading the page until it shows the expected content. */
async function timed(page: Page, shown: () => Promise<void>): Promise<number> {
  const begun = performance.now()
  await page.reload({ waitUntil: 'commit' })
  await shown()
  return performance.now() - begun
}

/** The maximum number of rows in the DOM. */
async function scrollThrough(page: Page): Promise<number> {
  let max = 0
  await rowsOf(page).first().hover()
  for (let turn = 0; turn < 40; turn++) {
    await page.mouse.wheel(0, 2_000)
    await page.evaluate(() => new Promise(requestAnimationFrame))
    max = Math.max(max, await rowsOf(page).count())
  }
  return max
}

async function longestTask(page: Page, work: () => Promise<void>): Promise<number> {
  await page.evaluate(() => {
    const seen = { longest: 0 }
    new PerformanceObserver((list) => {
      for (const { duration } of list.getEntries()) seen.longest = Math.max(seen.longest, duration)
    }).observe({ entryTypes: ['longtask'] })
    Object.assign(window, { seen })
  })
  await work()
  // Browsers do not report tasks under 50 ms, so they count as none.
  return await page.evaluate(() => (window as unknown as { seen: { longest: number } }).seen.longest)
}

/** A thousand events a second for five seconds, for conversations throughout the list. */
async function publishMany(sql: postgres.Sql): Promise<void> {
  for (let turn = 0; turn < steps.count; turn++) {
    const next = new Promise((resolve) => setTimeout(resolve, steps.each))
    const entries = Array.from({ length: steps.events }, (_, place) => {
      const conversationId = `conv_${conversations - ((turn * 37 + place * 11) % 5_000)}`
      const data = {
        conversationId,
        messageId: `msg_x${turn}_${place}`,
        kind: 'text',
        text: 'One more thing',
        action: null,
      }
      return { site: 'bench', type: 'message.received', data, at: Date.now() }
    })
    await sql`select append_events(${sql.json(entries)})`
    await sql`select pg_notify('frontdesk_events', 'bench')`
    await next
  }
}

export const dashboard: Row[] = [
  {
    name: 'dashboard',
    lacking: () => (findChromium() ? undefined : 'there is no Chromium on this machine'),
    measure: measureDashboard,
  },
]
