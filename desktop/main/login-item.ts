import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { App } from 'electron'
import { removeFile, writeBytes } from './files.ts'

/** What the app is started with at login: it waits in the tray. */
const hiddenFlag = '--hidden'

export type LoginItem = { get(): boolean; set(on: boolean): Promise<void> }

type Around = {
  app: Pick<App, 'isPackaged' | 'getPath' | 'getLoginItemSettings' | 'setLoginItemSettings'>
  platform: NodeJS.Platform
  execPath: string
}

/** Start at login; undefined where the program has no lasting place: run from its sources, or an AppImage. */
export function findLoginItem({ app, platform, execPath }: Around): LoginItem | undefined {
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

/** Whether the system started it at login, and not the person just now. macOS passes no arguments, and says so itself. */
export function startsHidden({ app, platform, argv }: Pick<Around, 'app' | 'platform'> & { argv: readonly string[] }) {
  return argv.includes(hiddenFlag) || (platform === 'darwin' && app.getLoginItemSettings().wasOpenedAtLogin)
}

/** The entry that desktops on Linux start at login, by the Desktop Entry Specification. */
export function autostartEntry(execPath: string): string {
  // Within quotes these four are escaped, and a backslash once more, like those of all values; % begins a field code.
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
