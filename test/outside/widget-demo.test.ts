import { readdirSync } from 'node:fs'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { eventually } from '../support/agent.ts'
import { accessFaults, faultsIn } from '../support/axe.ts'
import { type OpenBrowser, openBrowser } from '../support/browser.ts'
import { type Client, createClient } from '../support/client.ts'
import { type FakeOllama, quote, startFakeOllama } from '../support/fake-ollama.ts'
import { expectHarmless, hostileTexts } from '../support/hostile.ts'
import { type Server, startServer } from '../support/server.ts'
import { createGate, type Step, stepped } from '../support/steps.ts'
import { answered, articles, ask, box, dialog, focused, launcher, log, sources, tabTo } from '../support/widget-page.ts'

let ollama: FakeOllama
let server: Server
let desk: Client

beforeAll(async () => {
  ollama = await startFakeOllama()
  server = await startServer({ env: { OLLAMA_HOST: ollama.url } })
  desk = createClient(server)
  await desk.call('PUT', '/settings', {
    body: { settings: { security: { limits: { messagesPerIpPerMinute: 1000 } } } },
  })
})
afterAll(async () => {
  await server[Symbol.asyncDispose]()
  await ollama.close()
})
// A start waits only a limited time for the demo's pages.
beforeEach(() => eventually(async () => (await desk.get('/knowledge/status')).body.run.status).toBe('done'))
afterEach(() => ollama.script(quote))

const says = (...steps: Step[]) => ollama.script(() => steps)

/** The page filled by the chat, before the first message. */
async function openChat(): Promise<OpenBrowser> {
  const opened = await openBrowser()
  await opened.page.goto(`${server.url}/demo/chat.html`)
  await box(opened.page).waitFor()
  return opened
}

/** Browsers log responses with an error status, which are expected here. */
const withoutStatuses = (errors: string[]) => errors.filter((line) => !line.startsWith('Failed to load resource'))

/** The number of stored visitor messages with this text, in all conversations. */
async function timesStored(text: string): Promise<number> {
  const { items } = (await desk.get('/conversations?limit=100')).body
  const all = await Promise.all(items.map(({ id }: { id: string }) => desk.stored(id)))
  return all.flat().filter((message) => message.role === 'user' && message.text === text).length
}

test('a visitor opens the chat’s page, sees the answer grow, also after a reload, and its source pages', async () => {
  await using opened = await openBrowser()
  const { page } = opened
  await page.goto(`${server.url}/demo/faq.html`)
  await page.getByRole('link', { name: 'ask in the chat' }).click()
  await page.getByRole('heading', { name: 'What would you like to know?' }).waitFor()
  expect(await page.getByText('The chat is on its way').count()).toBe(0)
  const gate = createGate()
  says(...stepped(gate, ['A puncture with a new inner tube ', 'costs £14.']))
  await page.getByRole('button', { name: 'What does a puncture cost?' }).click()
  gate.step()
  await page.locator('svc-widget').getByText('A puncture with a new inner tube').waitFor()
  expect(await page.getByRole('button', { name: 'Stop the reply' }).isVisible()).toBe(true)
  await page.reload()
  gate.open()
  await log(page).getByText('costs £14.').waitFor()
  await sources(page).first().waitFor()
  const addresses = await sources(page).evaluateAll((links) => links.map((link) => (link as HTMLAnchorElement).href))
  expect(addresses).toContain(`${server.url}/demo/workshop.html`)
  for (const address of addresses) expect((await fetch(address)).status).toBe(200)
  expect(await articles(page).count()).toBe(3)

  const asked = ollama.next('/api/chat')
  ollama.script(quote)
  await ask(page, 'Can I rent an e-bike for a weekend?')
  await answered(page)
  expect((await asked).body).toContain('What does a puncture cost?')
  expect(await articles(page).count()).toBe(5)
  expect([opened.errors, opened.foreign]).toEqual([[], []])
})

