import type { Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import type { Svc } from '../../widget/api.ts'
import { type OpenBrowser, openBrowser } from '../support/browser.ts'
import {
  ask,
  box,
  dialog,
  launcher,
  listen,
  loaded,
  startWidgetWorld,
  svc,
  type WidgetWorld,
} from '../support/widget-page.ts'

let world: WidgetWorld
let opened: OpenBrowser
let page: Page

const form = {
  id: 'quote',
  title: 'Ask for a quote',
  fields: [
    { name: 'name', label: 'Name', type: 'text' },
    { name: 'mail', label: 'Email', type: 'email' },
    { name: 'what', label: 'What is it about?', type: 'textarea' },
  ],
}
const flow = {
  id: 'repair',
  title: 'Book a repair',
  steps: [{ field: 'bike', ask: 'What kind of bike is it?', input: 'choice', choices: ['City bike'] }],
  submit: { as: 'message', template: 'A repair. Bike: {bike}.' },
}

beforeAll(async () => {
  world = await startWidgetWorld({ shop: { forms: [form], flows: [flow], home: { title: 'Welcome to the shop' } } })
})
afterAll(() => world.close())
beforeEach(async () => {
  opened = await openBrowser()
  page = opened.page
})
afterEach(async () => {
  expect(opened.errors).toEqual([])
  await opened.close()
})

const field = (name: string) => dialog(page).getByRole('textbox', { name })

test('a form, a flow and the first screen are opened; what the site does not have is ignored', async () => {
  await page.goto(world.page('/open'))
  await svc(page, 'openForm', 'quote')
  await dialog(page).getByRole('form', { name: 'Ask for a quote' }).waitFor()
  await svc(page, 'openFlow', 'repair')
  await dialog(page).getByText('What kind of bike is it?').waitFor()
  await svc(page, 'openHome')
  await dialog(page).getByRole('heading', { name: 'Welcome to the shop' }).waitFor()
  await svc(page, 'close')
  for (const id of ['none', 'repair', '', undefined, {}, '__proto__']) await svc(page, 'openForm', id)
  await svc(page, 'openFlow', 'quote')
  await page.evaluate(() => new Promise((resolve) => requestIdleCallback(resolve)))
  expect(await svc(page, 'debug')).toMatchObject({ open: false })
})

test('forms and the box begin with what the page knows; what the visitor wrote stays', async () => {
  await page.goto(world.page('/prefill'))
  await svc(page, 'prefill', { name: 'Ada', email: 'ada@example.com', message: 'About my order 17:', other: 'x' })
  await launcher(page).click()
  await expect.poll(() => box(page).inputValue()).toBe('About my order 17:')
  await box(page).fill('My own words')
  await svc(page, 'prefill', { message: 'Something else' })
  await svc(page, 'openForm', 'quote')
  await expect.poll(() => field('Name').inputValue()).toBe('Ada')
  expect([await field('Email').inputValue(), await field('What is it about?').inputValue()]).toEqual([
    'ada@example.com',
    '',
  ])
  await svc(page, 'openHome')
  expect(await box(page).inputValue()).toBe('My own words')
})

/** What the team reads of the page's attributes. */
async function attributesOfChat(): Promise<unknown> {
  const { conversation } = (await svc(page, 'debug')) as { conversation: string | null }
  return (
    conversation &&
    (await world.client.get(`/conversations/${conversation}?site=shop`)).body.conversation.page_attributes
  )
}

test('attributes that the page sets while the chat starts reach the team, too', async () => {
  const release = Promise.withResolvers<void>()
  await page.route('**/chat/conversations*', async (route) => {
    await release.promise
    await route.continue()
  })
  await page.goto(world.page('/attributes-late'))
  const asked = page.waitForRequest(/\/chat\/conversations$/)
  await svc(page, 'send', 'Hello')
  await asked
  await svc(page, 'setAttributes', { plan: 'pro', cart: 'full' })
  release.resolve()
  await expect.poll(attributesOfChat).toEqual({ plan: 'pro', cart: 'full' })
})

test('attributes that the server refuses do not keep a visitor from chatting', async () => {
  await page.goto(world.page('/attributes-many'))
  const many = Array.from({ length: 21 }, (_, at) => [`name${at}`, 'value'])
  await svc(page, 'open')
  await box(page).waitFor()
  await svc(page, 'setAttributes', Object.fromEntries(many))
  await ask(page, 'Hello')
  await expect.poll(() => svc(page, 'debug')).toMatchObject({ conversation: expect.any(String) })
  expect(await attributesOfChat()).toBeNull()
  // The browser reports the refused request; nothing else went wrong.
  expect(opened.errors.splice(0)).toEqual([expect.stringContaining('400')])
  // They may change one after the other, however many there were.
  for (const [name] of many) await svc(page, 'setAttributes', { [name!]: '' })
  await svc(page, 'setAttributes', { plan: 'pro' })
  await expect.poll(attributesOfChat).toEqual({ plan: 'pro' })
})

test('attributes of the page reach the team, before and after the start', async () => {
  await page.goto(world.page('/attributes'))
  await svc(page, 'setAttributes', { plan: 'pro', seats: 5, nested: {}, nothing: null })
  await launcher(page).click()
  await ask(page, 'Hello')
  await expect.poll(attributesOfChat).toEqual({ plan: 'pro', seats: '5' })
  await svc(page, 'setAttributes', { plan: '', cart: 'full' })
  await expect.poll(attributesOfChat).toEqual({ seats: '5', cart: 'full' })
  for (const rubbish of [undefined, null, 1, 'x', [], {}, { a: {} }, new Date(0)])
    await svc(page, 'setAttributes', rubbish)
  expect(await attributesOfChat()).toEqual({ seats: '5', cart: 'full' })
})

test('ready is emitted once the chat is loaded, to later handlers too; unread with each count', async () => {
  const release = Promise.withResolvers<void>()
  await page.goto(world.page('/events'))
  const heard = await listen(page, ['ready', 'unread'])
  await loaded(page)
  await expect.poll(heard).toEqual(['ready'])
  const late = await page.evaluate(
    () => new Promise<string>((resolve) => (window.Svc as Svc).on('ready', () => resolve('late'))),
  )
  expect(late).toBe('late')
  await page.route('**/chat/conversations*', async (route) => {
    await release.promise
    await route.continue()
  })
  await svc(page, 'send', 'Hello')
  await svc(page, 'close')
  release.resolve()
  await expect.poll(heard).toEqual(['ready', ['unread', { count: 1 }]])
  await svc(page, 'open')
  await expect.poll(heard).toEqual(['ready', ['unread', { count: 1 }], ['unread', { count: 0 }]])
})

test('the tag names the language: Arabic is written from right to left on any page', async () => {
  await page.goto(world.page('/arabic', { attributes: 'data-site="shop" data-lang="ar"' }))
  await page.getByRole('button', { name: 'فتح المحادثة' }).click()
  const box = dialog(page).getByRole('textbox', { name: 'رسالتك' })
  await box.waitFor()
  expect(await box.evaluate((one) => getComputedStyle(one.closest('.window')!).direction)).toBe('rtl')
  const started = page.waitForRequest(
    (request) => /\/chat\/conversations$/.test(request.url()) && request.method() === 'POST',
  )
  await box.fill('مرحبا')
  await box.press('Enter')
  expect((await started).postDataJSON().context.locale).toBe('ar')
  await page.goto(world.page('/dutch', { attributes: 'data-site="shop" data-lang="nl-BE"' }))
  await dialog(page).getByRole('textbox', { name: 'Uw bericht' }).waitFor()
})
