import type { BrowserContext, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { buildDashboard, eventually } from '../support/agent.ts'
import { openBrowser } from '../support/browser.ts'
import { type Client, createClient } from '../support/client.ts'
import { addPerson, goTo, letPlay, signInto, tokenFor } from '../support/desk-page.ts'
import { pageIdle } from '../support/idle.ts'
import { hasSaid } from '../support/said.ts'
import { type Server, startServer } from '../support/server.ts'

let server: Server
let desk: Client
let colleague: string

beforeAll(async () => {
  buildDashboard()
  server = await startServer({ config: { sites: [{ id: 'shop', name: 'The shop' }] } })
  desk = createClient(server)
  const security = { signIn: { attemptsPerIp: 1000 }, limits: { messagesPerIpPerMinute: 1000 } }
  await desk.call('PUT', '/settings', { body: { settings: { security, live: { waitSeconds: 3600 } } } })
  for (const name of ['ann', 'ben'])
    await addPerson(desk, { email: `${name}@shop.example`, name: `Our ${name}`, role: 'admin' })
  colleague = await tokenFor(server, 'ben@shop.example')
})
afterAll(() => server[Symbol.asyncDispose]())
// Whoever still waits would be told in the next test, too.
afterEach(async () => {
  const { items } = (await desk.get('/conversations?filter=waiting')).body
  for (const { id } of items) await desk.post(`/conversations/${id}/close`)
})

/** What a window did: notes of its sounds, begun and played to their end, and the notifications that it showed and closed. */
type Told = {
  notes: number[]
  played: number[]
  shown: { title: string; body: string; tag: string }[]
  closed: string[]
}

/** Has each page write down what it plays and shows, as the machine of the test has neither. */
async function listenTo(context: BrowserContext, kept: object = {}) {
  await context.addInitScript((kept) => {
    const told: Told = { notes: [], played: [], shown: [], closed: [] }
    Object.assign(window, { told })
    // An empty page, before the first address, keeps nothing.
    if (location.protocol !== 'about:' && !localStorage.getItem('frontdesk.alerts'))
      localStorage.setItem('frontdesk.alerts', JSON.stringify(kept))
    const { start } = AudioScheduledSourceNode.prototype
    OscillatorNode.prototype.start = function (...when) {
      told.notes.push(this.frequency.value)
      this.addEventListener('ended', () => told.played.push(this.frequency.value))
      Object.assign(window, { audio: this.context })
      start.apply(this, when)
    }
    class Fake extends EventTarget {
      static permission = 'granted'
      static requestPermission = async () => 'granted'
      tag: string
      onclick?: () => void
      constructor(title: string, { body = '', tag = '' }: NotificationOptions = {}) {
        super()
        this.tag = tag
        told.shown.push({ title, body, tag })
        Object.assign(window, { clickLast: () => this.onclick?.() })
      }
      close() {
        told.closed.push(this.tag)
      }
    }
    Object.assign(window, { Notification: Fake })
  }, kept)
}

/** The rule of browsers for a page that nobody touched. Whatever a test asks of a page counts as a touch there. */
async function strictAboutSound(pages: BrowserContext | Page) {
  await pages.addInitScript(() => {
    let isTouched = false
    for (const gesture of ['pointerdown', 'keydown'])
      addEventListener(
        gesture,
        () => {
          isTouched = true
        },
        { capture: true },
      )
    class Strict extends AudioContext {
      constructor() {
        super()
        if (!isTouched) void this.suspend()
      }
      override resume = () => (isTouched ? super.resume() : new Promise<void>(() => {}))
    }
    Object.assign(window, { AudioContext: Strict })
  })
}

const told = (page: Page): Promise<Told> => page.evaluate(() => (window as unknown as { told: Told }).told)
const toldBy = async (pages: Page[]) => {
  const all = await Promise.all(pages.map(told))
  return {
    notes: all.flatMap(({ notes }) => notes),
    shown: all.flatMap(({ shown }) => shown),
    closed: all.flatMap(({ closed }) => closed),
  }
}

async function signIn(page: Page, path = 'settings/alerts') {
  await signInto(page.context(), server, 'ann@shop.example')
  await page.goto(`${server.url}/dashboard/${path}`)
  await page.getByRole('link', { name: 'Settings' }).first().waitFor()
}

/** A visitor who asks for a person. */
async function visitorAsks(): Promise<string> {
  const { id } = (await desk.post('/conversations', { message: 'My bike is broken', contact: { name: 'Ada Gray' } }))
    .body
  await desk.post(`/conversations/${id}/messages`, { action: { id: 'person', value: 'person' } })
  return id
}

const audioState = () => (window as unknown as { audio: AudioContext }).audio.state

const waitsAlone = async (page: Page, count: number) =>
  await eventually(() => page.title()).toMatch(count > 0 ? new RegExp(`^\\(${count}\\) `) : /^[^(]/)

const rises = [659, 784, 988, 659, 784, 988]

describe('a visitor who asks for a person', () => {
  test('is heard once and shown once over two windows, stands in both titles, and is over once a colleague took them', async () => {
    await using opened = await openBrowser()
    const { page, context } = opened
    await listenTo(context, { repeatSeconds: 0 })
    await signIn(page)
    const other = await context.newPage()
    await signIn(other, 'inbox/all')
    const pages = [page, other]
    for (const one of pages) await letPlay(one)
    const id = await visitorAsks()
    for (const one of pages) await waitsAlone(one, 1)
    await eventually(async () => (await toldBy(pages)).notes).toEqual(rises)
    await eventually(async () => (await toldBy(pages)).shown).toEqual([
      { title: 'A visitor waits for a person', body: 'Open the conversation to answer.', tag: `waiting ${id}` },
    ])
    expect(await page.locator('link[rel="icon"]').getAttribute('href')).toMatch(/^data:image\/svg/)
    await desk.call('POST', `/conversations/${id}/takeover`, { body: {}, token: colleague })
    for (const one of pages) await waitsAlone(one, 0)
    expect((await toldBy(pages)).closed).toEqual([`waiting ${id}`])
    expect(await page.locator('link[rel="icon"]').getAttribute('href')).toMatch(/mark/)
    expect((await toldBy(pages)).notes).toEqual(rises)
    await desk.post(`/conversations/${id}/close`)
    expect(opened.errors).toEqual([])
  })

  test.each(['the window that shows', 'the other one'])(
    'is heard again and again until then, and shown once: %s is heard; that one closed, the other one goes on',
    async (heard) => {
      await using opened = await openBrowser()
      const { page, context } = opened
      await listenTo(context, { repeatSeconds: 1 })
      await strictAboutSound(context)
      // The first window shows: which one is heard is another matter, that of where somebody clicked first.
      await signIn(page)
      const other = await context.newPage()
      await signIn(other)
      const [first, rest] = heard === 'the other one' ? [other, page] : [page, other]
      for (const one of [first, rest]) await letPlay(one)
      const id = await visitorAsks()
      await eventually(async () => (await toldBy([first, rest])).notes.length).toBeGreaterThanOrEqual(12)
      await pageIdle(rest)
      expect((await told(rest)).notes).toEqual([])
      await eventually(async () => (await told(page)).shown.map(({ tag }) => tag)).toEqual([`waiting ${id}`])
      await pageIdle(other)
      expect((await told(other)).shown).toEqual([])
      await first.close()
      await eventually(async () => (await told(rest)).notes.length).toBeGreaterThanOrEqual(6)
      expect((await told(rest)).shown).toHaveLength(rest === page ? 1 : 0)
      await desk.post(`/conversations/${id}/close`)
      await waitsAlone(rest, 0)
    },
  )

  test('and was asked for before the window opened is told, too; without a click the page says that it is silent', async () => {
    await using opened = await openBrowser()
    const { page, context } = opened
    await listenTo(context)
    await signIn(page)
    const id = await visitorAsks()
    const fresh = await context.newPage()
    await strictAboutSound(fresh)
    await page.close()
    await signIn(fresh)
    await waitsAlone(fresh, 1)
    const turnOn = fresh.getByRole('button', { name: 'Turn sound on' })
    await turnOn.waitFor()
    await pageIdle(fresh)
    expect((await told(fresh)).notes).toEqual([])
    await turnOn.click()
    await eventually(async () => (await told(fresh)).notes.slice(0, 6)).toEqual(rises)
    await turnOn.waitFor({ state: 'hidden' })
    await desk.post(`/conversations/${id}/close`)
    await waitsAlone(fresh, 0)
  })
})

describe('a conversation of one’s own', () => {
  test('given by a colleague is told; looked at, its messages are not; elsewhere they are, with the words where that is chosen', async () => {
    await using opened = await openBrowser()
    const { page, context } = opened
    await listenTo(context, { repeatSeconds: 0, preview: true })
    await signIn(page)
    const { id } = (await desk.post('/conversations', { message: 'Hello', contact: { name: 'Ada Gray' } })).body
    await desk.call('POST', `/conversations/${id}/takeover`, { body: {}, token: colleague })
    await desk.post(`/conversations/${id}/assign`, { to: 'ann@shop.example' })
    await eventually(async () => (await told(page)).shown.map(({ tag }) => tag)).toEqual([`given ${id}`])
    await page.goto(`${server.url}/dashboard/inbox/all/${id}`)
    await page.getByText('Hello').first().waitFor()
    await desk.post(`/conversations/${id}/messages`, { text: 'Seen while it is written' })
    await page.getByText('Seen while it is written').first().waitFor()
    await page.getByRole('link', { name: 'Settings' }).first().click()
    await page.getByRole('navigation', { name: 'Settings' }).waitFor()
    await desk.post(`/conversations/${id}/messages`, { text: 'And not seen' })
    await eventually(async () => (await told(page)).shown).toEqual([
      { title: 'A conversation of yours · Ada Gray', body: 'And not seen', tag: `message ${id}` },
    ])
    // Named in a note: told once, and over once the conversation was looked at.
    const note = { text: '@Our ann, do you know them?' }
    await desk.call('POST', `/conversations/${id}/notes`, { body: note, token: colleague })
    const mention = { title: 'You were named in a note · Ada Gray', body: 'And not seen', tag: `mention ${id}` }
    await eventually(async () => (await told(page)).shown.slice(1)).toEqual([mention])
    await goTo(page, `/inbox/all/${id}`)
    await eventually(async () => (await told(page)).closed).toContain(`mention ${id}`)
    await desk.post(`/conversations/${id}/close`)
  })
})

test('named in a note on a contact: shown once, for their newest conversation, which a click opens; nobody else is told', async () => {
  await using opened = await openBrowser()
  const { page, context } = opened
  await listenTo(context)
  await signIn(page)
  const contact = { name: 'Ada Gray', email: 'ada@mail.example' }
  const start = async (message: string) => (await desk.post('/conversations', { message, contact })).body.id
  const older = await start('My bike is broken')
  const newest = await start('Is it ready?')
  const { lead_id } = (await desk.get(`/conversations/${newest}`)).body.conversation
  const write = (text: string) => desk.call('POST', `/leads/${lead_id}/notes`, { body: { text }, token: colleague })
  await write('@Our ben: this is mine to do')
  await write('@Our ann: do you know them?')
  const mention = {
    title: 'You were named in a note',
    body: 'Open the conversation to read it.',
    tag: `mention ${newest}`,
  }
  await eventually(async () => (await told(page)).shown).toEqual([mention])
  await page.evaluate(() => (window as unknown as { clickLast(): void }).clickLast())
  await page.waitForURL(`**/dashboard/inbox/all/${newest}`)
  await page.getByText('do you know them?').first().waitFor()
  const { shown, closed } = await told(page)
  expect([shown, new Set(closed)]).toEqual([[mention], new Set([mention.tag])])
  // What is on the contact shows in a window that is open there already.
  await write('Their bell is broken, too.')
  await page.getByText('Their bell is broken, too.').waitFor()
  for (const id of [older, newest]) await desk.post(`/conversations/${id}/close`)
})

describe('the settings of alerts', () => {
  test('hold at once and in every window; each class can be tried', async () => {
    await using opened = await openBrowser()
    const { page, context } = opened
    await listenTo(context)
    await signIn(page)
    const other = await context.newPage()
    await signIn(other)
    await page.getByLabel('Sound: A visitor waits for a person').uncheck()
    await eventually(() => other.getByLabel('Sound: A visitor waits for a person').isChecked()).toBe(false)
    await page.getByRole('button', { name: 'Test: Somebody names me in a note' }).click()
    await hasSaid(page, 'You should have heard and seen it now.')
    expect(await told(page)).toMatchObject({ notes: [1047], shown: [{ title: 'This is a test', tag: 'test' }] })
    // What plays is at work only while something is to be heard, and wakes for the next sound.
    const rests = async (...played: number[]) => {
      await eventually(async () => (await told(page)).played).toEqual(played)
      await eventually(() => page.evaluate(audioState)).toBe('suspended')
    }
    await rests(1047)
    await page.getByRole('button', { name: 'Test: Somebody names me in a note' }).click()
    await rests(1047, 1047)
    await page.getByLabel('Notification: Nobody came in time').uncheck()
    await page.getByRole('button', { name: 'Test: Nobody came in time' }).click()
    await hasSaid(page, 'Nothing is turned on for this.')
    await page.reload()
    expect(await page.getByLabel('Sound: A visitor waits for a person').isChecked()).toBe(false)
    expect(opened.errors).toEqual([])
  })
})
