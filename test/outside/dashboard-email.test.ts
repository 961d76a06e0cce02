import type { Page } from 'playwright-core'
import { afterAll, beforeAll, beforeEach, expect, onTestFinished, test } from 'vitest'
import { buildDashboard } from '../support/agent.ts'
import { faultsIn } from '../support/axe.ts'
import { type OpenBrowser, openBrowser } from '../support/browser.ts'
import { type Body, until } from '../support/chat.ts'
import { type Client, createClient } from '../support/client.ts'
import { addPerson, signInto } from '../support/desk-page.ts'
import { keepBrowser } from '../support/kept-browser.ts'
import { type MailServer, startMailServer } from '../support/mail-server.ts'
import { type Server, startServer } from '../support/server.ts'

let mail: MailServer
let server: Server
let desk: Client

beforeAll(async () => {
  buildDashboard()
  mail = await startMailServer({ user: 'desk' })
  server = await startServer({
    config: { sites: [{ id: 'shop', name: 'The shop' }], outbound: { allow: ['127.0.0.1'] } },
  })
  desk = createClient(server)
  await addPerson(desk, { email: 'admin@shop.example', name: 'Our admin', role: 'admin' })
})
afterAll(async () => {
  await server[Symbol.asyncDispose]()
  await mail.close()
})

beforeEach(() => desk.call('DELETE', '/notifications/email'))

const browser = keepBrowser()
const service = async (): Promise<Body> => (await desk.get('/notifications/email')).body.service
const main = (page: Page) => page.getByRole('main')
const button = (page: Page, name: string) => main(page).getByRole('button', { name, exact: true })
const field = (page: Page, name: string) => main(page).getByRole('textbox', { name, exact: true })

async function open({ context, page }: OpenBrowser, path = 'email'): Promise<Page> {
  await signInto(context, server, 'admin@shop.example')
  await page.goto(`${server.url}/dashboard/settings/${path}`)
  await page.getByRole('navigation', { name: /Settings|Einstellungen/ }).waitFor()
  return page
}

test('a mail server is set up, tested, and its failure is shown', async () => {
  const opened = await browser()
  const page = await open(opened)
  await field(page, 'Host').fill('127.0.0.1')
  await main(page).getByLabel('Port').fill(String(mail.port))
  await main(page).getByLabel('Encryption').selectOption('none')
  await field(page, 'User name').fill('desk')
  await main(page).getByLabel('Password').fill('mail password')
  await field(page, 'Sender').fill('The shop <desk@shop.example>')
  await button(page, 'Save').click()
  await until(async () => (await service()) !== null)
  await field(page, 'To').fill('ann@example.com')
  await button(page, 'Send a test email').click()
  await main(page)
    .getByText(/^Accepted\./)
    .waitFor()
  expect(mail.mails).toMatchObject([{ to: ['ann@example.com'], subject: 'Email works' }])
  expect(await main(page).innerText()).not.toContain('mail password')
  mail.refuses('550 no such user here')
  await button(page, 'Send a test email').click()
  await main(page)
    .getByText(/no such user here/)
    .first()
    .waitFor()
  mail.refuses(undefined)
  expect(await faultsIn.light(page)).toEqual([])
  await button(page, 'Remove').or(button(page, 'Remove the email service')).click()
  await button(page, 'Yes, remove').click()
  await until(async () => (await service()) === null)
  expect(opened.errors).toEqual([])
})

test('a provider needs its key and a sender; the key is not shown again', async () => {
  const page = await open(await browser())
  await main(page).getByLabel('Send over').selectOption('resend')
  await main(page).getByLabel('Key: API key (re_…)').fill('re_secret')
  await button(page, 'Save').click()
  await main(page)
    .getByText(/example/i)
    .first()
    .waitFor()
  expect(await service()).toBeNull()
  await field(page, 'Sender').fill('desk@shop.example')
  await button(page, 'Save').click()
  await until(async () => (await service())?.preset === 'resend')
  // Until then, the page asks before it is left.
  await until(async () => (await main(page).getByLabel('Key: API key (re_…)').inputValue()) === '')
  await page.reload()
  expect(await main(page).getByLabel('Send over').inputValue()).toBe('resend')
  expect(await main(page).getByLabel('Key: API key (re_…)').inputValue()).toBe('')
  expect((await service()).body).toContain('desk@shop.example')
  await main(page).getByLabel('Send email').uncheck()
  await button(page, 'Save').click()
  await until(async () => (await service()).enabled === false)
  expect((await service()).body).toContain('desk@shop.example')
})

