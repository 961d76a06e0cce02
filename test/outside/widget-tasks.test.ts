import { afterAll, beforeAll, expect, test } from 'vitest'
import { openBrowser } from '../support/browser.ts'
import { dialog, launcher, loaded, startWidgetWorld, svc, type WidgetWorld } from '../support/widget-page.ts'

let world: WidgetWorld

beforeAll(async () => {
  world = await startWidgetWorld()
})
afterAll(() => world.close())

/**
 * Runs in the page: counts the browser's tasks with a message that is always in flight, and records in which task each
 * step happens: the loader starts, adds the widget and reads the stored site; the chat is evaluated and yields; each
 * style sheet is parsed and each part rendered; and later the click and what it opens.
 */
function countTasks(parts: string[]): void {
  let task = 0
  const done: [what: string, task: number][] = []
  const note = (what: string) => void (done.some(([known]) => known === what) || done.push([what, task]))
  const { port1, port2 } = new MessageChannel()
  port1.onmessage = () => {
    task++
    port2.postMessage(0)
  }
  port2.postMessage(0)
  window.MessageChannel = class extends MessageChannel {
    constructor() {
      super()
      note('evaluated')
    }
  }
  let svc: unknown
  Object.defineProperty(window, 'Svc', {
    get: () => svc,
    set(given) {
      svc = given
      note('named')
    },
  })
  // Called before the task ends.
  new MutationObserver(() => document.querySelector('svc-widget') && note('placed')).observe(document, {
    childList: true,
    subtree: true,
  })
  const { getItem } = Storage.prototype
  Storage.prototype.getItem = function (key) {
    note('known')
    return getItem.call(this, key)
  }
  const { replaceSync } = CSSStyleSheet.prototype
  CSSStyleSheet.prototype.replaceSync = function (text) {
    note(`sheet of ${text.length}`)
    return replaceSync.call(this, text)
  }
  const { insertBefore } = Node.prototype
  Node.prototype.insertBefore = function (node, before) {
    for (const part of parts) if (node instanceof Element && node.matches(part)) note(part)
    return insertBefore.call(this, node, before) as never
  }
  const hidden = Object.getOwnPropertyDescriptor(HTMLElement.prototype, 'hidden')!
  Object.defineProperty(HTMLElement.prototype, 'hidden', {
    ...hidden,
    set(given) {
      if (!given && this.matches('.window')) note('opened')
      hidden.set!.call(this, given)
    },
  })
  addEventListener('click', () => note('clicked'), true)
  Object.assign(window, { done })
}

/** What happened in the same task as this. */
const inOneTask = (done: [what: string, task: number][]) =>
  done.flatMap(([what, task], at) => (done[at - 1]?.[1] === task ? [[done[at - 1]?.[0], what]] : []))

const drawn = ['.head', '.composer', '.home', '.conversation']

test('no task of the page does more than one step of the widget: a style sheet, the talk, or one rendered part', async () => {
  await using opened = await openBrowser()
  const { page } = opened
  await page.addInitScript(countTasks, drawn)
  const read = () => page.evaluate(() => (window as unknown as { done: [string, number][] }).done.splice(0))
  const visit = async () => {
    // Opened explicitly, because a page that counts tasks is never idle.
    await page.goto(world.page('/tasks', { attributes: 'data-site="shop" data-open' }))
    await page.locator('svc-widget .conversation').waitFor({ state: 'attached' })
    const done = await read()
    return { order: done.map(([what]) => what.replace(/\d+/, '…')), together: inOneTask(done) }
  }
  const order = [
    ...['named', 'placed', 'known'],
    // The button's style sheet is parsed first, then the loader's remaining one, then those of the chat.
    'sheet of …',
    'evaluated',
    ...Array(5).fill('sheet of …'),
    'opened',
    ...drawn,
  ]
  // A busy browser may delay the counting message by two tasks. Steps that share a task do so on each visit.
  await expect.poll(visit, { timeout: 60_000 }).toEqual({ order, together: [] })
  await svc(page, 'close')
  await dialog(page).waitFor({ state: 'hidden' })
  await read()
  await launcher(page).click()
  await dialog(page).waitFor()
  const answer = Object.fromEntries(await read())
  expect(answer.opened).toBeGreaterThan(answer.clicked!)
})

test('the window is laid out before it is opened, and visible, focusable and readable only once it is open', async () => {
  await using opened = await openBrowser()
  const { page } = opened
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await page.goto(world.page('/laid-out'))
  await loaded(page)
  const box = page.locator('svc-widget .composer textarea')
  await expect.poll(() => box.evaluate((one) => one.getBoundingClientRect().width)).toBeGreaterThan(100)
  expect([await box.isVisible(), await dialog(page).count()]).toEqual([false, 0])
  const place = await box.boundingBox()
  await launcher(page).click()
  await dialog(page).waitFor()
  expect(await box.boundingBox()).toEqual(place)
  await svc(page, 'close')
  await dialog(page).waitFor({ state: 'hidden' })
  for (let count = 0; count < 5; count++) await page.keyboard.press('Tab')
  expect(await page.evaluate(() => document.activeElement?.shadowRoot?.activeElement?.closest('.window') ?? null)).toBe(
    null,
  )
})
