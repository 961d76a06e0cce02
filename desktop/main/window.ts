import type { BrowserWindow, BrowserWindowConstructorOptions, Screen } from 'electron'
import { readJson, writeJson } from './files.ts'
import { factsFor } from './offered.ts'
import { placeWindow, smallest, WindowState } from './window-state.ts'

/** Everything of the app's pages lives apart from what else Electron may keep. */
export const partition = 'persist:frontdesk'

type Facts = { version: string; preload: string; icon: string; isPackaged: boolean; platform: NodeJS.Platform }

/** How the one window is made. What a page can do is as little as Electron lets a page do. */
export function windowOptions({
  version,
  preload,
  icon,
  isPackaged,
  platform,
}: Facts): BrowserWindowConstructorOptions {
  return {
    title: 'Frontdesk',
    icon,
    show: false,
    minWidth: smallest.width,
    minHeight: smallest.height,
    autoHideMenuBar: true,
    webPreferences: {
      preload,
      partition,
      additionalArguments: factsFor(version),
      sandbox: true,
      contextIsolation: true,
      nodeIntegration: false,
      nodeIntegrationInWorker: false,
      nodeIntegrationInSubFrames: false,
      webSecurity: true,
      allowRunningInsecureContent: false,
      experimentalFeatures: false,
      webviewTag: false,
      navigateOnDragDrop: false,
      devTools: !isPackaged,
      spellcheck: platform === 'darwin',
      // Alerts ring while the window is hidden, and before anybody clicked in it.
      backgroundThrottling: false,
      autoplayPolicy: 'no-user-gesture-required',
    },
  }
}

type Around = {
  BrowserWindow: new (options: BrowserWindowConstructorOptions) => BrowserWindow
  screen: Pick<Screen, 'getAllDisplays' | 'getPrimaryDisplay'>
  options: BrowserWindowConstructorOptions
  /** where its place is kept */
  file: string
  isQuitting(): boolean
  report(error: unknown): void
}

/** Opens the window where it was. Closing it hides it, so that alerts go on; quitting is in the menus. */
export async function openWindow({ options, file, ...around }: Around): Promise<BrowserWindow> {
  const kept = await readJson(file, WindowState)
  const place = placeWindow(kept, around.screen.getAllDisplays(), around.screen.getPrimaryDisplay())
  const window = new around.BrowserWindow({ ...options, ...place })
  if (kept?.maximized) window.maximize()
  const keep = () =>
    void writeJson(file, { ...window.getNormalBounds(), maximized: window.isMaximized() }).catch(around.report)
  window.on('blur', keep)
  window.on('hide', keep)
  window.on('close', (event) => {
    if (around.isQuitting()) return
    event.preventDefault()
    window.hide()
  })
  return window
}

/** Brings the window to the front, wherever it is. */
export function showWindow(window: BrowserWindow): void {
  if (window.isMinimized()) window.restore()
  window.show()
  window.focus()
}
