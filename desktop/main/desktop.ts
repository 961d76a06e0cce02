import { findLink, linkScheme, readLink } from './address.ts'
import { openDesk } from './desk.ts'
import type { Desk, Environment } from './environment.ts'
import { pageScheme } from './guard.ts'

/** The app id of the installers. Windows needs it for notifications. */
export const appId = 'app.frontdesk.desktop'

/** Starts the app, or passes its arguments to the running one and ends. */
export async function startDesktop(around: Environment): Promise<void> {
  const { app, protocol } = around.electron
  app.enableSandbox()
  if (around.platform === 'win32') app.setAppUserModelId(appId)
  // Modules need an origin to be fetched; other privileges are not granted.
  const privileges = { standard: true, secure: true, supportFetchAPI: true, corsEnabled: true }
  protocol.registerSchemesAsPrivileged([{ scheme: pageScheme, privileges }])
  if (!app.requestSingleInstanceLock()) return app.quit()
  // When run from source, the program is Electron itself, which must not be registered for these links.
  if (app.isPackaged) app.setAsDefaultProtocolClient(linkScheme)

  const { promise, resolve } = Promise.withResolvers<Desk>()
  const isQuitting = listen(around, (act) => void promise.then(act))
  await app.whenReady()
  const desk = await openDesk(around, isQuitting)
  const first = findLink(around.argv)
  if (first !== undefined) desk.open(first)
  resolve(desk)
}

/**
 * Handles system events; those before the window exists wait for it.
 * @returns whether the app is quitting
 */
function listen({ electron: { app } }: Environment, soon: (act: (desk: Desk) => void) => void): () => boolean {
  let quitting = false
  const open = (id: string | undefined) => soon((desk) => (id === undefined ? desk.show() : desk.open(id)))
  app.on('second-instance', (_event, argv) => open(findLink(argv)))
  app.on('open-url', (event, url) => {
    event.preventDefault()
    open(readLink(url))
  })
  app.on('activate', () => soon((desk) => desk.show()))
  app.on('before-quit', () => {
    quitting = true
  })
  return () => quitting
}