test('a visitor without a mouse reaches the chat, uses it and leaves it', async () => {
  await using opened = await openBrowser()
  const { page } = opened
  await page.goto(`${server.url}/demo/faq.html`)
  await tabTo(page, 'ask in the chat')
  await page.keyboard.press('Enter')
  await expect.poll(() => focused(page)).toBe('Your message')
  says({ text: `A puncture costs £14, see [the prices](${server.url}/demo/workshop.html).` })
  await tabTo(page, 'What does a puncture cost?', 'Shift+Tab')
  await page.keyboard.press('Enter')
  await log(page).getByText('£14').waitFor()
  await expect.poll(() => focused(page)).toBe('Your message')
  await tabTo(page, 'the prices', 'Shift+Tab')
  await tabTo(page, 'More', 'Shift+Tab')
  await page.keyboard.press('Enter')
  await page.getByRole('button', { name: 'Start a new chat' }).waitFor()
  await tabTo(page, 'Start a new chat')
  await page.keyboard.press('Enter')
  await page.getByRole('button', { name: 'What does a puncture cost?' }).waitFor()
  await expect.poll(() => focused(page)).toBe('Your message')
  await tabTo(page, '← Back to the site', 'Shift+Tab')
  await page.keyboard.press('Enter')
  await page.waitForURL(`${server.url}/demo/index.html`)
})

test('a message written offline is sent once when the connection is back', async () => {
  await using opened = await openChat()
  const { page, context } = opened
  await context.setOffline(true)
  await ask(page, 'Do you mend tandems?')
  await log(page).getByText('Will be sent when you’re back online').waitFor()
  await box(page).fill('Half a thought')
  expect(await timesStored('Do you mend tandems?')).toBe(0)
  await context.setOffline(false)
  await log(page).getByText('Is sent when').waitFor({ state: 'detached' })
  await answered(page)
  await expect.poll(() => articles(page).count()).toBe(3)
  expect([await timesStored('Do you mend tandems?'), await box(page).inputValue()]).toEqual([1, 'Half a thought'])
})

test('an error of the model is explained, and a retry sends the same message', async () => {
  says({ text: 'We ' }, { error: 'llama runner process has terminated' })
  await using opened = await openChat()
  const { page, errors } = opened
  await ask(page, 'Do you sell bells?')
  const fault = page.getByRole('alert')
  await fault.getByText('No reply could be written.').waitFor()
  expect(await accessFaults(page)).toEqual([])
  says({ text: 'We sell bells.' })
  await fault.getByRole('button', { name: 'Try again' }).click()
  await log(page).getByText('We sell bells.').waitFor()
  await fault.waitFor({ state: 'detached' })
  expect([await articles(page).count(), await timesStored('Do you sell bells?')]).toEqual([3, 1])
  expect(withoutStatuses(errors)).toEqual([])
})

test('[threat 3] [threat 4] renders hostile text of the visitor, the model and the knowledge as text', async () => {
  // Everything that the model writes is rendered as far as it can be.
  await desk.call('PUT', '/settings', { body: { settings: { knowledge: { factGuard: false } } } })
  for (const [at, content] of hostileTexts.entries())
    await desk.post('/knowledge/manual', {
      title: `Plover ${at} ${content.slice(0, 80)}`,
      content: `Plover tickets: ${content}`,
    })
  await using opened = await openChat()
  const { page } = opened
  const window = page.locator('svc-widget .window')
  const all = hostileTexts.join('\n\n')
  says(...(all.match(/[\s\S]{1,7}/g) ?? []).map((text) => ({ text })))
  await ask(page, all.slice(0, 1000))
  await answered(page)
  await log(page).getByText('press me').nth(1).waitFor()
  ollama.script(quote)
  await ask(page, 'What are plover tickets?')
  await answered(page)
  await log(page).getByText('Plover').last().waitFor()
  await expectHarmless(opened, window)
  await page.reload()
  await articles(page).nth(4).waitFor()
  await expectHarmless(opened, window)
  expect(opened.errors).toEqual([])
})

test('axe finds no faults on the demo’s pages, with the chat closed and open', async () => {
  await using opened = await openBrowser()
  const { page, errors, foreign } = opened
  const expectSound = async (name: string, colorScheme: 'light' | 'dark' = 'light') =>
    expect([name, await faultsIn[colorScheme](page)]).toEqual([name, []])
  for (const name of readdirSync('widget/demo').filter((name) => name.endsWith('.html'))) {
    await page.goto(`${server.url}/demo/${name}`)
    await (name === 'chat.html' ? box(page) : launcher(page)).waitFor()
    await expectSound(name)
  }
  await page.emulateMedia({ colorScheme: 'dark' })
  await expectSound('dark', 'dark')
  await launcher(page).click()
  await dialog(page).waitFor()
  await expectSound('dark and open', 'dark')
  await page.emulateMedia({ colorScheme: 'light' })
  await expectSound('open')
  expect([errors, foreign]).toEqual([[], []])
})
