import { afterAll, onTestFinished } from 'vitest'
import { type OpenBrowser, openBrowser } from './browser.ts'

/**
 * A browser that is reused between tests: a page loads its scripts from the process's cache, which saves half of the
 * work. At the end of a test, everything that it stored, recorded and changed is removed; after a failure, the browser
 * itself.
 * @returns a function that lends it to a test, which must leave no unsaved changes on its page
 */
export function keepBrowser(): () => Promise<OpenBrowser> {
  let kept: OpenBrowser | undefined
  afterAll(() => kept?.close())
  return async () => {
    const given = kept ?? (await openBrowser())
    kept = undefined
    onTestFinished(async ({ task }) => {
      try {
        if (task.result?.state === 'fail') return
        await empty(given)
        kept = given
      } finally {
        if (kept !== given) await given.close()
      }
    })
    return given
  }
}

/** Leaves one page, which shows nothing of the dashboard but is in its process. */
async function empty({ context, page, dialogs, foreign, errors }: OpenBrowser): Promise<void> {
  for (const other of context.pages()) if (other !== page) await other.close()
  await page.goto(new URL('/healthz', page.url()).href)
  await page.evaluate(() => {
    localStorage.clear()
    sessionStorage.clear()
  })
  await context.clearCookies()
  await context.clearPermissions()
  await page.emulateMedia({ colorScheme: null, reducedMotion: null })
  await page.setViewportSize({ width: 1280, height: 720 })
  for (const recorded of [dialogs, foreign, errors]) recorded.length = 0
}
