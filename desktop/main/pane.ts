import type { Session, WebContents } from 'electron'
import type { Fault, Standing } from '../bridge.ts'
import { areTwins, readAddress } from './address.ts'
import { examineHealth, examineServer, type Fetch } from './examine.ts'
import { isDashboard, pageOrigin } from './guard.ts'
import type { KeyStore } from './key-store.ts'
import { cookieFor } from './session-cookie.ts'
import type { KeptSettings } from './settings.ts'

type Around = {
  contents: Pick<WebContents, 'loadURL' | 'getURL' | 'on' | 'navigationHistory'>
  session: Pick<Session, 'cookies' | 'clearStorageData'>
  settings: KeptSettings
  keyStore: KeyStore
  fetch: Fetch
  version: string
  /** Another server is named now. */
  changed(): void
}

/** What the window shows: the dashboard, or one of the app's own pages. */
export type Pane = {
  standing(): Standing
  /** Shows the dashboard, or asks which server. */
  enter(path?: string): Promise<void>
  /** Keeps an address once a Frontdesk answered there. */
  keep(address: string, sure: boolean): Promise<Fault | null>
  retry(): Promise<Fault | null>
  /** Asks for another server; the present one stays until it was found. */
  change(): Promise<void>
  showFault(fault: Fault): Promise<void>
}

export function createPane(around: Around): Pane {
  const { contents, session, settings, keyStore, fetch } = around
  const server = () => settings.read().server
  let fault: Fault | null = null
  let turn = 0

  /** A page that could not be loaded is told of by did-fail-load; a way that was refused is told of here. */
  const load = async (url: string) => {
    const mine = ++turn
    await contents.loadURL(url).catch(async (error: { code?: string }) => {
      const isRefused = error.code === 'ERR_ABORTED' && mine === turn && !isDashboard(contents.getURL(), server())
      if (isRefused) await pane.showFault('other')
    })
  }
  const pane: Pane = {
    standing: () => ({ version: around.version, server: server(), fault }),
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

/** The server behind a typed address, once it has shown that it is one. */
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
  // localhost and 127.0.0.1 are one machine; which of the two is right the server knows.
  return other !== undefined && areTwins(other, address.origin) ? { ...address, origin: other } : { fault }
}

/** Chromium's number for a load that another one took the place of. */
const aborted = -3

function watch(contents: Around['contents'], pane: Pane, server: () => string | null): void {
  contents.on('did-fail-load', (_event, code, _words, url, isMainFrame) => {
    if (!isMainFrame || code === aborted || !isDashboard(url, server())) return
    void pane.showFault(code <= -200 && code > -300 ? 'certificate' : 'unreachable')
  })
  contents.on('did-navigate', (_event, url, status) => {
    // No way back from the dashboard to a page of the app's own, or to another server's.
    contents.navigationHistory.clear()
    if (status >= 400 && isDashboard(url, server())) void pane.showFault('down')
  })
}
