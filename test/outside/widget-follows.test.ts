import type { Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type OpenBrowser, openBrowser } from '../support/browser.ts'
import { answered, ask, box, dialog, focused, launcher, loaded, log, svc } from '../support/widget-page.ts'
import { addHelper, type Helper, type StoryWorld, startStories } from '../support/widget-story.ts'

let world: StoryWorld
let opened: OpenBrowser
let page: Page
let prices: string
/** The site `ringing` plays a sound. */
const attributes = 'data-site="ringing"'

beforeAll(async () => {
  world = await startStories({ ringing: { sound: true } })
  prices = world.page('/prices', { body: '<h1>Prices</h1><button>Of the page</button>' })
})
afterAll(() => world.close())
beforeEach(async () => {
  opened = await openBrowser()
  page = opened.page
  world.answers({ type: 'text', text: `See [our prices](${prices}) or [theirs](https://a.example/prices).` })
})
afterEach(async () => {
  expect(opened.errors).toEqual([])
  await opened.close()
})

const link = (name: string) => log(page).getByRole('link', { name })
const news = () => page.locator('svc-widget .launcher .news')

async function askForPrices(path: string): Promise<void> {
  await page.goto(world.page(path))
  await launcher(page).click()
  await ask(page, 'What does it cost?')
  await answered(page)
}

describe('the chat follows the visitor', () => {
  test('it stays open on the next page without taking its focus, and closed once closed', async () => {
    await askForPrices('/open')
    await page.goto(prices)
    await dialog(page).waitFor()
    await link('our prices').waitFor()
    expect(await page.evaluate(() => document.activeElement?.tagName)).toBe('BODY')
    await launcher(page).click()
    await dialog(page).waitFor({ state: 'hidden' })
    await page.reload()
    await loaded(page)
    expect(await svc(page, 'debug')).toMatchObject({ open: false })
  })

  test('links to pages of the website open in the same tab beside the chat, others in a new one', async () => {
    await askForPrices('/links')
    expect([await link('theirs').getAttribute('target'), await link('theirs').getAttribute('rel')]).toEqual([
      '_blank',
      'noopener noreferrer nofollow',
    ])
    await link('our prices').click()
    await page.waitForURL(prices)
    await dialog(page).waitFor()
    await box(page).click()
    await expect.poll(() => focused(page)).toBe('Your message')
  })

  test('on a phone it covers half of the page until it is used; the back button then closes it', async () => {
    await page.setViewportSize({ width: 390, height: 800 })
    await askForPrices('/phone')
    await expect.poll(() => dialog(page).boundingBox()).toMatchObject({ y: 0, height: 800 })
    await link('our prices').click()
    await page.waitForURL(prices)
    await expect.poll(() => dialog(page).boundingBox()).toEqual({ x: 0, y: 440, width: 390, height: 360 })
    expect(await dialog(page).getAttribute('aria-modal')).toBeNull()
    await page.getByRole('button', { name: 'Of the page' }).click()
    await dialog(page).getByRole('button', { name: 'More' }).focus()
    await expect.poll(() => dialog(page).boundingBox()).toEqual({ x: 0, y: 0, width: 390, height: 800 })
    await expect.poll(() => page.evaluate(() => Boolean(history.state))).toBe(true)
    await page.goBack()
    await dialog(page).waitFor({ state: 'hidden' })
    expect(page.url()).toBe(prices)
  })

  test('the button to the end leaves the focus in the window, whether it is pressed or the end comes in sight', async () => {
    world.answers({ type: 'text', text: Array.from({ length: 60 }, (_, at) => `Line ${at}`).join('\n\n') })
    await askForPrices('/end')
    const scroller = dialog(page).locator('.scroller')
    const toEnd = dialog(page).locator('.newer')
    const scroll = (top: number) => scroller.evaluate((one, top) => one.scrollTo(0, top), top)
    for (const end of [() => page.keyboard.press('Enter'), () => scroll(100_000)]) {
      await scroll(0)
      await toEnd.focus()
      await end()
      await toEnd.waitFor({ state: 'detached' })
      await expect.poll(() => focused(page)).toBe('Your message')
    }
  })

  test('code in an answer is copied with its button', async () => {
    await opened.context.grantPermissions(['clipboard-read', 'clipboard-write'])
    world.answers({ type: 'text', text: 'Type this:\n```\nnpm ci\nnpm start\n```' })
    await askForPrices('/code')
    await log(page).getByRole('button', { name: 'Copy' }).click()
    await log(page).getByRole('button', { name: 'Copied' }).waitFor()
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe('npm ci\nnpm start')
  })

  test('a page that the chat fills keeps it: links open in a new tab', async () => {
    await page.goto(world.page('/filled', { attributes: 'data-site="shop" data-fill' }))
    await ask(page, 'What does it cost?')
    await answered(page)
    expect(await link('our prices').getAttribute('target')).toBe('_blank')
  })
})

