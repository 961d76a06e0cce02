import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { App } from 'electron'
import { removeFile, writeBytes } from './files.ts'

/** The argument for a start at login, which keeps the app in the tray. */
const hiddenFlag = '--hidden'

export type LoginItem = { get(): boolean; set(on: boolean): Promise<void> }

type Options = {
  app: Pick<App, 'isPackaged' | 'getPath' | 'getLoginItemSettings' | 'setLoginItemSettings'>
  platform: NodeJS.Platform
  execPath: string
}

/** Controls the start at login. Undefined if the program has no permanent path: run from source, or an AppImage. */
export function findLoginItem({ app, platform, execPath }: Options): LoginItem | undefined {
  if (!app.isPackaged || execPath.includes('/.mount_')) return undefined
  if (platform !== 'linux') {
    const args = [hiddenFlag]
    return {
      get: () => app.getLoginItemSettings({ args }).openAtLogin,
      set: async (openAtLogin) => app.setLoginItemSettings({ openAtLogin, args }),
    }
  }
  const file = join(app.getPath('appData'), 'autostart', 'frontdesk.desktop')
  return {
    get: () => existsSync(file),
    set: (on) => (on ? writeBytes(file, autostartEntry(execPath)) : removeFile(file)),
  }
}

/** Whether the system started the app at login. macOS passes no arguments, but reports it. */
export function startsHidden({ app, platform, argv }: Pick<Options, 'app' | 'platform'> & { argv: readonly string[] }) {
  return argv.includes(hiddenFlag) || (platform === 'darwin' && app.getLoginItemSettings().wasOpenedAtLogin)
}

/** A Linux autostart entry, by the Desktop Entry Specification. */
export function autostartEntry(execPath: string): string {
  // Inside quotes these four are escaped; backslashes are escaped again, as in all values; % begins a field code.
  const quoted = execPath
    .replace(/[\\"`$]/g, '\\$&')
    .replaceAll('\\', '\\\\')
    .replaceAll('%', '%%')
  return `[Desktop Entry]
Type=Application
Name=Frontdesk
Exec="${quoted}" ${hiddenFlag}
Icon=frontdesk
Terminal=false
`
}
