import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Config } from '../config.ts'
import { TimeLimit, within } from '../core/async.ts'
import type { Clock } from '../core/clock.ts'
import { FailureError, failure } from '../core/failure.ts'
import { type Browser, startBrowser } from './browser.ts'
import type { Dial } from './dial.ts'
import type { RenderedPage } from './page-requests.ts'
import { notRenderable, type RenderLimits, renderPage, tooLarge } from './render-page.ts'

/** Runs the scripts of pages, if this machine has a browser. */
export type Renderer = {
  /** The path of the browser; undefined if there is none. */
  browser(): string | undefined
  /** Whether it is expected to start, in plain words. */
  health(): { ok: boolean; detail: string }
  /**
   * The HTML of a page after its scripts have run. One page at a time, each with its own profile.
   * @throws a FailureError
   */
  render(page: RenderedPage, signal: AbortSignal): Promise<string>
  /** Kills the browser. */
  close(): void
}

const usualLimits = { milliseconds: 20_000, settleMs: 10_000, memoryMb: 1500 }
const checkEvery = 250
const startMs = 30_000
/** How long an idle browser is kept. */
const idleMs = 60_000

/** Starts its browser when a page is to be rendered. */
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
  const render = async (page: RenderedPage, signal: AbortSignal) => {
    stopWaiting()
    signal.throwIfAborted()
    signal.addEventListener('abort', end)
    try {
      const browser = running ?? (await open())
      return await within(
        watched(browser, limits, renderPage(browser, dial, page, limits, signal)),
        limits.milliseconds,
      )
    } catch (error) {
      const ending = running?.ended
      end()
      await ending
      throw toFailureError(error, limits)
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

/** What the page did wrong. Errors of the browser itself say only that it cannot be rendered. */
function toFailureError(error: unknown, { milliseconds }: RenderLimits): FailureError {
  if (error instanceof FailureError) return error
  if (!(error instanceof TimeLimit)) return notRenderable((error as Error).message)
  const seconds = milliseconds / 1000
  return new FailureError(failure('scripts_slow', `Its scripts did not end within ${seconds} s.`, { seconds }))
}

/** The result of `work`, or an Error as soon as the browser uses too much memory. */
async function watched<T>(browser: Browser, { memoryMb }: RenderLimits, work: Promise<T>): Promise<T> {
  const { promise, reject } = Promise.withResolvers<never>()
  const look = setInterval(async () => {
    // If the browser has ended, the error of the page says so.
    const size = await memoryOf(browser).catch(() => 0)
    if (size > memoryMb) reject(tooLarge())
  }, checkEvery)
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

/** The total memory of a browser's processes in MB; 0 if the system does not report it (only Linux does). */
async function memoryOf(browser: Browser): Promise<number> {
  if (process.platform !== 'linux') return 0
  const { processInfo } = (await browser.send('SystemInfo.getProcessInfo')) as { processInfo: { id: number }[] }
  const sizes = await Promise.all(processInfo.map(({ id }) => sizeOf(id)))
  return sizes.reduce((sum, size) => sum + size, 0)
}

async function sizeOf(id: number): Promise<number> {
  // A process that has ended uses no memory.
  const status = await readFile(`/proc/${id}/status`, 'utf8').catch(() => '')
  const [, own = '0'] = /^RssAnon:\s+(\d+) kB/m.exec(status) ?? []
  return Number(own) / 1024
}

const usual = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/usr/bin/google-chrome-stable',
  '/snap/bin/chromium',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
  'C:\\Program Files (x86)\\Google\\Chrome\\Application\\chrome.exe',
]

/** The browser from the configuration, or one in a usual place; undefined if there is none, or it is turned off. */
function findBrowser({ crawl: { browser } }: Pick<Config, 'crawl'>): string | undefined {
  if (browser === 'none') return undefined
  return (browser === 'auto' ? usual : [browser]).find(isThere)
}

/** Deno throws for a path that it may not read; it may not start that browser either. */
function isThere(path: string): boolean {
  try {
    return existsSync(path)
  } catch {
    return false
  }
}
