import { readdirSync } from 'node:fs'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { accessFaults } from '../support/axe.ts'
import { type OpenBrowser, openBrowser } from '../support/browser.ts'
import { answered, articles, ask, box, focused, isInSight, log, tabTo } from '../support/chat-page.ts'
import { type Client, createClient } from '../support/client.ts'
import { type FakeOllama, quote, startFakeOllama } from '../support/fake-ollama.ts'
import { expectHarmless, hostileTexts } from '../support/hostile.ts'
import { type Server, startServer } from '../support/server.ts'
import { createGate, type Step, stepped } from '../support/steps.ts'

import { launcher } from '../support/widget-page.ts'

let ollama: FakeOllama
let server: Server
let desk: Client

beforeAll(async () => {
  ollama = await startFakeOllama()
  server = await startServer({ env: { OLLAMA_HOST: ollama.url } })
  desk = createClient(server)
  await desk.call('PUT', '/settings', {
    body: { settings: { security: { limits: { messagesPerIpPerMinute: 1000 } } } },
  })
})
afterAll(async () => {
  await server[Symbol.asyncDispose]()
  await ollama.close()
})
afterEach(() => ollama.script(quote))

const says = (...steps: Step[]) => ollama.script(() => steps)

/** The chat page, as a visitor has it before the first word. */
async function openChat(): Promise<OpenBrowser> {
  const opened = await openBrowser()
  await opened.page.goto(`${server.url}/demo/chat.html`)
  await log(opened.page).getByRole('article').waitFor()
  return opened
}

/** What a browser says of answers with an error status, which here are asked for. */
const withoutStatuses = (errors: string[]) => errors.filter((line) => !line.startsWith('Failed to load resource'))

/** How often this was stored as a visitor's message, in whichever conversation. */
async function timesStored(text: string): Promise<number> {
  const { items } = (await desk.get('/conversations?limit=100')).body
  const all = await Promise.all(items.map(({ id }: { id: string }) => desk.stored(id)))
  return all.flat().filter((message) => message.role === 'user' && message.text === text).length
}

describe('a visitor of the demo', () => {
  test('goes to the chat’s page and reads the answer grow, with the pages that it came from', async () => {
    await using opened = await openBrowser()
    const { page } = opened
    await page.goto(`${server.url}/demo/faq.html`)
    await page.getByRole('link', { name: 'ask in the chat' }).click()
    await log(page).getByText('What would you like to know?').waitFor()
    const gate = createGate()
    says(...stepped(gate, ['A puncture with a new inner tube ', 'costs £14.']))
    await page.getByRole('button', { name: 'What does a puncture cost?' }).click()
    gate.step()
    await log(page).getByText('A puncture with a new inner tube').waitFor()
    expect(await page.getByRole('button', { name: 'Stop' }).isVisible()).toBe(true)
    gate.open()
    await log(page).getByText('costs £14.').waitFor()

    const sources = log(page).getByRole('region', { name: 'Sources' }).getByRole('link')
    // They come with the end of the answer, a moment after its last words.
    await sources.first().waitFor()
    const addresses = await sources.evaluateAll((links) => links.map((link) => (link as HTMLAnchorElement).href))
    expect(addresses).toContain(`${server.url}/demo/workshop.html`)
    for (const address of addresses) expect((await fetch(address)).status).toBe(200)

    await page.reload()
    await log(page).getByText('costs £14.').waitFor()
    expect(await articles(page).count()).toBe(3)
    const asked = ollama.next('/api/chat')
    ollama.script(quote)
    await ask(page, 'Can I rent an e-bike for a weekend?')
    await answered(page)
    expect((await asked).body).toContain('What does a puncture cost?')
    expect(await articles(page).count()).toBe(5)
    expect([opened.errors, opened.foreign]).toEqual([[], []])
  })

  test('who has no mouse gets to the chat, through it and out again', async () => {
    await using opened = await openBrowser()
    const { page } = opened
    await page.goto(`${server.url}/demo/faq.html`)
    await tabTo(page, 'ask in the chat')
    await page.keyboard.press('Enter')
    await page.getByRole('button', { name: 'What does a puncture cost?' }).waitFor()
    expect(await focused(page)).toBe('Your question')
    says({ text: 'A puncture costs £14, see [the prices](https://example.com/prices).' })
    await page.keyboard.type('What does a puncture cost?')
    await page.keyboard.press('Enter')
    await log(page).getByText('£14').waitFor()
    expect(await focused(page)).toBe('Your question')
    await tabTo(page, 'the prices', 'Shift+Tab')
    await tabTo(page, 'New conversation', 'Shift+Tab')
    await page.keyboard.press('Enter')
    await expect.poll(() => articles(page).count()).toBe(1)
    expect(await focused(page)).toBe('Your question')
  })

  test('what is written offline is sent once, when the connection is back', async () => {
    await using opened = await openChat()
    const { page, context } = opened
    await context.setOffline(true)
    await ask(page, 'Do you mend tandems?')
    await log(page).getByText('Will be sent when you are back online').waitFor()
    await box(page).fill('Half a thought')
    expect(await timesStored('Do you mend tandems?')).toBe(0)
    await context.setOffline(false)
    await log(page).getByText('Will be sent').waitFor({ state: 'detached' })
    await answered(page)
    await expect.poll(() => articles(page).count()).toBe(3)
    expect([await timesStored('Do you mend tandems?'), await box(page).inputValue()]).toEqual([1, 'Half a thought'])
  })

  test('an error of the model is told in words, and trying again sends the same message', async () => {
    says({ text: 'We ' }, { error: 'llama runner process has terminated' })
    await using opened = await openChat()
    const { page, errors } = opened
    await ask(page, 'Do you sell bells?')
    await log(page).getByText('cannot answer at the moment').waitFor()
    says({ text: 'We sell bells.' })
    await log(page).getByRole('button', { name: 'Try again' }).click()
    await log(page).getByText('We sell bells.').waitFor()
    expect(await log(page).getByText('cannot answer').count()).toBe(0)
    expect([await articles(page).count(), await timesStored('Do you sell bells?')]).toEqual([3, 1])
    expect(withoutStatuses(errors)).toEqual([])
  })

  test('a long answer is read from its beginning; the rest is one press away', async () => {
    await using opened = await openChat()
    const { page } = opened
    says({ text: Array.from({ length: 80 }, (_, at) => `Line ${at} of many.`).join('\n\n') })
    await ask(page, 'Tell me everything')
    await answered(page)
    expect(await isInSight(page, 'Tell me everything')).toBe(true)
    expect(await isInSight(page, 'Line 79 of many.')).toBe(false)
    await page.getByRole('button', { name: 'More below' }).click()
    await expect.poll(() => isInSight(page, 'Line 79 of many.')).toBe(true)
  })
})

