import type { Session } from 'electron'
import { hasPermission, isFromServer, mayFetch, pageScheme } from './guard.ts'
import { type KeptSession, takeSession } from './session-cookie.ts'

type Options = {
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
  /** Called when a session began or ended. */
  signedIn(session: KeptSession | null): void
  spellCheck: boolean
  now(): number
}

/** Restricts everything that the window's pages can do. */
export function prepareSession(around: Options): void {
  const { session, server } = around
  session.protocol.handle(pageScheme, around.servePages)
  // Disabled unless the system has its own, because Chromium would download dictionaries from a third party.
  session.setSpellCheckerEnabled(around.spellCheck)
  session.setPermissionRequestHandler((_contents, permission, callback, { requestingUrl, isMainFrame }) =>
    callback(hasPermission(permission, { url: requestingUrl, isMainFrame }, server())),
  )
  session.setPermissionCheckHandler((_contents, permission, url, { isMainFrame }) =>
    hasPermission(permission, { url, isMainFrame }, server()),
  )
  session.setDevicePermissionHandler(() => false)
  session.on('will-download', (event, item) => {
    if (!isFromServer(item.getURL(), server())) event.preventDefault()
  })
  session.webRequest.onBeforeRequest(({ url }, callback) => callback({ cancel: !mayFetch(url, server()) }))
  session.webRequest.onHeadersReceived(({ url, responseHeaders }, callback) => {
    if (!responseHeaders || !isFromServer(url, server()) || !new URL(url).pathname.startsWith('/auth/'))
      return callback({})
    const taken = takeSession(responseHeaders, around.now())
    if (taken.session !== undefined) around.signedIn(taken.session)
    callback({ responseHeaders: taken.headers })
  })
}
