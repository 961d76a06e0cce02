import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { AxeResults } from 'axe-core'
import type { Page } from 'playwright-core'

type Axe = { run(context: unknown, options: Record<string, unknown>): Promise<AxeResults> }

const source = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

/**
 * The faults that axe finds on a page, one line per element: the rule, and the element's position.
 * @param within the part of the page to check; default: all of it
 */
export const accessFaults = (page: Page, within?: string): Promise<string[]> => faultsOf(page, within)

/**
 * The same for a view that is checked more than once: everything in the light theme, only colours in the dark one, and
 * everything except colours in another width. For parts that open over a view or changed in it, pass `within`.
 */
export const faultsIn = {
  light: accessFaults,
  dark: (page: Page, within?: string): Promise<string[]> => faultsOf(page, within, { runOnly: ofColours }),
  narrow: (page: Page, within?: string): Promise<string[]> =>
    faultsOf(page, within, { rules: Object.fromEntries(ofColours.map((rule) => [rule, { enabled: false }])) }),
}

const ofColours = ['color-contrast', 'link-in-text-block']

async function faultsOf(page: Page, within?: string, only?: object): Promise<string[]> {
  // Elements that fade in have other colours until they are complete.
  await page.emulateMedia({ reducedMotion: 'reduce' })
  if (!(await page.evaluate(() => 'axe' in globalThis))) await page.evaluate(source)
  const { violations } = await page.evaluate(
    ([within, only]) => {
      const { axe } = globalThis as unknown as { axe: Axe }
      // Frames are excluded: if axe does not run in one, it waits half a second for its answer.
      const options = { resultTypes: ['violations'], iframes: false, ...only }
      return axe.run(within ?? document, options)
    },
    [within, only] as const,
  )
  return violations.flatMap(({ id, nodes }) => nodes.map(({ target }) => `${id}: ${target.join(' ')}`))
}