describe('[threat 3] [threat 4] hostile text does nothing in the chat page', () => {
  test('of the visitor, of the model, and of the knowledge that it repeats', async () => {
    for (const [at, content] of hostileTexts.entries())
      await desk.post('/knowledge/manual', {
        title: `Plover ${at} ${content.slice(0, 80)}`,
        content: `Plover tickets: ${content}`,
      })
    await using opened = await openChat()
    const { page } = opened
    const all = hostileTexts.join('\n\n')
    says(...(all.match(/[\s\S]{1,7}/g) ?? []).map((text) => ({ text })))
    await ask(page, all.slice(0, 1000))
    await answered(page)
    await log(page).getByText('press me').nth(1).waitFor()
    ollama.script(quote)
    await ask(page, 'What are plover tickets?')
    await answered(page)
    await log(page).getByText('Plover').last().waitFor()
    await expectHarmless(opened, page.locator('body'))
    await page.reload()
    await articles(page).nth(4).waitFor()
    await expectHarmless(opened, page.locator('body'))
    expect(opened.errors).toEqual([])
  })

  test('of the settings that the page shows', async () => {
    const before = (await desk.get('/settings')).body.settings
    const [first = '', ...rest] = hostileTexts.map((text) => text.slice(0, 150).replaceAll('\n', ' '))
    const settings = {
      botName: first.slice(0, 30),
      welcomeMessage: hostileTexts.join(' ').slice(0, 500),
      starterQuestions: rest.slice(0, 4),
    }
    const { status } = await desk.call('PUT', '/settings', { body: { settings } })
    expect(status).toBe(200)
    await using opened = await openChat()
    await expectHarmless(opened, opened.page.locator('body'))
    const { botName, welcomeMessage, starterQuestions } = before
    await desk.call('PUT', '/settings', { body: { settings: { botName, welcomeMessage, starterQuestions } } })
  })
})

describe('what axe finds wrong with', () => {
  const names = readdirSync('widget/demo').filter((name) => name.endsWith('.html') && name !== 'chat.html')

  test('the pages of the demo: nothing', async () => {
    await using opened = await openBrowser()
    const { page, errors, foreign } = opened
    for (const name of names) {
      await page.goto(`${server.url}/demo/${name}`)
      await launcher(page).waitFor()
      expect([name, await accessFaults(page)]).toEqual([name, []])
    }
    await page.emulateMedia({ colorScheme: 'dark' })
    expect(await accessFaults(page)).toEqual([])
    expect([errors, foreign]).toEqual([[], []])
  })

  test('the chat with all that can stand in it: nothing', async () => {
    await using opened = await openChat()
    const { page } = opened
    says({
      text: '# Prices\n\n| What | Price |\n| --- | --- |\n| Tube | £14 |\n\n1. `one`\n2. **two**\n\n> said [so](https://example.com)',
    })
    await ask(page, 'What does it cost?')
    await answered(page)
    says({ error: 'boom' })
    await ask(page, 'And now?')
    await log(page).getByRole('button', { name: 'Try again' }).waitFor()
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme })
      expect([colorScheme, await accessFaults(page)]).toEqual([colorScheme, []])
    }
  })
})
