import type { PageContext } from '../../../shared/conversation.ts'
import { turn } from '../turn.ts'

/** A channel to other pages of the same site. */
export type Channel = Pick<BroadcastChannel, 'postMessage' | 'close' | 'onmessage'>

/** Lets one tab of the browser at a time do something. */
export type Locks = { request(name: string, options: LockOptions, work: () => Promise<void>): Promise<void> }

/** The browser's functions that the talk uses. Those that a browser lacks or denies are undefined. */
export type Machine = {
  now(): number
  /** @returns a function that cancels it */
  after(milliseconds: number, run: () => void): () => void
  /** Yields to the browser, so that what follows is a new task. */
  turn(): Promise<void>
  /** Waits a while, and until the page is idle. */
  calm(): Promise<void>
  /** From 0 to 1. */
  random(): number
  /** 128 random bits. */
  newId(): string
  online(): boolean
  /** The connection changed, or another tab wrote to the storage. @returns a function that unsubscribes */
  listen(type: 'online' | 'offline' | 'storage', heard: () => void): () => void
  storage: Pick<Storage, 'getItem' | 'setItem' | 'removeItem'> | undefined
  locks: Locks | undefined
  openChannel: ((name: string) => Channel) | undefined
  /** The page that the visitor writes from. */
  page(): PageContext
}

/** The browser of this page. */
export function browserMachine(): Machine {
  return {
    now: Date.now,
    after(milliseconds, run) {
      const timer = setTimeout(run, milliseconds)
      return () => clearTimeout(timer)
    },
    turn,
    calm: () =>
      new Promise((resolve) => setTimeout(() => (window.requestIdleCallback ?? setTimeout)(() => resolve()), 1_000)),
    random: Math.random,
    newId,
    online: () => navigator.onLine,
    listen(type, heard) {
      addEventListener(type, heard)
      return () => removeEventListener(type, heard)
    },
    storage: findStorage(),
    locks: navigator.locks,
    openChannel: typeof BroadcastChannel === 'undefined' ? undefined : (name) => new BroadcastChannel(name),
    page: pageContext,
  }
}

/** Some browsers throw if a page may not store anything. */
function findStorage(): Storage | undefined {
  try {
    return localStorage
  } catch {
    return undefined
  }
}

/** Unlike randomUUID, this also works on pages without https. */
function newId(): string {
  // Avoids `Array.from`, which some libraries replace.
  return [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, '0')).join('')
}

/** Omits what the browser does not report. */
function pageContext(): PageContext {
  const { href, search } = location
  const context = {
    pageUrl: href.split('#', 1)[0],
    pageTitle: document.title,
    referrer: document.referrer,
    locale: navigator.language,
    timezone: timeZone(),
    utm: (search.match(/\butm_\w+=[^&]*/g) ?? []).join('&'),
  }
  return Object.fromEntries(Object.entries(context).filter(([, value]) => value))
}

/** Prefers Temporal, because the first use of `Intl` is slow. */
function timeZone(): string {
  const { Temporal } = globalThis as { Temporal?: { Now: { timeZoneId(): string } } }
  return Temporal?.Now.timeZoneId() ?? Intl.DateTimeFormat().resolvedOptions().timeZone
}
