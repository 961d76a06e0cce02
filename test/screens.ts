/** Makes the pictures of the main screens again, in docs/screens: `npm run screens`. */
import { mkdirSync } from 'node:fs'
import type { Page } from 'playwright-core'
import { openBrowser } from './support/browser.ts'
import { createClient } from './support/client.ts'
import { addPerson, openDesk } from './support/desk-page.ts'
import { startFakeOllama } from './support/fake-ollama.ts'
import { fillShop } from './support/picture-shop.ts'
import { startServer } from './support/server.ts'

const folder = 'docs/screens'
const wide = { width: 1440, height: 860 }
const narrow = { width: 768, height: 900 }
const phone = { width: 390, height: 760 }
const anna = { email: 'anna@wrenmouthcycles.example.com', name: 'Anna Marsh', role: 'admin' } as const
const ben = { email: 'ben@wrenmouthcycles.example.com', name: 'Ben Ode', role: 'member' } as const

mkdirSync(folder, { recursive: true })
const ollama = await startFakeOllama()
await using server = await startServer({ runtime: 'node', database: 'embedded', env: { OLLAMA_HOST: ollama.url } })
await using visitors = await openBrowser()
await using team = await openBrowser()
const desk = createClient(server)

// What would differ from one run to the next is said once and for all.
await desk.call('PUT', '/settings', { body: { settings: { website: 'https://wrenmouthcycles.example.com' } } })
for (const person of [anna, ben]) await addPerson(desk, person)
const puncture =
  'A puncture with a new inner tube costs **£14**, or **£10** when you bring only the wheel. It takes 20 to 30 minutes, and you can wait for it with a coffee.'
const rental =
  'Yes. An e-bike is **£74** for a weekend. On summer weekends e-bikes are gone about ten days ahead, so book early.'
ollama.script(({ messages }) => [{ text: messages.at(-1)?.content.includes('e-bike') ? rental : puncture }])

await pictureChat(visitors.page)
await pictureDesk()
await ollama.close()

async function pictureChat(page: Page) {
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await page.setViewportSize({ width: 1120, height: 700 })
  await page.goto(`${server.url}/demo/`)
  await picture(page, 'demo')
  await page.goto(`${server.url}/demo/chat.html`)
  await ask(page, 'What does a puncture cost?')
  await ask(page, 'Can I rent an e-bike for a weekend?')
  await both(page, 'chat')
  await page.setViewportSize(phone)
  await picture(page, 'chat-phone')
  await page.goto(`${server.url}/docs/`)
  await page.getByText('Start a conversation as a visitor').waitFor()
}

async function ask(page: Page, question: string) {
  const sources = page.getByRole('region', { name: 'Sources' })
  const before = await sources.count()
  await page.getByRole('textbox', { name: 'Your question' }).fill(question)
  await page.keyboard.press('Enter')
  await sources.nth(before).waitFor()
  await page.getByRole('button', { name: 'Send', exact: true }).waitFor()
}

async function pictureDesk() {
  const { page } = await openDesk(team, server, anna)
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await page.setViewportSize(wide)
  const { shown, note } = await fillShop(desk, anna, page)
  const show = async (path: string) => {
    await page.goto(`${server.url}/dashboard/${path}`)
    await page.getByRole('navigation', { name: 'Main' }).waitFor()
  }
  await show(`inbox/all/${shown}`)
  await page.getByText(note).waitFor()
  await both(page, 'inbox')
  await page.setViewportSize(narrow)
  await picture(page, 'inbox-narrow')
  await page.setViewportSize(phone)
  await show('inbox/all')
  await page.locator('[data-row]').first().waitFor()
  await picture(page, 'inbox-phone')
  await page.setViewportSize(wide)
  await show('inbox/closed')
  await page.locator('.empty').or(page.locator('[data-row]')).first().waitFor()
  await picture(page, 'inbox-empty')
  for (const [keys, name] of [
    ['Control+k', 'palette'],
    ['?', 'keys'],
  ] as const) {
    await page.keyboard.press(keys)
    await page.getByRole('dialog').waitFor()
    await both(page, name)
    await page.keyboard.press('Escape')
  }
  for (const name of ['live', 'canned', 'labels', 'team', 'alerts']) {
    await show(`settings/${name}`)
    await page.getByRole('main').getByRole('heading').first().waitFor()
    await page.waitForLoadState('networkidle')
    await both(page, `settings-${name}`)
  }
  const out = await openBrowser()
  await out.page.setViewportSize(wide)
  await out.page.goto(`${server.url}/dashboard`)
  await out.page.getByLabel('Email').waitFor()
  await both(out.page, 'sign-in')
  await out.close()
}

/** In light and in dark. */
async function both(page: Page, name: string) {
  await picture(page, name)
  await page.emulateMedia({ colorScheme: 'dark' })
  await picture(page, `${name}-dark`)
  await page.emulateMedia({ colorScheme: 'light' })
}

async function picture(page: Page, name: string) {
  // No caret that blinks, no ring around what happened to have the focus.
  await page.evaluate(() => (document.activeElement as HTMLElement | null)?.blur())
  const { length } = await page.screenshot({ path: `${folder}/${name}.png`, animations: 'disabled' })
  process.stdout.write(`${folder}/${name}.png, ${Math.ceil(length / 1024)} KB\n`)
}
