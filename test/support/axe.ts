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
export const accessFaults = (page: Page, within?: string): Promise<string[]> => faultsOf(page, within)

/**
 * The same for a view that is looked at more than once: all of it in the light, its colours in the dark, and where the same
 * things stand in another width, all but their colours. What opens over a view, or changed in it, is looked at `within`.
 */
export const faultsIn = {
  light: accessFaults,
  dark: (page: Page, within?: string): Promise<string[]> => faultsOf(page, within, { runOnly: ofColours }),
  narrow: (page: Page, within?: string): Promise<string[]> =>
    faultsOf(page, within, { rules: Object.fromEntries(ofColours.map((rule) => [rule, { enabled: false }])) }),
}

const ofColours = ['color-contrast', 'link-in-text-block']

async function faultsOf(page: Page, within?: string, only?: object): Promise<string[]> {
  // What comes in by and by has other colours meanwhile.
  await page.emulateMedia({ reducedMotion: 'reduce' })
  if (!(await page.evaluate(() => 'axe' in globalThis))) await page.evaluate(source)
  const { violations } = await page.evaluate(
    ([within, only]) => {
      const { axe } = globalThis as unknown as { axe: Axe }
      // Frames are left out: where axe does not run in one, it waits half a second for its answer.
      const options = { resultTypes: ['violations'], iframes: false, ...only }
      return axe.run(within ?? document, options)
    },
    [within, only] as const,
  )
  return violations.flatMap(({ id, nodes }) => nodes.map(({ target }) => `${id}: ${target.join(' ')}`))
}
