import type { Page } from 'playwright-core'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { buildDashboard, eventually } from '../support/agent.ts'
import { faultsIn } from '../support/axe.ts'
import type { OpenBrowser } from '../support/browser.ts'
import { type Body, until } from '../support/chat.ts'
import { type Client, createClient } from '../support/client.ts'
import { addPerson, goOffline, signInto } from '../support/desk-page.ts'
import { expectHarmless, hostileTexts } from '../support/hostile.ts'
import { keepBrowser } from '../support/kept-browser.ts'
import { type Receiver, startReceiver } from '../support/receiver.ts'
import { hasSaid } from '../support/said.ts'
import { type Server, startServer } from '../support/server.ts'

let receiver: Receiver
let server: Server
let desk: Client

beforeAll(async () => {
  buildDashboard()
  receiver = await startReceiver()
  server = await startServer({
    config: { sites: [{ id: 'shop', name: 'The shop' }], outbound: { allow: [`127.0.0.1:${receiver.port}`] } },
  })
  desk = createClient(server)
  await desk.call('PUT', '/settings', { body: { settings: { security: { signIn: { attemptsPerIp: 1000 } } } } })
  for (const role of ['admin', 'member'] as const)
    await addPerson(desk, { email: `${role}@shop.example`, name: `Our ${role}`, role })
})
afterAll(async () => {
  await server[Symbol.asyncDispose]()
  await receiver.close()
})
beforeEach(async () => {
  receiver.answers(200)
  for (const { id } of await all()) await desk.call('DELETE', `/webhooks/${id}`)
  receiver.seen.length = 0
})

const browser = keepBrowser()

const all = async (): Promise<Body[]> => (await desk.get('/webhooks')).body.webhooks
const make = async (more: Body = {}): Promise<Body> =>
  (await desk.post('/webhooks', { url: `${receiver.url}/hook`, ...more })).body
const lead = (name: string) => desk.post('/leads', { name })

const main = (page: Page) => page.getByRole('main')
const button = (page: Page, name: string) => main(page).getByRole('button', { name, exact: true })
const field = (page: Page, name: string) => main(page).getByRole('textbox', { name, exact: true })
const text = (page: Page, words: string | RegExp) => main(page).getByText(words, { exact: true })
const preview = (page: Page) => main(page).getByRole('region', { name: 'Preview', exact: true })

async function open({ context, page }: OpenBrowser, email = 'admin@shop.example'): Promise<Page> {
  await signInto(context, server, email)
  await page.goto(`${server.url}/dashboard/settings/webhooks`)
  await page.getByRole('navigation', { name: 'Settings' }).waitFor()
  return page
}

test('an endpoint is created with selected events; its secret is shown once, then behind a button', async () => {
  const opened = await browser()
  await opened.context.grantPermissions(['clipboard-read', 'clipboard-write'])
  const page = await open(opened)
  await main(page)
    .getByText(/^No endpoint yet\./)
    .waitFor()
  await button(page, 'Add endpoint').click()
  await field(page, 'URL').fill('https://10.0.0.1/')
  await main(page)
    .getByText(/10\.0\.0\.1/)
    .first()
    .waitFor()
  await field(page, 'URL').fill(`${receiver.url}/crm`)
  await main(page).getByLabel('Only selected events').check()
  await button(page, 'Save').click()
  await main(page).getByText('Something is wrong with a field.').waitFor()
  expect(await all()).toEqual([])
  await main(page).getByRole('checkbox', { name: 'Contacts and callbacks' }).check()
  await main(page)
    .getByRole('checkbox', { name: /^lead\.updated/ })
    .uncheck()
  await text(page, '3 of 31 selected').waitFor()
  await button(page, 'Save').click()
  await main(page)
    .getByText(/^Endpoint created\./)
    .waitFor()
  const [made] = await all()
  expect(made!.events.toSorted()).toEqual(['callback.requested', 'callback.updated', 'lead.captured'])
  await button(page, 'Copy: Signing secret').click()
  await hasSaid(page, 'copied')
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(made!.secret)
  await button(page, 'Done').click()
  expect(await main(page).innerText()).not.toContain('whsec_')
  await button(page, 'Signing secret').click()
  await button(page, 'Show secret').click()
  await text(page, made!.secret).waitFor()
  expect(opened.errors).toEqual([])
})

