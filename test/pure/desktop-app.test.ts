import { existsSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import type { Fetch } from '../../desktop/main/examine.ts'
import { startFake } from '../support/fake-electron.ts'
import { createEvent } from '../support/stand-in.ts'

const server = 'https://desk.example.com'
const dashboard = `${server}/dashboard`
const welcome = 'frontdesk-page://app/welcome.html'
const offline = 'frontdesk-page://app/offline.html'
const conversationId = 'conv_0VbQ1234abcdEFGH5678'
const token = `svc_sess_${'a1B2'.repeat(10)}xyz`

/** Frontdesks, by what each calls itself. */
const serve =
  (servers: Record<string, string>, health = { status: 'ok' }): Fetch =>
  async (url) => {
    const { origin, pathname } = new URL(url)
    const own = servers[origin]
    if (own === undefined) throw new Error('net::ERR_NAME_NOT_RESOLVED')
    if (pathname === '/healthz') return Response.json(health)
    return Response.json({ info: { title: 'Frontdesk API', version: '0.1.0' }, servers: [{ url: `${own}/api/v1` }] })
  }
const fetch = serve({ [server]: server })

/** What lasts of a start in which this server was kept. */
function folderWith(settings: object): string {
  const folder = mkdtempSync(join(tmpdir(), 'desktop-'))
  writeFileSync(join(folder, 'settings.json'), JSON.stringify(settings))
  return folder
}

const known = (given: Partial<Parameters<typeof startFake>[0]> = {}) =>
  startFake({ fetch, folder: folderWith({ server }), ...given })

describe('the first start', () => {
  test('asks which server, and shows its dashboard once one answered', async () => {
    const app = await startFake({ fetch })
    await expect.poll(() => app.contents.url()).toBe(welcome)
    expect(await app.invoke('frontdesk-page:state', null)).toEqual({ version: '0.1.0', server: null, fault: null })
    expect(await app.invoke('frontdesk-page:keep', { address: 'nowhere.example', sure: false })).toBe('unreachable')
    expect(await app.invoke('frontdesk-page:keep', { address: 'desk.example.com', sure: false })).toBeNull()
    await expect.poll(() => app.contents.url()).toBe(dashboard)
    expect(JSON.parse(readFileSync(join(app.folder, 'settings.json'), 'utf8'))).toEqual({ server })
    expect(app.faults).toEqual([])
  })

  test('on a private network is asked whether no encryption is meant', async () => {
    const near = 'http://192.168.1.20:8787'
    const app = await startFake({ fetch: serve({ [near]: near }) })
    await expect.poll(() => app.contents.url()).toBe(welcome)
    expect(await app.invoke('frontdesk-page:keep', { address: near, sure: false })).toBe('unencrypted')
    expect(await app.invoke('frontdesk-page:keep', { address: near, sure: true })).toBeNull()
  })

  test('takes the server’s own name of this machine, and no other name that it gives', async () => {
    const [own, other] = ['http://127.0.0.1:8787', 'http://localhost:8787']
    const app = await startFake({ fetch: serve({ [other]: own, [server]: 'https://evil.example' }) })
    await expect.poll(() => app.contents.url()).toBe(welcome)
    const renamed = { renamed: 'https://evil.example' }
    expect(await app.invoke('frontdesk-page:keep', { address: server, sure: true })).toEqual(renamed)
    expect(await app.invoke('frontdesk-page:keep', { address: other, sure: false })).toBeNull()
    await expect.poll(() => app.contents.url()).toBe(`${own}/dashboard`)
  })

  test('with a one-time link signs in by it', async () => {
    const app = await startFake({ fetch })
    await expect.poll(() => app.contents.url()).toBe(welcome)
    await app.invoke('frontdesk-page:keep', { address: `${dashboard}/link#abc`, sure: false })
    await expect.poll(() => app.contents.url()).toBe(`${dashboard}/link#abc`)
  })
})

describe('starting', () => {
  test('[threat 21] is in the sandbox, with the walls up before anything is shown', async () => {
    const app = await known()
    await expect.poll(() => app.contents.url()).toBe(dashboard)
    const order = app.names()
    expect(order.indexOf('sandbox')).toBe(0)
    for (const wall of ['requests', 'permission requests', 'permission checks', 'devices', 'protocol'])
      expect(order.indexOf(wall)).toBeLessThan(order.indexOf('load'))
    const event = createEvent({ url: 'https://evil.example/', isMainFrame: true })
    app.contents.emit('will-navigate', event)
    expect(event.isPrevented).toBe(true)
  })

  test('a second time hands over to the first, and ends', async () => {
    const app = await known({ isFirst: false })
    expect(app.names()).toEqual(['sandbox', 'schemes', 'quit'])
  })

  test.each([
    ['shown', ['frontdesk'], true],
    ['hidden, at login', ['frontdesk', '--hidden'], false],
  ] as const)('is %s', async (_, argv, isShown) => {
    const app = await known({ argv })
    app.window.emit('ready-to-show')
    expect(app.names().includes('show')).toBe(isShown)
  })
})

describe('a link', () => {
  const link = `frontdesk://conversation/${conversationId}`
  const opened = ['send', 'frontdesk:event', 'open', conversationId]
  const listen = (app: Awaited<ReturnType<typeof startFake>>) =>
    app.invoke('frontdesk:listen', { to: 'open', on: true }, dashboard)

  test('that started the app waits for the dashboard', async () => {
    const app = await known({ argv: ['frontdesk', link] })
    await expect.poll(() => app.contents.url()).toBe(dashboard)
    expect(app.did).not.toContainEqual(opened)
    await listen(app)
    expect(app.did).toContainEqual(opened)
  })

  test('from a second start brings the first to the front', async () => {
    const app = await known()
    await expect.poll(() => app.contents.url()).toBe(dashboard)
    await listen(app)
    app.app.emit('second-instance', {}, ['frontdesk', '--x', link])
    await expect.poll(() => app.did).toContainEqual(opened)
    expect(app.names()).toContain('focus')
  })

  test('from macOS does the same; one that is none only brings the app to the front', async () => {
    const app = await known({ platform: 'darwin', argv: ['x', '--hidden'] })
    await expect.poll(() => app.contents.url()).toBe(dashboard)
    await listen(app)
    const event = createEvent({})
    app.app.emit('open-url', event, 'frontdesk://evil')
    await expect.poll(() => app.names()).toContain('focus')
    expect([event.isPrevented, app.names().includes('send')]).toEqual([true, false])
    app.app.emit('open-url', event, link)
    await expect.poll(() => app.did).toContainEqual(opened)
  })
})

describe('the session', () => {
  const cookie = (value: string) => ({ 'set-cookie': [`svc_session=${value}; Max-Age=3600; HttpOnly`] })

  test('is kept from signing in to the next start, and not from signing out', async () => {
    const first = await known()
    await expect.poll(() => first.contents.url()).toBe(dashboard)
    expect(first.cookies).toEqual([])
    first.headersReceived(`${server}/auth/sign-in`, cookie(token))
    await expect.poll(() => readFileSync(join(first.folder, 'session.sealed'), 'utf8')).toMatch(/^v11/)

    const second = await known({ folder: first.folder })
    await expect.poll(() => second.contents.url()).toBe(dashboard)
    expect(second.cookies).toMatchObject([{ url: server, name: 'svc_session', value: token, httpOnly: true }])
    await second.invoke('frontdesk:badge', 2)
    second.headersReceived(`${server}/auth/sign-out`, { 'set-cookie': ['svc_session=; Max-Age=0'] })
    await expect.poll(() => existsSync(join(first.folder, 'session.sealed'))).toBe(false)
    // The badge, and what else was the person's, went with it.
    expect(second.did.filter(([name]) => name === 'badge').at(-1)).toEqual(['badge', 0])

    const third = await known({ folder: first.folder })
    await expect.poll(() => third.contents.url()).toBe(dashboard)
    expect(third.cookies).toEqual([])
  })

  test('begins with nothing but what the key store kept', async () => {
    const app = await known()
    await expect.poll(() => app.contents.url()).toBe(dashboard)
    expect(app.did).toContainEqual(['cookie removed', server, 'svc_session'])
    expect(app.names().indexOf('cookie removed')).toBeLessThan(app.names().indexOf('load'))
  })

  test('stays with its server: another one finds nothing of it', async () => {
    const other = 'https://other.example'
    const app = await known({ fetch: serve({ [server]: server, [other]: other }) })
    await expect.poll(() => app.contents.url()).toBe(dashboard)
    app.headersReceived(`${server}/auth/sign-in`, cookie(token))
    await expect.poll(() => readFileSync(join(app.folder, 'session.sealed'))).toBeDefined()
    app
      .menu()
      .find(({ label }) => label === 'Another server…')
      ?.click?.({} as never, undefined, {} as never)
    await expect.poll(() => app.contents.url()).toBe(welcome)
    expect(await app.invoke('frontdesk-page:state', null)).toMatchObject({ server })
    await app.invoke('frontdesk-page:keep', { address: other, sure: false })
    await expect.poll(() => app.contents.url()).toBe(`${other}/dashboard`)
    expect([app.cookies, app.names().filter((name) => name === 'storage cleared')]).toEqual([[], ['storage cleared']])
    expect(() => readFileSync(join(app.folder, 'session.sealed'))).toThrow('ENOENT')
  })
})

describe('a dashboard that is not there', () => {
  test.each([
    [-106, 'unreachable'],
    [-202, 'certificate'],
    [-3, 'other'],
  ])('%i: the app says so', async (code, fault) => {
    const app = await startFake({ fetch })
    app.contents.failing.set(dashboard, code)
    await expect.poll(() => app.contents.url()).toBe(welcome)
    await app.invoke('frontdesk-page:keep', { address: server, sure: false })
    await expect.poll(() => app.contents.url()).toBe(offline)
    expect(await app.invoke('frontdesk-page:state', null)).toMatchObject({ server, fault })
  })

  test('is tried again, and comes back', async () => {
    let isDown = true
    const flaky: Fetch = (url, init) => serve({ [server]: server }, { status: isDown ? 'down' : 'ok' })(url, init)
    const app = await known({ fetch: flaky })
    await expect.poll(() => app.contents.url()).toBe(dashboard)
    app.contents.emit('did-navigate', {}, dashboard, 502)
    await expect.poll(() => app.contents.url()).toBe(offline)
    expect(await app.invoke('frontdesk-page:retry', null)).toBe('down')
    expect(app.contents.url()).toBe(offline)
    isDown = false
    expect(await app.invoke('frontdesk-page:retry', null)).toBeNull()
    await expect.poll(() => app.contents.url()).toBe(dashboard)
  })

  test('a page that breaks comes back, and is given up when it keeps breaking', async () => {
    const app = await known()
    await expect.poll(() => app.contents.url()).toBe(dashboard)
    const crash = () => app.contents.emit('render-process-gone', {}, { reason: 'crashed' })
    const loads = () => app.did.filter(([name]) => name === 'load').map(([, url]) => url)
    for (let at = 0; at < 4; at++) {
      crash()
      await expect.poll(() => loads().length).toBe(at + 2)
    }
    expect(loads()).toEqual([dashboard, dashboard, dashboard, dashboard, offline])
  })
})

describe('beside the page', () => {
  test('availability goes both ways', async () => {
    const app = await known()
    await expect.poll(() => app.contents.url()).toBe(dashboard)
    await app.invoke('frontdesk:listen', { to: 'availability', on: true })
    await app.invoke('frontdesk:available', true)
    const item = () => app.menu().find(({ label }) => label === 'Available')
    expect(item()).toMatchObject({ enabled: true, checked: true })
    item()?.click?.({ checked: false } as never, undefined, {} as never)
    expect(app.did).toContainEqual(['send', 'frontdesk:event', 'availability', false])
    expect(item()).toMatchObject({ checked: false })
  })

  test('what was written into a notification while the page reloads is not lost', async () => {
    const app = await known({ platform: 'darwin', argv: ['x', '--hidden'] })
    await expect.poll(() => app.contents.url()).toBe(dashboard)
    await app.invoke('frontdesk:listen', { to: 'reply', on: true })
    await app.invoke('frontdesk:notify', { id: 'a', kind: 'mine', title: 'Anna', body: 'Hello', conversationId })
    app.contents.emit('did-start-navigation', { isMainFrame: true, isSameDocument: false })
    app.notifications[0]?.emit('reply', { reply: 'Good morning' })
    const sent = ['send', 'frontdesk:event', 'reply', { conversationId, text: 'Good morning' }]
    expect(app.did).not.toContainEqual(sent)
    await app.invoke('frontdesk:listen', { to: 'reply', on: true })
    expect(app.did).toContainEqual(sent)
  })

  test('a newer app is told of in the menu, at the start and once a day', async () => {
    let version = '0.1.0'
    const release: Fetch = async (url, init) =>
      url.startsWith('https://files.example/') ? Response.json({ version }) : await fetch(url, init)
    const folder = folderWith({ server, updates: 'https://files.example/app.json' })
    const app = await known({ folder, fetch: release })
    const labels = () => app.menu().map(({ label }) => label)
    await expect.poll(() => app.contents.url()).toBe(dashboard)
    expect(labels()).not.toContain('Version 0.2.0 of this app is available')
    version = '0.2.0'
    for (const tick of app.timers) tick()
    await expect.poll(labels).toContain('Version 0.2.0 of this app is available')
  })
})
