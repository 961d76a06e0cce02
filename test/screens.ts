/** Makes the pictures of the main screens again, in docs/screens: `npm run screens`. */
import { mkdirSync } from 'node:fs'
import type { Page } from 'playwright-core'
import { openBrowser } from './support/browser.ts'
import { createClient } from './support/client.ts'
import { startFakeOllama } from './support/fake-ollama.ts'
import { startServer } from './support/server.ts'

const folder = 'docs/screens'
const wide = { width: 1120, height: 700 }
const phone = { width: 390, height: 760 }
const password = 'a password for pictures'

mkdirSync(folder, { recursive: true })
const ollama = await startFakeOllama()
await using server = await startServer({ runtime: 'node', database: 'embedded', env: { OLLAMA_HOST: ollama.url } })
await using opened = await openBrowser()
const desk = createClient(server)
const { page } = opened
await page.emulateMedia({ reducedMotion: 'reduce' })

// What would differ from one run to the next is said once and for all.
await desk.call('PUT', '/settings', { body: { settings: { website: 'https://wrenmouthcycles.example.com' } } })
await desk.post('/admins', { email: 'anna@wrenmouthcycles.example.com', name: 'Anna Marsh', role: 'admin', password })
for (const [name, preset] of Object.entries({ 'Till in the shop': 'read', 'Rental calendar': 'crm', Website: 'chat' }))
  await desk.post('/keys', { name, preset })
const puncture =
  'A puncture with a new inner tube costs **£14**, or **£10** when you bring only the wheel. It takes 20 to 30 minutes, and you can wait for it with a coffee.'
const rental =
  'Yes. An e-bike is **£74** for a weekend. On summer weekends e-bikes are gone about ten days ahead, so book early.'
ollama.script(({ messages }) => [{ text: messages.at(-1)?.content.includes('e-bike') ? rental : puncture }])

await pictureChat(page)
await pictureDashboard(page)
await ollama.close()

async function pictureChat(page: Page) {
  await page.setViewportSize(wide)
  await page.goto(`${server.url}/demo/`)
  await picture(page, 'demo')
  await page.goto(`${server.url}/demo/chat.html`)
  await ask(page, 'What does a puncture cost?')
  await ask(page, 'Can I rent an e-bike for a weekend?')
  await picture(page, 'chat')
  await page.emulateMedia({ colorScheme: 'dark' })
  await picture(page, 'chat-dark')
  await page.emulateMedia({ colorScheme: 'light' })
  await page.setViewportSize(phone)
  await picture(page, 'chat-phone')
}

async function ask(page: Page, question: string) {
  const sources = page.getByRole('region', { name: 'Sources' })
  const before = await sources.count()
  await page.getByRole('textbox', { name: 'Your question' }).fill(question)
  await page.keyboard.press('Enter')
  await sources.nth(before).waitFor()
  await page.getByRole('button', { name: 'Send', exact: true }).waitFor()
}

async function pictureDashboard(page: Page) {
  await page.setViewportSize(wide)
  await page.goto(`${server.url}/dashboard`)
  await page.getByLabel('Email').fill('anna@wrenmouthcycles.example.com')
  await page.getByLabel('Password').fill(password)
  await picture(page, 'sign-in')
  await page.getByRole('button', { name: 'Sign in' }).click()
  await page.getByText('Till in the shop').waitFor()
  await picture(page, 'dashboard')
  await page.goto(`${server.url}/docs/`)
  await page.getByText('Start a conversation as a visitor').waitFor()
  await picture(page, 'docs')
}

async function picture(page: Page, name: string) {
  // No caret that blinks, no ring around what happened to have the focus.
  await page.evaluate(() => (document.activeElement as HTMLElement | null)?.blur())
  const { length } = await page.screenshot({ path: `${folder}/${name}.png`, animations: 'disabled' })
  process.stdout.write(`${folder}/${name}.png, ${Math.ceil(length / 1024)} KB\n`)
}