test('replacing the secret asks first, and shows the new one', async () => {
  const { secret } = await make()
  const page = await open(await browser())
  await button(page, 'Signing secret').click()
  await button(page, 'Replace secret').click()
  const dialog = page.getByRole('dialog', { name: 'Replace the signing secret?' })
  await dialog.getByText(/^For 24 hours both secrets sign/).waitFor()
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  expect((await all())[0]!.secret).toBe(secret)
  await button(page, 'Replace secret').click()
  await dialog.getByRole('button', { name: 'Replace secret' }).click()
  await main(page)
    .getByText(/^Secret replaced\./)
    .waitFor()
  const [now] = await all()
  expect(now!.secret).not.toBe(secret)
  await text(page, now!.secret).waitFor()
  await main(page)
    .getByText(/^The earlier secret also signs until/)
    .waitFor()
})

test('a test shows the status and the response; disabling and deleting ask the server', async () => {
  await make({ description: 'CRM' })
  const opened = await browser()
  const page = await open(opened)
  await text(page, 'Not used yet').waitFor()
  await button(page, 'Send test').click()
  await text(page, 'The receiver accepted the test.').waitFor()
  await text(page, 'thank you').waitFor()
  await text(page, 'Working').waitFor()
  expect(receiver.events().map(({ type }) => type)).toEqual(['test.ping'])
  receiver.answers(404)
  await button(page, 'Send test').click()
  await text(page, 'The test failed.').waitFor()
  await main(page)
    .getByText(/Status 404 · .* would not be tried again\./)
    .waitFor()
  await text(page, 'Failing').waitFor()
  await button(page, 'Disable').click()
  await text(page, 'Disabled').waitFor()
  expect((await all())[0]!.enabled).toBe(false)
  await button(page, `Delete ${receiver.url}/hook`).click()
  await button(page, 'Delete endpoint').click()
  await main(page)
    .getByText(/^No endpoint yet\./)
    .waitFor()
  expect(await all()).toEqual([])
  expect(opened.errors).toEqual([])
})

test('a failing receiver and its deliveries are shown, and an event is delivered again', async () => {
  const { id } = await make({ events: ['lead.captured'] })
  receiver.answers((_, response) => void response.writeHead(503).end(hostileTexts[1]))
  await lead('Ada')
  await until(() => receiver.seen.length === 1)
  const opened = await browser()
  const page = await open(opened)
  await text(page, 'Failing').waitFor()
  await text(page, 'It answers with the status 503.').waitFor()
  await main(page)
    .getByText(/1 delivery waiting/)
    .waitFor()
  await button(page, 'Deliveries').click()
  const row = main(page)
    .getByRole('listitem')
    .filter({ hasText: /Status 503/ })
  await row.getByText('Retrying', { exact: true }).waitFor()
  await row.locator('summary').first().click()
  await row.getByText(/"name": "Ada"/).waitFor()
  await row.getByText('Headers', { exact: true }).click()
  await row.getByText(/x-svc-signature: sha256=/).waitFor()
  await row.getByText(hostileTexts[1]!, { exact: true }).waitFor()
  await expectHarmless(opened, main(page))
  await button(page, 'Failed').click()
  await text(page, 'No failed attempts.').waitFor()
  await button(page, 'All').click()
  await row.locator('summary').first().waitFor()
  if (!(await button(page, 'Deliver again').isVisible())) await row.locator('summary').first().click()
  await button(page, 'Deliver again').click()
  await text(page, 'The event is queued behind the deliveries that wait.').waitFor()
  await desk.call('PATCH', `/webhooks/${id}`, { body: { enabled: false } })
  await main(page).getByText('Enable the endpoint to deliver again.').first().waitFor()
  expect(await button(page, 'Replay events').isDisabled()).toBe(true)
  expect(opened.errors).toEqual([])
})

