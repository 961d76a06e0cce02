import type { BrowserWindow, IpcMain, IpcMainInvokeEvent, WebContents, WebFrameMain } from 'electron'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { calls, pageCalls } from '../../desktop/bridge.ts'
import { answerPages } from '../../desktop/main/answers.ts'
import type { Desk } from '../../desktop/main/environment.ts'
import { createBridge, createPageBridge, readFacts } from '../../desktop/main/expose.ts'
import { createPost } from '../../desktop/main/post.ts'
import { standIn } from '../support/stand-in.ts'

const server = 'https://desk.example.com'
const dashboard = `${server}/dashboard`
const own = 'frontdesk-page://app/welcome.html'
const conversationId = 'conv_0VbQ1234abcdEFGH5678'
const notice = { id: 'a', kind: 'waiting', title: 'Anna', body: 'Hello', conversationId } as const

/** As Chromium tells it, which knows the app's own scheme. */
const originOf = (url: string) => url.split('/', 3).join('/')

/** The calls of a window's page, and what came of them. */
function open({ url = dashboard, now = () => 0 }: { url?: string; now?: () => number } = {}) {
  const handlers = new Map<string, (event: IpcMainInvokeEvent, ...given: unknown[]) => Promise<unknown>>()
  const done: unknown[][] = []
  const note =
    (name: string, answer?: unknown) =>
    (...given: unknown[]) => {
      done.push([name, ...given])
      return answer as never
    }
  const webContents = standIn<WebContents>({})
  const desk = standIn<Desk>({
    window: standIn<BrowserWindow>({ webContents }),
    post: { listen: note('listen'), send: note('tell'), forget: note('forget') },
    notices: { show: note('show', true), dismiss: note('dismiss'), clear: note('clear') },
    status: { change: note('change') },
    pane: standIn<Desk['pane']>({
      state: note('state'),
      keep: note('keep'),
      retry: note('retry'),
      change: note('another'),
    }),
  })
  const ipcMain = standIn<IpcMain>({ handle: (channel, handler) => void handlers.set(channel, handler) })
  answerPages({ ipcMain, server: () => server, now }, desk)
  const frame = standIn<WebFrameMain>({ url, origin: originOf(url), parent: null })
  const event = { sender: webContents, senderFrame: frame } as IpcMainInvokeEvent
  const call = async (name: string, given: unknown[], from: Partial<IpcMainInvokeEvent> = {}) =>
    await handlers.get(name)?.({ ...event, ...from } as IpcMainInvokeEvent, ...given)
  return { call, done, channels: [...handlers.keys()] }
}

describe('the dashboard’s calls', () => {
  test('do what they say', async () => {
    const { call, done } = open()
    expect(await call('frontdesk:notify', [notice])).toBe(true)
    await call('frontdesk:dismiss', ['a'])
    await call('frontdesk:badge', [3])
    await call('frontdesk:available', [null])
    await call('frontdesk:listen', [{ to: 'open', on: true }])
    expect(done).toEqual([
      ['show', notice],
      ['dismiss', 'a'],
      ['change', { waiting: 3 }],
      ['change', { available: null }],
      ['listen', { to: 'open', on: true }],
    ])
  })

  test('a name that is too long is cut, not refused: an alert matters more', async () => {
    const { call, done } = open()
    await call('frontdesk:notify', [{ ...notice, title: 'ä'.repeat(5000) }])
    expect(done).toEqual([['show', { ...notice, title: 'ä'.repeat(100) }]])
  })
})

describe('[threat 21] a page that was taken over', () => {
  const names = [
    ...Object.keys(calls).map((name) => `frontdesk:${name}`),
    ...Object.keys(pageCalls).map((name) => `frontdesk-page:${name}`),
  ]
  const good: Record<string, unknown> = {
    'frontdesk:notify': notice,
    'frontdesk:dismiss': 'a',
    'frontdesk:badge': 1,
    'frontdesk:available': true,
    'frontdesk:listen': { to: 'open', on: true },
    'frontdesk-page:keep': { address: 'x', sure: false },
  }
  const argument = (name: string) => (name in good ? good[name] : null)

  test('finds these calls and no others', () => expect(open().channels.sort()).toEqual(names.sort()))

  test.each(names)('%s: only who it is for can call it', async (name) => {
    const isOwn = name.startsWith('frontdesk-page:')
    const right = isOwn ? own : dashboard
    await open({ url: right }).call(name, [argument(name)])
    const parent = standIn<WebFrameMain>({})
    const frames = [
      null,
      standIn<WebFrameMain>({ url: right, origin: originOf(right), parent }),
      standIn<WebFrameMain>({ url: right, origin: 'null', parent: null }),
    ]
    const { call, done } = open({ url: right })
    for (const senderFrame of frames)
      await expect(call(name, [argument(name)], { senderFrame })).rejects.toThrow(/^refused$/)
    await expect(call(name, [argument(name)], { sender: standIn<WebContents>({}) })).rejects.toThrow(/^refused$/)
    const elsewhere = [isOwn ? dashboard : own, `${server}/docs/`, 'https://evil.example/dashboard', 'about:blank']
    for (const url of elsewhere) await expect(open({ url }).call(name, [argument(name)])).rejects.toThrow(/^refused$/)
    expect(done).toEqual([])
  })

  test.each(names)('%s: an argument of another shape does nothing', async (name) => {
    const { call, done } = open({ url: name.startsWith('frontdesk-page:') ? own : dashboard, now: clock() })
    const given = argument(name)
    const hostile = [
      [],
      [given, given],
      [undefined],
      [Symbol.iterator],
      [[given]],
      [{ ...Object(given), __proto__: { admin: true }, extra: 1 }],
      [new Proxy({}, { get: () => 'x' })],
      [-1],
      [1.5],
      [Number.NaN],
      [Number.POSITIVE_INFINITY],
      ['x'.repeat(1_000_000)],
      ['\ud800'],
      [{ id: '', kind: 'waiting', title: '', body: '', conversationId: null }],
      [{ ...notice, conversationId: '../../x' }],
      [{ ...notice, kind: 'constructor' }],
      [{ to: '__proto__', on: true }],
      [{ address: {}, sure: 'yes' }],
    ]
    for (const one of hostile) await expect(call(name, one)).rejects.toThrow(/^refused$/)
    expect(done).toEqual([])
  })

  test.each(names)('%s: whatever comes is done as the schema says, or refused', async (name) => {
    const schema = { ...prefixed('frontdesk', calls), ...prefixed('frontdesk-page', pageCalls) }[name]
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.anything({ withNullPrototype: true, withSparseArray: true }), { maxLength: 2 }),
        async (given) => {
          const { call } = open({ url: name.startsWith('frontdesk-page:') ? own : dashboard })
          const isRight = given.length === 1 && schema?.safeParse(given[0]).success
          if (isRight) await call(name, given)
          else await expect(call(name, given)).rejects.toThrow(/^refused$/)
        },
      ),
    )
  })

  test('cannot flood the system', async () => {
    const { call, done } = open()
    const all = await Promise.allSettled(Array.from({ length: 1000 }, () => call('frontdesk:notify', [notice])))
    expect(all.filter(({ status }) => status === 'fulfilled')).toHaveLength(200)
    expect(done).toHaveLength(200)
  })
})

