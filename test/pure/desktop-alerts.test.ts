import type { App, BrowserWindow, Menu, MenuItemConstructorOptions, NotificationConstructorOptions } from 'electron'
import { describe, expect, test } from 'vitest'
import type { Notice } from '../../desktop/bridge.ts'
import type { MenuState } from '../../desktop/main/menu.ts'
import { createNotices, type NotificationClass } from '../../desktop/main/notices.ts'
import { createStatus } from '../../desktop/main/status.ts'
import { wordsFor } from '../../desktop/main/words.ts'
import { createEmitter, standIn } from '../support/stand-in.ts'

const conversationId = 'conv_0VbQ1234abcdEFGH5678'
const notice: Notice = { id: 'a', kind: 'waiting', title: 'Anna', body: 'Hello', conversationId }

/** Notifications as the system would show them, and what they tell. */
function open(platform: NodeJS.Platform = 'darwin', isSupported = true) {
  const shown: { options: NotificationConstructorOptions; emitter: ReturnType<typeof createEmitter>; state: string }[] =
    []
  class Stand {
    static isSupported = () => isSupported
    one: (typeof shown)[number]
    on: (typeof this.one)['emitter']['on']
    constructor(options: NotificationConstructorOptions) {
      this.one = { options, emitter: createEmitter(), state: 'made' }
      this.on = this.one.emitter.on
      shown.push(this.one)
    }
    show() {
      this.one.state = 'shown'
    }
    close() {
      this.one.state = 'closed'
      this.one.emitter.emit('close', {})
    }
  }
  const told: unknown[][] = []
  const notices = createNotices({
    Notification: Stand as NotificationClass,
    platform,
    words: wordsFor('en'),
    show: () => told.push(['show']),
    send: (...one) => told.push(one),
  })
  return { notices, shown, told, states: () => shown.map(({ state }) => state) }
}

describe('a notification', () => {
  test.each([
    ['waiting', true, 1],
    ['mine', true, 0],
    ['mention', true, 0],
    ['missed', false, 0],
    ['test', false, 0],
  ] as const)('of %s: reply %s, buttons %s; none of them on Linux', (kind, hasReply, buttons) => {
    for (const platform of ['darwin', 'win32', 'linux'] as const) {
      const { notices, shown } = open(platform)
      expect(notices.show({ ...notice, kind })).toBe(true)
      const { options } = shown[0]!
      const can = platform === 'linux' ? [false, 0] : [hasReply, buttons]
      expect([options.hasReply, options.actions?.length]).toEqual(can)
      expect(options).toMatchObject({ title: 'Anna', body: 'Hello', silent: true })
    }
  })

  test('without a conversation can only be clicked', () => {
    const { notices, shown, told } = open()
    notices.show({ ...notice, conversationId: null })
    expect(shown[0]?.options).toMatchObject({ hasReply: false, actions: [] })
    shown[0]?.emitter.emit('click', {})
    expect(told).toEqual([['show']])
  })

  test('clicked, answered and taken over is told to the page', () => {
    const { notices, shown, told } = open()
    notices.show(notice)
    const { emitter } = shown[0]!
    emitter.emit('click', {})
    emitter.emit('reply', { reply: ' Good morning ' })
    emitter.emit('action', { actionIndex: 0 })
    expect(told).toEqual([
      ['show'],
      ['open', conversationId],
      ['reply', { conversationId, text: 'Good morning' }],
      ['show'],
      ['takeover', conversationId],
    ])
  })

  test('a reply that cannot be sent opens the conversation instead', () => {
    const { notices, shown, told } = open()
    notices.show(notice)
    for (const reply of ['  ', 'x'.repeat(4001)]) shown[0]?.emitter.emit('reply', { reply })
    expect(told).toEqual([['show'], ['open', conversationId], ['show'], ['open', conversationId]])
  })

  test('of the same id takes the place of the first, and is taken away by it', () => {
    const { notices, states } = open()
    notices.show(notice)
    notices.show(notice)
    expect(states()).toEqual(['closed', 'shown'])
    notices.dismiss('a')
    notices.dismiss('a')
    notices.dismiss('unknown')
    expect(states()).toEqual(['closed', 'closed'])
  })

  test('[threat 21] is one of forty at most; the oldest goes', () => {
    const { notices, states } = open()
    for (let at = 0; at < 1000; at++) notices.show({ ...notice, id: String(at) })
    expect(states().filter((state) => state === 'shown')).toHaveLength(40)
    expect(states().at(-1)).toBe('shown')
    notices.clear()
    expect(states().filter((state) => state === 'shown')).toEqual([])
  })

  test('is said to be impossible where the system has none', () => {
    const { notices, shown } = open('linux', false)
    expect([notices.show(notice), shown]).toEqual([false, []])
  })
})

