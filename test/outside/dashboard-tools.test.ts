import type { Page } from 'playwright-core'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { buildDashboard, eventually } from '../support/agent.ts'
import { faultsIn } from '../support/axe.ts'
import { type OpenBrowser, openBrowser } from '../support/browser.ts'
import { type Client, createClient } from '../support/client.ts'
import { addPerson, goOffline, signInto } from '../support/desk-page.ts'
import { type FakeOllama, startFakeOllama } from '../support/fake-ollama.ts'
import { expectHarmless, hostileTexts } from '../support/hostile.ts'
import { keepBrowser } from '../support/kept-browser.ts'
import { type Receiver, startReceiver } from '../support/receiver.ts'
import { hasSaid } from '../support/said.ts'
import { type Server, startServer } from '../support/server.ts'

let shop: Receiver
let ollama: FakeOllama
let server: Server
let desk: Client

const admin = { email: 'admin@shop.example', name: 'Our admin', role: 'admin' } as const
const member = { email: 'member@shop.example', name: 'Our member', role: 'member' } as const

beforeAll(async () => {
  buildDashboard()
  shop = await startReceiver()
  ollama = await startFakeOllama()
  server = await startServer({
    config: {
      sites: [{ id: 'shop', name: 'The shop' }],
      outbound: { allow: [`127.0.0.1:${shop.port}`] },
      ai: { provider: 'auto', baseUrl: ollama.url },
    },
  })
  desk = createClient(server)
  await desk.call('PUT', '/settings', { body: { settings: { security: { signIn: { attemptsPerIp: 1000 } } } } })
  for (const person of [admin, member]) await addPerson(desk, person)
})
afterAll(async () => {
  await server[Symbol.asyncDispose]()
  await ollama.close()
  await shop.close()
})
beforeEach(async () => {
  for (const { id } of await tools()) await desk.call('DELETE', `/tools/${id}`)
  shop.seen.length = 0
  answers({ state: 'sent', delivery: { date: '2030-01-09', carrier: 'Post' } })
})

const browser = keepBrowser()

const tools = async () => (await desk.get('/tools')).body.tools
const prompt = async () => (await desk.get('/prompt')).body
const publish = async (text: string) => desk.post('/prompt', { text, baseVersion: (await prompt()).version })
const answers = (body: unknown, status = 200) =>
  shop.answers((_, response) => void response.writeHead(status).end(JSON.stringify(body)))
const make = async (more: object = {}) =>
  (
    await desk.post('/tools', {
      ...{ name: 'order_lookup', description: 'Looks up an order by its number.' },
      ...{ url: `${shop.url}/orders/{{args.number}}`, parameters: [{ name: 'number', required: true }], ...more },
    })
  ).body

const main = (page: Page) => page.getByRole('main')
const button = (page: Page, name: string | RegExp) => main(page).getByRole('button', { name, exact: true })
const field = (page: Page, name: string) => main(page).getByRole('textbox', { name, exact: true })
const text = (page: Page, words: string | RegExp) => main(page).getByText(words, { exact: true }).first()
const picker = (page: Page) => page.getByRole('dialog', { name: /^(Insert a placeholder|Platzhalter einfügen)/ })
const panel = (page: Page) => main(page).getByRole('region', { name: 'Test', exact: true })

async function open({ context, page }: OpenBrowser, language?: 'de', person: { email: string } = admin): Promise<Page> {
  await signInto(context, server, person.email)
  await page.goto(`${server.url}/dashboard/settings/tools`)
  if (language) {
    await page.evaluate((chosen) => localStorage.setItem('frontdesk.language', chosen), language)
    await page.reload()
  }
  await main(page).getByRole('region').first().waitFor()
  return page
}

const isWide = (page: Page) =>
  page.evaluate(() => document.scrollingElement!.scrollWidth > document.scrollingElement!.clientWidth)

