/**
 * Makes the pictures of the main screens again, in docs/screens: `npm run screens`, or with `-- inbox sign-in` only
 * those with these prefixes.
 */
import type { Page } from 'playwright-core'
import { closeChromium, openBrowser } from './support/browser.ts'
import { type Client, createClient } from './support/client.ts'
import { addPerson, goTo, letPlay, openDesk } from './support/desk-page.ts'
import { startFakeCalcom } from './support/fake-calcom.ts'
import { startFakeOllama } from './support/fake-ollama.ts'
import { botToken, startFakeTelegram } from './support/fake-telegram.ts'
import { pictureCalendar } from './support/picture-calendar.ts'
import { pictureCallbacks } from './support/picture-callbacks.ts'
import { pictureContacts } from './support/picture-contacts.ts'
import { pictureJobs } from './support/picture-jobs.ts'
import { isUnknown, pictureKnowledge } from './support/picture-knowledge.ts'
import { pictureOverview } from './support/picture-overview.ts'
import { pictureWidgetSettings } from './support/picture-settings-widget.ts'
import { fillShop } from './support/picture-shop.ts'
import { inGerman, pictureDialogs, pictureFaults, pictureGerman, pictureSmall } from './support/picture-states.ts'
import { isForNotes, notes, pictureSummary } from './support/picture-summary.ts'
import { pictureButton, pictureChallenge, pictureWidget } from './support/picture-widget.ts'
import { both, failIfNone, isAsked, picture, sizes } from './support/pictures.ts'
import { startServer } from './support/server.ts'
import { kim } from './support/telegram-world.ts'
import { answered, ask, box, sources } from './support/widget-page.ts'

const settingsPages =
  'assistant audit data live telegram model tools canned labels contacts team webhooks email alerts account appearance'.split(
    ' ',
  )
const anna = { email: 'anna@wrenmouthcycles.example.com', name: 'Anna Marsh', role: 'admin' } as const
const ben = { email: 'ben@wrenmouthcycles.example.com', name: 'Ben Ode', role: 'member' } as const

const ollama = await startFakeOllama()
const telegram = await startFakeTelegram()
const calcom = await startFakeCalcom(Date.now)
// They end after the server, which keeps connections to them.
await using ends = new AsyncDisposableStack()
ends.defer(ollama.close)
ends.defer(telegram.close)
ends.defer(calcom.close)
ends.defer(closeChromium)
await using server = await startServer({
  runtime: 'node',
  database: 'embedded',
  env: { OLLAMA_HOST: ollama.url },
  config: {
    providers: { telegram: telegram.url, calcom: `${calcom.url}/v2` },
    outbound: { allow: [telegram.url, calcom.url].map((url) => new URL(url).host) },
  },
})
await using visitors = await openBrowser()
await using team = await openBrowser()
const desk = createClient(server)

// Fixes values that would differ between runs.
await desk.call('PUT', '/settings', { body: { settings: { website: 'https://wrenmouthcycles.example.com' } } })
for (const person of [anna, ben]) await addPerson(desk, person)
const puncture =
  'A puncture with a new inner tube costs **£14**, or **£10** when you bring only the wheel. It takes 20 to 30 minutes, and you can wait for it with a coffee.'
const rental =
  'Yes. An e-bike is **£74** for a weekend. On summer weekends e-bikes are gone about ten days ahead, so book early.'
const unknown = 'I do not know that. Somebody of the team can tell you.'
ollama.script(({ messages }) => {
  const asked = messages.findLast(({ role }) => role === 'user')?.content ?? ''
  if (isForNotes(messages)) return [{ text: JSON.stringify(notes) }]
  if (!isUnknown(asked)) return [{ text: replyTo(asked) }]
  return [{ text: unknown }, { tool: 'note_unanswered', arguments: { question: asked } }]
})

if (isAsked('widget-')) await pictureWidget()
if (isAsked('widget-challenge')) await pictureChallenge()
await pictureChat(visitors.page)
await pictureButton(desk, server.url)
await pictureDesk()
if (isAsked('overview')) await pictureOverview()
failIfNone()

function replyTo(asked: string): string {
  return asked.includes('e-bike') ? rental : puncture
}

