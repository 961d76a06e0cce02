import type { App, BrowserWindow, Menu, nativeImage, Tray } from 'electron'
import { type MenuActs, type MenuState, menuItems, windowMenu } from './menu.ts'
import type { Words } from './words.ts'

type Options = {
  app: Pick<App, 'setBadgeCount'>
  window: Pick<BrowserWindow, 'setOverlayIcon'>
  Tray: new (image: string) => Pick<Tray, 'on' | 'setImage' | 'setToolTip' | 'setContextMenu' | 'setTitle'>
  Menu: Pick<typeof Menu, 'buildFromTemplate' | 'setApplicationMenu'>
  nativeImage: Pick<typeof nativeImage, 'createFromPath'>
  /** the path of the image with this name */
  picture(name: string): string
  platform: NodeJS.Platform
  words: Words
  acts: MenuActs
  first: MenuState
}

export type Status = { change(some: Partial<MenuState>): void }

/** The parts of the app outside its window: the tray, the menus and the badge. */
export function createStatus({ platform, words, acts, ...around }: Options): Status {
  let state = around.first
  const pictureName = () => `tray${state.waiting > 0 ? '-waiting' : ''}${platform === 'darwin' ? 'Template' : ''}.png`
  const tray = new around.Tray(around.picture(pictureName()))
  if (platform !== 'darwin') tray.on('click', acts.open)

  const overlay = () => around.nativeImage.createFromPath(around.picture('overlay.png'))
  const showCount = () => {
    const { waiting } = state
    tray.setImage(around.picture(pictureName()))
    tray.setToolTip(waiting > 0 ? `Frontdesk: ${words.waiting(waiting)}` : 'Frontdesk')
    if (platform === 'darwin') tray.setTitle(waiting > 0 ? String(waiting) : '')
    if (platform === 'win32') around.window.setOverlayIcon(waiting > 0 ? overlay() : null, words.waiting(waiting))
    else around.app.setBadgeCount(waiting)
  }
  const showMenus = () => {
    const items = menuItems(state, acts, words)
    tray.setContextMenu(around.Menu.buildFromTemplate(items))
    around.Menu.setApplicationMenu(around.Menu.buildFromTemplate(windowMenu(items, words)))
  }
  showCount()
  showMenus()
  return {
    change(some) {
      const before = state
      state = { ...state, ...some }
      if (state.waiting !== before.waiting) showCount()
      if (Object.keys(some).some((name) => state[name as keyof MenuState] !== before[name as keyof MenuState]))
        showMenus()
    },
  }
}