describe('beside the window', () => {
  const first: MenuState = {
    waiting: 0,
    available: null,
    startsAtLogin: false,
    isKept: true,
    server: 'https://desk.example.com',
    update: undefined,
  }

  function show(platform: NodeJS.Platform, state: Partial<MenuState> = {}) {
    const seen: Record<string, unknown> = {}
    const acted: unknown[][] = []
    const note =
      (name: string) =>
      (...given: unknown[]) => {
        seen[name] = given.length > 1 ? given : given[0]
        return true as never
      }
    const act =
      (name: string) =>
      (...given: unknown[]) =>
        void acted.push([name, ...given])
    class Tray {
      on = note('on')
      setImage = note('image')
      setToolTip = note('tip')
      setContextMenu = note('menu')
      setTitle = note('title')
    }
    const status = createStatus({
      app: standIn<App>({ setBadgeCount: note('badge') }),
      window: standIn<BrowserWindow>({ setOverlayIcon: note('overlay') }),
      Tray,
      Menu: { buildFromTemplate: (items) => items as unknown as Menu, setApplicationMenu: note('bar') },
      nativeImage: { createFromPath: (path) => `image of ${path}` as never },
      picture: (name) => name,
      platform,
      words: wordsFor('en'),
      acts: {
        open: act('open'),
        setAvailable: act('available'),
        setStartsAtLogin: act('login'),
        changeServer: act('server'),
        openUpdate: act('update'),
        quit: act('quit'),
      },
      first: { ...first, ...state },
    })
    const menu = () => seen.menu as MenuItemConstructorOptions[]
    const item = (label: string) => menu().find((one) => one.label === label)
    const click = (label: string, checked = false) => item(label)?.click?.({ checked } as never, undefined, {} as never)
    return { status, seen, acted, menu, item, click }
  }

  test('it is seen how many wait: on Linux', () => {
    const { status, seen, item } = show('linux')
    expect(seen).toMatchObject({ image: 'tray.png', badge: 0, tip: 'Frontdesk' })
    status.change({ waiting: 2 })
    expect(seen).toMatchObject({ image: 'tray-waiting.png', badge: 2, tip: 'Frontdesk: 2 waiting' })
    expect(item('2 waiting')).toMatchObject({ enabled: false })
    status.change({ waiting: 0 })
    expect(seen).toMatchObject({ image: 'tray.png', badge: 0 })
  })

  test('on macOS', () => {
    const { status, seen } = show('darwin')
    status.change({ waiting: 1 })
    expect(seen).toMatchObject({ image: 'tray-waitingTemplate.png', badge: 1, title: '1', tip: 'Frontdesk: 1 waiting' })
  })

  test('on Windows', () => {
    const { status, seen } = show('win32')
    status.change({ waiting: 1 })
    expect(seen).toMatchObject({ image: 'tray-waiting.png', overlay: ['image of overlay.png', '1 waiting'] })
    status.change({ waiting: 0 })
    expect(seen.overlay).toEqual([null, '0 waiting'])
  })

  test('the menu does what it says', () => {
    const { status, acted, item, click } = show('linux', { update: { version: '9.9.9', url: 'https://x.example/' } })
    expect(item('Available')).toMatchObject({ enabled: false, checked: false })
    status.change({ available: true })
    expect(item('Available')).toMatchObject({ enabled: true, checked: true })
    click('Available', false)
    click('Start at login', true)
    click('Another server…')
    click('Version 9.9.9 of this app is available')
    click('Open Frontdesk')
    click('Quit')
    expect(acted).toEqual([
      ['available', false],
      ['login', true],
      ['server'],
      ['update', 'https://x.example/'],
      ['open'],
      ['quit'],
    ])
  })

  test('it says where nothing is kept, and leaves out what there is not', () => {
    const { item } = show('linux', { isKept: false, startsAtLogin: null, server: null })
    expect(item('Signed in until you quit: this system has no key store')).toMatchObject({ enabled: false })
    expect([item('Start at login'), item('Another server…')]).toEqual([undefined, undefined])
  })

  test('an update without an address is only told', () => {
    expect(
      show('linux', { update: { version: '2', url: undefined } }).item('Version 2 of this app is available'),
    ).toMatchObject({ enabled: false })
  })

  test('the window’s menu has the system’s own commands, by which keys copy and paste', () => {
    const { seen } = show('darwin')
    const roles = (seen.bar as MenuItemConstructorOptions[]).flatMap(({ submenu }) =>
      (submenu as MenuItemConstructorOptions[]).map(({ role }) => role),
    )
    expect(roles).toEqual(expect.arrayContaining(['copy', 'paste', 'reload', 'zoomIn']))
    expect(roles).not.toContain('toggleDevTools')
  })

  test('the words are those of the system’s language', () => {
    expect([wordsFor('de-AT').quit, wordsFor('en-GB').quit, wordsFor('fr').quit]).toEqual(['Beenden', 'Quit', 'Quit'])
  })
})
