import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { buildDashboard, eventually } from '../support/agent.ts'
import { faultsIn } from '../support/axe.ts'
import { type OpenBrowser, openBrowser } from '../support/browser.ts'
import { type Client, createClient } from '../support/client.ts'
import { addPerson, goTo, openDesk } from '../support/desk-page.ts'
import { chatModel, type FakeOllama, startFakeOllama } from '../support/fake-ollama.ts'
import { expectHarmless } from '../support/hostile.ts'
import { hasSaid } from '../support/said.ts'
import { type Server, startServer } from '../support/server.ts'
import { createGate } from '../support/steps.ts'

let ollama: FakeOllama
let server: Server
let desk: Client
let browser: OpenBrowser
let page: Page

const admin = { email: 'admin@shop.example', name: 'Our admin', role: 'admin' } as const

beforeAll(async () => {
  buildDashboard()
  ollama = await startFakeOllama()
  ollama.models.splice(0)
  server = await startServer({
    config: { sites: [{ id: 'shop', name: 'The shop' }], ai: { provider: 'auto', baseUrl: ollama.url } },
  })
  desk = createClient(server)
  await addPerson(desk, admin)
  browser = await openBrowser()
  page = (await openDesk(browser, server, admin, '/settings/model')).page
})
afterAll(async () => {
  await browser.close()
  await server[Symbol.asyncDispose]()
  await ollama.close()
})

const button = (name: string) => page.getByRole('button', { name, exact: true })
const progress = () => page.getByRole('progressbar', { name: 'Downloading' })
const type = async (name: string) => {
  await page.getByRole('textbox', { name: 'Name of the model' }).fill(name)
  await page.keyboard.press('Enter')
}

async function bothLights(): Promise<void> {
  expect(await faultsIn.light(page)).toEqual([])
  await page.emulateMedia({ colorScheme: 'dark' })
  expect(await faultsIn.dark(page)).toEqual([])
  await page.emulateMedia({ colorScheme: 'light' })
}

test('without a model, downloads one with progress, stops, continues, and then uses it', async () => {
  await page.getByText('No model is in use: ').waitFor()
  await page.getByText('No models yet. Download one below.').waitFor()
  await button('Download llama3.2').waitFor()
  await bothLights()
  const gate = createGate()
  ollama.hold = gate
  await type('tiny')
  await progress().waitFor()
  gate.step(2)
  await eventually(() => progress().getAttribute('aria-valuetext')).toBe('tiny: 481.5 MB of 1.9 GB')
  await bothLights()
  await page.reload()
  await eventually(() => progress().getAttribute('aria-valuetext')).toBe('tiny: 481.5 MB of 1.9 GB')
  await button('Stop').focus()
  await page.keyboard.press('Enter')
  await hasSaid(page, 'Stopped. The next download continues from here.')
  await page.getByText('tiny was not downloaded, because somebody stopped it.').waitFor()
  await type('tiny')
  await progress().waitFor()
  gate.open()
  await page.getByText('tiny was downloaded.', { exact: true }).waitFor()
  await page.getByText('tiny:latest answers.').waitFor()
  expect(browser.errors).toEqual([])
})

test('explains why a model cannot be downloaded', async () => {
  await type('nonsuch')
  await page.getByText('nonsuch was not downloaded. Ollama’s library has no model of this name.').waitFor()
  await type('http://evil.example/model')
  await page.getByRole('alert').getByText('Must be the name of a model').waitFor()
  ollama.instead(({ path }) =>
    path === '/api/pull' ? [{ raw: '{"error":"write blob: no space left on device"}\n' }, { end: true }] : undefined,
  )
  await type('tiny:2')
  await page.getByText('Ollama’s disk is full.').waitFor()
  ollama.instead(() => undefined)
})

test('selects another model for the site, which is loaded and kept in memory', async () => {
  ollama.models.push(chatModel)
  await page.reload()
  const row = page.getByRole('listitem').filter({ hasText: chatModel.name })
  await row.getByText('writes replies').waitFor()
  await page.getByRole('combobox', { name: 'Model that writes the replies' }).selectOption(chatModel.name)
  await page.getByText(`${chatModel.name} answers.`).waitFor()
  await page.getByRole('switch', { name: 'Keep it in memory' }).check()
  await eventually(async () => (await desk.get('/settings')).body.settings.assistant).toMatchObject({
    model: chatModel.name,
    keepWarm: true,
  })
  await button('Load it now').click()
  await page.getByText(`${chatModel.name} is in memory.`).waitFor()
  await row.getByText('in memory', { exact: true }).waitFor()
  expect(ollama.seen.findLast(({ path }) => path === '/api/generate')?.json).toMatchObject({ keep_alive: -1 })
  await bothLights()
  expect(browser.errors).toEqual([])
})