describe('a reply that the visitor does not see', () => {
  /** Lets the page believe that it is in the background. */
  const hide = (isHidden: boolean) =>
    page.evaluate((isHidden) => {
      Object.defineProperty(document, 'hidden', { get: () => isHidden, configurable: true })
      Object.defineProperty(document, 'visibilityState', {
        get: () => (isHidden ? 'hidden' : 'visible'),
        configurable: true,
      })
      document.dispatchEvent(new Event('visibilitychange'))
    }, isHidden)
  const title = () => page.evaluate(() => document.title)
  /** Counts the tones that the page plays. */
  const countTones = () =>
    page.addInitScript(() => {
      Object.assign(window, { tones: 0 })
      const { start } = OscillatorNode.prototype
      OscillatorNode.prototype.start = function (...given) {
        Object.assign(window, { tones: (window as unknown as { tones: number }).tones + 1 })
        return start.apply(this, given)
      }
    })
  const tones = () => page.evaluate(() => (window as unknown as { tones: number }).tones)
  /** Sends a message, and closes the window before the reply. */
  const askAndClose = async () => {
    const release = Promise.withResolvers<void>()
    await page.route('**/chat/conversations*', async (route) => {
      await release.promise
      await route.continue()
    })
    await svc(page, 'send', 'What does it cost?')
    await svc(page, 'close')
    release.resolve()
  }

  test('is shown above the button until it is opened or dismissed', async () => {
    await page.goto(world.page('/news'))
    await loaded(page)
    await askAndClose()
    await news().getByText('Assistant').waitFor()
    expect(await news().innerText()).toContain('See our prices or theirs.')
    expect(await news().getAttribute('role')).toBe('status')
    await news().getByRole('button', { name: 'Dismiss' }).click()
    await news().waitFor({ state: 'detached' })
    await svc(page, 'reset')
    await askAndClose()
    await news().getByText('See our prices').click()
    await dialog(page).waitFor()
    expect(await news().count()).toBe(0)
  })

  test('is counted in the title of a page in the background, and rings if the site wants it', async () => {
    await countTones()
    await page.goto(world.page('/ringing', { attributes }))
    await launcher(page).click()
    await hide(true)
    await svc(page, 'send', 'What does it cost?')
    await expect.poll(title).toBe('(1) Shop')
    await expect.poll(tones).toBe(2)
    await hide(false)
    expect(await title()).toBe('Shop')
    await hide(true)
    await page.evaluate(() => {
      document.title = 'Another page'
    })
    await hide(false)
    expect(await title()).toBe('Another page')
  })

  test('makes no sound by default, and leaves a title to a page that counts itself', async () => {
    await countTones()
    await page.goto(world.page('/silent'))
    await loaded(page)
    await page.evaluate(() => {
      document.title = '(3) Mails'
    })
    await hide(true)
    await askAndClose()
    await news().waitFor()
    expect([await title(), await tones()]).toEqual(['(3) Mails', 0])
  })

  test('from a person names them', async () => {
    const anna: Helper = await addHelper(world, 'Anna Marsh')
    await page.goto(world.page('/person'))
    await launcher(page).click()
    await ask(page, 'Hello')
    await answered(page)
    const { conversation } = (await svc(page, 'debug')) as { conversation: string }
    await anna.post(`/conversations/${conversation}/takeover`)
    await dialog(page).getByText('Anna is here').first().waitFor()
    await launcher(page).click()
    await anna.post(`/conversations/${conversation}/reply`, { text: 'Still **there**?' })
    await news().getByText('Anna').waitFor()
    expect(await news().innerText()).toContain('Still there?')
    await anna.leave()
  })
})
