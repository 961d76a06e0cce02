import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { App, BrowserWindow, Display, Screen } from 'electron'
import { describe, expect, test } from 'vitest'
import { autostartEntry, findLoginItem, startsHidden } from '../../desktop/main/login-item.ts'
import { servePages } from '../../desktop/main/pages.ts'
import { openSettings } from '../../desktop/main/settings.ts'
import { openWindow, windowOptions } from '../../desktop/main/window.ts'
import { placeWindow } from '../../desktop/main/window-state.ts'
import { createEmitter, createEvent, standIn } from '../support/stand-in.ts'

const newFolder = () => mkdtempSync(join(tmpdir(), 'desktop-'))
const screenAt = (x: number, y: number, width: number, height: number) => ({ workArea: { x, y, width, height } })
const primary = screenAt(0, 25, 1920, 1055)
const second = screenAt(1920, 0, 2560, 1440)
const kept = { x: 2000, y: 100, width: 1000, height: 700, maximized: false }

describe('where the window opens', () => {
  test('where it was', () => {
    expect(placeWindow(kept, [primary, second], primary)).toEqual({ x: 2000, y: 100, width: 1000, height: 700 })
  })

  test.each([
    ['the screen is gone', kept],
    ['it was above every screen', { ...kept, x: 100, y: -500 }],
    ['only a sliver is left of it', { ...kept, x: 1900 }],
    ['it was below', { ...kept, x: 100, y: 1070 }],
  ])('in the middle of the first screen where %s', (_, state) => {
    expect(placeWindow(state, [primary], primary)).toEqual({ x: 460, y: 25 + 177, width: 1000, height: 700 })
  })

  test('never larger than its screen, nor smaller than what can be read', () => {
    expect(placeWindow({ ...kept, width: 9000, height: 9000 }, [primary, second], primary)).toMatchObject({
      width: 2560,
      height: 1440,
    })
    expect(placeWindow({ ...kept, x: 5, width: 1, height: 1 }, [primary], primary)).toMatchObject({ width: 360 })
    const small = screenAt(0, 0, 300, 200)
    expect(placeWindow(undefined, [small], small)).toEqual({ x: 0, y: 0, width: 300, height: 200 })
  })
})

/** A window that does what a person does to it. */
async function open(file: string, isQuitting = false) {
  const emitter = createEmitter()
  const did: string[] = []
  const made: object[] = []
  const window = standIn<BrowserWindow>({
    on: emitter.on,
    maximize: () => void did.push('maximize'),
    hide: () => void did.push('hide'),
    getNormalBounds: () => ({ x: 5, y: 6, width: 700, height: 800 }),
    isMaximized: () => true,
  })
  const display = { workArea: primary.workArea } as Display
  const opened = Promise.withResolvers<void>()
  await openWindow({
    // Called with new, as Electron's is.
    BrowserWindow: function make(options: object) {
      made.push(options)
      return window
    } as unknown as new () => BrowserWindow,
    screen: standIn<Screen>({ getAllDisplays: () => [display], getPrimaryDisplay: () => display }),
    options: { title: 'Frontdesk' },
    file,
    isQuitting: () => isQuitting,
    report: opened.reject,
  })
  return { emitter, did, made }
}

describe('the window', () => {
  test('remembers its place and size', async () => {
    const file = join(newFolder(), 'window.json')
    const { emitter } = await open(file)
    emitter.emit('blur')
    await expect.poll(() => readFileSync(file, 'utf8')).toContain('800')
    const again = await open(file)
    expect(again.made).toEqual([{ title: 'Frontdesk', x: 5, y: 25, width: 700, height: 800 }])
    expect(again.did).toEqual(['maximize'])
  })

  test.each(['{', '[]', '{"x":"y"}', '{"x":1e99,"y":0,"width":1,"height":1,"maximized":false}'])(
    'opens in spite of a broken file: %s',
    async (text) => {
      const file = join(newFolder(), 'window.json')
      writeFileSync(file, text)
      expect((await open(file)).made).toEqual([{ title: 'Frontdesk', x: 320, y: 132, width: 1280, height: 840 }])
    },
  )

  test('hides when it is closed, and closes when the app quits', async () => {
    for (const isQuitting of [false, true]) {
      const { emitter, did } = await open(join(newFolder(), 'window.json'), isQuitting)
      const event = createEvent({})
      emitter.emit('close', event)
      expect([event.isPrevented, did]).toEqual(isQuitting ? [false, []] : [true, ['hide']])
    }
  })

  test('[threat 21] gives its page as little as there is', () => {
    const facts = { version: '1.2.3', preload: '/app/preload.cjs', icon: 'icon.png', platform: 'linux' } as const
    expect(windowOptions({ ...facts, isPackaged: true }).webPreferences).toMatchObject({
      preload: '/app/preload.cjs',
      additionalArguments: ['--frontdesk-version=1.2.3'],
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
      devTools: false,
    })
  })
})

