import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { AxeResults } from 'axe-core'
import type { Page } from 'playwright-core'

type Axe = { run(context: unknown, options: Record<string, unknown>): Promise<AxeResults> }

const source = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

/**
 * What axe finds wrong with a page as it stands, a line for each element: its rule, and where it is.
 * @param within the part of the page to look at; all of it when left out
 */
export async function accessFaults(page: Page, within?: string): Promise<string[]> {
  await page.evaluate(source)
  const { violations } = await page.evaluate((within) => {
    const { axe } = globalThis as unknown as { axe: Axe }
    // Frames are left out: where axe does not run in one, it waits half a second for its answer.
    return axe.run(within ?? document, { resultTypes: ['violations'], iframes: false })
  }, within)
  return violations.flatMap(({ id, nodes }) => nodes.map(({ target }) => `${id}: ${target.join(' ')}`))
}
