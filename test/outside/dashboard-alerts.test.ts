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
// A visitor who still waits would alert in the next test, too.
afterEach(async () => {
  const { items } = (await desk.get('/conversations?filter=waiting')).body
  for (const { id } of items) await desk.post(`/conversations/${id}/close`)
})

/** What a window did: tones that it played to their end, and notifications that it showed and closed. */
type Told = {
  notes: number[]
  played: number[]
  shown: { title: string; body: string; tag: string }[]
  closed: string[]
}

/** Records in each page what it plays and shows, because the test machine has neither. */
async function listenTo(context: BrowserContext, kept: object = {}) {
  await context.addInitScript((kept) => {
    const told: Told = { notes: [], played: [], shown: [], closed: [] }
    Object.assign(window, { told })
    // The empty page before the first navigation has no storage.
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

/** The browsers' autoplay policy, because calls of a test count as user gestures. */
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
const emittedBy = async (pages: Page[]) => {
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
  test('alerts once in two windows, is counted in both titles, and the alert ends when a colleague takes over', async () => {
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
    await eventually(async () => (await emittedBy(pages)).notes).toEqual(rises)
    await eventually(async () => (await emittedBy(pages)).shown).toEqual([
      { title: 'A visitor is waiting', body: 'Open the conversation to answer.', tag: `waiting ${id}` },
    ])
    expect(await page.locator('link[rel="icon"]').getAttribute('href')).toMatch(/^data:image\/svg/)
    await desk.call('POST', `/conversations/${id}/takeover`, { body: {}, token: colleague })
    for (const one of pages) await waitsAlone(one, 0)
    expect((await emittedBy(pages)).closed).toEqual([`waiting ${id}`])
    expect(await page.locator('link[rel="icon"]').getAttribute('href')).toMatch(/mark/)
    expect((await emittedBy(pages)).notes).toEqual(rises)
    await desk.post(`/conversations/${id}/close`)
    expect(opened.errors).toEqual([])
  })

  test.each(['the window that shows', 'the other one'])(
    'sounds repeatedly until then, and is shown once: %s plays, and after closing it the other one continues',
    async (heard) => {
      await using opened = await openBrowser()
      const { page, context } = opened
      await listenTo(context, { repeatSeconds: 1 })
      await strictAboutSound(context)
      // The first window shows notifications. Which one plays sounds depends on where somebody clicked first.
      await signIn(page)
      const other = await context.newPage()
      await signIn(other)
      const [first, rest] = heard === 'the other one' ? [other, page] : [page, other]
      for (const one of [first, rest]) await letPlay(one)
      const id = await visitorAsks()
      await eventually(async () => (await emittedBy([first, rest])).notes.length).toBeGreaterThanOrEqual(12)
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

  test('who waited before the window opened alerts too; without a click the page says that its sound is blocked', async () => {
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
    const turnOn = fresh.getByRole('navigation', { name: 'Main' }).getByRole('button', { name: 'Turn sound on' })
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

describe('an own conversation', () => {
  test('alerts when a colleague assigns it; its messages alert unless it is visible, with their text if that is enabled', async () => {
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
    // A mention in a note alerts once, and ends once the conversation was shown.
    const note = { text: '@Our ann, do you know them?' }
    await desk.call('POST', `/conversations/${id}/notes`, { body: note, token: colleague })
    const mention = { title: 'You were mentioned · Ada Gray', body: 'And not seen', tag: `mention ${id}` }
    await eventually(async () => (await told(page)).shown.slice(1)).toEqual([mention])
    await goTo(page, `/inbox/all/${id}`)
    await eventually(async () => (await told(page)).closed).toContain(`mention ${id}`)
    await desk.post(`/conversations/${id}/close`)
  })
})

test('a mention in a note on a contact is shown once, links to their newest conversation, and alerts nobody else', async () => {
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
    title: 'You were mentioned',
    body: 'Open the conversation to read it.',
    tag: `mention ${newest}`,
  }
  await eventually(async () => (await told(page)).shown).toEqual([mention])
  await page.evaluate(() => (window as unknown as { clickLast(): void }).clickLast())
  await page.waitForURL(`**/dashboard/inbox/all/${newest}`)
  await page.getByText('do you know them?').first().waitFor()
  const { shown, closed } = await told(page)
  expect([shown, new Set(closed)]).toEqual([[mention], new Set([mention.tag])])
  // A window that already shows the contact shows the note.
  await write('Their bell is broken, too.')
  await page.getByText('Their bell is broken, too.').waitFor()
  for (const id of [older, newest]) await desk.post(`/conversations/${id}/close`)
})

describe('the alert settings', () => {
  test('apply immediately in every window, and each class can be tested', async () => {
    await using opened = await openBrowser()
    const { page, context } = opened
    await listenTo(context)
    await signIn(page)
    const other = await context.newPage()
    await signIn(other)
    await page.getByLabel('Sound: A visitor is waiting').uncheck()
    await eventually(() => other.getByLabel('Sound: A visitor is waiting').isChecked()).toBe(false)
    await page.getByRole('button', { name: 'Test: I am mentioned in a note' }).click()
    await hasSaid(page, 'You should have heard and seen it now.')
    expect(await told(page)).toMatchObject({ notes: [1047], shown: [{ title: 'This is a test', tag: 'test' }] })
    // The audio context runs only while something plays, and resumes for the next sound.
    const rests = async (...played: number[]) => {
      await eventually(async () => (await told(page)).played).toEqual(played)
      await eventually(() => page.evaluate(audioState)).toBe('suspended')
    }
    await rests(1047)
    await page.getByRole('button', { name: 'Test: I am mentioned in a note' }).click()
    await rests(1047, 1047)
    for (const of of ['Sound', 'Notification']) await page.getByLabel(`${of}: Nobody came in time`).uncheck()
    await page.getByRole('button', { name: 'Test: Nobody came in time' }).click()
    await hasSaid(page, 'Sound and notifications are off for this.')
    await page.reload()
    expect(await page.getByLabel('Sound: A visitor is waiting').isChecked()).toBe(false)
    expect(opened.errors).toEqual([])
  })
})