describe('start at login', () => {
  const app = (given: Partial<App>) => standIn<App>({ isPackaged: true, ...given })

  test('on Linux is a file in the autostart folder', async () => {
    const folder = newFolder()
    const login = findLoginItem({ app: app({ getPath: () => folder }), platform: 'linux', execPath: '/opt/frontdesk' })
    expect(login?.get()).toBe(false)
    await login?.set(true)
    expect(login?.get()).toBe(true)
    expect(readFileSync(join(folder, 'autostart/frontdesk.desktop'), 'utf8')).toContain(
      'Exec="/opt/frontdesk" --hidden',
    )
    await login?.set(false)
    expect(login?.get()).toBe(false)
  })

  test('a path cannot carry another command into that file', () => {
    expect(autostartEntry('/o p/"$(x)`%f\\')).toContain('Exec="/o p/\\\\"\\\\$(x)\\\\`%%f\\\\\\\\" --hidden\n')
  })

  test.each(['darwin', 'win32'] as const)('on %s is the system’s own setting', async (platform) => {
    const set: object[] = []
    const login = findLoginItem({
      app: app({
        getLoginItemSettings: () => ({ openAtLogin: set.length > 0 }) as ReturnType<App['getLoginItemSettings']>,
        setLoginItemSettings: (settings) => void set.push(settings),
      }),
      platform,
      execPath: '/x',
    })
    await login?.set(true)
    expect([login?.get(), set]).toEqual([true, [{ openAtLogin: true, args: ['--hidden'] }]])
  })

  test('is not offered where the program has no lasting place', () => {
    const execPath = '/tmp/.mount_FrontdXYZ/frontdesk'
    expect(findLoginItem({ app: app({}), platform: 'linux', execPath })).toBeUndefined()
    const fromSources = app({ isPackaged: false })
    expect(findLoginItem({ app: fromSources, platform: 'darwin', execPath: '/x' })).toBeUndefined()
  })

  test('begins in the tray', () => {
    const atLogin = (wasOpenedAtLogin: boolean) =>
      app({ getLoginItemSettings: () => ({ wasOpenedAtLogin }) as ReturnType<App['getLoginItemSettings']> })
    expect(startsHidden({ app: app({}), platform: 'linux', argv: ['x', '--hidden'] })).toBe(true)
    expect(startsHidden({ app: app({}), platform: 'linux', argv: ['x'] })).toBe(false)
    expect(startsHidden({ app: atLogin(true), platform: 'darwin', argv: [] })).toBe(true)
    expect(startsHidden({ app: atLogin(false), platform: 'darwin', argv: [] })).toBe(false)
  })
})

describe('the settings', () => {
  test('last', async () => {
    const file = join(newFolder(), 'settings.json')
    expect((await openSettings(file)).read()).toEqual({ server: null })
    await (await openSettings(file)).change({ server: 'https://desk.example.com' })
    expect((await openSettings(file)).read()).toEqual({ server: 'https://desk.example.com' })
  })

  test.each(['{', '{"server":"javascript:1"}', '{"server":null,"updates":"http://x.example/"}'])(
    'that are broken are none: %s',
    async (text) => {
      const file = join(newFolder(), 'settings.json')
      writeFileSync(file, text)
      expect((await openSettings(file)).read()).toEqual({ server: null })
    },
  )
})

describe('the app’s own pages', () => {
  const folder = newFolder()
  writeFileSync(join(folder, 'welcome.html'), '<p>Hello</p>')
  writeFileSync(join(folder, 'secret.txt'), 'x')
  const serve = servePages(folder)
  const get = (url: string, method = 'GET') => serve({ url, method })

  test('come with a policy that lets nothing in from elsewhere', async () => {
    const response = await get('frontdesk-page://app/welcome.html')
    expect([response.status, await response.text()]).toEqual([200, '<p>Hello</p>'])
    expect(response.headers.get('content-security-policy')).toBe(
      "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
    )
    expect(response.headers.get('x-content-type-options')).toBe('nosniff')
  })

  test.each([
    'frontdesk-page://app/secret.txt',
    'frontdesk-page://app/../main.cjs',
    'frontdesk-page://app/%2e%2e%2fmain.cjs',
    'frontdesk-page://app/..\\main.js',
    'frontdesk-page://app/',
    'frontdesk-page://other/welcome.html',
    'https://app/welcome.html',
  ])('[threat 21] %s is none of them', async (url) => expect((await get(url)).status).toBe(404))

  test('nothing is posted to them', async () =>
    expect((await get('frontdesk-page://app/welcome.html', 'POST')).status).toBe(404))
})