async function pictureChat(page: Page) {
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await page.setViewportSize({ width: 1120, height: 700 })
  await page.goto(`${server.url}/demo/`)
  await picture(page, 'demo')
  await page.goto(`${server.url}/demo/chat.html`)
  await box(page).waitFor()
  await askForSources(page, 'What does a puncture cost?')
  await askForSources(page, 'Can I rent an e-bike for a weekend?')
  await both(page, 'chat')
  await page.setViewportSize(sizes.phone)
  await picture(page, 'chat-phone')
}

async function askForSources(page: Page, question: string) {
  const before = await sources(page).count()
  await ask(page, question)
  await sources(page).nth(before).waitFor()
  await answered(page)
}

async function pictureDesk() {
  const { page } = await openDesk(team, server, anna)
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await page.setViewportSize(sizes.wide)
  await letPlay(page)
  const { shown, note } = await fillShop(desk, anna, page)
  const show = async (path: string) => {
    await goTo(page, `/${path}`)
    await page.getByRole('main').first().waitFor()
  }
  await show(`inbox/all/${shown}`)
  // In the conversation, and next to it.
  await page.getByText(note).nth(1).waitFor()
  await both(page, 'inbox')
  await page.setViewportSize(sizes.narrow)
  await picture(page, 'inbox-narrow')
  await page.setViewportSize(sizes.phone)
  await show('inbox/all')
  await page.locator('[data-row]').first().waitFor()
  await picture(page, 'inbox-phone')
  await page.setViewportSize(sizes.wide)
  await show('inbox/closed')
  await page.locator('.list-said').or(page.locator('[data-row]')).first().waitFor()
  await picture(page, 'inbox-empty')
  for (const [keys, name] of [
    ['Control+k', 'palette'],
    ['?', 'keys'],
  ] as const) {
    if (!isAsked(name)) continue
    await page.keyboard.press(keys)
    await page.getByRole('dialog').waitFor()
    await both(page, name)
    await page.keyboard.press('Escape')
    await page.getByRole('dialog').waitFor({ state: 'detached' })
  }
  await linkTelegram()
  await desk.post('/prompt', { text: 'We close for two weeks in August.\nBe friendly.', baseVersion: 0 })
  await addWebhooks()
  for (const name of settingsPages) {
    await show(`settings/${name}`)
    await page.getByRole('main').getByRole('heading').first().waitFor()
    await page.getByRole('main').locator('section').first().waitFor()
    await both(page, `settings-${name}`)
  }
  if (isAsked('callbacks')) await pictureCallbacks(page, desk)
  if (isAsked('calendar') || isAsked('settings-bookings') || isAsked('settings-integrations'))
    await pictureCalendar(page, desk, calcom)
  if (isAsked('contact')) await pictureContacts(page, desk)
  if (isAsked('jobs')) await pictureJobs(page, desk)
  if (isAsked('knowledge-')) await pictureKnowledge(page, desk)
  if (isAsked('settings-widget-')) await pictureWidgetSettings(page, desk)
  if (isAsked('summary')) await pictureSummary(page, desk)
  await pictureStates(page, desk, shown)
  const out = await openBrowser()
  await out.page.setViewportSize(sizes.wide)
  await out.page.goto(`${server.url}/dashboard`)
  await out.page.getByLabel('Email').waitFor()
  await both(out.page, 'sign-in')
  await out.close()
}

/** Dialogs, small windows, another language, and errors. */
async function pictureStates(page: Page, desk: Client, shown: string) {
  await pictureDialogs(page, desk)
  await pictureSmall(page, shown)
  await inGerman(page, () => pictureGerman(page, shown))
  await pictureFaults(page, shown)
}

/** Connects a bot, and links it with the team's chat. */
async function linkTelegram() {
  const bot = telegram.addBot(botToken)
  const { linkCode } = (await desk.post('/live/telegram', { token: bot.token })).body
  await telegram.writes(bot, telegram.addChat({ title: 'Wrenmouth Cycles team' }), kim, `/link ${linkCode}`)
}

/** Endpoints that no event of the script reaches. */
async function addWebhooks() {
  const host = 'https://hooks.wrenmouthcycles.example.com'
  await desk.post('/webhooks', { url: `${host}/crm`, description: 'CRM', events: ['callback.updated', 'lead.updated'] })
  await desk.post('/webhooks', { url: `${host}/archive`, description: 'Archive', enabled: false })
}
