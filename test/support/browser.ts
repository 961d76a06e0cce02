import { type Browser, type BrowserContext, type BrowserContextOptions, chromium, type Page } from 'playwright-core'
import { findChromium, findHeadlessShell } from './machine.ts'
import { watchHits } from './page-hits.ts'
import { writeDown } from './said.ts'

/** A browser with an empty profile, and everything that it did which a person would or should have noticed. */
export type OpenBrowser = {
  context: BrowserContext
  page: Page
  /** the text of each alert, confirm, prompt and beforeunload; all were dismissed */
  dialogs: string[]
  /** the URL of each request, including sockets, to another host than this machine; none was answered */
  foreign: string[]
  /** each uncaught error and each error on the console */
  errors: string[]
  close(): Promise<void>
  [Symbol.asyncDispose](): Promise<void>
}

/** Replaces Playwright's own list, which is included except for entries about other systems. */
const OFF = [
  // Each window would load internal pages for its address bar, which is more work than the tested pages.
  'WebUIOmniboxPopup',
  'WebUIOmniboxAimPopup',
  'WebUIOmniboxFullPopup',
  'AimEnabled',
  'AvoidCorsURLLoaderRestartOnRedirect',
  'AvoidUnnecessaryBeforeUnloadCheckSync',
  'DestroyProfileOnBrowserClose',
  'HttpsFirstBalancedModeAutoEnable',
  'HttpsUpgrades',
  'LensOverlay',
  'MediaRouter',
  'NetworkTimeServiceQuerying',
  'OptimizationHints',
  'PaintHolding',
  'PreconnectToSearch',
  // A spare process for the next page would be one more per profile.
  'SpareRendererForSitePerProcess',
  'ThirdPartyStoragePartitioning',
]

const FLAGS = [
  // The tests run as root in containers, where the sandbox cannot start. For tests only.
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  `--disable-features=${OFF.join(',')}`,
  // Requests to other hosts are recorded and never leave the machine.
  '--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1, EXCLUDE localhost',
]

const OWN_HOSTS = new Set(['127.0.0.1', 'localhost', '[::1]'])

const running = new Map<string, Promise<Browser>>()

/**
 * One Chromium for everything that a process opens, because starting one takes longer than most tests. It ends with the
 * process.
 */
function chromiumOfProcess(executablePath = findHeadlessShell()): Promise<Browser> {
  if (!executablePath) throw new Error('no Chromium on this machine: name one with CHROMIUM_PATH')
  const browser = running.get(executablePath) ?? chromium.launch({ executablePath, args: FLAGS, headless: true })
  running.set(executablePath, browser)
  return browser
}

/** Ends it for a process that should exit by itself instead of being ended by the test runner. */
export async function closeChromium(): Promise<void> {
  for (const browser of running.values()) await (await browser).close()
}

/**
 * Opens an empty page with its own profile. Pages that are opened later in the same context are recorded too.
 * @param proxy the address of a proxy for all traffic; default: none
 * @param more further properties of the profile, such as a time zone
 */
export const openBrowser = (proxy?: string, more?: BrowserContextOptions): Promise<OpenBrowser> =>
  openIn(chromiumOfProcess(), proxy, more)

/** The same in a browser that shows notifications. */
export const openNotifyingBrowser = (): Promise<OpenBrowser> => openIn(chromiumOfProcess(findChromium()))

async function openIn(starting: Promise<Browser>, proxy?: string, more?: BrowserContextOptions): Promise<OpenBrowser> {
  const browser = await starting
  const through = proxy && { proxy: { server: proxy, bypass: '<-loopback>' } }
  const context = await browser.newContext({ ...more, ...through })
  context.setDefaultTimeout(60_000)
  await context.addInitScript(writeDown)
  if (process.env.TEST_HITS) await watchHits(context)
  const recorded = record(context)
  const close = () => context.close()
  return { context, page: await context.newPage(), ...recorded, close, [Symbol.asyncDispose]: close }
}

function record(context: BrowserContext) {
  const recorded = { dialogs: [] as string[], foreign: [] as string[], errors: [] as string[] }
  const note = (address: string) => {
    if (isForeign(address)) recorded.foreign.push(address)
  }
  context.on('request', (request) => note(request.url()))
  context.on('page', (page) => page.on('websocket', (socket) => note(socket.url())))
  context.on('dialog', async (dialog) => {
    recorded.dialogs.push(dialog.message())
    await dialog.dismiss()
  })
  context.on('weberror', (problem) => recorded.errors.push(String(problem.error())))
  context.on('console', (message) => {
    if (message.type() === 'error') recorded.errors.push(message.text())
  })
  return recorded
}

function isForeign(address: string) {
  const { protocol, hostname } = new URL(address)
  return ['http:', 'https:', 'ws:', 'wss:'].includes(protocol) && !OWN_HOSTS.has(hostname)
}
