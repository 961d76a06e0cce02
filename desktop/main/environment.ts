import type * as Electron from 'electron'
import type { Notices } from './notices.ts'
import type { Pane } from './pane.ts'
import type { Post } from './post.ts'
import type { Status } from './status.ts'

/** The open app: its window, and its connections to the system and the page. */
export type Desk = {
  window: Electron.BrowserWindow
  post: Post
  notices: Notices
  pane: Pane
  status: Status
  show(): void
  /** Shows a conversation as soon as the dashboard is ready. */
  open(conversationId: string): void
}

/** The parts of Electron that the app uses. */
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

export type Environment = {
  electron: Modules
  platform: NodeJS.Platform
  argv: readonly string[]
  execPath: string
  /** the folder of the build */
  built: string
  now(): number
  /** Runs something repeatedly. */
  every(milliseconds: number, act: () => void): void
  /** Reports an error that the person does not see. */
  report(error: unknown): void
}
