import type { Browser, BrowserEvent } from './browser.ts'
import type { Dial } from './dial.ts'
import { answerRequests, type DrawnPage, type Paused } from './page-requests.ts'

export type RenderLimits = {
  /** From the moment that the browser runs; one that is not done then is ended by force. */
  milliseconds: number
  /** After which a page that goes on loading is taken as it is. */
  settleMs: number
  /** What the whole browser may hold. */
  memoryMb: number
}

export const tooLarge = 'Its scripts take too much memory.'
/** So long nothing is asked for once a page is drawn. */
const quietMs = 500
/** As much as is read of a page. */
const mostCharacters = 2_000_000
const wholePage = `document.documentElement.outerHTML.slice(0, ${mostCharacters})`

/** Opens a page in a profile of its own, lets its scripts run until it asks for nothing more, and gives its HTML. */
export async function drawPage(
  browser: Browser,
  dial: Dial,
  page: DrawnPage,
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
    if (errorText) throw new Error(`The browser could not open it (${errorText}).`)
    await settled.within(settleMs)
    const { result } = (await ask('Runtime.evaluate', { expression: wholePage, returnByValue: true })) as {
      result?: { value?: unknown }
    }
    if (typeof result?.value !== 'string') throw new Error('It is no page any more once its scripts ran.')
    return `<!doctype html>${result.value}`
  } finally {
    stop.abort()
    settled.leave()
    // Where the browser is gone, so is the profile.
    await browser.send('Target.disposeBrowserContext', { browserContextId }).catch(() => {})
  }
}

type Settled = {
  /** Fulfilled when the page asks for nothing more, or after so many milliseconds. Throws where the page is no more. */
  within(milliseconds: number): Promise<void>
  leave(): void
}

/** Answers what a page asks for, closes what it opens before a reader, and knows when it is drawn. */
function watchPage(browser: Browser, session: string, answer: ReturnType<typeof answerRequests>): Settled {
  const { promise, resolve, reject } = Promise.withResolvers<void>()
  // Nobody may have begun to wait when the page breaks.
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
    // One that is wanted no more has gone meanwhile.
    await browser.send(method, { requestId: paused.requestId, ...params }, session).catch(() => {})
    open--
    look()
  }
  const leave = browser.listen(session, ({ method, params }: BrowserEvent) => {
    if (method === 'Fetch.requestPaused') void pass(params as Paused).catch(reject)
    else if (method === 'Page.javascriptDialogOpening')
      void browser.send('Page.handleJavaScriptDialog', { accept: false }, session).catch(() => {})
    else if (method === 'Inspector.targetCrashed') reject(new Error(tooLarge))
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
