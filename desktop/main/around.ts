import type * as Electron from 'electron'
import type { Notices } from './notices.ts'
import type { Pane } from './pane.ts'
import type { Status } from './status.ts'
import type { Post } from './tidings.ts'

/** The open app: its window, and what the system and the page ask of it. */
export type Desk = {
  window: Electron.BrowserWindow
  post: Post
  notices: Notices
  pane: Pane
  status: Status
  show(): void
  /** Shows a conversation, as soon as the dashboard can. */
  open(conversationId: string): void
}

/** What of Electron the app uses. */
export type Modules = Pick<
  typeof Electron,
  | 'app'
  | 'BrowserWindow'
  | 'ipcMain'
  | 'Menu'
  | 'nativeImage'
  | 'net'
  | 'Notification'
  | 'protocol'
  | 'safeStorage'
  | 'screen'
  | 'session'
  | 'shell'
  | 'Tray'
>

export type Around = {
  electron: Modules
  platform: NodeJS.Platform
  argv: readonly string[]
  execPath: string
  /** the folder of what was built */
  built: string
  now(): number
  /** Does something again and again. */
  every(milliseconds: number, act: () => void): void
  /** Says what went wrong behind the person's back. */
  report(error: unknown): void
}
