import { BroadcastChannel } from 'node:worker_threads'
import type { ChatSite } from '../../shared/chat.ts'
import type { SvcEvents } from '../../widget/api.ts'
import type { News } from '../../widget/chat/mounting.ts'
import { createTalk } from '../../widget/chat/talk/create.ts'
import type { Machine } from '../../widget/chat/talk/machine.ts'
import type { Talk } from '../../widget/chat/talk.ts'
import type { Body } from './chat.ts'
import { createTestClock, type TestClock } from './clock.ts'
import { comesToRest } from './idle.ts'
import { page } from './page.ts'

type Fetch = typeof fetch

/** The browser of one visitor, with its own storage and tabs that share it. Its network can be cut. */
export type VisitorBrowser = {
  clock: TestClock
  /** What is stored, by key. */
  stored: Map<string, string>
  /** All requests of its pages, oldest first. `open`: whether the response is still being read. */
  requests: { method: string; path: string; open: boolean }[]
  /** Opens a page of the site, by default with the chat window open and visible. */
  open(options?: { visible?: boolean; site?: Partial<ChatSite> }): Promise<Tab>
  /** Disconnects the network and breaks open requests; then reconnects it. */
  offline(): void
  online(): void
  /** Breaks open requests and fails all calls while the browser still reports to be online, until `mend`. */
  cut(): void
  mend(): void
  /** Waits until nothing is being sent and all responses were read; the event stream stays open. */
  idle(): Promise<void>
  /** Leaves all pages. */
  close(): void
}

export type Tab = {
  talk: Talk
  /** What the page's handlers received. */
  emitted: { [Name in keyof SvcEvents]: { name: Name; payload: SvcEvents[Name] } }[keyof SvcEvents][]
  badge: number
  /** Replies that were announced, because the visitor did not see them. */
  announced: News[]
  /** Waits until the talk is in such a state. */
  shows(holds: (state: Talk['state']) => boolean): Promise<Talk['state']>
  texts(): string[]
  /** From now on this tab does not receive what other tabs store, until `catchUp`. */
  lag(): void
  catchUp(): void
  leave(): void
}

export type BrowserOptions = {
  /** Replaces the network, for responses that a healthy server does not give. */
  fetch?: Fetch
  lacks?: ('storage' | 'locks' | 'channel')[]
}

let browsers = 0

/** A browser on pages of the site demo of this server. */
export function createVisitorBrowser(server: { url: string }, options: BrowserOptions = {}): VisitorBrowser {
  const name = `browser ${++browsers} `
  const clock = createTestClock()
  const { stored, behind, ...storage } = createStorage()
  const heard = new Set<{ tab: object; type: string; run: () => void }>()
  const network = createNetwork(options.fetch ?? fetch)
  const tabs = new Set<Tab>()
  const emit = (type: string, except?: object) => {
    for (const listener of heard)
      if (listener.type === type && listener.tab !== except && !behind.has(listener.tab)) setImmediate(listener.run)
  }
  const has = (part: 'storage' | 'locks' | 'channel') => !options.lacks?.includes(part)
  const machineOf = (tab: object): Machine => ({
    ...clock,
    turn: async () => {},
    calm: async () => {},
    random: () => 1,
    newId: () => crypto.randomUUID(),
    online: () => network.online,
    listen(type, run) {
      const listener = { tab, type, run }
      heard.add(listener)
      return () => heard.delete(listener)
    },
    storage: has('storage') ? storage.of(tab, () => emit('storage', tab)) : undefined,
    locks: has('locks') ? locksOf(name) : undefined,
    openChannel: has('channel') ? (channel) => quietChannel(name + channel) : undefined,
    page: () => ({ pageUrl: `${page}/`, locale: 'en' }),
  })
  return {
    clock,
    stored,
    requests: network.requests,
    async open({ visible = true, site = {} } = {}) {
      const described = await (await fetch(`${server.url}/chat/site?site=demo`, { headers: { origin: page } })).json()
      const self = {}
      const tab = openTab(server, network.fetch, machineOf(self), { ...(described as ChatSite), ...site })
      tab.lag = () => void behind.set(self, new Map(stored))
      tab.catchUp = () => {
        behind.delete(self)
        emit('storage')
      }
      tabs.add(tab)
      tab.talk.show(visible)
      return tab
    },
    offline() {
      network.cut(false)
      emit('offline')
    },
    online() {
      network.mend()
      emit('online')
    },
    cut: () => network.cut(true),
    mend: network.mend,
    idle: () => comesToRest(() => sendingOf(name, network.requests)),
    close: () => tabs.forEach((tab) => void tab.leave()),
  }
}

