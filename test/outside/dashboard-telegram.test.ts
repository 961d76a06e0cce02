import type { Page } from 'playwright-core'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { buildDashboard, eventually } from '../support/agent.ts'
import { faultsIn } from '../support/axe.ts'
import type { OpenBrowser } from '../support/browser.ts'
import { until } from '../support/chat.ts'
import { type Client, createClient } from '../support/client.ts'
import { addPerson, type Person, signInto } from '../support/desk-page.ts'
import { botToken, type FakeTelegram, startFakeTelegram } from '../support/fake-telegram.ts'
import type { Chat, FakeBot } from '../support/fake-telegram-state.ts'
import { expectHarmless, hostileTexts } from '../support/hostile.ts'
import { keepBrowser } from '../support/kept-browser.ts'
import { hasSaid } from '../support/said.ts'
import { type Server, startServer } from '../support/server.ts'
import { botApiAt, kim } from '../support/telegram-world.ts'

let telegram: FakeTelegram
let server: Server
let desk: Client
let bot: FakeBot

const admin = { email: 'admin@shop.example', name: 'Our admin', role: 'admin' } as const
const member = { email: 'member@shop.example', name: 'Our member', role: 'member' } as const

beforeAll(async () => {
  buildDashboard()
  telegram = await startFakeTelegram()
  server = await startServer({ config: { ...botApiAt(telegram), sites: [{ id: 'shop', name: 'The shop' }] } })
  desk = createClient(server)
  await desk.call('PUT', '/settings', { body: { settings: { security: { signIn: { attemptsPerIp: 1000 } } } } })
  for (const person of [admin, member]) await addPerson(desk, person)
  bot = telegram.addBot(botToken)
})
afterAll(async () => {
  await server[Symbol.asyncDispose]()
  await telegram.close()
})
beforeEach(async () => {
  telegram.well()
  await desk.call('DELETE', '/live/telegram')
})

const browser = keepBrowser()

const main = (page: Page) => page.getByRole('main')
const button = (page: Page, name: string) => main(page).getByRole('button', { name, exact: true })
const token = (page: Page) => main(page).getByLabel('Token of the bot', { exact: true })
const sharing = (page: Page) => main(page).getByRole('switch', { name: 'Visitors’ contact details' })
const command = (page: Page) => main(page).getByText(/^\/link \w+$/)
const status = (page: Page, words: string | RegExp) => main(page).getByRole('status').filter({ hasText: words })
const alert = (page: Page, words: string) => main(page).getByRole('alert').filter({ hasText: words })
const saved = async () => (await desk.get('/live/telegram')).body

async function open({ context, page }: OpenBrowser, { email } = admin as Person): Promise<Page> {
  await signInto(context, server, email)
  await page.goto(`${server.url}/dashboard/settings/telegram`)
  return page
}

/** Connects the bot through the API, and links it with a chat if one is given. */
async function connect(chat?: Chat): Promise<void> {
  const { linkCode } = (await desk.post('/live/telegram', { token: bot.token })).body
  if (!chat) return
  await telegram.writes(bot, chat, kim, `/link ${linkCode}`)
  await until(() => chat.messages.length > 0)
}

test('[R157] explains why a wrong token was rejected and keeps it typed; the right one connects and is never shown', async () => {
  const opened = await browser()
  const page = await open(opened)
  await status(page, 'No bot is connected.').waitFor()
  expect(await token(page).getAttribute('type')).toBe('password')
  const wrong = '999:a_token_that_no_bot_ever_had'
  await token(page).fill(wrong)
  await button(page, 'Connect').click()
  await alert(page, 'Not connected. Telegram refused the token: Unauthorized (401)').waitFor()
  expect([await token(page).inputValue(), (await saved()).connected]).toEqual([wrong, false])
  await token(page).fill(` ${bot.token} `)
  await button(page, 'Connect').click()
  await status(page, 'Connected as @team_bot').waitFor()
  expect(await token(page).count()).toBe(0)
  expect(await page.content()).not.toContain(bot.token)
  expect(await saved()).toMatchObject({ connected: true, linked: false, bot: { username: 'team_bot' } })
  expect(opened.errors).toEqual([])
})

test('shows and copies the command that links the chat, and shows the chat once it was sent', async () => {
  const opened = await browser()
  await opened.context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await connect()
  const page = await open(opened)
  await main(page)
    .getByText(/^Add @team_bot to the group.*manage topics/)
    .waitFor()
  await button(page, 'Copy: Command').click()
  await hasSaid(page, 'copied')
  const copied = await page.evaluate(() => navigator.clipboard.readText())
  expect([copied, await command(page).innerText()]).toEqual(Array(2).fill(`/link ${(await saved()).linkCode}`))
  const chat = telegram.addChat({ title: hostileTexts[1]! })
  await telegram.writes(bot, chat, kim, copied)
  await status(page, `Linked to ${hostileTexts[1]}`).waitFor()
  await main(page).getByText('Each conversation has a topic of its own.').waitFor()
  expect(await command(page).count()).toBe(0)
  await expectHarmless(opened, main(page))
  expect(opened.errors).toEqual([])
})