const prefixed = <S extends object>(prefix: string, schemas: S) =>
  Object.fromEntries(Object.entries(schemas).map(([name, schema]) => [`${prefix}:${name}`, schema]))

/** A clock that goes on by a second whenever it is looked at. */
const clock = () => {
  let now = 0
  return () => (now += 1_000)
}

describe('what a page is offered', () => {
  /** The page's end and the main process's, joined as Electron joins them. */
  function join() {
    const sent: unknown[][] = []
    const hear = new Map<string, (event: unknown, ...given: unknown[]) => void>()
    const ipc = {
      invoke: async (...given: unknown[]) => void sent.push(given),
      on: (channel: string, listener: (event: never, ...given: never[]) => void) => {
        hear.set(channel, listener as never)
        return undefined as never
      },
    }
    const tell = (to: string, data: unknown) => hear.get('frontdesk:event')?.({}, to, data)
    return { ipc, sent, tell }
  }

  test('each function is one call with one argument', async () => {
    const { ipc, sent } = join()
    const bridge = createBridge(ipc, readFacts(['x', '--frontdesk-version=1.2.3'], 'linux'))
    const pages = createPageBridge(ipc)
    expect(bridge).toMatchObject({ version: '1.2.3', platform: 'linux' })
    await bridge.notify(notice)
    await bridge.dismiss('a')
    await bridge.badge(1)
    await bridge.setAvailable(true)
    await pages.state()
    await pages.keep('x', true)
    await pages.retry()
    await pages.change()
    expect(sent).toEqual([
      ['frontdesk:notify', notice],
      ['frontdesk:dismiss', 'a'],
      ['frontdesk:badge', 1],
      ['frontdesk:available', true],
      ['frontdesk-page:state', null],
      ['frontdesk-page:keep', { address: 'x', sure: true }],
      ['frontdesk-page:retry', null],
      ['frontdesk-page:change', null],
    ])
  })

  test('listeners hear what is told, until they end; the main process knows of the first and the last', () => {
    const { ipc, sent, tell } = join()
    const bridge = createBridge(ipc, readFacts([], 'linux'))
    const heard: unknown[] = []
    const ends = [bridge.onOpen((id) => heard.push(id)), bridge.onOpen((id) => heard.push(id))]
    tell('open', conversationId)
    tell('reply', { conversationId, text: 'x' })
    for (const end of [...ends, ...ends]) end()
    tell('open', conversationId)
    expect(heard).toEqual([conversationId, conversationId])
    expect(sent).toEqual([
      ['frontdesk:listen', { to: 'open', on: true }],
      ['frontdesk:listen', { to: 'open', on: false }],
    ])
    expect(() => bridge.onReply('x' as never)).toThrow(TypeError)
  })
})

test('what is told before anybody listens waits: each reply, and the last of what only the last counts of', () => {
  const sent: unknown[][] = []
  const post = createPost((...one) => sent.push(one))
  post.send('open', 'conv_1')
  post.send('open', 'conv_2')
  for (const text of ['a', 'b']) post.send('reply', { conversationId, text })
  expect(sent).toEqual([])
  for (const to of ['open', 'reply'] as const) post.listen({ to, on: true })
  expect(sent).toEqual([
    ['open', 'conv_2'],
    ['reply', { conversationId, text: 'a' }],
    ['reply', { conversationId, text: 'b' }],
  ])
  post.forget()
  for (let at = 0; at < 100; at++) post.send('reply', { conversationId, text: String(at) })
  post.listen({ to: 'reply', on: true })
  expect(sent).toHaveLength(3 + 20)
  post.listen({ to: 'reply', on: false })
  post.send('reply', { conversationId, text: 'later' })
  expect(sent).toHaveLength(3 + 20)
})