test('[R263, R266] creates a tool with the picker, tests it, keeps a path, and adds it to the prompt', async () => {
  await publish('Be friendly.')
  const opened = await browser()
  const page = await open(opened)
  await text(page, 'Example: look up an order').waitFor()
  expect(await faultsIn.light(page)).toEqual([])
  await button(page, 'Add a tool').click()
  await field(page, 'Name').fill('order_lookup')
  await field(page, 'Description').fill('Looks up an order by its number.')
  await button(page, 'Add a parameter').click()
  await main(page).getByRole('list', { name: 'Parameters' }).getByRole('textbox', { name: 'Name' }).fill('number')
  await text(page, 'Not used in URL or body: number').waitFor()
  await field(page, 'URL').fill(`${shop.url}/orders/?full=1`)
  await field(page, 'URL').evaluate((input: HTMLInputElement) => {
    const at = input.value.indexOf('?')
    input.setSelectionRange(at, at)
  })
  await button(page, 'Insert a placeholder: URL').click()
  expect(await faultsIn.light(page, '[popover]:popover-open')).toEqual([])
  await picker(page).getByRole('button', { name: 'args.number' }).click()
  expect(await field(page, 'URL').inputValue()).toBe(`${shop.url}/orders/{{args.number}}?full=1`)
  await text(page, 'Not used in URL or body: number').waitFor({ state: 'detached' })
  await panel(page).getByRole('textbox', { name: 'args.number' }).fill('4711')
  await page.keyboard.press('Enter')
  await text(page, 'It works').waitFor()
  expect(shop.seen.map(({ path }) => path)).toEqual(['/orders/4711?full=1'])
  expect(await tools()).toEqual([])
  await text(page, /"carrier": "Post"/).waitFor()
  await button(page, 'Keep delivery.date').click()
  expect(await button(page, 'Keep delivery.date').getAttribute('aria-pressed')).toBe('true')
  expect(await field(page, 'Paths to keep').inputValue()).toBe('delivery.date')
  expect(await faultsIn.light(page)).toEqual([])
  expect(await faultsIn.dark(page)).toEqual([])
  await button(page, 'Save').click()
  await text(page, 'Not used yet').waitFor()
  expect(await tools()).toMatchObject([{ name: 'order_lookup', pick: ['delivery.date'] }])
  await text(page, 'The prompt does not name it, so the assistant cannot use it in the chat.').waitFor()
  await button(page, 'Add order_lookup to the prompt').click()
  await text(page, 'Used in the prompt').waitFor()
  expect((await prompt()).text).toBe('Be friendly.\n\nUse {{order_lookup}} for this: Looks up an order by its number.')
  await text(page, 'In the chat').waitFor()
  expect(opened.errors).toEqual([])
})

test('a test of a saved tool keeps its keys, and the list shows a failing API', async () => {
  await make()
  const page = await open(await browser())
  await button(page, 'Edit order_lookup').click()
  await panel(page).getByRole('button', { name: 'Test', exact: true }).click()
  await text(page, 'It works').waitFor()
  await eventually(async () => (await tools())[0].keys).toEqual(['state', 'delivery.date', 'delivery.carrier'])
  answers({ trouble: hostileTexts[1] }, 503)
  await panel(page).getByRole('button', { name: 'Test', exact: true }).click()
  await text(page, 'Failed: It answers with the status 503.').waitFor()
  await text(page, /Status 503 ·/).waitFor()
  await button(page, 'Cancel').click()
  await text(page, 'Failing: It answers with the status 503.').waitFor()
  expect(await button(page, 'Edit order_lookup').evaluate((element) => element === document.activeElement)).toBe(true)
  expect(await faultsIn.light(page)).toEqual([])
})

test('an event of another person’s change is followed', async () => {
  const page = await open(await browser())
  await text(page, 'No tools yet.').waitFor()
  const { id } = await make({ description: hostileTexts[1] })
  await text(page, hostileTexts[1]!).waitFor()
  await desk.call('PATCH', `/tools/${id}`, { body: { enabled: false } })
  await text(page, 'Disabled').waitFor()
  await button(page, 'Delete order_lookup').click()
  await button(page, 'Delete for good').click()
  await hasSaid(page, 'order_lookup is deleted')
  expect(await tools()).toEqual([])
})

