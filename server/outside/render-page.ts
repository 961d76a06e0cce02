import { FailureError, failure } from '../core/failure.ts'
import type { Browser, BrowserEvent } from './browser.ts'
import type { Dial } from './dial.ts'
import { answerRequests, type Paused, type RenderedPage } from './page-requests.ts'

export type RenderLimits = {
  /** From the start of the browser, which is killed after that. */
  milliseconds: number
  /** After this time, a page that is still loading is taken as it is. */
  settleMs: number
  /** The memory limit of the whole browser. */
  memoryMb: number
}

/** The error for a page whose scripts take too much memory. */
export const tooLarge = () => new FailureError(failure('scripts_memory', 'Its scripts take too much memory.'))

/** The browser cannot render the page. */
export const notRenderable = (sentence: string) => new FailureError(failure('scripts_failed', sentence))

/** The time without requests after which a page counts as rendered. */
const quietMs = 500
/** The maximum length of the HTML. */
const maxCharacters = 2_000_000
const wholePage = `document.documentElement.outerHTML.slice(0, ${maxCharacters})`

/** Opens a page in its own profile, lets its scripts run until it makes no more requests, and returns its HTML. */
export async function renderPage(
  browser: Browser,
  dial: Dial,
  page: RenderedPage,
  { settleMs }: RenderLimits,
  signal: AbortSignal,
): Promise<string> {
  const { browserContextId } = await browser.send('Target.createBrowserContext', { disposeOnDetach: true })
  const { targetId } = await browser.send('Target.createTarget', { url: 'about:blank', browserContextId })
  const { sessionId } = await browser.send('Target.attachToTarget', { targetId, flatten: true })
  const session = String(sessionId)
  const ask = (method: string, params = {}) => browser.send(method, params, session)
  const stop = new AbortController()
  const settled = watchPage(browser, session, answerRequests(dial, page, AbortSignal.any([signal, stop.signal])))
  try {
    await browser.send('Browser.setDownloadBehavior', { behavior: 'deny', browserContextId })
    await ask('Network.setBypassServiceWorker', { bypass: true })
    await ask('Emulation.setUserAgentOverride', { userAgent: page.userAgent })
    await ask('Fetch.enable', { patterns: [{ urlPattern: '*' }] })
    await ask('Page.enable')
    await ask('Inspector.enable')
    const { errorText } = await ask('Page.navigate', { url: page.url })
    if (errorText) throw notRenderable(`The browser could not open it (${errorText}).`)
    await settled.within(settleMs)
    const { result } = (await ask('Runtime.evaluate', { expression: wholePage, returnByValue: true })) as {
      result?: { value?: unknown }
    }
    if (typeof result?.value !== 'string') throw notRenderable('It is no page any more once its scripts ran.')
    return `<!doctype html>${result.value}`
  } finally {
    stop.abort()
    settled.leave()
    // If the browser has ended, its profile is already deleted.
    await browser.send('Target.disposeBrowserContext', { browserContextId }).catch(() => {})
  }
}

type Settled = {
  /** Resolves when the page makes no more requests, or after the time limit. Throws if the page has crashed. */
  within(milliseconds: number): Promise<void>
  leave(): void
}

/** Answers the requests of a page, closes dialogs and windows that it opens, and detects when it is rendered. */
function watchPage(browser: Browser, session: string, answer: ReturnType<typeof answerRequests>): Settled {
  const { promise, resolve, reject } = Promise.withResolvers<void>()
  // The page may fail before anyone awaits it.
  promise.catch(() => {})
  let open = 0
  let isLoaded = false
  let quiet: NodeJS.Timeout | undefined
  const look = () => {
    clearTimeout(quiet)
    if (isLoaded && open === 0) quiet = setTimeout(resolve, quietMs)
  }
  const pass = async (paused: Paused) => {
    open++
    look()
    const { method, params } = await answer(paused)
    // A cancelled request no longer exists.
    await browser.send(method, { requestId: paused.requestId, ...params }, session).catch(() => {})
    open--
    look()
  }
  const leave = browser.listen(session, ({ method, params }: BrowserEvent) => {
    if (method === 'Fetch.requestPaused') void pass(params as Paused).catch(reject)
    else if (method === 'Page.javascriptDialogOpening')
      void browser.send('Page.handleJavaScriptDialog', { accept: false }, session).catch(() => {})
    else if (method === 'Inspector.targetCrashed') reject(tooLarge())
    else if (method === 'Page.loadEventFired') {
      isLoaded = true
      look()
    }
  })
  return {
    leave() {
      leave()
      clearTimeout(quiet)
    },
    async within(milliseconds) {
      const limit = setTimeout(resolve, milliseconds)
      await promise.finally(() => clearTimeout(limit))
    },
  }
}
