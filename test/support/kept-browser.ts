import { afterAll, onTestFailed } from 'vitest'
import { type OpenBrowser, openBrowser } from './browser.ts'

/**
 * A browser that goes on from test to test: whoever loads a page anew there does so in a process that has its scripts, which
 * is half of the work. It is closed at the end of the file, and after a test that failed.
 * @returns gives it to a test, with nothing recorded yet; each has to sign in and load its page by itself, to leave nothing
 * unsaved there, and to change neither theme, language nor size
 */
export function keepBrowser(): () => Promise<OpenBrowser> {
  let kept: OpenBrowser | undefined
  const close = async () => {
    await kept?.close()
    kept = undefined
  }
  afterAll(close)
  return async () => {
    onTestFailed(close)
    kept ??= await openBrowser()
    for (const recorded of [kept.dialogs, kept.foreign, kept.errors]) recorded.length = 0
    return kept
  }
}