test('[R268, R269] a secret is stored, never shown again, and kept when it stays empty', async () => {
  const secret = 'Bearer very-secret-token'
  await make({ headers: [{ name: 'Authorization', value: secret, secret: true }] })
  const opened = await browser()
  const page = await open(opened)
  await button(page, 'Edit order_lookup').click()
  await main(page).getByRole('button', { name: 'Authorization', exact: true }).click()
  const value = main(page).getByLabel('Value', { exact: true })
  expect(await value.getAttribute('placeholder')).toBe('Stored. Leave it empty to keep it.')
  expect(await value.inputValue()).toBe('')
  answers({ echo: secret })
  await field(page, 'Description').first().fill('Finds an order.')
  await panel(page).getByRole('button', { name: 'Test', exact: true }).click()
  await text(page, 'It works').waitFor()
  expect(shop.seen[0]!.headers.authorization).toBe(secret)
  await button(page, 'Save').click()
  // The list, where nothing is unsaved.
  await button(page, 'Edit order_lookup').waitFor()
  expect((await tools())[0].headers).toEqual([{ name: 'Authorization', value: '', secret: true, set: true }])
  expect(await page.content()).not.toContain('very-secret-token')
  await expectHarmless(opened, main(page))
})

test('says while typing what cannot be saved, and shows the server’s faults at their fields', async () => {
  await make()
  const page = await open(await browser())
  await button(page, 'Add a tool').click()
  await field(page, 'Name').fill('Order')
  await text(page, /^Must have lower-case letters, digits and underscores/).waitFor()
  await field(page, 'Name').fill('user')
  await text(page, 'Is the name of other placeholders.').waitFor()
  await field(page, 'Name').fill('order_lookup')
  await text(page, 'Another tool has this name.').waitFor()
  await field(page, 'Name').fill('stock')
  await field(page, 'URL').fill('https://{{args.host}}/')
  await text(page, 'Must be an https URL with placeholders only in its path and query.').waitFor()
  await field(page, 'URL').fill('https://api.example/{{env.SECRET}}')
  await text(page, 'There is no placeholder {{env.SECRET}}.').waitFor()
  await field(page, 'URL').fill('https://192.168.1.1/')
  await field(page, 'Description').fill('Finds bikes.')
  await button(page, 'Save').click()
  await text(page, /private address/).waitFor()
  await text(page, 'Not saved. Something is wrong with a field.').waitFor()
  expect(await field(page, 'URL').evaluate((element) => element === document.activeElement)).toBe(true)
  await button(page, 'Cancel').click()
  await button(page, 'Add a tool').waitFor()
})

test('a tool that collects details runs after the chat, with a condition', async () => {
  ollama.script(() => [{ text: '{"size":"M"}' }])
  const page = await open(await browser())
  await button(page, 'Add a tool').click()
  await main(page).getByRole('radio', { name: 'Collects details' }).check()
  await field(page, 'Name').fill('frame')
  await field(page, 'Description').fill('The size of the bike.')
  await button(page, 'Add a detail').click()
  await main(page).getByRole('list', { name: 'Details to collect' }).getByRole('textbox', { name: 'Name' }).fill('size')
  await field(page, 'Only if this has a value').fill('labels.intent')
  await field(page, 'Only for these values').fill('rent\nbuy')
  await panel(page)
    .getByRole('textbox', { name: /^What the visitor wrote/ })
    .fill('I need an M.')
  await panel(page).getByRole('button', { name: 'Test', exact: true }).click()
  await text(page, /"size": "M"/).waitFor()
  await button(page, 'Save').click()
  await text(page, 'After the chat, if labels.intent is rent, buy').waitFor()
  expect(await tools()).toMatchObject([
    { kind: 'extract', after: true, when: { path: 'labels.intent', in: ['rent', 'buy'] }, fields: [{ name: 'size' }] },
  ])
})

test('another person’s new version of the prompt stays when a tool is added to it', async () => {
  await make()
  await publish('Mine.')
  const opened = await browser()
  const page = await open(opened)
  await button(page, 'Add order_lookup to the prompt').waitFor()
  await publish('Theirs.')
  await button(page, 'Add order_lookup to the prompt').click()
  await text(page, 'Used in the prompt').waitFor()
  expect((await prompt()).text).toMatch(/^Theirs\.\n\nUse \{\{order_lookup\}\}/)
})