test('a selected model that is not there is named as such, with what happens instead', async () => {
  const choose = (model: string) => desk.call('PUT', '/settings', { body: { settings: { assistant: { model } } } })
  await choose('gone:7b')
  await page.reload()
  const warning = page.getByRole('alert').filter({ hasText: 'The model server has no model gone:7b that can chat' })
  await warning.waitFor()
  const choice = page.getByRole('combobox', { name: 'Model that writes the replies' })
  expect(await choice.locator('option:checked').textContent()).toBe('gone:7b (not there)')
  await bothLights()
  await choice.selectOption(chatModel.name)
  await page.getByText(`${chatModel.name} answers.`).waitFor()
  await warning.waitFor({ state: 'detached' })
  expect(browser.errors).toEqual([])
})

test('a cloud model is named as such, and selected only after a confirmation', async () => {
  const cloud = { ...chatModel, name: 'big:cloud', remoteHost: 'https://ollama.com:443' }
  ollama.models.push(cloud)
  await page.reload()
  const row = page.getByRole('listitem').filter({ hasText: cloud.name })
  await row.getByText('Leaves this machine').waitFor()
  const choice = page.getByRole('combobox', { name: 'Model that writes the replies' })
  const stored = async () => (await desk.get('/settings')).body.settings.assistant.model
  await choice.selectOption(cloud.name)
  await page.getByRole('dialog', { name: 'Use big:cloud?' }).getByText('ollama.com runs this model.').waitFor()
  await bothLights()
  await button('Cancel').click()
  expect([await stored(), await choice.inputValue()]).toEqual([chatModel.name, chatModel.name])
  await choice.selectOption(cloud.name)
  await button('Send chats there').click()
  await page.getByText('Leaves this machine: ollama.com runs this model and receives the chats.').waitFor()
  expect(await stored()).toBe(cloud.name)
  const { items } = (await desk.get('/audit?limit=5')).body
  expect(items).toContainEqual(expect.objectContaining({ action: 'PUT /settings', actor: admin.email }))
  await goTo(page, '/knowledge/try')
  await page.getByText('Replies are written by big:cloud (ollama.com).').waitFor()
  await goTo(page, '/settings/model')
  await choice.selectOption(chatModel.name)
  await page.getByText(`${chatModel.name} answers.`).waitFor()
  expect(browser.errors).toEqual([])
})

test('tries a chat over several turns, with sources, rejected claims and explanations for each reply', async () => {
  await desk.post('/knowledge/manual', {
    title: 'Punctures <img src=x onerror=alert(1)>',
    content: 'A puncture costs £14 and takes 20 minutes.',
    url: 'https://shop.example/repairs',
  })
  await goTo(page, '/knowledge/try')
  const question = page.getByRole('searchbox', { name: 'Question' })
  const turns = page.getByRole('log', { name: 'Chat to try' }).locator('> ol > li')
  ollama.script(() => [{ text: 'Gladly. A puncture costs £14. ![x](https://evil.example/x) It takes 99 minutes.' }])
  await question.fill('What does a puncture cost?')
  await page.keyboard.press('Enter')
  await turns.getByText('A puncture costs £14.').first().waitFor()
  const heldBack = turns.getByRole('region', { name: 'Removed, because no source confirms it' })
  await heldBack.getByText('It takes 99 minutes.').waitFor()
  await turns.getByText('Why this answer').click()
  await turns.getByText('Passages', { exact: true }).first().waitFor()
  await turns.getByText('Figures', { exact: true }).waitFor()
  await bothLights()
  await expectHarmless(browser, page.getByRole('main'))

  ollama.script(({ messages }) => [
    { text: `You said ${messages.filter(({ role }) => role === 'user').length} things.` },
  ])
  await question.fill('And how long does it take?')
  await page.keyboard.press('Enter')
  await turns.getByText('You said 2 things.').waitFor()

  ollama.script(() => [{ status: 500, body: '{"error":"out of order"}' }])
  await question.fill('And now?')
  await page.keyboard.press('Enter')
  await page.getByText(/^It could not be asked\./).waitFor()
  await button('Start again').click()
  await expect.poll(() => turns.count()).toBe(0)
  await page.getByText('Test knowledge and model separately').click()
  await page.getByRole('searchbox', { name: 'Question' }).last().fill('What does a puncture cost?')
  await page.keyboard.press('Enter')
  await page.getByText(/out of order/).waitFor()
  expect(browser.errors).toEqual([])
})
