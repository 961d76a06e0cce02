import type { PageContext } from '../../../shared/conversation.ts'
import { turn } from '../turn.ts'

/** What the browser tells other pages of the same site at once. */
export type Channel = Pick<BroadcastChannel, 'postMessage' | 'close' | 'onmessage'>

/** Lets one tab of the browser at a time do something. */
export type Locks = { request(name: string, options: LockOptions, work: () => Promise<void>): Promise<void> }

/** What the talk takes from the browser it runs in. What a browser lacks, or refuses, is undefined. */
export type Machine = {
  now(): number
  /** @returns what cancels it */
  after(milliseconds: number, run: () => void): () => void
  /** Lets the browser do what waits: what comes after is a task of its own. */
  turn(): Promise<void>
  /** Waits a while, and until the page has nothing to do. */
  calm(): Promise<void>
  /** From 0 to 1. */
  random(): number
  /** 128 random bits. */
  newId(): string
  online(): boolean
  /** The connection came or went, or another tab wrote to the storage. @returns what ends it */
  listen(type: 'online' | 'offline' | 'storage', heard: () => void): () => void
  storage: Pick<Storage, 'getItem' | 'setItem' | 'removeItem'> | undefined
  locks: Locks | undefined
  openChannel: ((name: string) => Channel) | undefined
  /** Where the visitor writes from. */
  page(): PageContext
}

/** The browser that this page is in. */
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

/** Some browsers throw where a page may not keep anything. */
function findStorage(): Storage | undefined {
  try {
    return localStorage
  } catch {
    return undefined
  }
}

/** Unlike randomUUID this also works on a page without https. */
function newId(): string {
  // Not `Array.from`, which libraries of a page have replaced.
  return [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, '0')).join('')
}

/** What the browser does not tell is left out. */
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

/** Of the browser's two ways the one that takes no time where there is one: `Intl` is slow to be used first. */
function timeZone(): string {
  const { Temporal } = globalThis as { Temporal?: { Now: { timeZoneId(): string } } }
  return Temporal?.Now.timeZoneId() ?? Intl.DateTimeFormat().resolvedOptions().timeZone
}
