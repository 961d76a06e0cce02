import { join } from 'node:path'
import type { Config } from '../config.ts'
import type { Clock } from '../core/clock.ts'
import { TimeLimit, within } from '../core/time-limit.ts'
import { type Browser, startBrowser } from './browser.ts'
import { memoryOf } from './browser-memory.ts'
import { findBrowser } from './browser-path.ts'
import type { Dial } from './dial.ts'
import { drawPage, type RenderLimits, tooLarge } from './draw-page.ts'
import type { DrawnPage } from './page-requests.ts'

/** Runs the scripts of pages, where this machine has a browser. */
export type Renderer = {
  /** Where the browser is; undefined: there is none. */
  browser(): string | undefined
  /** Whether it can be expected to start, in plain words. */
  health(): { ok: boolean; detail: string }
  /**
   * The HTML of a page as it stands once its scripts ran. One page at a time, each with a profile of its own.
   * @throws an Error with what a person can be told
   */
  render(page: DrawnPage, signal: AbortSignal): Promise<string>
  /** Ends the browser at once. */
  close(): void
}

const usualLimits = { milliseconds: 20_000, settleMs: 10_000, memoryMb: 1500 }
const lookEvery = 250
const startMs = 30_000
/** How long a browser waits for more to do. */
const idleMs = 60_000

/** Starts its browser when there is a page to draw. */
export function createRenderer(
  { config, dial, clock }: { config: Config; dial: Dial; clock: Clock },
  limits: RenderLimits = usualLimits,
): Renderer {
  const folder = join(config.dataDir, 'browser', String(process.pid))
  let running: Browser | undefined
  let last: Promise<unknown> = Promise.resolve()
  let stopWaiting = () => {}
  const end = () => {
    stopWaiting()
    running?.kill()
    running = undefined
  }
  const open = async () => {
    const path = findBrowser(config)
    if (path === undefined) throw new Error('There is no browser to run its scripts.')
    try {
      const browser = startBrowser({ path, folder, sandbox: config.crawl.browserSandbox })
      running = browser
      void browser.ended.then(() => {
        if (running === browser) running = undefined
      })
      await within(browser.send('Browser.getVersion'), startMs)
      return browser
    } catch (error) {
      throw new Error(`The browser that runs pages’ scripts does not start. ${(error as Error).message}`)
    }
  }
  const tooSlow = () => `Its scripts did not end within ${limits.milliseconds / 1000} s.`
  const render = async (page: DrawnPage, signal: AbortSignal) => {
    stopWaiting()
    signal.throwIfAborted()
    signal.addEventListener('abort', end)
    try {
      const browser = running ?? (await open())
      return await within(watched(browser, limits, drawPage(browser, dial, page, limits, signal)), limits.milliseconds)
    } catch (error) {
      const ending = running?.ended
      end()
      await ending
      throw error instanceof TimeLimit ? new Error(tooSlow()) : error
    } finally {
      signal.removeEventListener('abort', end)
      if (running) stopWaiting = clock.after(idleMs, end)
    }
  }
  return {
    browser: () => findBrowser(config),
    health: () => healthOf(config),
    close: end,
    render(page, signal) {
      const rendering = last.then(() => render(page, signal))
      last = rendering.catch(() => {})
      return rendering
    },
  }
}

/** What `work` gives, or an Error as soon as the browser holds too much meanwhile. */
async function watched<T>(browser: Browser, { memoryMb }: RenderLimits, work: Promise<T>): Promise<T> {
  const { promise, reject } = Promise.withResolvers<never>()
  const look = setInterval(async () => {
    // One that is gone is told of by what it was at.
    const size = await memoryOf(browser).catch(() => 0)
    if (size > memoryMb) reject(new Error(tooLarge))
  }, lookEvery)
  return await Promise.race([work, promise]).finally(() => clearInterval(look))
}

function healthOf(config: Config): { ok: boolean; detail: string } {
  const path = findBrowser(config)
  if (path === undefined) return { ok: false, detail: 'There is no browser: scripts of pages are not run.' }
  const isRoot = process.getuid?.() === 0
  if (isRoot && config.crawl.browserSandbox)
    return { ok: false, detail: `${path} does not start for root: it would have no sandbox.` }
  return { ok: true, detail: `${path} runs the scripts of pages, where a site wants that.` }
}
