import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { buildDashboard, eventually } from '../support/agent.ts'
import { faultsIn } from '../support/axe.ts'
import { type OpenBrowser, openBrowser } from '../support/browser.ts'
import { createClient } from '../support/client.ts'
import { addPerson, goTo, openDesk } from '../support/desk-page.ts'
import { chatModel, type FakeOllama, startFakeOllama } from '../support/fake-ollama.ts'
import { type Server, startServer } from '../support/server.ts'
import { createGate } from '../support/steps.ts'

let ollama: FakeOllama
let server: Server
let browser: OpenBrowser
let page: Page

const admin = { email: 'admin@shop.example', name: 'Our admin', role: 'admin' } as const

beforeAll(async () => {
  buildDashboard()
  ollama = await startFakeOllama()
  server = await startServer({
    config: { sites: [{ id: 'shop', name: 'The shop' }], ai: { provider: 'auto', baseUrl: ollama.url } },
  })
  await addPerson(createClient(server), admin)
  browser = await openBrowser()
  page = (await openDesk(browser, server, admin, '/settings/model')).page
})
afterAll(async () => {
  await browser.close()
  await server[Symbol.asyncDispose]()
  await ollama.close()
})

const button = (name: string) => page.getByRole('button', { name, exact: true })
const results = () => page.getByRole('list', { name: 'Results of the check' }).getByRole('listitem')
const status = (text: string) => page.getByRole('status').filter({ hasText: text })
const progress = () => page.getByRole('progressbar', { name: 'Checking the model' })
const isFocused = (name: string) =>
  button(name)
    .evaluate((element) => element === document.activeElement)
    .catch(() => false)

async function bothLights(): Promise<void> {
  expect(await faultsIn.light(page)).toEqual([])
  await page.emulateMedia({ colorScheme: 'dark' })
  expect(await faultsIn.dark(page)).toEqual([])
  await page.emulateMedia({ colorScheme: 'light' })
}

test('checks the model with the keyboard: point by point, stopped, and then to the verdict', async () => {
  const gate = createGate()
  ollama.script(() => [
    { wait: gate },
    { text: '1' },
    { text: ' 2' },
    { text: ' 3' },
    { done: { input: 3_000, output: 40 } },
  ])
  await button('Check this model').focus()
  const asked = ollama.next('/api/chat')
  await page.keyboard.press('Enter')
  const { left } = await asked
  await status('Checking: Loading').waitFor()
  await results().getByText(`Ollama 0.12.6 runs ${chatModel.name} on its own machine`).waitFor()
  expect(await progress().getAttribute('aria-valuetext')).toBe('1 of 12')
  await bothLights()
  await eventually(() => isFocused('Stop checking')).toBe(true)
  await page.keyboard.press('Enter')
  await status('The check was stopped.').waitFor()
  await left
  gate.open()
  await eventually(() => isFocused('Check this model')).toBe(true)
  await page.keyboard.press('Enter')
  await status('Good enough: a reply begins after about').waitFor({ timeout: 20_000 })
  expect(await results().count()).toBe(12)
  await results().filter({ hasText: 'Tools · Problem' }).getByText('such as qwen3:4b').waitFor()
  await page.setViewportSize({ width: 360, height: 740 })
  await bothLights()
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360)
  await page.setViewportSize({ width: 1280, height: 800 })
  expect(browser.errors).toEqual([])
})

test('ends the check on the server when the page is left, and explains why another one cannot begin', async () => {
  const gate = createGate()
  ollama.script(() => [{ wait: gate }])
  const asked = ollama.next('/api/chat')
  await button('Check this model').click()
  const { left } = await asked
  const { page: second } = await openDesk(browser, server, admin, '/settings/model')
  await second.getByRole('button', { name: 'Check this model' }).click()
  await second.getByRole('alert').getByText('A model is already being checked.').waitFor()
  await second.close()
  await goTo(page, '/settings/labels')
  await left
  gate.open()
})

test('explains a server that does not answer, in German too', async () => {
  ollama.instead(() => [{ cut: true }])
  await goTo(page, '/settings/model')
  await button('Check this model').click()
  await results().filter({ hasText: 'Model server · Problem' }).getByText('Nothing answers at http://').waitFor()
  await status('Not usable: the assistant cannot use the model.').waitFor()
  await page.evaluate(() => localStorage.setItem('frontdesk.language', 'de'))
  await page.reload()
  await button('Dieses Modell prüfen').click()
  await status('Nicht brauchbar: Der Assistent kann das Modell nicht nutzen.').waitFor()
  await page.getByText('Unter http://').filter({ hasText: 'antwortet nichts.' }).waitFor()
})
