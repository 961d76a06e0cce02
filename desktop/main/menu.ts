import type { MenuItemConstructorOptions } from 'electron'
import type { Words } from './words.ts'

export type MenuState = {
  waiting: number
  /** null while nobody is signed in */
  available: boolean | null
  /** null if it cannot be set */
  startsAtLogin: boolean | null
  /** whether the session is stored */
  isKept: boolean
  server: string | null
  update: { version: string; url: string | undefined } | undefined
}

export type MenuActs = {
  open(): void
  setAvailable(available: boolean): void
  setStartsAtLogin(on: boolean): void
  changeServer(): void
  openUpdate(url: string): void
  quit(): void
}

type Items = MenuItemConstructorOptions[]

/** The menu of the tray, and the first menu of the window. */
export function menuItems(state: MenuState, acts: MenuActs, words: Words): Items {
  const when = (isThere: boolean, items: Items): Items => (isThere ? items : [])
  const { available, startsAtLogin } = state
  return [
    { label: words.open, click: () => acts.open() },
    ...when(state.waiting > 0, [{ label: words.waiting(state.waiting), enabled: false }]),
    { type: 'separator' },
    {
      label: words.available,
      type: 'checkbox',
      checked: available === true,
      enabled: available !== null,
      click: ({ checked }) => acts.setAvailable(checked),
    },
    { type: 'separator' },
    ...when(startsAtLogin !== null, [
      {
        label: words.startAtLogin,
        type: 'checkbox',
        checked: startsAtLogin === true,
        click: ({ checked }) => acts.setStartsAtLogin(checked),
      },
    ]),
    ...when(state.server !== null, [{ label: words.changeServer, click: () => acts.changeServer() }]),
    ...when(!state.isKept, [{ label: words.notKept, enabled: false }]),
    ...updateItems(state.update, acts, words),
    { type: 'separator' },
    { label: words.quit, click: () => acts.quit() },
  ]
}

function updateItems(update: MenuState['update'], acts: MenuActs, words: Words): Items {
  if (!update) return []
  const { version, url } = update
  return [
    {
      label: words.update(version),
      ...(url === undefined ? { enabled: false } : { click: () => acts.openUpdate(url) }),
    },
  ]
}

/** The window's menu. Without these roles, macOS has no keyboard shortcuts for copy and paste. */
export function windowMenu(own: Items, words: Words): Items {
  const roles = (...names: NonNullable<MenuItemConstructorOptions['role']>[]): Items => names.map((role) => ({ role }))
  return [
    { label: 'Frontdesk', submenu: own },
    { label: words.edit, submenu: roles('undo', 'redo', 'cut', 'copy', 'paste', 'selectAll') },
    { label: words.view, submenu: roles('reload', 'resetZoom', 'zoomIn', 'zoomOut', 'togglefullscreen') },
  ]
}