test('says that a chat has no topics', async () => {
  await connect(telegram.addChat({ type: 'private', first_name: 'Kim', is_forum: false }))
  const opened = await browser()
  const page = await open(opened)
  await main(page)
    .getByText(/Without topics: reply/)
    .waitFor()
})

test('[R161] saves immediately whether contact details are sent along', async () => {
  const opened = await browser()
  const page = await open(opened)
  expect(await sharing(page).isChecked()).toBe(false)
  await sharing(page).check()
  await hasSaid(page, 'Saved')
  expect((await saved()).shareContact).toBe(true)
  await page.reload()
  await sharing(page).waitFor()
  expect(await sharing(page).isChecked()).toBe(true)
  await desk.call('PATCH', '/live/telegram', { body: { shareContact: false } })
  await eventually(() => sharing(page).isChecked()).toBe(false)
})

test('a test writes to the chat; problems are shown with a solution until a test succeeds', async () => {
  const chat = telegram.addChat()
  await connect(chat)
  const opened = await browser()
  const page = await open(opened)
  await button(page, 'Send a test').click()
  await status(page, 'It works: a message was sent to the team’s chat.').waitFor()
  expect(chat.messages.at(-1)?.text).toContain('A test from the settings of The shop')
  chat.isKicked = true
  await button(page, 'Send a test').click()
  await status(page, 'The test failed.').waitFor()
  const fault = alert(page, 'Forbidden: bot was kicked from the supergroup chat (403)')
  expect(await fault.innerText()).toMatch(/Add it again, then send a test\.[\s\S]*As of: just now/)
  await main(page).getByText('Does not work', { exact: true }).waitFor()
  chat.isKicked = false
  await button(page, 'Send a test').click()
  await main(page).getByText('Works', { exact: true }).waitFor()
  expect(await fault.count()).toBe(0)
})

test('reports an invalid token, and a new one of the same bot keeps the chat', async () => {
  await connect(telegram.addChat())
  const opened = await browser()
  const page = await open(opened)
  telegram.bots.delete(bot.token)
  await button(page, 'Send a test').click()
  await alert(page, 'Get its current token from @BotFather').waitFor()
  bot = telegram.addBot(`${bot.id}:another_token_of_the_very_same_bot`)
  await button(page, 'New token').click()
  await token(page).fill(bot.token)
  await button(page, 'Connect').click()
  await main(page).getByText('Works', { exact: true }).waitFor()
  await status(page, 'Linked to The team').waitFor()
  expect(await token(page).count()).toBe(0)
})

test('disconnects the bot after the second click, not the first', async () => {
  await connect(telegram.addChat())
  const opened = await browser()
  const page = await open(opened)
  await button(page, 'Disconnect @team_bot').click()
  await button(page, 'Disconnect now').waitFor()
  expect((await saved()).connected).toBe(true)
  await button(page, 'Disconnect now').click()
  await status(page, 'No bot is connected.').waitFor()
  expect(await saved()).toMatchObject({ connected: false, linked: false, bot: null })
  expect([bot.webhook, opened.errors]).toEqual([undefined, []])
})

test('a member does not find the page', async () => {
  const opened = await browser()
  const page = await open(opened, member)
  await main(page).getByText('There is no such page in the settings.').waitFor()
  expect(await page.getByRole('link', { name: 'Telegram' }).count()).toBe(0)
})

test('axe finds no faults in any state, in light and dark, wide and narrow', async () => {
  const chat = telegram.addChat()
  const opened = await browser()
  const page = await open(opened)
  const states = {
    empty: async () => {},
    connected: () => connect(),
    linked: () => connect(chat),
    failing: async () => {
      await connect(chat)
      chat.isKicked = true
      await desk.post('/live/telegram/test')
    },
  }
  for (const [state, reach] of Object.entries(states)) {
    await desk.call('DELETE', '/live/telegram')
    await reach()
    await page.reload()
    await sharing(page).waitFor()
    if (state === 'linked') await button(page, 'New token').click()
    for (const [colorScheme, width, look] of [
      ['light', 1280, faultsIn.light],
      ['dark', 1280, faultsIn.dark],
      ['light', 390, faultsIn.narrow],
    ] as const) {
      await page.emulateMedia({ colorScheme })
      await page.setViewportSize({ width, height: 900 })
      const wider = await main(page).evaluate((it) => it.scrollWidth - it.clientWidth)
      const faults = await look(page, 'div:has(> main)')
      expect({ state, colorScheme, width, wider, faults }).toEqual({ state, colorScheme, width, wider: 0, faults: [] })
    }
  }
})