test('a person chooses what they are emailed about, and when not', async () => {
  const page = await open(await browser(), 'alerts')
  const section = main(page).getByRole('region', { name: 'Email', exact: true })
  await section.getByRole('switch', { name: 'Missed chats' }).uncheck()
  await section.getByRole('switch', { name: 'Quiet hours' }).check()
  await section.getByLabel('From').fill('21:30')
  await section.getByText('Saved', { exact: true }).waitFor()
  await page.reload()
  await section.getByLabel('From').waitFor()
  expect(await section.getByLabel('From').inputValue()).toBe('21:30')
  expect(await section.getByRole('switch', { name: 'Missed chats' }).isChecked()).toBe(false)
  expect(await section.getByRole('switch', { name: 'Callback requests' }).isChecked()).toBe(true)
})

/** Holds back what the server answers to a query, until it is released. Everything else passes. */
async function holdAnswers(page: Page, path: string): Promise<{ held: () => number; release(): void }> {
  const asked = new Set<number>()
  const held: (() => void)[] = []
  await page.routeWebSocket(/.*/, (socket) => {
    const server = socket.connectToServer()
    socket.onMessage((text) => {
      for (const one of frames(text)) if (one.method === 'query' && one.params?.path === path) asked.add(one.id)
      server.send(text)
    })
    server.onMessage((text) => {
      if (frames(text).some(({ id }) => asked.has(id))) held.push(() => socket.send(text))
      else socket.send(text)
    })
  })
  return { held: () => held.length, release: () => held.shift()?.() }
}

/** The calls, or their answers, in a frame of the dashboard's socket. */
function frames(text: string | Buffer): { id: number; method?: string; params?: { path?: string } }[] {
  const whole = String(text)
  return /^[[{]/.test(whole) ? [JSON.parse(whole)].flat() : []
}

test('a choice that is made while the earlier ones are read again stays chosen', async () => {
  // Not the kept one, because a page stays routed.
  const fresh = await openBrowser()
  onTestFinished(() => fresh.close())
  const answers = await holdAnswers(fresh.page, 'notifications.emailAlerts')
  const page = await open(fresh, 'alerts')
  await expect.poll(answers.held).toBe(1)
  answers.release()
  const section = main(page).getByRole('region', { name: 'Email', exact: true })
  const [callbacks, missed] = ['Callback requests', 'Missed chats'].map((name) => section.getByRole('switch', { name }))
  const [before, other] = [await callbacks!.isChecked(), await missed!.isChecked()]
  await callbacks!.click()
  await expect.poll(answers.held).toBe(1)
  await missed!.click()
  answers.release()
  // The second choice is saved after that, and read again.
  await expect.poll(answers.held).toBe(1)
  expect([await callbacks!.isChecked(), await missed!.isChecked()]).toEqual([!before, !other])
  answers.release()
  await section.getByText('Saved', { exact: true }).waitFor()
  expect([await callbacks!.isChecked(), await missed!.isChecked()]).toEqual([!before, !other])
})

test('narrow, dark and in German, nothing overflows, and axe finds no faults', async () => {
  const page = await open(await browser())
  await page.setViewportSize({ width: 360, height: 740 })
  await page.evaluate(() => localStorage.setItem('frontdesk.language', 'de'))
  await page.reload()
  const how = main(page).getByLabel('Senden über')
  for (const kind of ['smtp', 'mailgun', 'custom']) {
    await how.selectOption(kind)
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360)
    expect(await faultsIn.narrow(page, 'main')).toEqual([])
  }
  await page.emulateMedia({ colorScheme: 'dark' })
  expect(await faultsIn.dark(page, 'main')).toEqual([])
  const said = await main(page).innerText()
  expect(said.match(/\b(the|send|sender|with|not|email|server|save|cancel|body|header value)\b/i)).toBeNull()
  await button(page, 'Abbrechen').click()
})
