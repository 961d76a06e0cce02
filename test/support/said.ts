import type { Page } from 'playwright-core'
import { expect } from 'vitest'

/** Runs in each page: writes down whatever is read out there, as some of it is shown for seconds alone. */
export function writeDown(): void {
  const said: string[] = []
  Object.assign(window, { said })
  const look = () => {
    for (const region of document.querySelectorAll('[role="status"], [role="alert"], [aria-live]')) {
      const text = region.textContent ?? ''
      if (text !== '' && !said.includes(text)) said.push(text)
    }
  }
  new MutationObserver(look).observe(document, { subtree: true, childList: true, characterData: true })
}

/** Waits until the page has said these words since it was loaded, or since `forgetSaid`; they may be gone again. */
export const hasSaid = (page: Page, words: string): Promise<void> =>
  expect
    .poll(() => page.evaluate(() => (window as unknown as { said: string[] }).said.join('\n')), { timeout: 60_000 })
    .toContain(words)

/** What was said until now does not count any more. */
export const forgetSaid = (page: Page): Promise<void> =>
  page.evaluate(() => {
    ;(window as unknown as { said: string[] }).said.length = 0
  })
