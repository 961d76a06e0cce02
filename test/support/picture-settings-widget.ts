import type { Page } from 'playwright-core'
import type { Client } from './client.ts'
import { goTo } from './desk-page.ts'
import { both, picture, sizes } from './pictures.ts'
import { shopSite } from './widget/stage.ts'
import { empty, full } from './widget-settings.ts'

const { starterQuestions, home, widget } = shopSite

const shop = {
  ...{ starterQuestions, home, allowedOrigins: ['https://wrenmouthcycles.example.com'] },
  widget: {
    ...widget,
    teaser: { text: 'A question about your bike? We answer at once.', afterScroll: 30, paths: ['/workshop/**'] },
    launcher: { shape: 'pill', label: 'Ask us', hideOnPaths: ['/checkout/**'] },
  },
}
const pages = ['website', 'look', 'texts', 'home', 'teaser', 'forms', 'flows']
const main = (page: Page) => page.getByRole('main')
const preview = (page: Page) => page.frameLocator('iframe[title="Preview"]')
const button = (page: Page, name: string | RegExp) => main(page).getByRole('button', { name, exact: true })

/** The widget's settings: filled, empty, with long texts, invalid, and in little space. */
export async function pictureWidgetSettings(page: Page, desk: Client): Promise<void> {
  const set = async (settings: unknown) => {
    await desk.call('PUT', '/settings', { body: { settings } })
    await page.reload()
    // Until a key or button is pressed, the page shows that the browser plays no sound.
    await main(page).getByRole('heading').first().click()
  }
  await goTo(page, '/settings/website')
  await set(shop)
  await pictureFilled(page)
  await pictureRefused(page)
  await set(full((most) => 'Rather a long text of the owner’s '.repeat(30).slice(0, most)))
  await show(page, 'home')
  await button(page, 'Rather a long text of the owner’s '.repeat(30).slice(0, 200).trim()).first().click()
  await both(page, 'settings-widget-long')
  await page.setViewportSize(sizes.phone)
  await picture(page, 'settings-widget-long-phone')
  await page.setViewportSize(sizes.wide)
  await set(empty)
  for (const name of ['website', 'home', 'flows'] as const) {
    await show(page, name)
    await both(page, `settings-widget-${name}-empty`)
  }
}

/** Shows one of the pages with its preview of the widget. */
async function show(page: Page, name: string) {
  await goTo(page, `/settings/${name}`)
  await page.locator(`[aria-current="page"][href$="/settings/${name}"]`).waitFor({ state: 'attached' })
  await button(page, 'Save').waitFor()
  if ((await page.locator('iframe[title="Preview"]').count()) === 0) return
  await preview(page)
    .locator(name === 'teaser' ? 'svc-widget .launcher p' : 'svc-widget .home')
    .waitFor()
}

async function pictureFilled(page: Page) {
  for (const name of pages) {
    await show(page, name)
    const folded = main(page).locator('li button[aria-expanded="false"]')
    if ((await folded.count()) > 0) await folded.first().click()
    await both(page, `settings-widget-${name}`)
    await page.setViewportSize(sizes.phone)
    await picture(page, `settings-widget-${name}-phone`)
    await page.setViewportSize(sizes.wide)
  }
}

async function pictureRefused(page: Page) {
  await show(page, 'look')
  const field = (name: string) => main(page).getByLabel(name, { exact: true })
  await field('Name').fill('N'.repeat(61))
  await field('Accent colour').fill('teal')
  await button(page, 'Save').click()
  await main(page).getByText('Something is wrong with 2 fields.').waitFor()
  await preview(page).getByText('NNN').first().waitFor()
  await preview(page).locator('svc-widget .home').waitFor()
  await both(page, 'settings-widget-refused')
  await button(page, 'Discard').click()
}
