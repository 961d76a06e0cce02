import { mkdirSync } from 'node:fs'
import type { Locator, Page } from 'playwright-core'

const folder = 'docs/screens'

export const sizes = {
  wide: { width: 1440, height: 860 },
  narrow: { width: 768, height: 900 },
  phone: { width: 390, height: 760 },
  /** What is left of a window of 1440 where everything is twice as large. */
  zoomed: { width: 720, height: 430 },
}

/** What the names of the pictures that are made begin with; none: all are made. */
const asked = process.argv.slice(2)
let made = 0

/** Whether any picture whose name begins so is asked for. */
export const isAsked = (beginning: string): boolean =>
  asked.length === 0 || asked.some((one) => one.startsWith(beginning) || beginning.startsWith(one))

/** Says so, and fails, where nothing was asked for that there is. */
export function tellOfNone(): void {
  if (made > 0) return
  process.stderr.write(`no picture has a name that begins with ${asked.join(' or ')}\n`)
  process.exitCode = 1
}

/** In light and in dark. */
export async function both(page: Page, name: string, part?: Locator): Promise<void> {
  await picture(page, name, part)
  await page.emulateMedia({ colorScheme: 'dark' })
  await picture(page, `${name}-dark`, part)
  await page.emulateMedia({ colorScheme: 'light' })
}

/** Takes a picture of the page as it stands, or of a part of it with a little of what is around. */
export async function picture(page: Page, name: string, part?: Locator): Promise<void> {
  if (asked.length > 0 && !asked.some((beginning) => name.startsWith(beginning))) return
  mkdirSync(folder, { recursive: true })
  // Nothing lies under the pointer, no caret blinks, no ring is around what happened to have the focus.
  await page.mouse.move(0, 0)
  await page.evaluate(() => {
    const at = document.activeElement
    ;((at?.shadowRoot?.activeElement ?? at) as HTMLElement | null)?.blur()
  })
  const box = await part?.boundingBox()
  const clip = box && { clip: widened(box) }
  const { length } = await page.screenshot({ path: `${folder}/${name}.png`, animations: 'disabled', ...clip })
  made += 1
  process.stdout.write(`${folder}/${name}.png, ${Math.ceil(length / 1024)} KB\n`)
}

type Box = { x: number; y: number; width: number; height: number }

const around = 12

const widened = ({ x, y, width, height }: Box): Box => ({
  x: x - around,
  y: y - around,
  width: width + 2 * around,
  height: height + 2 * around,
})