test('an event that was refused is delivered again, alone and with those after it', async () => {
  await make({ events: ['lead.captured'] })
  receiver.answers(400)
  await lead('Ada')
  await until(() => receiver.seen.length === 1)
  const opened = await browser()
  const page = await open(opened)
  await text(page, 'Failing').waitFor()
  await button(page, 'Deliveries').click()
  const row = main(page)
    .getByRole('listitem')
    .filter({ hasText: /Status 400/ })
  await row.getByText('Failed', { exact: true }).waitFor()
  await row.locator('summary').first().click()
  receiver.answers(200)
  await button(page, 'Deliver again').click()
  await text(page, 'The event is delivered again.').waitFor()
  await main(page)
    .getByRole('listitem')
    .filter({ hasText: /Status 200/ })
    .getByText('Delivered', { exact: true })
    .waitFor()
  await lead('Ben')
  await until(() => receiver.seen.length === 3)
  await button(page, 'Replay from this event').click()
  await text(page, '2 events are delivered again.').waitFor()
  await until(() => receiver.seen.length === 5)
  expect(receiver.events().map(({ data }) => data.name)).toEqual(['Ada', 'Ada', 'Ben', 'Ada', 'Ben'])
  expect(new Set(receiver.events().map(({ id }) => id)).size).toBe(2)
  await button(page, 'Replay events').click()
  await main(page)
    .getByText(/^\d+ events are delivered again\.$/)
    .last()
    .waitFor()
  await until(() => receiver.seen.length > 6)
  expect(opened.errors).toEqual([])
})

test('[R319, R321] a custom request is previewed while it is typed, and keeps its secret header', async () => {
  await lead('Ada "the" Preview')
  const opened = await browser()
  const page = await open(opened)
  await button(page, 'Add endpoint').click()
  await main(page).getByRole('combobox', { name: 'Event' }).selectOption('lead.captured')
  await preview(page).getByText('The last event of this type.').waitFor()
  await main(page).getByRole('combobox', { name: 'Event' }).selectOption('job.won')
  await preview(page)
    .getByText(/^An example,/)
    .waitFor()
  await main(page).getByRole('combobox', { name: 'Event' }).selectOption('lead.captured')
  await field(page, 'URL').fill(`${receiver.url}/slack`)
  await main(page).getByLabel('Custom request').check()
  await button(page, 'Add header').click()
  await field(page, 'Name').fill('Authorization')
  await main(page).getByRole('switch', { name: 'Secret' }).check()
  await main(page).getByLabel('Value', { exact: true }).fill('Bearer very-secret')
  await field(page, 'Body').fill('{"text": "Hi {{oops}}"}')
  await main(page)
    .getByText(/\{\{oops\}\}\.$/)
    .waitFor()
  await field(page, 'Body').fill('{"text": " wrote"}')
  await field(page, 'Body').evaluate((area: HTMLTextAreaElement) => area.setSelectionRange(10, 10))
  await main(page).getByText('Insert placeholder').click()
  await main(page)
    .getByRole('button', { name: /^\{\{data\.name\}\}/ })
    .click()
  expect(await field(page, 'Body').inputValue()).toBe('{"text": "{{data.name}} wrote"}')
  await preview(page)
    .getByText(/"text": "Ada \\"the\\" Preview wrote"/)
    .waitFor()
  await button(page, 'Save').click()
  await main(page)
    .getByText(/^Endpoint created\./)
    .waitFor()
  await button(page, 'Edit').click()
  expect(await main(page).getByLabel('Value', { exact: true }).getAttribute('placeholder')).toMatch(/^Stored/)
  await field(page, 'Description').fill('Team chat')
  await button(page, 'Save').click()
  await text(page, 'Team chat').waitFor()
  await lead('Ben')
  await until(() => receiver.seen.some(({ path, json }) => path === '/slack' && JSON.stringify(json).includes('Ben')))
  expect(receiver.seen.find(({ path }) => path === '/slack')!.headers.authorization).toBe('Bearer very-secret')
  expect(opened.errors).toEqual([])
})

