import type { WebContents, WebFrameMain } from 'electron'
import { describe, expect, test } from 'vitest'
import {
  createGate,
  externalUrl,
  hasPermission,
  isDashboard,
  isMainFrame,
  isOwnPage,
  mayFetch,
  mayNavigate,
} from '../../desktop/main/guard.ts'
import { guardContents } from '../../desktop/main/navigation.ts'
import { createEmitter, createEvent, standIn } from '../support/stand-in.ts'

const server = 'https://desk.example.com'
const dashboard = `${server}/dashboard`

describe('[threat 21] where the window may go', () => {
  test.each([dashboard, `${dashboard}/`, `${dashboard}/inbox?x=1#y`])('%s is the dashboard', (url) => {
    expect(mayNavigate({ url, isMainFrame: true }, dashboard, server)).toBe(true)
    expect(mayNavigate({ url, isMainFrame: false }, dashboard, server)).toBe(false)
    expect(mayNavigate({ url, isMainFrame: true }, 'https://evil.example/dashboard', server)).toBe(false)
    expect(mayNavigate({ url, isMainFrame: true }, dashboard, null)).toBe(false)
  })

  test.each([
    'http://desk.example.com/dashboard',
    'https://desk.example.com:8443/dashboard',
    'https://desk.example.com.evil.example/dashboard',
    'https://desk.example.com@evil.example/dashboard',
    'https://evil.example/dashboard',
    `${server}/`,
    `${server}/docs/`,
    `${server}/dashboardx`,
    `${server}/dashboard/../api/v1/me`,
    `${server}/dashboard/%2e%2e/api/v1/me`,
    `blob:${server}/dashboard`,
    `view-source:${dashboard}`,
    'frontdesk-page://app/welcome.html',
    'file:///etc/passwd',
    'javascript:alert(1)',
    'data:text/html,<script>alert(1)</script>',
    'about:blank',
    'chrome://gpu',
    '',
  ])('%s is not', (url) => {
    expect(isDashboard(url, server)).toBe(false)
    expect(mayNavigate({ url, isMainFrame: true }, dashboard, server)).toBe(false)
  })

  const framed = (url: string, from = dashboard) => mayNavigate({ url, isMainFrame: false }, from, server)

  test.each([`${server}/auth/challenge`, `${server}/preview/`, 'https://challenges.cloudflare.com/turnstile/v0/x'])(
    '%s may stand in a frame of it, and is no place to go to',
    (url) => {
      expect([framed(url), framed(url, 'frontdesk-page://app/welcome.html')]).toEqual([true, false])
      expect(mayNavigate({ url, isMainFrame: true }, dashboard, server)).toBe(false)
    },
  )

  test.each([
    `${server}/auth/challenge/../sign-in`,
    `${server}/auth/sign-in`,
    `${server}/previewx/`,
    'https://evil.example/auth/challenge',
    'https://challenges.cloudflare.com.evil.example/',
    'https://challenges.cloudflare.com@evil.example/',
    'http://challenges.cloudflare.com/',
    'about:blank',
    '',
  ])('%s may not', (url) => expect(framed(url)).toBe(false))

  test('the app’s own pages are told by their whole origin', () => {
    expect(isOwnPage('frontdesk-page://app/welcome.html')).toBe(true)
    for (const url of [
      'frontdesk-page://other/x',
      'frontdesk-page://app.evil/x',
      'https://app/',
      'frontdesk-page://app',
    ])
      expect(isOwnPage(url)).toBe(false)
  })
})

describe('[threat 21] what is handed to the system’s browser', () => {
  test('https alone', () => {
    expect(externalUrl('https://shop.example/a?b=c#d')).toBe('https://shop.example/a?b=c#d')
  })

  test.each([
    'http://shop.example',
    'HTTPS://me:pass@shop.example',
    'https://shop.example\\..\\x',
    'https://shop.example/ x',
    'https://shop.example/\nx',
    'file:///etc/passwd',
    'smb://shop.example/share',
    'ms-msdt:/id PCWDiagnostic',
    'javascript:alert(1)',
    'mailto:a@b.example',
    'frontdesk://conversation/x',
    `https://shop.example/${'x'.repeat(2000)}`,
    '',
  ])('%s is not', (url) => expect(externalUrl(url)).toBeUndefined())
})

