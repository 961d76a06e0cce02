import { readFile } from 'node:fs/promises'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { send } from '../support/fake-connector.ts'
import { type Network, startNetwork } from '../support/network.ts'
import { createGate, type Gate } from '../support/steps.ts'
import { dialog, launcher, loaded, svc, teaser } from '../support/widget-page.ts'
import { type StoryWorld, startStories, streamsOf, type Visitor } from '../support/widget-story.ts'

let world: StoryWorld
let network: Network
let visitor: Visitor

beforeAll(async () => {
  network = await startNetwork()
  world = await startStories({ teasing: { teaser: { text: 'Can we help?' } } })
})
afterAll(async () => {
  await world.close()
  await network.close()
})
beforeEach(() => world.answers({ type: 'text', text: 'It costs **£14**.' }))
afterEach(async () => {
  const { dialogs, foreign, errors } = visitor
  const faults = errors.filter((line) => /policy|trusted|uncaught|error:/i.test(line))
  expect({ dialogs, foreign, faults }).toEqual({ dialogs: [], foreign: [], faults: [] })
  await visitor.close()
})

const question = 'What does a puncture cost?'

/** A reply in two pieces, each held until the gate opens. */
function writes(first = 'It costs ', second = '£14.'): Gate {
  const gate = createGate()
  const text = first + second
  world.says(
    { wait: gate },
    { text: first },
    { wait: gate },
    { text: second },
    send('done', { messages: [{ type: 'text', text }] }),
  )
  return gate
}

const answered = ({ log }: Visitor, count = 1) =>
  expect.poll(() => log.locator('.entry.assistant .bubble').count()).toBe(count + greeting)
/** The site's greeting. */
const greeting = 1

const texts = async (id: string) => (await world.read(id)).messages.map(({ text }: { text: string }) => text)

