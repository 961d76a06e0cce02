import { join } from 'node:path'
import type { BrowserWindow } from 'electron'
import { answerPages } from './answers.ts'
import { type Base, openBase } from './base.ts'
import type { Desk, Environment } from './environment.ts'
import { createGate } from './guard.ts'
import { findLoginItem, type LoginItem, startsHidden } from './login-item.ts'
import type { MenuActs, MenuState } from './menu.ts'
import { guardContents } from './navigation.ts'
import { createNotices } from './notices.ts'
import { servePages } from './pages.ts'
import { createPane } from './pane.ts'
import { createPost } from './post.ts'
import { prepareSession } from './session.ts'
import { cookieName } from './session-cookie.ts'
import { createStatus, type Status } from './status.ts'
import { findUpdate } from './updates.ts'
import { openWindow, showWindow, windowOptions } from './window.ts'

const second = 1_000
const day = 86_400 * second

/** Opens the window with everything that belongs to it, guards first, and loads its first page. */
export async function openDesk(around: Environment, isQuitting: () => boolean): Promise<Desk> {
  const base = await openBase(around)
  const window = await openGuarded(around, base, isQuitting)
  const desk = await createDesk(around, base, window)
  prepareSession({
    ...base,
    servePages: servePages(join(around.built, 'pages')),
    signedIn: (session) => {
      if (session === null) clearPerson(desk)
      const kept = session ? base.keyStore.keep(base.server() ?? '', session) : base.keyStore.forget()
      kept.catch(around.report)
    },
    spellCheck: around.platform === 'darwin',
    now: around.now,
  })
  answerPages({ ipcMain: around.electron.ipcMain, server: base.server, now: around.now }, desk)
  watchContents(around, desk)
  watchUpdates(around, base, desk.status)
  if (!startsHidden({ ...around, app: around.electron.app })) window.once('ready-to-show', desk.show)
  await removeStoredCookie(base)
  void desk.pane.enter()
  return desk
}

/** Sessions are stored only in the key store. Removes a cookie that was stored elsewhere. */
async function removeStoredCookie({ session, server }: Base): Promise<void> {
  const origin = server()
  if (origin !== null) await session.cookies.remove(origin, cookieName)
}

/** Opens an empty window with guards for it and for any other web contents. */
async function openGuarded(around: Environment, base: Base, isQuitting: () => boolean): Promise<BrowserWindow> {
  const { report } = around
  const { app, shell } = around.electron
  const gate = createGate(3, 5 * second, around.now)
  const openOutside = (url: string) => void shell.openExternal(url).catch(report)
  app.on('web-contents-created', (_event, contents) =>
    guardContents(contents, { server: base.server, openOutside, gate }),
  )
  const options = windowOptions({
    version: base.version,
    preload: join(around.built, 'preload.cjs'),
    icon: pictureOf(around, 'icon.png'),
    isPackaged: app.isPackaged,
    platform: around.platform,
  })
  return await openWindow({ ...around.electron, options, file: base.place('window.json'), isQuitting, report })
}

const pictureOf = ({ built }: Environment, name: string) => join(built, 'icons', name)

async function createDesk(around: Environment, base: Base, window: BrowserWindow): Promise<Desk> {
  const { electron, platform } = around
  const { words } = base
  const post = createPost((to, data) => window.webContents.send('frontdesk:event', to, data))
  const show = () => showWindow(window)
  const open = (id: string) => {
    show()
    post.send('open', id)
  }
  const notices = createNotices({ Notification: electron.Notification, platform, words, show, send: post.send })
  const pane = createPane({ ...base, contents: window.webContents, changed: () => clearPerson(desk) })
  const login = findLoginItem({ ...around, app: electron.app })
  const status = createStatus({
    ...electron,
    window,
    picture: (name) => pictureOf(around, name),
    platform,
    words,
    acts: actsOf(around, login, () => desk),
    first: await firstState(base, login),
  })
  const desk: Desk = { window, post, notices, pane, status, show, open }
  return desk
}

const firstState = async ({ keyStore, server }: Base, login: LoginItem | undefined): Promise<MenuState> => ({
  waiting: 0,
  available: null,
  startsAtLogin: login?.get() ?? null,
  isKept: await keyStore.isReal(),
  server: server(),
  update: undefined,
})

/** The actions of the menus. */
function actsOf(around: Environment, login: LoginItem | undefined, desk: () => Desk): MenuActs {
  const { app, shell } = around.electron
  return {
    open: () => desk().show(),
    setAvailable: (available) => {
      // Shown immediately; the page corrects it if the server rejects it.
      desk().status.change({ available })
      desk().post.send('availability', available)
    },
    setStartsAtLogin: (on) =>
      void login
        ?.set(on)
        .catch(around.report)
        .then(() => desk().status.change({ startsAtLogin: login.get() })),
    changeServer: () => {
      desk().show()
      void desk().pane.change()
    },
    openUpdate: (url) => void shell.openExternal(url).catch(around.report),
    quit: () => app.quit(),
  }
}

/** Clears everything about a person who signed out. */
function clearPerson({ notices, status, pane }: Desk): void {
  notices.clear()
  status.change({ waiting: 0, available: null, server: pane.state().server })
}

/** Forgets listeners of a page that was replaced, and reloads a page that crashed, unless it does so repeatedly. */
function watchContents({ now }: Environment, { window: { webContents }, post, pane }: Desk): void {
  const gate = createGate(3, 60 * second, now)
  webContents.on('did-start-navigation', ({ isMainFrame, isSameDocument }) => {
    if (isMainFrame && !isSameDocument) post.forget()
  })
  webContents.on('render-process-gone', (_event, { reason }) => {
    if (reason === 'clean-exit') return
    post.forget()
    void (gate() ? pane.enter() : pane.showFault('down'))
  })
}

/** Shows a newer version in the menu, checking at most once a day. */
function watchUpdates({ every, report }: Environment, { settings, fetch, version }: Base, status: Status): void {
  const look = () => {
    const { updates: feed, server } = settings.read()
    findUpdate(fetch, { own: version, feed, server }).then((update) => status.change({ update }), report)
  }
  look()
  every(day, look)
}
