import { mkdirSync, mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import type { CookiesSetDetails, IpcMainInvokeEvent, MenuItemConstructorOptions, SafeStorage } from 'electron'
import { startDesktop } from '../../desktop/main/desktop.ts'
import type { Environment, Modules } from '../../desktop/main/environment.ts'
import type { Fetch } from '../../desktop/main/examine.ts'
import { createEmitter, standIn } from './stand-in.ts'

type Handler = (event: IpcMainInvokeEvent, ...given: unknown[]) => Promise<unknown>

type Note = (name: string, answer?: unknown) => (...given: unknown[]) => never
type Emitter = ReturnType<typeof createEmitter>
type Given = { folder?: string; isFirst?: boolean; fetch: Fetch }

/** An Electron that shows nothing and records its calls. `folder` persists between starts. */
export function fakeElectron({ folder = mkdtempSync(join(tmpdir(), 'desktop-')), isFirst = true, fetch }: Given) {
  const did: unknown[][] = []
  const note: Note =
    (name, answer) =>
    (...given) => {
      did.push([name, ...given])
      return answer as never
    }
  const [app, window] = [createEmitter(), createEmitter()]
  const contents = fakeContents(did)
  const { session, ...heard } = fakeSession(note)
  const { ipcMain, invoke } = fakeCalls(contents)
  const shown = { menu: [] as MenuItemConstructorOptions[], notifications: [] as Emitter[] }
  const electron = {
    app: fakeApp(app, note, { folder, isFirst }),
    BrowserWindow: windowClass(window, note, () => {
      app.emit('web-contents-created', {}, contents.stand)
      return contents.stand
    }),
    ipcMain,
    Menu: { buildFromTemplate: (items: unknown) => items, setApplicationMenu: () => {} },
    nativeImage: { createFromPath: (path: string) => path },
    net: { fetch },
    Notification: notificationClass(note, shown.notifications),
    protocol: standIn<Modules['protocol']>({ registerSchemesAsPrivileged: note('schemes') }),
    safeStorage: fakeKeys(),
    screen: standIn<Modules['screen']>({
      getAllDisplays: () => [],
      getPrimaryDisplay: () => ({ workArea: { x: 0, y: 0, width: 1920, height: 1080 } }) as never,
    }),
    session: { fromPartition: () => session },
    shell: { openExternal: async (url: string) => void did.push(['outside', url]) },
    Tray: trayClass((items) => {
      shown.menu = items
    }),
  } as unknown as Modules
  const names = () => did.map(([name]) => name)
  const { notifications } = shown
  return {
    electron,
    did,
    names,
    app,
    window,
    contents,
    ...heard,
    invoke,
    notifications,
    menu: () => shown.menu,
    folder,
  }
}

const fakeApp = (app: Emitter, note: Note, { folder, isFirst }: { folder: string; isFirst: boolean }) =>
  standIn<Modules['app']>({
    on: app.on,
    isPackaged: true,
    enableSandbox: note('sandbox'),
    setAppUserModelId: note('model id'),
    requestSingleInstanceLock: () => isFirst,
    setAsDefaultProtocolClient: note('protocol client'),
    whenReady: async () => {},
    getPath: () => folder,
    getAppPath: () => resolve('dist/desktop'),
    getVersion: () => '0.1.0',
    getLocale: () => 'en',
    getLoginItemSettings: () => ({ openAtLogin: false, wasOpenedAtLogin: false }) as never,
    setBadgeCount: note('badge'),
    quit: note('quit'),
  })

const windowClass = (emitter: Emitter, note: Note, create: () => Electron.WebContents) =>
  class {
    webContents = create()
    on = emitter.on
    once = emitter.once
    show = note('show')
    focus = note('focus')
    hide = note('hide')
    isMinimized = () => false
    getNormalBounds = () => ({ x: 0, y: 0, width: 800, height: 600 })
    isMaximized = () => false
  }

const notificationClass = (note: Note, all: Emitter[]) =>
  class {
    static isSupported = () => true
    emitter = createEmitter()
    on = this.emitter.on
    show = note('notification')
    close = note('notification closed')
    constructor() {
      all.push(this.emitter)
    }
  }

const trayClass = (show: (items: MenuItemConstructorOptions[]) => void) =>
  class {
    on = () => {}
    setImage = () => {}
    setToolTip = () => {}
    setTitle = () => {}
    setContextMenu = show
  }

/** The system's key store, with a key that any reader of this file has. */
const fakeKeys = () =>
  standIn<SafeStorage>({
    isEncryptionAvailable: () => true,
    isAsyncEncryptionAvailable: async () => true,
    getSelectedStorageBackend: () => 'gnome_libsecret',
    encryptStringAsync: async (text) => Buffer.from(`v11${Buffer.from(text).toString('hex')}`),
    decryptStringAsync: async (sealed) => ({
      result: Buffer.from(sealed.subarray(3).toString(), 'hex').toString(),
      shouldReEncrypt: false,
    }),
  })

/** Calls of a page, from the window's URL by default. */
function fakeCalls(contents: ReturnType<typeof fakeContents>) {
  const handlers = new Map<string, Handler>()
  const ipcMain = standIn<Modules['ipcMain']>({ handle: (channel, handler) => void handlers.set(channel, handler) })
  const invoke = async (channel: string, given: unknown, url = contents.url()) => {
    const senderFrame = { url, origin: url.split('/', 3).join('/'), parent: null }
    return await handlers.get(channel)?.(
      { sender: contents.stand, senderFrame } as unknown as IpcMainInvokeEvent,
      given,
    )
  }
  return { ipcMain, invoke }
}

/** The window's page. It is at the URL that it was sent to, unless that is one of the failing ones. */
function fakeContents(did: unknown[][]) {
  const emitter = createEmitter()
  const failing = new Map<string, number>()
  let url = ''
  const stand = standIn<Electron.WebContents>({
    on: emitter.on,
    getURL: () => url,
    send: (...given) => void did.push(['send', ...given]),
    setWindowOpenHandler: () => {},
    navigationHistory: standIn<Electron.NavigationHistory>({ clear: () => {} }),
    async loadURL(to) {
      did.push(['load', to])
      const code = failing.get(to)
      if (code === undefined) {
        url = to
        emitter.emit('did-start-navigation', { isMainFrame: true, isSameDocument: false })
        emitter.emit('did-navigate', {}, to, 200)
        return
      }
      emitter.emit('did-fail-load', {}, code, '', to, true)
      throw Object.assign(new Error('not loaded'), { code: code === -3 ? 'ERR_ABORTED' : 'ERR_FAILED' })
    },
  })
  return { stand, emit: emitter.emit, url: () => url, failing }
}

function fakeSession(note: Note) {
  const cookies: CookiesSetDetails[] = []
  type Answer = (given: object) => void
  let headersReceived: (details: object, callback: Answer) => void = () => {}
  const session = standIn<Electron.Session>({
    on: note('session on'),
    protocol: standIn<Electron.Protocol>({ handle: note('protocol') }),
    webRequest: standIn<Electron.WebRequest>({
      onBeforeRequest: note('requests'),
      onHeadersReceived: ((heard: typeof headersReceived) => {
        headersReceived = heard
      }) as Electron.WebRequest['onHeadersReceived'],
    }),
    setPermissionRequestHandler: note('permission requests'),
    setPermissionCheckHandler: note('permission checks'),
    setDevicePermissionHandler: note('devices'),
    setSpellCheckerEnabled: note('spelling'),
    cookies: standIn<Electron.Cookies>({
      set: async (cookie) => void cookies.push(cookie),
      remove: note('cookie removed', Promise.resolve()),
    }),
    clearStorageData: note('storage cleared', Promise.resolve()),
  })
  return {
    session,
    cookies,
    headersReceived: (url: string, responseHeaders: Record<string, string[]>) =>
      headersReceived({ url, responseHeaders }, () => {}),
  }
}

/** Starts the app on such an Electron. */
export async function startFake(given: Given & Partial<Pick<Environment, 'platform' | 'argv'>>) {
  const fake = fakeElectron(given)
  const built = join(fake.folder, 'built')
  mkdirSync(join(built, 'pages'), { recursive: true })
  const faults: unknown[] = []
  const timers: (() => void)[] = []
  await startDesktop({
    electron: fake.electron,
    platform: given.platform ?? 'linux',
    argv: given.argv ?? ['frontdesk'],
    execPath: '/opt/frontdesk',
    built,
    now: () => 0,
    every: (_milliseconds, act) => void timers.push(act),
    report: (error) => void faults.push(error),
  })
  return { ...fake, faults, timers }
}