test('a server’s refusal and a lost connection are told by their reason', async () => {
  await Promise.all(Array.from({ length: 10 }, (_, n) => make({ url: `${receiver.url}/${n}`, enabled: false })))
  const page = await open(await browser())
  await button(page, 'Add endpoint').click()
  await field(page, 'URL').fill(`${receiver.url}/eleven`)
  await button(page, 'Save').click()
  await main(page)
    .getByText(/A site has at most 10 webhook endpoints\. Delete one first\.$/)
    .waitFor()
  await button(page, 'Cancel').click()
  await goOffline(page)
  await button(page, 'Send test').first().click()
  await main(page)
    .getByRole('alert')
    .getByText(/cannot be reached/)
    .waitFor()
  await page.context().setOffline(false)
})

/** The list, the editor and the deliveries, one after another. */
async function eachView(page: Page, names: { edit: string; cancel: string; log: string }, check: () => Promise<void>) {
  await check()
  await button(page, names.edit).first().click()
  await main(page).locator('figure pre').first().waitFor()
  await check()
  await button(page, names.cancel).click()
  await button(page, names.log).first().click()
  await main(page).locator('summary').first().click()
  await main(page).locator('figure pre').first().waitFor()
  await check()
}

async function makeAll(): Promise<void> {
  const { id } = await make({
    url: `${receiver.url}/${'long-path/'.repeat(20)}?${'x'.repeat(120)}`,
    description: 'W'.repeat(200),
    format: 'custom',
    headers: [{ name: 'X-Key', value: 'abcdef', secret: true }],
    events: ['lead.captured'],
    body: '{"name": "{{data.name}}"}',
  })
  receiver.answers(500)
  await desk.post(`/webhooks/${id}/test`)
}

test('axe finds nothing, and nothing is wider than a phone', async () => {
  await makeAll()
  const page = await open(await browser())
  await text(page, 'Failing').waitFor()
  const names = { edit: 'Edit', cancel: 'Cancel', log: 'Deliveries' }
  await eachView(page, names, async () => {
    expect(await faultsIn.light(page)).toEqual([])
    await page.emulateMedia({ colorScheme: 'dark' })
    expect(await faultsIn.dark(page, 'main')).toEqual([])
    await page.emulateMedia({ colorScheme: 'light' })
  })
  await page.setViewportSize({ width: 360, height: 740 })
  await page.reload()
  await text(page, 'Failing').waitFor()
  await eachView(page, names, async () => {
    const { scrollWidth, clientWidth } = await main(page).evaluate((element) => element)
    expect([scrollWidth, await page.evaluate(() => document.documentElement.scrollWidth)]).toEqual([clientWidth, 360])
    expect(await faultsIn.narrow(page, 'main')).toEqual([])
  })
})

test('German has no English left', async () => {
  await makeAll()
  const opened = await browser()
  const page = await open(opened)
  await page.evaluate(() => localStorage.setItem('frontdesk.language', 'de'))
  await page.reload()
  await text(page, 'Schlägt fehl').waitFor()
  await button(page, 'Test senden').click()
  await text(page, 'Der Test ist fehlgeschlagen.').waitFor()
  const english =
    /\b(the|is|of|and|with|not|endpoint|event|events|delivery|deliveries|secret|add|edit|save|cancel|show|body|failed|header value)\b/i
  const names = { edit: 'Ändern', cancel: 'Abbrechen', log: 'Zustellungen' }
  await eachView(page, names, async () => {
    const said = await main(page).evaluate((element) => {
      const copy = element.cloneNode(true) as HTMLElement
      for (const foreign of copy.querySelectorAll('pre, code, option, bdi')) foreign.remove()
      return copy.innerText
    })
    expect(said.match(english)).toBeNull()
  })
  expect(opened.errors).toEqual([])
})

test('a member does not see the page; changes by others appear', async () => {
  const opened = await browser()
  const page = await open(opened)
  await main(page)
    .getByText(/^No endpoint yet\./)
    .waitFor()
  await make({ description: 'Made elsewhere' })
  await eventually(() => text(page, 'Made elsewhere').count()).toBe(1)
  const other = await open(opened, 'member@shop.example')
  await main(other).getByText('There is no such page in the settings.').waitFor()
  expect(opened.errors).toEqual([])
})
