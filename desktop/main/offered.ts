import type { IpcRenderer } from 'electron'
import type { Bridge, Calls, PageBridge, PageCalls, Tidings } from '../bridge.ts'

type Ipc = Pick<IpcRenderer, 'invoke' | 'on'>
type Facts = Pick<Bridge, 'version' | 'platform'>

const versionFlag = '--frontdesk-version='

/** What the main process hands a page's preload with its arguments. */
export const factsFor = (version: string): string[] => [`${versionFlag}${version}`]

/** The facts among a program's arguments, as `factsFor` wrote them. */
export function readFacts(argv: readonly string[], platform: string): Facts {
  const version = argv.findLast((one) => one.startsWith(versionFlag))?.slice(versionFlag.length) ?? ''
  return { version, platform: platform as Facts['platform'] }
}

/**
 * `window.frontdesk`: each function is one call with one argument, so that a page reaches nothing else of the channel.
 * Nothing is checked here, where a page that was taken over could come by it: the main process does.
 */
export function offerBridge(ipc: Ipc, facts: Facts): Bridge {
  const call = async <K extends keyof Calls>(name: K, input: Calls[K]) => await ipc.invoke(`frontdesk:${name}`, input)
  const on = listenerOf(ipc, (to, isOn) => call('listen', { to, on: isOn }))
  return {
    ...facts,
    notify: (notice) => call('notify', notice),
    dismiss: (id) => call('dismiss', id),
    badge: (count) => call('badge', count),
    setAvailable: (available) => call('available', available),
    onOpen: (fn) => on('open', fn),
    onReply: (fn) => on('reply', fn),
    onTakeover: (fn) => on('takeover', fn),
    onAvailability: (fn) => on('availability', fn),
  }
}

/** Gives what is told to whoever listens, and lets the main process know of the first and the last of them. */
function listenerOf(ipc: Ipc, tell: (to: keyof Tidings, on: boolean) => Promise<unknown>) {
  const listeners = new Map<keyof Tidings, Set<(data: never) => void>>()
  ipc.on('frontdesk:told', (_event, to: keyof Tidings, data: unknown) => {
    for (const fn of listeners.get(to) ?? []) fn(data as never)
  })
  return <K extends keyof Tidings>(to: K, fn: (data: Tidings[K]) => void): (() => void) => {
    if (typeof fn !== 'function') throw new TypeError('a function is needed')
    const own = (data: Tidings[K]) => fn(data)
    const all = listeners.get(to) ?? new Set()
    listeners.set(to, all.add(own))
    if (all.size === 1) void tell(to, true)
    return () => {
      if (all.delete(own) && all.size === 0) void tell(to, false)
    }
  }
}

/** `window.frontdeskPages`, for the app's own pages. */
export function offerPages(ipc: Ipc): PageBridge {
  const call = async <K extends keyof PageCalls>(name: K, input: PageCalls[K]) =>
    await ipc.invoke(`frontdesk-page:${name}`, input)
  return {
    standing: () => call('standing', null),
    keep: (address, sure) => call('keep', { address, sure }),
    retry: () => call('retry', null),
    change: () => call('change', null),
  }
}