describe('[threat 21] what a page may have', () => {
  const asked = (url: string, isMain = true) => ({ url, isMainFrame: isMain })

  test('the dashboard may notify', () => {
    expect(hasPermission('notifications', asked(`${server}/`), server)).toBe(true)
    expect(hasPermission('notifications', asked(dashboard, false), server)).toBe(false)
    expect(hasPermission('notifications', asked('https://evil.example'), server)).toBe(false)
    expect(hasPermission('notifications', { url: undefined, isMainFrame: true }, server)).toBe(false)
  })

  test.each([
    'media',
    'geolocation',
    'clipboard-read',
    'openExternal',
    'fileSystem',
    'usb',
    'display-capture',
    'unknown',
  ])('and has no %s', (permission) => expect(hasPermission(permission, asked(dashboard), server)).toBe(false))

  test.each([
    `${server}/trpc`,
    'wss://desk.example.com/trpc',
    'frontdesk-page://app/x.js',
    'data:image/png;base64,x',
    'https://challenges.cloudflare.com/turnstile/v0/api.js',
  ])('it fetches %s', (url) => expect(mayFetch(url, server)).toBe(true))

  test.each([
    'https://evil.example/?d=x',
    'wss://evil.example',
    'ws://desk.example.com/trpc',
    'https://cloudflare.com',
    'wss://challenges.cloudflare.com',
    'file:///x',
    'x',
    'http://127.0.0.1',
  ])('and never %s', (url) => expect(mayFetch(url, server)).toBe(false))
})

test('[threat 21] a call counts as the page’s own only from its main frame, with the origin that its address promises', () => {
  const parent = standIn<WebFrameMain>({})
  const frame = { url: dashboard, origin: server, parent: null }
  expect(isMainFrame(frame)).toBe(true)
  expect(isMainFrame({ ...frame, parent })).toBe(false)
  expect(isMainFrame({ ...frame, origin: 'null' })).toBe(false)
  expect(isMainFrame({ ...frame, origin: 'https://desk.example' })).toBe(false)
  expect(isMainFrame(null)).toBe(false)
})

test('a gate lets so many through within a time', () => {
  let now = 0
  const gate = createGate(2, 1000, () => now)
  expect([gate(), gate(), gate()]).toEqual([true, true, false])
  now = 1001
  expect(gate()).toBe(true)
})

describe('[threat 21] a guarded window', () => {
  function open() {
    const emitter = createEmitter()
    const outside: string[] = []
    let decide: Parameters<WebContents['setWindowOpenHandler']>[0] | undefined
    const contents = standIn<WebContents>({
      on: emitter.on,
      getURL: () => dashboard,
      setWindowOpenHandler: (handler) => {
        decide = handler
      },
    })
    let left = 2
    guardContents(contents, {
      server: () => server,
      openOutside: (url) => outside.push(url),
      gate: () => left-- > 0,
    })
    const goes = (event: string, url: string, isMain = true) => {
      const details = createEvent({ url, isMainFrame: isMain })
      emitter.emit(event, details)
      return !details.isPrevented
    }
    const opens = (url: string) => decide?.({ url } as Parameters<NonNullable<typeof decide>>[0]).action
    return { emitter, outside, goes, opens }
  }

  test.each(['will-navigate', 'will-frame-navigate', 'will-redirect'])('%s: stays in the dashboard', (event) => {
    const { goes } = open()
    expect(goes(event, `${dashboard}/inbox`)).toBe(true)
    expect(goes(event, `${dashboard}/inbox`, false)).toBe(false)
    expect(goes(event, 'https://evil.example/')).toBe(false)
    expect(goes(event, 'https://evil.example/', false)).toBe(false)
    expect(goes(event, `${server}/auth/challenge`, false)).toBe(true)
  })

  test('opens no window; https goes to the system’s browser, and no flood of it', () => {
    const { opens, outside } = open()
    for (const url of [
      'https://a.example/',
      'http://b.example/',
      'javascript:1',
      'https://c.example/',
      'https://d.example/',
    ])
      expect(opens(url)).toBe('deny')
    expect(outside).toEqual(['https://a.example/', 'https://c.example/'])
  })

  test('holds no foreign page', () => {
    const { emitter } = open()
    const event = createEvent({})
    emitter.emit('will-attach-webview', event)
    expect(event.isPrevented).toBe(true)
  })
})
