import type { Around, Desk } from './around.ts'
import { openDesk } from './desk.ts'
import { pageScheme } from './guard.ts'
import { findLink, linkScheme, readLink } from './link.ts'

/** As the installers name the app; Windows shows notifications for the name that the start menu knows. */
export const appId = 'app.frontdesk.desktop'

/** Starts the app, or, where it runs already, hands over to the running one and ends. */
export async function startDesktop(around: Around): Promise<void> {
  const { app, protocol } = around.electron
  app.enableSandbox()
  if (around.platform === 'win32') app.setAppUserModelId(appId)
  // Modules are fetched like anything that has an origin; nothing of the rest is given.
  const privileges = { standard: true, secure: true, supportFetchAPI: true, corsEnabled: true }
  protocol.registerSchemesAsPrivileged([{ scheme: pageScheme, privileges }])
  if (!app.requestSingleInstanceLock()) return app.quit()
  // From its sources the program is Electron's own, which must not be asked for every such link from then on.
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
 * Hears what the system tells the app; what comes before there is a window waits for it.
 * @returns whether the app is on its way out
 */
function listen({ electron: { app } }: Around, soon: (act: (desk: Desk) => void) => void): () => boolean {
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
