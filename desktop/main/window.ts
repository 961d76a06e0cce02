import type { BrowserWindow, BrowserWindowConstructorOptions, Screen } from 'electron'
import { factsFor } from './expose.ts'
import { readJson, writeJson } from './files.ts'
import { placeWindow, smallest, WindowState } from './window-state.ts'

/** Separates the pages' data from other data of Electron. */
export const partition = 'persist:frontdesk'

type Facts = { version: string; preload: string; icon: string; isPackaged: boolean; platform: NodeJS.Platform }

/** The options of the single window, with the fewest possible rights for pages. */
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
      // Alerts must play while the window is hidden, and before the first click.
      backgroundThrottling: false,
      autoplayPolicy: 'no-user-gesture-required',
    },
  }
}

type Options = {
  BrowserWindow: new (options: BrowserWindowConstructorOptions) => BrowserWindow
  screen: Pick<Screen, 'getAllDisplays' | 'getPrimaryDisplay'>
  options: BrowserWindowConstructorOptions
  /** the path of the stored position */
  file: string
  isQuitting(): boolean
  report(error: unknown): void
}

/** Opens the window at its last position. Closing hides it, so that alerts continue; the menus can quit. */
export async function openWindow({ options, file, ...around }: Options): Promise<BrowserWindow> {
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

export function showWindow(window: BrowserWindow): void {
  if (window.isMinimized()) window.restore()
  window.show()
  window.focus()
}
