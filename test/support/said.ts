import type { Page } from 'playwright-core'
import { expect } from 'vitest'

/**
 * Runs in each page: records everything that is announced to screen readers, in the widget too, because some of it is
 * shown only for seconds.
 */
export function writeDown(): void {
  const said: string[] = []
  const roots = new Set<Document | ShadowRoot>()
  Object.assign(window, { said })
  const watch = (root: Document | ShadowRoot) => {
    roots.add(root)
    observer.observe(root, { subtree: true, childList: true, characterData: true })
  }
  const look = () => {
    const inner = document.querySelector('svc-widget')?.shadowRoot
    if (inner && !roots.has(inner)) watch(inner)
    for (const root of roots)
      for (const region of root.querySelectorAll('[role="status"], [role="alert"], [aria-live]')) {
        const text = region.textContent ?? ''
        if (text !== '' && !said.includes(text)) said.push(text)
      }
  }
  const observer = new MutationObserver(look)
  watch(document)
}

/**
 * Waits until the page has announced these words since it was loaded, or since `forgetSaid`. They may have disappeared
 * again.
 */
export const hasSaid = (page: Page, words: string): Promise<void> =>
  expect
    .poll(() => page.evaluate(() => (window as unknown as { said: string[] }).said.join('\n')), { timeout: 60_000 })
    .toContain(words)

/** Announcements until now no longer count. */
export const forgetSaid = (page: Page): Promise<void> =>
  page.evaluate(() => {
    ;(window as unknown as { said: string[] }).said.length = 0
  })