test('is German without English, and fits a narrow window', async () => {
  await make({ description: `Sucht ${'x'.repeat(80)}`, method: 'POST', body: '{"n":"{{args.number}}"}', after: true })
  const opened = await browser()
  const page = await open(opened, 'de')
  await page.setViewportSize({ width: 360, height: 700 })
  await text(page, 'Noch nicht benutzt').waitFor()
  expect(await isWide(page)).toBe(false)
  expect(await faultsIn.narrow(page)).toEqual([])
  const english = /\b(the|tool|when|with|prompt does|Add|Edit|Save|not|it|one)\b/
  expect(await main(page).innerText()).not.toMatch(english)
  await button(page, 'order_lookup ändern').click()
  await field(page, 'Inhalt').waitFor()
  await button(page, 'Platzhalter einfügen: Inhalt').click()
  const choice = picker(page).getByRole('button', { name: 'summary', exact: true })
  await choice.scrollIntoViewIfNeeded()
  const box = (await picker(page).boundingBox())!
  expect([box.x >= 0, box.x + box.width <= 360, box.y >= 0, box.y + box.height <= 700]).toEqual(Array(4).fill(true))
  await choice.click()
  expect(await field(page, 'Inhalt').inputValue()).toContain('{{summary}}')
  await field(page, 'Inhalt').fill('{"n":"{{args.number}}"}')
  answers({ long: 'y'.repeat(500) })
  await button(page, 'Testen').click()
  await text(page, 'Es funktioniert').waitFor()
  expect(await isWide(page)).toBe(false)
  expect(await main(page).innerText()).not.toMatch(english)
  expect(await faultsIn.narrow(page)).toEqual([])
  expect(opened.errors).toEqual([])
})

test('a member does not see the page', async () => {
  const opened = await browser()
  await signInto(opened.context, server, member.email)
  await opened.page.goto(`${server.url}/dashboard/settings/tools`)
  await main(opened.page).getByText('There is no such page in the settings.').waitFor()
})

test('[R273] the trace of a reply shows what a tool sent and returned, and why one failed', async () => {
  await make()
  await publish('Use {{order_lookup}}.')
  let round = 0
  ollama.script(() =>
    round++ % 2 === 0
      ? [{ tool: 'order_lookup', arguments: { number: '4711' } }]
      : [{ text: 'I looked at it for you.' }],
  )
  const chat = async () => (await desk.post('/conversations', { message: 'Where is my order 4711?' })).body.id
  const found = await chat()
  answers({}, 503)
  const failed = await chat()
  const opened = await browser()
  await signInto(opened.context, server, admin.email)
  const { page } = opened
  const show = async (id: string) => {
    await page.goto(`${server.url}/dashboard/inbox/all/${id}`)
    await page.getByRole('button', { name: 'Why this answer' }).last().click()
    const trace = page.getByRole('dialog', { name: 'Why this answer' })
    await trace.locator('summary', { hasText: 'order_lookup' }).click()
    return trace
  }
  const trace = await show(found)
  await trace.getByText(`GET ${shop.url}/orders/4711`, { exact: true }).waitFor()
  await trace.getByText(/"carrier":"Post"/).waitFor()
  expect(await faultsIn.light(page, '[role=dialog]')).toEqual([])
  const other = await show(failed)
  await other.getByText('It tried order_lookup, which failed: It answers with the status 503.').waitFor()
  await other.getByText('It answers with the status 503.', { exact: true }).waitFor()
  expect(opened.errors).toEqual([])
})

test('a site with its own AI backend is told that the chat does not use tools', async () => {
  const sites = [{ id: 'own', name: 'Own', connector: { kind: 'http', url: `${shop.url}/chat` } }]
  await using other = await startServer({ config: { sites, outbound: { allow: [`127.0.0.1:${shop.port}`] } } })
  const client = createClient(other)
  await addPerson(client, admin)
  await client.post('/tools', { name: 'orders', description: 'Finds orders.', url: `${shop.url}/`, before: true })
  const opened = await openBrowser()
  await signInto(opened.context, other, admin.email)
  await opened.page.goto(`${other.url}/dashboard/settings/tools`)
  await main(opened.page)
    .getByText(/^Your own AI backend answers on this site\./)
    .waitFor()
  await text(opened.page, 'Before the chat').waitFor()
  expect(await button(opened.page, /to the prompt/).count()).toBe(0)
  expect(await faultsIn.light(opened.page)).toEqual([])
  await opened.close()
})

test('offline, a test sends nothing and says so', async () => {
  await make()
  const opened = await browser()
  const page = await open(opened)
  await button(page, 'Edit order_lookup').click()
  await goOffline(page)
  await panel(page).getByRole('button', { name: 'Test', exact: true }).click()
  await main(page).getByText('Not tested. The server cannot be reached. Check the connection and try again.').waitFor()
  expect(shop.seen).toEqual([])
  await opened.context.setOffline(false)
})
