import type { Session } from 'electron'
import { isOf, mayFetch, mayHave, pageScheme } from './guard.ts'
import { type KeptSession, takeSession } from './session-cookie.ts'

type Around = {
  session: Pick<
    Session,
    | 'protocol'
    | 'webRequest'
    | 'on'
    | 'setPermissionCheckHandler'
    | 'setPermissionRequestHandler'
    | 'setDevicePermissionHandler'
    | 'setSpellCheckerEnabled'
  >
  server(): string | null
  servePages(request: { url: string; method: string }): Promise<Response>
  /** A session began, or ended. */
  signedIn(session: KeptSession | null): void
  spellCheck: boolean
  now(): number
}

/** Walls around everything that the window's pages do, whatever they are made to do. */
export function prepareSession(around: Around): void {
  const { session, server } = around
  session.protocol.handle(pageScheme, around.servePages)
  // Off but where the system has its own: Chromium would fetch dictionaries from a foreign host.
  session.setSpellCheckerEnabled(around.spellCheck)
  session.setPermissionRequestHandler((_contents, permission, callback, { requestingUrl, isMainFrame }) =>
    callback(mayHave(permission, { url: requestingUrl, isMainFrame }, server())),
  )
  session.setPermissionCheckHandler((_contents, permission, url, { isMainFrame }) =>
    mayHave(permission, { url, isMainFrame }, server()),
  )
  session.setDevicePermissionHandler(() => false)
  session.on('will-download', (event, item) => {
    if (!isOf(item.getURL(), server())) event.preventDefault()
  })
  session.webRequest.onBeforeRequest(({ url }, callback) => callback({ cancel: !mayFetch(url, server()) }))
  session.webRequest.onHeadersReceived(({ url, responseHeaders }, callback) => {
    if (!responseHeaders || !isOf(url, server()) || !new URL(url).pathname.startsWith('/auth/')) return callback({})
    const taken = takeSession(responseHeaders, around.now())
    if (taken.session !== undefined) around.signedIn(taken.session)
    callback({ responseHeaders: taken.headers })
  })
}
