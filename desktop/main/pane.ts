import type { Session, WebContents } from 'electron'
import type { AppState, Fault } from '../bridge.ts'
import { isSameServer, readAddress } from './address.ts'
import { examineHealth, examineServer, type Fetch } from './examine.ts'
import { isDashboard, pageOrigin } from './guard.ts'
import type { KeyStore } from './key-store.ts'
import { cookieFor } from './session-cookie.ts'
import type { KeptSettings } from './settings.ts'

type Options = {
  contents: Pick<WebContents, 'loadURL' | 'getURL' | 'on' | 'navigationHistory'>
  session: Pick<Session, 'cookies' | 'clearStorageData'>
  settings: KeptSettings
  keyStore: KeyStore
  fetch: Fetch
  version: string
  /** Called when another server was configured. */
  changed(): void
}

/** The content of the window: the dashboard, or one of the app's own pages. */
export type Pane = {
  state(): AppState
  /** Shows the dashboard, or the page that asks for a server. */
  enter(path?: string): Promise<void>
  /** Stores an address if a Frontdesk responds there. */
  keep(address: string, sure: boolean): Promise<Fault | null>
  retry(): Promise<Fault | null>
  /** Asks for another server. The current one stays until a new one is found. */
  change(): Promise<void>
  showFault(fault: Fault): Promise<void>
}

export function createPane(around: Options): Pane {
  const { contents, session, settings, keyStore, fetch } = around
  const server = () => settings.read().server
  let fault: Fault | null = null
  let turn = 0

  /** Handles rejected navigations; did-fail-load handles pages that failed to load. */
  const load = async (url: string) => {
    const mine = ++turn
    await contents.loadURL(url).catch(async (error: { code?: string }) => {
      const isRefused = error.code === 'ERR_ABORTED' && mine === turn && !isDashboard(contents.getURL(), server())
      if (isRefused) await pane.showFault('other')
    })
  }
  const pane: Pane = {
    state: () => ({ version: around.version, server: server(), fault }),
    async enter(path = '/dashboard') {
      const origin = server()
      if (origin === null) return await load(`${pageOrigin}/welcome.html`)
      fault = null
      const token = await keyStore.recall(origin)
      if (token !== undefined) await session.cookies.set(cookieFor(origin, token))
      await load(`${origin}${path}`)
    },
    async keep(typed, sure) {
      const found = await findServer(fetch, typed, sure)
      if ('fault' in found) return found.fault
      if (found.origin !== server()) {
        await keyStore.forget()
        await session.clearStorageData()
        await settings.change({ server: found.origin })
        around.changed()
      }
      void pane.enter(found.path)
      return null
    },
    async retry() {
      const origin = server()
      if (origin === null) return 'address'
      fault = await examineHealth(fetch, origin)
      if (fault === null) void pane.enter()
      return fault
    },
    change: () => load(`${pageOrigin}/welcome.html`),
    async showFault(why) {
      fault = why
      await load(`${pageOrigin}/offline.html`)
    },
  }
  watch(contents, pane, server)
  return pane
}

/** The server at a typed address, after verifying that it is one. */
async function findServer(
  fetch: Fetch,
  typed: string,
  sure: boolean,
): Promise<{ origin: string; path: string } | { fault: Fault }> {
  const address = readAddress(typed)
  if (typeof address === 'string') return { fault: address }
  if (address.way === 'private' && !sure) return { fault: 'unencrypted' }
  const examined = await examineServer(fetch, address.origin)
  if (!('fault' in examined)) return address
  const { fault } = examined
  const other = fault !== null && typeof fault === 'object' ? fault.renamed : undefined
  // localhost and 127.0.0.1 are the same machine; the server knows which name is right.
  return other !== undefined && isSameServer(other, address.origin) ? { ...address, origin: other } : { fault }
}

/** Chromium's code for a load that was replaced by another. */
const aborted = -3

function watch(contents: Options['contents'], pane: Pane, server: () => string | null): void {
  contents.on('did-fail-load', (_event, code, _words, url, isMainFrame) => {
    if (!isMainFrame || code === aborted || !isDashboard(url, server())) return
    void pane.showFault(code <= -200 && code > -300 ? 'certificate' : 'unreachable')
  })
  contents.on('did-navigate', (_event, url, status) => {
    // Prevents going back from the dashboard to a page of the app, or to another server's.
    contents.navigationHistory.clear()
    if (status >= 400 && isDashboard(url, server())) void pane.showFault('down')
  })
}
