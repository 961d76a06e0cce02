import { afterAll, beforeAll, expect, test } from 'vitest'
import { buildDashboard } from '../support/agent.ts'
import { faultsIn } from '../support/axe.ts'
import { type Body, until } from '../support/chat.ts'
import { type Client, createClient } from '../support/client.ts'
import { keepBrowser } from '../support/kept-browser.ts'
import { type MailServer, startMailServer } from '../support/mail-server.ts'
import { type Server, startServer } from '../support/server.ts'

const days = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun']

let mail: MailServer
let server: Server
let desk: Client

beforeAll(async () => {
  buildDashboard()
  mail = await startMailServer()
  server = await startServer({
    config: { sites: [{ id: 'shop', name: 'The shop' }], outbound: { allow: ['127.0.0.1'] } },
  })
  desk = createClient(server)
  const smtp = { host: '127.0.0.1', port: mail.port, security: 'none', from: 'Shop <desk@shop.example>' }
  await desk.call('PUT', '/notifications/email', { body: { smtp } })
})
afterAll(async () => {
  await server[Symbol.asyncDispose]()
  await mail.close()
})

const browser = keepBrowser()

/** Calls a route of the chat as another browser does. */
async function post(path: string, body: unknown, token?: string) {
  const response = await fetch(`${server.url}/chat/conversations${path}`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      origin: server.url,
      ...(token && { authorization: `Bearer ${token}` }),
    },
    body: JSON.stringify(body),
  })
  return (await response.json()) as Body
}

/** A chat of another browser, and the link that continues it. */
async function linkTo(message: string, books = false): Promise<{ id: string; link: string; unsubscribe: string }> {
  const { id, token } = await post('', { site: 'shop', message, contact: { email: 'zoe@example.com' } })
  if (books) {
    const { days } = await post(`/${id}/slots`, { tz: 'UTC' }, token)
    const [slot] = days.flatMap(({ slots }: { slots: { start: number }[] }) => slots)
    const booking = {
      start: slot.start,
      name: 'Zoe',
      email: 'zoe@example.com',
      bookingId: 'a booking by another browser',
    }
    await post(`/${id}/booking`, booking, token)
  }
  mail.mails.length = 0
  await desk.post(`/conversations/${id}/transcript`, {})
  await until(() => mail.mails.length > 0)
  const { text } = mail.mails[0]!
  return {
    id,
    link: /http\S+svc-chat=\S+/.exec(text)![0],
    unsubscribe: /http\S+unsubscribe\S+/.exec(text)![0],
  }
}

test('the link of an email continues the chat, leaves the address, and lets the visitor write', async () => {
  const { id, link } = await linkTo('Do you repair e-bikes?')
  const { page, errors } = await browser()
  await page.goto(link)
  await page.getByText('Do you repair e-bikes?').waitFor()
  expect(page.url()).toBe(`${server.url}/continue/?site=shop`)
  await page.getByRole('textbox', { name: 'Your message' }).fill('And bells?')
  await page.keyboard.press('Enter')
  await page.getByRole('log').getByText('And bells?').first().waitFor()
  await until(async () =>
    (await desk.get(`/conversations/${id}`)).body.messages.some(({ text }: { text?: string }) => text === 'And bells?'),
  )
  await page.reload()
  await page.getByText('Do you repair e-bikes?').waitFor()
  expect(await faultsIn.light(page, 'svc-widget')).toEqual([])
  expect(errors).toEqual([])
})

test('[R339] the link opens the chat in which an appointment was booked, to change or cancel it there', async () => {
  const hours = Object.fromEntries(days.map((day) => [day, ['00:00-23:00']]))
  await desk.call('PUT', '/settings', {
    body: { site: 'shop', settings: { bookings: { mode: 'picker', title: 'Fitting', notice: 0, hours } } },
  })
  const { id, link } = await linkTo('A fitting, please', true)
  const { page, errors } = await browser()
  await page.goto(link)
  const card = page.locator('svc-widget .appointment')
  await card.getByText('Confirmed').waitFor()
  await page.getByRole('button', { name: 'Change time' }).click()
  // The day of the appointment may have no other time left.
  await page.locator('svc-widget .booking').getByRole('radio').nth(1).click()
  await page.locator('svc-widget .time').first().click()
  await page.getByRole('button', { name: 'Move appointment' }).click()
  await card.getByText('Moved').waitFor()
  await page.getByRole('button', { name: 'Cancel appointment' }).click()
  await page.getByRole('button', { name: 'Cancel appointment' }).click()
  await card.getByText('Cancelled', { exact: true }).waitFor()
  const { items } = (await desk.get(`/appointments?conversation=${id}&status=all`)).body
  expect(items).toMatchObject([{ status: 'cancelled' }])
  expect(errors).toEqual([])
})

test('a link that is too old or broken says so, and a chat can be started there', async () => {
  const { page } = await browser()
  await page.goto(`${server.url}/continue/?site=shop#svc-chat=broken`)
  await page.getByText('This link has expired or is not valid.').waitFor()
  expect(page.url()).toBe(`${server.url}/continue/?site=shop`)
  expect(await faultsIn.light(page, 'svc-widget')).toEqual([])
  await page.getByRole('textbox', { name: 'Your message' }).fill('Then here')
  await page.keyboard.press('Enter')
  await page.getByRole('log').getByText('Then here').first().waitFor()
})

test('the chat is emailed to an address that the visitor enters', async () => {
  const { link } = await linkTo('How much is a new chain?')
  const { page } = await browser()
  await page.setViewportSize({ width: 390, height: 800 })
  await page.goto(link)
  await page.getByText('How much is a new chain?').waitFor()
  mail.mails.length = 0
  await page.getByRole('button', { name: 'More' }).click()
  await page.getByRole('button', { name: 'Email me this chat' }).click()
  const field = page.getByRole('textbox', { name: 'To which address?' })
  await field.fill('nobody')
  await page.keyboard.press('Enter')
  await page.getByText('Enter an email address such as').waitFor()
  expect(await faultsIn.light(page, 'svc-widget')).toEqual([])
  await field.fill('friend@example.com')
  await page.keyboard.press('Enter')
  await page.getByText('The chat is on its way to friend@example.com.').waitFor()
  await until(() => mail.mails.length > 0)
  expect(mail.mails).toMatchObject([{ to: ['friend@example.com'], subject: 'Your chat with The shop' }])
  await page.keyboard.press('Escape')
  await page.getByRole('dialog', { name: /on its way/ }).waitFor({ state: 'detached' })
})

test('the page to unsubscribe asks, does it, and takes it back; a broken link explains itself', async () => {
  const { unsubscribe } = await linkTo('Hello')
  const { page, errors } = await browser()
  await page.goto(unsubscribe)
  await page.getByText('Stop emails from The shop about your chats to z…@example.com?').waitFor()
  expect(await faultsIn.light(page)).toEqual([])
  await page.getByRole('button', { name: 'Unsubscribe' }).click()
  await page.getByText('gets no more emails').waitFor()
  await page.getByRole('button', { name: 'Subscribe again' }).click()
  await page.getByText('gets emails from The shop about chats again').waitFor()
  expect(errors).toEqual([])
  await page.goto(`${server.url}/unsubscribe?token=x`)
  await page.getByText('This link is incomplete.').waitFor()
})
