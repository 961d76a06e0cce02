import type { Page } from 'playwright-core'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { type Agent, addAgents, buildDashboard, eventually, openAgent, pane } from '../support/agent.ts'
import { hasSaid } from '../support/said.ts'
import { type Shop, startShop } from '../support/shop.ts'
import { createGate, stepped } from '../support/steps.ts'

let shop: Shop
let anna: Agent
let ben: Agent

beforeAll(async () => {
  buildDashboard()
  shop = await startShop()
  await addAgents(shop, 'Anna Marsh', 'Ben Ode')
  anna = await openAgent(shop.server, 'Anna Marsh')
  ben = await openAgent(shop.server, 'Ben Ode')
})
afterAll(async () => {
  await anna.close()
  await ben.close()
  await shop.close()
})
beforeEach(() => shop.says({ text: 'All is well.' }))

/** A chat on the site's page, and its visitor's actions. */
async function startChat(message = 'Hello') {
  const started = await shop.chat('POST', '/conversations', { body: { site: 'shop', message } })
  const { id, token } = (await started.json()) as { id: string; token: string }
  const post = (what: string, body: object) => shop.chat('POST', `/conversations/${id}/${what}`, { token, body })
  return { id, post }
}

const head = (page: Page) => pane(page).locator(':scope > header')

/** Takes the conversation over by key. The reply box of another one may have lost the focus just before: Escape resumes the keys. */
async function take(page: Page): Promise<void> {
  await page.keyboard.press('Escape')
  await page.keyboard.press('t')
}

test('shows who else views a conversation, and when they leave', async () => {
  const { id } = await startChat()
  await anna.show(id)
  await ben.show(id)
  await head(anna.page).getByText('Ben Ode is viewing').waitFor()
  await head(ben.page).getByText('Anna Marsh is viewing').waitFor()
  await ben.page.keyboard.press('u')
  await head(anna.page).getByText('Ben Ode is viewing').waitFor({ state: 'detached' })
})

test('shows that the visitor is typing but not the text, and shows the visitor that a person is typing', async () => {
  const { id, post } = await startChat()
  await anna.show(id)
  await post('typing', { typing: true })
  await hasSaid(anna.page, 'Visitor is typing')
  await post('typing', { typing: false })
  await pane(anna.page).getByText('Visitor is typing').waitFor({ state: 'detached' })
  await ben.show(id)
  await anna.page.keyboard.press('n')
  await anna.page.keyboard.type('A note')
  await anna.page.keyboard.press('Escape')
  await anna.page.keyboard.press('r')
  await anna.page.keyboard.type(' and a reply')
  await hasSaid(ben.page, 'Anna Marsh is typing')
})

test('stops showing a person as typing when they leave the conversation', async () => {
  const { page } = anna
  const [{ id }, other] = [await startChat(), await startChat()]
  const told: boolean[] = []
  page.once('websocket', (socket) =>
    socket.on('framesent', ({ payload }) => {
      const [, typing] = /"typing":(true|false)/.exec(String(payload)) ?? []
      if (typing) told.push(typing === 'true')
    }),
  )
  await page.reload()
  await anna.show(id)
  await take(page)
  await head(page).getByText('Assigned to you').waitFor()
  // Pausing ends typing after five seconds; here only leaving ends it.
  await page.evaluate(() => {
    const { setTimeout } = window
    const without = (run: () => void, delay?: number) => (delay === 5_000 ? 0 : setTimeout(run, delay))
    Object.assign(window, { setTimeout: without })
  })
  await page.keyboard.type('One moment')
  await eventually(() => told).toEqual([true])
  await anna.show(other.id)
  await eventually(() => told).toEqual([true, false])
  await page.reload()
})

test('[U101] shows the assistant’s reply growing; a takeover stops it, and the text so far stays, marked', async () => {
  const { id, post } = await startChat()
  await anna.show(id)
  const gate = createGate()
  shop.says(...stepped(gate, ['It is ', 'quite a ', 'long story.']))
  const asked = shop.ollama.next('/api/chat')
  const answer = post('messages', { text: 'Tell me' })
  await asked
  gate.step()
  gate.step()
  await pane(anna.page).getByText('The assistant is typing').waitFor()
  await pane(anna.page).locator('[data-writing]').getByText('It is').waitFor()
  await take(anna.page)
  await head(anna.page).getByText('Assigned to you').waitFor()
  await pane(anna.page).getByText('Stopped').waitFor()
  await pane(anna.page).locator('[data-writing]').waitFor({ state: 'detached' })
  gate.open()
  await (await answer).text()
})

test('when two people take over at once, one succeeds and the other immediately sees who', async () => {
  const { id } = await startChat()
  await anna.show(id)
  await ben.show(id)
  await take(anna.page)
  await head(anna.page).getByText('Assigned to you').waitFor()
  await head(ben.page).getByText('Assigned to Anna Marsh').waitFor()
  await head(ben.page).getByRole('button', { name: 'Take over' }).waitFor()
  await pane(ben.page).getByText('Your reply does not change that.').waitFor()
})

test('stays where the reader is when messages arrive, and follows at the end', async () => {
  const { id, post } = await startChat()
  await anna.show(id)
  await take(anna.page)
  await head(anna.page).getByText('Assigned to you').waitFor()
  for (let count = 0; count < 25; count++) await post('messages', { text: `Line ${count}` })
  const log = pane(anna.page).getByRole('log')
  await pane(anna.page).getByText('Line 24', { exact: true }).waitFor()
  const fromEnd = () => log.evaluate((box) => box.scrollHeight - box.scrollTop - box.clientHeight)
  await eventually(fromEnd).toBeLessThan(2)
  await log.evaluate((box) => box.scrollTo(0, 100))
  await pane(anna.page).getByRole('button', { name: 'To the newest message' }).waitFor()
  await post('messages', { text: 'And one more' })
  await pane(anna.page).getByRole('button', { name: '1 new message' }).waitFor()
  expect(await log.evaluate((box) => box.scrollTop)).toBe(100)
  await pane(anna.page).getByRole('button', { name: '1 new message' }).click()
  await eventually(fromEnd).toBeLessThan(2)
  await pane(anna.page).getByRole('button', { name: /new/ }).waitFor({ state: 'detached' })
})

test('keeps a message written while the server is unreachable, says so, and sends it once when it is back', async () => {
  const { id } = await startChat()
  await anna.show(id)
  await take(anna.page)
  await head(anna.page).getByText('Assigned to you').waitFor()
  await shop.server.kill9()
  await eventually(() => anna.page.locator('[data-tone="offline"]').count()).toBe(1)
  await anna.page.keyboard.type('Written meanwhile')
  await anna.page.keyboard.press('Control+Enter')
  await pane(anna.page).locator('[data-pending]').getByText('Will be sent').waitFor()
  await shop.server.restart()
  await pane(anna.page).locator('[data-from="person"]:not([data-pending])').getByText('Written meanwhile').waitFor()
  const texts = (await shop.stored(id)).map(({ text }) => text)
  expect(texts.filter((text) => text === 'Written meanwhile')).toHaveLength(1)
})
