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

/** A chat on the site's page, and what its visitor does in it. */
async function startChat(message = 'Hello') {
  const started = await shop.chat('POST', '/conversations', { body: { site: 'shop', message } })
  const { id, token } = (await started.json()) as { id: string; token: string }
  const post = (what: string, body: object) => shop.chat('POST', `/conversations/${id}/${what}`, { token, body })
  return { id, post }
}

const head = (page: Page) => pane(page).locator('header.head')

test('who else looks at it is told, and that they left', async () => {
  const { id } = await startChat()
  await anna.show(id)
  await ben.show(id)
  await head(anna.page).getByText('Ben Ode looks at this too').waitFor()
  await head(ben.page).getByText('Anna Marsh looks at this too').waitFor()
  await ben.page.keyboard.press('u')
  await head(anna.page).getByText('Ben Ode looks at this too').waitFor({ state: 'detached' })
})

test('that the visitor types is told, what they type is not; what a person types, the visitor is told', async () => {
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

test('whoever leaves a conversation in which they type is no longer seen typing', async () => {
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
  await page.keyboard.press('t')
  await head(page).getByText('You have it').waitFor()
  // That somebody paused is told after five seconds: not here, where only leaving tells it.
  await page.evaluate(() => {
    const { setTimeout } = window
    const without = (run: () => void, delay?: number) => (delay === 5_000 ? 0 : setTimeout(run, delay))
    Object.assign(window, { setTimeout: without })
  })
  await page.keyboard.press('r')
  await page.keyboard.type('One moment')
  await eventually(() => told).toEqual([true])
  await anna.show(other.id)
  await eventually(() => told).toEqual([true, false])
  await page.reload()
})

test('[U101] the assistant is seen writing; who takes over stops it, and what was written stays, marked', async () => {
  const { id, post } = await startChat()
  await anna.show(id)
  const gate = createGate()
  shop.says(...stepped(gate, ['It is ', 'quite a ', 'long story.']))
  const asked = shop.ollama.next('/api/chat')
  const answer = post('messages', { text: 'Tell me' })
  await asked
  gate.step()
  gate.step()
  await pane(anna.page).getByText('The assistant is writing').waitFor()
  await pane(anna.page).locator('.writing').getByText('It is').waitFor()
  await anna.page.keyboard.press('t')
  await head(anna.page).getByText('You have it').waitFor()
  await pane(anna.page).getByText('Stopped before its end').waitFor()
  await pane(anna.page).locator('.writing').waitFor({ state: 'detached' })
  gate.open()
  await (await answer).text()
})

test('two take it: one has it, and the other sees at once who', async () => {
  const { id } = await startChat()
  await anna.show(id)
  await ben.show(id)
  await anna.page.keyboard.press('t')
  await head(anna.page).getByText('You have it').waitFor()
  await head(ben.page).getByText('Anna Marsh has it').waitFor()
  await head(ben.page).getByRole('button', { name: 'Take over' }).waitFor()
  await pane(ben.page).getByText('Your reply leaves it with them.').waitFor()
})

test('it stays where the reader is while more is said, and follows at its end', async () => {
  const { id, post } = await startChat()
  await anna.show(id)
  await anna.page.keyboard.press('t')
  await head(anna.page).getByText('You have it').waitFor()
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

test('what is written while the server is away is kept, said to be so, and sent once when it is back', async () => {
  const { id } = await startChat()
  await anna.show(id)
  await anna.page.keyboard.press('t')
  await head(anna.page).getByText('You have it').waitFor()
  await shop.server.kill9()
  await eventually(() => anna.page.locator('[data-tone="offline"]').count()).toBe(1)
  await anna.page.keyboard.press('r')
  await anna.page.keyboard.type('Written meanwhile')
  await anna.page.keyboard.press('Control+Enter')
  await pane(anna.page).locator('.pending').getByText('Will be sent').waitFor()
  await shop.server.restart()
  await pane(anna.page).locator('.from-person:not(.pending)').getByText('Written meanwhile').waitFor()
  const texts = (await shop.stored(id)).map(({ text }) => text)
  expect(texts.filter((text) => text === 'Written meanwhile')).toHaveLength(1)
})