describe.each(['plain', 'hostile'] as const)('on a %s page', (host) => {
  test('the chat is opened, a question is sent, and the reply is shown as it is written', async () => {
    visitor = await world.visit(host, { closed: true })
    const gate = writes()
    await loaded(visitor.at)
    await launcher(visitor.at).click()
    await visitor.ask(question)
    const { window, log, box, button } = visitor
    await window.getByRole('status').getByText('Looking it up…').waitFor()
    gate.step()
    await window.locator('[aria-busy]').getByText('It costs').waitFor()
    expect(await log.getByText('It costs').count()).toBe(0)
    await button('Stop the reply').waitFor()
    gate.open()
    await log.getByText('It costs £14.').waitFor()
    await button('Send').waitFor()
    expect(await box.evaluate((field) => (field.getRootNode() as ShadowRoot).activeElement === field)).toBe(true)
    const id = await visitor.conversation()
    await expect.poll(() => texts(id)).toEqual([question, 'It costs £14.'])
    await button('Close the chat').click()
    await window.waitFor({ state: 'hidden' })
  })

  test('a stopped reply keeps its text so far, and the backend is notified', async () => {
    visitor = await world.visit(host)
    const gate = writes()
    await visitor.ask(question)
    gate.step()
    await visitor.window.locator('[aria-busy]').getByText('It costs').waitFor()
    const asked = world.backend.seen.at(-1)!
    await visitor.button('Stop the reply').click()
    await visitor.log.getByText('Stopped here').waitFor()
    expect((await visitor.said()).at(-1)).toBe('It costs')
    await asked.left
  })

  test('a failed reply is requested again, and the question is stored once', async () => {
    visitor = await world.visit(host)
    world.says({ status: 500, body: '' })
    await visitor.ask(question)
    await visitor.window.getByRole('alert').getByText('No reply could be written.').waitFor()
    world.answers({ type: 'text', text: 'All is well.' })
    await visitor.button('Try again').click()
    await visitor.log.getByText('All is well.').waitFor()
    await visitor.window.getByRole('alert').waitFor({ state: 'detached' })
    expect(await texts(await visitor.conversation())).toEqual([question, 'All is well.'])
  })

  test('[R431] a reply is rated up, down, and unrated', async () => {
    visitor = await world.visit(host)
    await visitor.ask(question)
    await answered(visitor)
    const id = await visitor.conversation()
    const ratings = async () => (await world.told(id, 'feedback.received')).map(({ data }) => data.rating)
    for (const [name, rating] of [
      ['Helpful', 'up'],
      ['Not helpful', 'down'],
      ['Not helpful', 'cleared'],
    ] as const) {
      await visitor.button(name).click()
      await expect.poll(async () => (await ratings()).at(-1)).toBe(rating)
      await expect.poll(() => visitor.button(name).getAttribute('aria-pressed')).toBe(`${rating !== 'cleared'}`)
    }
    expect(await ratings()).toEqual(['up', 'down', 'cleared'])
    // The menu loads the later parts, whose styles must leave it turned.
    await visitor.button('More').click()
    await visitor.button('Save the chat as a file').waitFor()
    const icon = visitor.button('Not helpful').locator('.icon')
    const turned = icon.evaluate((element) => [getComputedStyle(element).rotate, getComputedStyle(element).transform])
    expect(await turned).toEqual(['180deg', 'none'])
  })

  test('[R403] a teaser is shown beside the button, which counts a reply to the closed window until it is read', async () => {
    visitor = await world.visit(host, { site: 'teasing', closed: true })
    const { at, window } = visitor
    await teaser(at).getByText('Can we help?').click()
    await dialog(at).waitFor()
    expect(await teaser(at).count()).toBe(0)
    // Located again, because the page may have replaced it.
    await at.evaluate(() => dispatchEvent(new Event('scroll')))
    const gate = writes()
    await visitor.ask(question)
    await window.getByRole('status').getByText('Looking it up…').waitFor()
    await launcher(at).click()
    await window.waitFor({ state: 'hidden' })
    gate.open()
    const counted = visitor.at.getByRole('button', { name: /\(1\)$/ })
    await counted.waitFor()
    expect(await at.locator('svc-widget .launcher').getAttribute('data-badge')).toBe('1')
    await counted.click()
    await window.waitFor()
    expect(await launcher(at).getAttribute('aria-label')).not.toContain('(1)')
    await visitor.log.getByText('It costs £14.').waitFor()
  })

  test('the chat is saved as a file, ended, restarted, and deleted', async () => {
    visitor = await world.visit(host)
    const { button, log, page, window } = visitor
    await visitor.ask(question)
    await answered(visitor)
    const first = await visitor.conversation()
    await button('More').click()
    const [file] = await Promise.all([page.waitForEvent('download'), button('Save the chat as a file').click()])
    expect(file.suggestedFilename()).toBe('shop-chat.txt')
    const saved = await readFile(await file.path(), 'utf8')
    for (const text of [question, 'It costs']) expect(saved).toContain(text)

    await button('More').click()
    await button('Start a new chat').click()
    await expect.poll(() => world.told(first, 'conversation.ended')).toHaveLength(1)
    await visitor.ask('And a chain?')
    await expect.poll(() => visitor.said()).toContain('And a chain?')
    await answered(visitor)
    await expect.poll(() => log.getByText(question).count()).toBe(0)
    const second = await visitor.conversation()
    expect(second).not.toBe(first)

    await button('More').click()
    await button('Delete my chat').click()
    await window.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click()
    await window.getByRole('alertdialog').waitFor({ state: 'detached' })
    await log.waitFor({ state: 'hidden' })
    const gone = await world.client.get(`/conversations/${second}?site=shop`)
    expect(gone.status).toBe(404)
    expect((await world.read(first)).messages).toHaveLength(2)
  })

  test('[U101] a page reloaded during a stream shows the reply', async () => {
    visitor = await world.visit(host)
    const gate = writes()
    await visitor.ask(question)
    gate.step()
    await visitor.window.locator('[aria-busy]').getByText('It costs').waitFor()
    await visitor.reload()
    await visitor.log.getByText(question).waitFor()
    gate.open()
    await visitor.log.getByText('It costs £14.').waitFor()
    expect((await visitor.said()).slice(greeting)).toEqual([question, 'It costs £14.'])
    expect(await texts(await visitor.conversation())).toEqual([question, 'It costs £14.'])
  })

  test('a message whose connection is lost before the answer is stored once and answered once', async () => {
    visitor = await world.visit(host, { proxy: network.proxy })
    const gate = writes()
    await visitor.ask('Hello')
    gate.step()
    await visitor.window.locator('[aria-busy]').waitFor()
    network.cut()
    await visitor.window.getByRole('alert').getByText('Can’t reach the chat').waitFor()
    gate.open()
    network.mend()
    await visitor.log.getByText('It costs £14.').waitFor()
    await visitor.window.getByRole('alert').waitFor({ state: 'detached' })
    expect((await visitor.said()).slice(greeting)).toEqual(['Hello', 'It costs £14.'])
    expect(await texts(await visitor.conversation())).toEqual(['Hello', 'It costs £14.'])
  })

  test('a message written offline is kept, and sent once', async () => {
    visitor = await world.visit(host)
    await visitor.context.setOffline(true)
    await visitor.window.getByText('Messages will be sent when you’re back online.').waitFor()
    for (const text of ['One', 'Two']) await visitor.ask(text)
    await visitor.log.getByText('Will be sent when you’re back online').first().waitFor()
    await visitor.box.fill('Three')
    await visitor.context.setOffline(false)
    await answered(visitor, 2)
    expect(await visitor.box.inputValue()).toBe('Three')
    expect(await texts(await visitor.conversation())).toEqual(['One', 'It costs **£14**.', 'Two', 'It costs **£14**.'])
  })

  test('several tabs share one event stream and all show messages; a browser with only hidden tabs has none', async () => {
    visitor = await world.visit(host)
    const streams = streamsOf(visitor.context)
    await visitor.ask(question)
    await answered(visitor)
    const tabs = await Promise.all(
      Array.from({ length: 3 }, async () => {
        const tab = await visitor.context.newPage()
        await tab.goto(visitor.address)
        await loaded(tab)
        await svc(tab, 'open')
        await dialog(tab).getByRole('log').getByText('It costs £14.').waitFor()
        return tab
      }),
    )
    await expect.poll(() => streams.size).toBe(1)
    await visitor.ask('In all of them?')
    await visitor.log.getByText('In all of them?').waitFor()
    for (const tab of tabs) await dialog(tab).getByRole('log').getByText('In all of them?').waitFor()
    expect(streams.size).toBe(1)
    for (const tab of [visitor.page, ...tabs])
      await tab.evaluate(() => {
        Object.defineProperty(document, 'visibilityState', { value: 'hidden' })
        document.dispatchEvent(new Event('visibilitychange'))
      })
    await expect.poll(() => streams.size).toBe(0)
  }, 120_000)

  test('[R406] a router that replaces the page keeps the widget and its conversation', async () => {
    visitor = await world.visit(host)
    await visitor.ask(question)
    await answered(visitor)
    await visitor.at.evaluate(() => {
      history.pushState(null, '', `${location.origin}/another`)
      if (document.body.querySelector('svc-widget')) document.body.replaceWith(document.createElement('body'))
    })
    await visitor.log.getByText('It costs £14.').waitFor()
    await visitor.ask('Still here?')
    await answered(visitor, 2)
    await visitor.at.evaluate(() => document.body.replaceChildren())
    await visitor.log.getByText('Still here?').waitFor()
    expect(await visitor.at.locator('svc-widget').count()).toBe(1)
  })
})
