import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Agent, addAgents, buildDashboard, eventually, leaveReplyBox, openAgent, pane } from '../support/agent.ts'
import { type OpenBrowser, openBrowser } from '../support/browser.ts'
import { type Client, createClient } from '../support/client.ts'
import { caretOf } from '../support/keystrokes.ts'
import { type Network, startNetwork } from '../support/network.ts'
import { forgetSaid, hasSaid } from '../support/said.ts'
import { type Server, startServer } from '../support/server.ts'
import { answered, articles, ask, box, log } from '../support/widget-page.ts'

let server: Server
let desk: Client
let network: Network
let anna: Agent
let ben: Agent
let visitor: OpenBrowser

beforeAll(async () => {
  buildDashboard()
  server = await startServer()
  desk = createClient(server)
  const security = { limits: { messagesPerIpPerMinute: 1000 } }
  await desk.call('PUT', '/settings', { body: { settings: { security, live: { waitSeconds: 3600 } } } })
  network = await startNetwork()
  await addAgents(desk, 'Anna Marsh', 'Ben Ode')
  anna = await openAgent(server, 'Anna Marsh', network.proxy)
  ben = await openAgent(server, 'Ben Ode')
  visitor = await openBrowser()
})
afterAll(async () => {
  for (const one of [anna, ben, visitor]) await one.close()
  await network.close()
  await server[Symbol.asyncDispose]()
})

const queue = (page: Page) => page.getByRole('region', { name: 'Waiting visitors' })
const bar = (page: Page, words: string) => page.getByRole('status').getByText(words)
const here = (words: string) => visitor.page.locator('svc-widget [role=status]').filter({ hasText: words })

/**
 * Her network drops. When it is back, nothing is lost: the visitor's message is there, and her reply is held for her to
 * check.
 */
async function cutAndMend(page: Page): Promise<void> {
  network.cut()
  await bar(anna.page, 'Offline').waitFor()
  await anna.page.keyboard.type('A new one is £12 and the chain.')
  await anna.page.keyboard.press('Control+Enter')
  await bar(anna.page, 'Offline, 1 message will be sent').waitFor()
  await ask(page, 'Are you still there?')
  await answered(page)
  network.mend()
  await pane(anna.page).getByText('Are you still there?').first().waitFor()
  await pane(anna.page).getByRole('button', { name: 'Send anyway' }).click()
  await log(page).getByText('A new one is £12 and the chain.').waitFor()
}

/** Restarts the server during the chat. */
async function startAnew(page: Page): Promise<void> {
  await server.restart()
  await ask(page, 'When can I come?')
  await pane(anna.page).getByText('When can I come?').waitFor()
  await anna.page.keyboard.type('Any time before six.')
  await anna.page.keyboard.press('Control+Enter')
  await log(page).getByText('Any time before six.').waitFor()
}

test('a complete handover: requested, taken over, through a lost network and a server restart, and handed back', async () => {
  const { page } = visitor
  await page.goto(`${server.url}/demo/chat.html`)
  await ask(page, 'What does a puncture cost?')
  await log(page).getByText('£14').first().waitFor()
  await answered(page)

  // The visitor asks for a person, and both dashboards show the waiting visitor.
  await page.getByRole('button', { name: 'Talk to a person', exact: true }).click()
  for (const one of [anna, ben]) await queue(one.page).getByText('1 waiting').waitFor()
  await here('You’re next').waitFor()

  // One takes over, and the other sees it.
  await anna.page.keyboard.press('t')
  await queue(ben.page).waitFor({ state: 'detached' })
  await here('Anna is here').waitFor()
  await log(page).getByText('Anna joined the chat.').waitFor()

  // They chat, with typing shown on both sides.
  await expect.poll(() => caretOf(anna.page)).toMatch(/^textarea/)
  await anna.page.keyboard.type('Hello, what can I do for you?')
  await hasSaid(page, 'Anna is typing…')
  await anna.page.keyboard.press('Control+Enter')
  await log(page).getByText('Hello, what can I do for you?').waitFor()
  await box(page).pressSequentially('My chain is broken')
  await hasSaid(anna.page, 'Visitor is typing')
  await page.keyboard.press('Enter')
  await pane(anna.page).getByText('My chain is broken').waitFor()

  await cutAndMend(page)
  await startAnew(page)

  // It is handed back, and the assistant continues.
  await leaveReplyBox(anna.page)
  await anna.page.keyboard.press('b')
  await here('Team online').waitFor()
  await ask(page, 'Can I rent an e-bike for a weekend?')
  await log(page).getByText('£74').first().waitFor()

  const shown = await articles(page).allInnerTexts()
  const [{ id }] = (await desk.get('/conversations')).body.items
  const stored = (await desk.stored(id)).map(({ text }) => text)
  for (const text of ['Are you still there?', 'A new one is £12 and the chain.', 'Any time before six.']) {
    expect(stored.filter((one) => one === text)).toHaveLength(1)
    expect(shown.filter((one) => one.includes(text))).toHaveLength(1)
  }
})

test('[threat 5] ten waiting visitors keep their queue, order and waiting times after the server was killed', async () => {
  const waiting = async () => (await desk.get('/conversations?filter=waiting')).body.items
  // A failed first attempt leaves some behind.
  for (const { id } of await waiting()) await desk.post(`/conversations/${id}/close`)
  for (let count = 0; count < 10; count++) {
    const { id } = (await desk.post('/conversations', { contact: { name: `Waiting ${count}` } })).body
    await desk.post(`/conversations/${id}/messages`, { action: { id: 'person' } })
  }
  await queue(ben.page).getByText('10 waiting').waitFor()
  const before = await waiting()
  expect(before.map(({ leadName }: { leadName: string }) => leadName)).toEqual(
    Array.from({ length: 10 }, (_, count) => `Waiting ${count}`),
  )

  // The first test may have set it already.
  await forgetSaid(ben.page)
  await server.kill9()
  await bar(ben.page, 'Offline').waitFor()
  await server.restart()
  expect(await waiting()).toEqual(before)
  await hasSaid(ben.page, 'Back. Nothing missed.')
  await queue(ben.page).getByText('10 waiting').waitFor()
  for (const { id } of before) {
    await ben.page.bringToFront()
    // The caret is in the reply box of the chat before.
    await leaveReplyBox(ben.page)
    await ben.page.keyboard.press('Shift+T')
    await expect
      .poll(async () => (await desk.get(`/conversations/${id}`)).body.conversation.assigned_to, { timeout: 15_000 })
      .toBe(ben.email)
    // Letters do nothing while a chat that was taken is loading.
    await eventually(() => caretOf(ben.page)).toMatch(/^textarea/)
  }
  await queue(ben.page).waitFor({ state: 'detached' })
})
