import {
  app,
  BrowserWindow,
  ipcMain,
  Menu,
  Notification,
  nativeImage,
  net,
  protocol,
  safeStorage,
  screen,
  session,
  shell,
  Tray,
} from 'electron'
import { startDesktop } from './desktop.ts'

const electron = {
  app,
  BrowserWindow,
  ipcMain,
  Menu,
  Notification,
  nativeImage,
  net,
  protocol,
  safeStorage,
  screen,
  session,
  shell,
  Tray,
}

startDesktop({
  electron,
  platform: process.platform,
  argv: process.argv,
  execPath: process.execPath,
  built: app.getAppPath(),
  now: Date.now,
  every: (milliseconds, act) => void setInterval(act, milliseconds),
  report: (error) => console.error(error),
}).catch((error) => {
  console.error(error)
  app.exit(1)
})
