import type { Page } from 'playwright-core'
import { openBrowser } from './browser.ts'
import { addPerson, openDesk } from './desk-page.ts'
import { fillDays } from './overview-days.ts'
import { both, picture, sizes } from './pictures.ts'
import { createWorld } from './world.ts'

const anna = { email: 'anna@wrenmouthcycles.example.com', name: 'Anna Marsh', role: 'admin' } as const

/** The overview of a site with two months of history, in a world whose records are older than itself. */
export async function pictureOverview(): Promise<void> {
  const world = await createWorld({ file: { sites: [{ id: 'demo', name: 'Wrenmouth Cycles' }] } })
  world.clock.move(Date.now() - world.clock.now())
  await fillDays({ sql: world.services.database.sql, site: 'demo', now: world.clock.now(), days: 60 })
  const post = async (path: string, body?: unknown) => await world.api('POST', path, { body })
  for (const message of ['Do you rent out tandems?', 'Can I hire a tandem?', 'Do you sell kayaks?'])
    await post('/conversations', { message, site: 'demo' })
  await addPerson({ post } as never, anna)
  const browser = await openBrowser()
  const { page } = await openDesk(browser, world, anna, '/overview')
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await shown(page)
  await browser.close()
  await world.close()
  // Otherwise it is kept for the next world, and keeps the process alive.
  await world.services.database.close()
}

async function shown(page: Page): Promise<void> {
  await page.setViewportSize({ width: 1440, height: 1500 })
  await page.getByRole('heading', { name: 'At a glance' }).waitFor({ state: 'attached' })
  await both(page, 'overview')
  await page.setViewportSize(sizes.phone)
  await picture(page, 'overview-phone')
}
