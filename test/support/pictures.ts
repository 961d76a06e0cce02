import { mkdirSync } from 'node:fs'
import type { Page } from 'playwright-core'

const folder = 'docs/screens'

export const sizes = {
  wide: { width: 1440, height: 860 },
  narrow: { width: 768, height: 900 },
  phone: { width: 390, height: 760 },
  /** What is left of a window of 1440 where everything is twice as large. */
  zoomed: { width: 720, height: 430 },
}

/** In light and in dark. */
export async function both(page: Page, name: string): Promise<void> {
  await picture(page, name)
  await page.emulateMedia({ colorScheme: 'dark' })
  await picture(page, `${name}-dark`)
  await page.emulateMedia({ colorScheme: 'light' })
}

/** Takes a picture of the page as it stands. */
export async function picture(page: Page, name: string): Promise<void> {
  mkdirSync(folder, { recursive: true })
  // No caret that blinks, no ring around what happened to have the focus.
  await page.evaluate(() => (document.activeElement as HTMLElement | null)?.blur())
  const { length } = await page.screenshot({ path: `${folder}/${name}.png`, animations: 'disabled' })
  process.stdout.write(`${folder}/${name}.png, ${Math.ceil(length / 1024)} KB\n`)
}
