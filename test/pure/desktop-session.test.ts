import { mkdtempSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { SafeStorage, Session } from 'electron'
import { beforeEach, describe, expect, test } from 'vitest'
import { createKeyStore } from '../../desktop/main/key-store.ts'
import { prepareSession } from '../../desktop/main/session.ts'
import { cookieFor, cookieName, type KeptSession, takeSession } from '../../desktop/main/session-cookie.ts'
import { cookieName as serversName } from '../../server/door/caller.ts'
import { createEmitter, createEvent, standIn } from '../support/stand-in.ts'

const server = 'https://desk.example.com'
const token = `svc_sess_${'a1B2'.repeat(10)}xyz`
const ends = 'Max-Age=3600; Expires=Fri, 20 Nov 2026 10:00:00 GMT'

describe('the session cookie', () => {
  test('has the server’s name', () => expect(cookieName).toBe(serversName))

  test('goes on without its end, so that no browser file keeps it, and is taken with it', () => {
    const headers = {
      'Set-Cookie': ['a=b; Max-Age=5', `${cookieName}=${token}; ${ends}; Path=/; HttpOnly; SameSite=Lax`],
      etag: ['x'],
    }
    const taken = takeSession(headers, 1_000)
    expect(taken.session).toEqual({ token, expiresAt: 3_601_000 })
    expect(taken.headers).toEqual({
      'Set-Cookie': ['a=b; Max-Age=5', `${cookieName}=${token}; Path=/; HttpOnly; SameSite=Lax`],
      etag: ['x'],
    })
  })

  test('that ends is told as such, and goes on as it is', () => {
    const headers = { 'set-cookie': [`${cookieName}=; Max-Age=0; Path=/`] }
    expect(takeSession(headers, 0)).toEqual({ headers, session: null })
  })

  test('of any other form is not kept', () => {
    for (const value of ['', 'svc_live_x', `${token}\u0000`, `${token}, evil`, '../../x'])
      expect(takeSession({ 'set-cookie': [`${cookieName}=${value}; ${ends}`] }, 0).session).toBeNull()
    expect(takeSession({ 'set-cookie': ['other=x'] }, 0).session).toBeUndefined()
    expect(takeSession({}, 0).session).toBeUndefined()
  })

  test('is set so that no script reads it, and over https alone where there is https', () => {
    expect(cookieFor(server, token)).toMatchObject({ url: server, httpOnly: true, secure: true, sameSite: 'lax' })
    expect(cookieFor('http://127.0.0.1:8787', token)).toMatchObject({ secure: false })
    expect(cookieFor(server, token)).not.toHaveProperty('expirationDate')
  })
})

describe('the key store', () => {
  let file: string
  let now = 0
  beforeEach(() => {
    file = join(mkdtempSync(join(tmpdir(), 'desktop-')), 'session.sealed')
    now = 0
  })

  type Backend = ReturnType<SafeStorage['getSelectedStorageBackend']>
  const flip = (text: Buffer) => Buffer.from(text.map((byte) => byte ^ 0x55))

  /** A key store that seals by a flip of bits, behind Chromium's mark of the key. */
  function open(platform: NodeJS.Platform, { backend = 'basic_text' as Backend, isThere = true, mark = 'v11' } = {}) {
    const safeStorage = standIn<SafeStorage>({
      getSelectedStorageBackend: () => backend,
      isEncryptionAvailable: () => isThere,
      isAsyncEncryptionAvailable: async () => isThere,
      encryptStringAsync: async (text) => Buffer.concat([Buffer.from(mark), flip(Buffer.from(text))]),
      decryptStringAsync: async (sealed) => ({ result: flip(sealed.subarray(3)).toString(), shouldReEncrypt: false }),
    })
    return createKeyStore({ safeStorage, platform, file, now: () => now })
  }
  const session: KeptSession = { token, expiresAt: 1_000 }

  test.each([
    ['darwin', 'basic_text'],
    ['win32', 'basic_text'],
    ['linux', 'gnome_libsecret'],
    ['linux', 'kwallet6'],
  ] as const)('on %s (%s) keeps the token, sealed and for the person alone', async (platform, backend) => {
    const store = open(platform, { backend })
    await store.keep(server, session)
    expect(readFileSync(file, 'latin1')).not.toContain(token)
    expect(statSync(file).mode & 0o077).toBe(0)
    expect(await store.recall(server)).toBe(token)
    expect(await store.isReal()).toBe(true)
  })

  test.each([
    ['linux', { backend: 'basic_text' as Backend }],
    ['linux', { backend: 'unknown' as Backend }],
    ['linux', { backend: 'kwallet5' as Backend, isThere: false }],
    ['linux', { backend: 'gnome_libsecret' as Backend, mark: 'v10' }],
    ['darwin', { isThere: false }],
    ['win32', { isThere: false }],
  ] as const)('without a real one nothing is kept: %s %o', async (platform, without) => {
    await open('darwin').keep(server, session)
    const store = open(platform, without)
    await store.keep(server, session)
    expect(() => statSync(file)).toThrow('ENOENT')
    expect(await store.recall(server)).toBeUndefined()
  })

  test('what was kept with one is not read without one', async () => {
    await open('linux', { backend: 'gnome_libsecret' }).keep(server, session)
    expect(await open('linux').recall(server)).toBeUndefined()
  })

  test('a token is good for its server and its time; otherwise it goes', async () => {
    const store = open('darwin')
    await store.keep(server, session)
    expect(await store.recall('https://other.example')).toBeUndefined()
    expect(await store.recall(server)).toBeUndefined()
    await store.keep(server, session)
    now = 1_000
    expect(await store.recall(server)).toBeUndefined()
    await store.keep(server, { ...session, expiresAt: 2_000 })
    await store.forget()
    expect(await store.recall(server)).toBeUndefined()
  })

  test('a file that another key sealed is no session', async () => {
    writeFileSync(file, 'rubbish')
    expect(await open('darwin').recall(server)).toBeUndefined()
  })
})

describe('[threat 21] the walls around the pages', () => {
  function raise() {
    type Heard = {
      before?: Parameters<Session['webRequest']['onBeforeRequest']>[0]
      headers?: Parameters<Session['webRequest']['onHeadersReceived']>[0]
    }
    const heard = {} as Record<string, (...given: never[]) => unknown>
    const emitter = createEmitter()
    const keep = (name: string) => (given: unknown) => {
      heard[name] = given as (typeof heard)[string]
    }
    const taken: (KeptSession | null)[] = []
    const session = standIn<Session>({
      on: emitter.on,
      protocol: standIn<Session['protocol']>({ handle: (scheme) => expect(scheme).toBe('frontdesk-page') }),
      webRequest: standIn<Session['webRequest']>({
        onBeforeRequest: keep('before') as Session['webRequest']['onBeforeRequest'],
        onHeadersReceived: keep('headers') as Session['webRequest']['onHeadersReceived'],
      }),
      setPermissionRequestHandler: keep('request'),
      setPermissionCheckHandler: keep('check'),
      setDevicePermissionHandler: keep('device'),
      setSpellCheckerEnabled: keep('spelling'),
    })
    prepareSession({
      session,
      server: () => server,
      servePages: async () => new Response(),
      signedIn: (one) => taken.push(one),
      spellCheck: false,
      now: () => 0,
    })
    const ask = (name: string, ...given: unknown[]) => heard[name]?.(...(given as never[]))
    const answered = (name: string, details: unknown) => {
      let answer: unknown
      ask(name, details, (given: unknown) => {
        answer = given
      })
      return answer
    }
    return { ask, answered, emitter, taken, heard: heard as Heard }
  }

  test('permissions: notifications for the dashboard, and no device', () => {
    const { ask } = raise()
    const granted = (permission: string, requestingUrl: string) => {
      let answer: boolean | undefined
      const take = (given: boolean) => {
        answer = given
      }
      ask('request', null, permission, take, { requestingUrl, isMainFrame: true })
      return answer
    }
    expect(granted('notifications', `${server}/dashboard`)).toBe(true)
    expect(granted('media', `${server}/dashboard`)).toBe(false)
    expect(granted('notifications', 'https://evil.example/')).toBe(false)
    expect(ask('check', null, 'notifications', `${server}/`, { isMainFrame: true })).toBe(true)
    expect(ask('check', null, 'geolocation', `${server}/`, { isMainFrame: true })).toBe(false)
    expect(ask('device', {})).toBe(false)
  })

  test('what is asked of another host never leaves', () => {
    const { answered } = raise()
    expect(answered('before', { url: `${server}/dashboard/main.js` })).toEqual({ cancel: false })
    expect(answered('before', { url: 'https://evil.example/?d=secret' })).toEqual({ cancel: true })
  })

  test('downloads come from the server alone', () => {
    const { emitter } = raise()
    const prevented = (url: string) => {
      const event = createEvent({})
      emitter.emit('will-download', event, { getURL: () => url })
      return event.isPrevented
    }
    expect(prevented(`blob:${server}/1234`)).toBe(false)
    expect(prevented('https://evil.example/x.exe')).toBe(true)
    expect(prevented('data:text/plain,x')).toBe(true)
  })

  test('the session is taken from the server’s answers to signing in, and from no other', () => {
    const { answered, taken } = raise()
    const responseHeaders = { 'set-cookie': [`${cookieName}=${token}; ${ends}`] }
    for (const url of ['https://evil.example/auth/sign-in', `${server}/dashboard`, `${server}/chat/auth/x`])
      expect(answered('headers', { url, responseHeaders })).toEqual({})
    expect(taken).toEqual([])
    expect(answered('headers', { url: `${server}/auth/sign-in`, responseHeaders })).toEqual({
      responseHeaders: { 'set-cookie': [`${cookieName}=${token}`] },
    })
    answered('headers', { url: `${server}/auth/sign-out`, responseHeaders: { 'set-cookie': [`${cookieName}=`] } })
    expect(taken).toEqual([{ token, expiresAt: 3_600_000 }, null])
  })
})
