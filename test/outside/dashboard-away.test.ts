import { once } from 'node:events'
import { createServer, request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { until } from '../support/chat.ts'
import { goOffline } from '../support/desk-page.ts'
import { pageIdle } from '../support/idle.ts'
import { hasSaid } from '../support/said.ts'
import {
  anna,
  createScreensWorld,
  expectNoErrors,
  openScreen,
  type Screen,
  type ScreensWorld,
} from '../support/screens-world.ts'

let world: ScreensWorld
let screen: Screen

const minute = 60_000

beforeAll(async () => {
  world = await createScreensWorld()
  screen = await openScreen(world, anna, '/inbox/all')
  const { sql } = world.services.database
  // Somebody is available, so that visitors may wait.
  await until(async () => (await sql`select from presence where available`).length === 1)
})
afterAll(async () => {
  await screen?.close()
  await world.close()
})

/** A visitor who waits for a person. */
async function wait(name: string): Promise<string> {
  const { id } = await world.start({ message: 'Is my bike ready?', contact: { name } })
  await world.say(id, { action: { id: 'person', value: '' } })
  return id
}

const panel = () => screen.page.getByRole('region', { name: 'While you were away' })

/** As if the window was hidden, or the machine asleep, for this long. */
async function away(milliseconds: number, ready = async () => {}): Promise<void> {
  world.clock.move(milliseconds)
  await ready()
  await screen.page.clock.setFixedTime(world.clock.now())
  await screen.page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')))
}

test('a window that was open all the time tells what happened while nobody looked, until it was seen', async () => {
  const { page } = screen
  await away(5 * minute)
  const id = await wait('Wanda Wait')
  const missed = () => world.get(`/conversations/${id}`).then(({ body }) => body.conversation.missed_at)
  // What happens after the window looked is shown by its lists, not by the panel.
  await away(20 * minute, () => until(async () => (await missed()) !== null))
  await panel().getByText('1 visitor asked for a person').waitFor()
  await panel().getByText('1 missed').waitFor()
  await panel().getByText('Is my bike ready?').waitFor()
  await away(16 * minute)
  await panel().getByRole('link', { name: 'Wanda Wait' }).click()
  await page.waitForURL(`**/inbox/all/${id}`)
  await screen.show('/inbox/all')
  await panel().getByRole('button', { name: 'Seen' }).click()
  await panel().waitFor({ state: 'detached' })
  await away(2 * minute)
  await pageIdle(page)
  expect(await panel().count()).toBe(0)
  expectNoErrors(screen)
})

test('who works on another page is not away', async () => {
  const { page } = screen
  await screen.show('/overview')
  await page.getByRole('heading', { name: 'Overview' }).waitFor()
  for (let count = 0; count < 3; count++) await away(10 * minute)
  await screen.load('/inbox/all')
  await page.locator('[data-row]').first().waitFor()
  await pageIdle(page)
  expect(await panel().count()).toBe(0)
  await screen.load('/overview')
  await page.getByRole('heading', { name: 'Overview' }).waitFor()
  await wait('Will Wait')
  await away(30 * minute)
  await screen.show('/inbox/all')
  await panel().waitFor()
})

test('a window that missed more than can be repeated reloads everything, and says so however long it takes', async () => {
  const { page, calls } = screen
  const { database, events } = world.services
  await screen.load('/inbox/all')
  await page.locator('[data-row]').first().waitFor()
  await pageIdle(page)
  await goOffline(page, calls)
  const id = await wait('Rita Reload')
  await database.sql`
    insert into events (site, type, data, at)
    select 'demo', 'test.ping', '{"message": "missed"}', ${world.clock.now()} from generate_series(1, 6000)`
  events.committed([])
  await until(async () => events.position() === (await events.span()).last)
  const { read } = events
  const slow = vi.spyOn(events, 'read').mockImplementation(async (...given) => {
    await new Promise((resolve) => setTimeout(resolve, 200))
    return await read(...given)
  })
  calls.isCut = false
  await page.context().setOffline(false)
  await hasSaid(page, 'Back online. Everything was reloaded.')
  slow.mockRestore()
  await page.locator(`[data-row="${id}"]`).first().waitFor()
  // What follows is heard again.
  const next = await wait('Nora Next')
  await page.locator(`[data-row="${next}"]`).first().waitFor()
})

test('a window that was cut off before it followed the site reloads everything, too', async () => {
  const { page, calls } = screen
  calls.late = { to: /"path":"events"/, first: () => new Promise(() => {}) }
  await screen.load('/inbox/all')
  await page.locator('[data-row]').first().waitFor()
  expect(calls.late).toBe(null)
  await goOffline(page, calls)
  const id = await wait('Bo Between')
  calls.isCut = false
  await page.context().setOffline(false)
  await hasSaid(page, 'Back online. Everything was reloaded.')
  await page.locator(`[data-row="${id}"]`).first().waitFor()
})

/** A reverse proxy that passes on requests, but no WebSockets. */
async function openProxy(): Promise<{ port: number; loseServer(): void; close(): void }> {
  let isUp = true
  const server = createServer(({ method = 'GET', url = '/', headers }, response) => {
    if (!isUp) return void response.writeHead(502).end('Bad gateway')
    const { upgrade: _, connection: __, ...passed } = headers
    const asked = request(world.url + url, { method, headers: passed }, (answer) => {
      response.writeHead(answer.statusCode ?? 502, answer.headers)
      answer.pipe(response)
    })
    asked.on('error', () => response.destroy())
    asked.end()
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  return {
    port: (server.address() as AddressInfo).port,
    loseServer() {
      isUp = false
    },
    close() {
      server.closeAllConnections()
      server.close()
    },
  }
}

test('a dashboard behind a proxy without WebSockets says so', async () => {
  const proxy = await openProxy()
  const page = await screen.page.context().newPage()
  await page.goto(`http://127.0.0.1:${proxy.port}/dashboard/inbox/all`)
  await page.getByRole('status').getByText('The server answers, but no WebSocket opens.').waitFor()
  proxy.loseServer()
  await page.getByRole('status').getByText('Offline. Trying to reach the server again.').waitFor()
  proxy.close()
  await page.close()
})
