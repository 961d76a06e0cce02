import { mkdirSync } from 'node:fs'
import type { Locator, Page } from 'playwright-core'

const folder = 'docs/screens'

export const sizes = {
  wide: { width: 1440, height: 860 },
  narrow: { width: 768, height: 900 },
  phone: { width: 390, height: 760 },
  /** What remains of a 1440 pixel window when everything is twice as large. */
  zoomed: { width: 720, height: 430 },
}

/** The prefixes of the pictures to make; none: all. */
const asked = process.argv.slice(2)
let made = 0

/** Whether any picture with this prefix is requested. */
export const isAsked = (beginning: string): boolean =>
  asked.length === 0 || asked.some((one) => one.startsWith(beginning) || beginning.startsWith(one))

/** Prints an error and fails if no picture matches the request. */
export function failIfNone(): void {
  if (made > 0) return
  process.stderr.write(`no picture has a name that begins with ${asked.join(' or ')}\n`)
  process.exitCode = 1
}

/** In light and dark. */
export async function both(page: Page, name: string, part?: Locator): Promise<void> {
  await picture(page, name, part)
  await page.emulateMedia({ colorScheme: 'dark' })
  await picture(page, `${name}-dark`, part)
  await page.emulateMedia({ colorScheme: 'light' })
}

/** Takes a picture of the page, or of a part of it with a margin. */
export async function picture(page: Page, name: string, part?: Locator): Promise<void> {
  if (asked.length > 0 && !asked.some((beginning) => name.startsWith(beginning))) return
  mkdirSync(folder, { recursive: true })
  // Without hover, blinking caret or accidental focus ring.
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