function openTab(server: { url: string }, request: Fetch, machine: Machine, site: ChatSite): Tab {
  const emitted: Tab['emitted'] = []
  const natives = { fetch: request, stringify: JSON.stringify, parse: JSON.parse }
  const surroundings = {
    api: server.url,
    site,
    natives,
    emit: (name: keyof SvcEvents, payload: unknown) => void emitted.push({ name, payload } as never),
    debug: () => {},
    language: undefined,
    showUnread(count: number) {
      tab.badge = count
    },
    announce: (news: News) => void tab.announced.push(news),
  }
  const tab: Tab = { badge: 0, announced: [], emitted } as unknown as Tab
  const talk = createTalk(surroundings, machine)
  return Object.assign(tab, {
    talk,
    async shows(holds: (state: Talk['state']) => boolean) {
      await comes(
        () => holds(talk.state),
        () => JSON.stringify({ ...talk.state, site: undefined }),
      )
      return talk.state
    },
    texts: () => talk.state.entries.map((entry: Body) => entry.text ?? entry.title ?? entry.type),
    leave: () => talk.destroy(),
  })
}

/** Like the browser's: other tabs are notified of changes. A tab that lags sees the old state and its own changes. */
function createStorage() {
  const stored = new Map<string, string>()
  const behind = new Map<object, Map<string, string>>()
  return {
    stored,
    behind,
    of(tab: object, changed: () => void): Machine['storage'] {
      const seen = () => behind.get(tab) ?? stored
      return {
        getItem: (key) => seen().get(key) ?? null,
        setItem(key, value) {
          if (seen().get(key) === value) return
          for (const map of [seen(), stored]) map.set(key, value)
          changed()
        },
        removeItem(key) {
          if (!seen().has(key)) return
          for (const map of [seen(), stored]) map.delete(key)
          changed()
        },
      }
    },
  }
}

/** The locks of one browser among those of this process. */
const locksOf = (browser: string): Machine['locks'] => ({
  request: (name, options, work) => navigator.locks.request(browser + name, options, work),
})

/** A channel that does not keep the process alive. */
function quietChannel(name: string) {
  const channel = new BroadcastChannel(name)
  channel.unref()
  return channel as unknown as globalThis.BroadcastChannel
}

function createNetwork(request: Fetch) {
  const requests: VisitorBrowser['requests'] = []
  let breaking = new AbortController()
  let up = true
  const network = {
    requests,
    online: true,
    fetch: (async (url: string, init: RequestInit = {}) => {
      const { pathname } = new URL(url)
      const entry = { method: init.method ?? 'GET', path: pathname.replace('/chat/conversations', ''), open: true }
      requests.push(entry)
      const ended = () => {
        entry.open = false
      }
      init.signal?.addEventListener('abort', ended)
      breaking.signal.addEventListener('abort', ended)
      if (!up) {
        ended()
        throw new TypeError('fetch failed')
      }
      const signal = AbortSignal.any([breaking.signal, ...(init.signal ? [init.signal] : [])])
      const response = await request(url, { ...init, headers: { ...init.headers, origin: page }, signal })
      const body = response.body?.pipeThrough(new TransformStream({ flush: ended, cancel: ended } as Transformer))
      if (!body) ended()
      return new Response(body, response)
    }) as Fetch,
    cut(online: boolean) {
      up = false
      network.online = online
      breaking.abort()
    },
    mend() {
      breaking = new AbortController()
      up = true
      network.online = true
    },
  }
  return network
}

/** A page that is about to send holds the lock for it, or waits for it, before there is a request. */
async function sendingOf(browser: string, requests: VisitorBrowser['requests']): Promise<string> {
  const { held = [], pending = [] } = await navigator.locks.query()
  const locks = [...held, ...pending].filter(({ name }) => name?.startsWith(browser) && name.endsWith(':send'))
  const open = requests.filter(({ open, path }) => open && !path.endsWith('/events'))
  return [...locks.map(({ name }) => name), ...open.map(({ path }) => path)].join(', ')
}

/** Waits until this holds, on a machine that may be busy. `now` describes the current state for the error. */
export async function comes(holds: () => boolean, now: () => string = () => ''): Promise<void> {
  const begun = performance.now()
  while (!holds()) {
    if (performance.now() - begun > 20_000) throw new Error(`it did not come to hold: ${now()}`)
    await new Promise((resolve) => setTimeout(resolve, 2))
  }
}
