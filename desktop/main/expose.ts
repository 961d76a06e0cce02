import type { IpcRenderer } from 'electron'
import type { Bridge, BridgeEvents, Calls, PageBridge, PageCalls } from '../bridge.ts'

type Ipc = Pick<IpcRenderer, 'invoke' | 'on'>
type Facts = Pick<Bridge, 'version' | 'platform'>

const versionFlag = '--frontdesk-version='

/** Passed from the main process to the preload script as arguments. */
export const factsFor = (version: string): string[] => [`${versionFlag}${version}`]

/** Parses the arguments from `factsFor`. */
export function readFacts(argv: readonly string[], platform: string): Facts {
  const version = argv.findLast((one) => one.startsWith(versionFlag))?.slice(versionFlag.length) ?? ''
  return { version, platform: platform as Facts['platform'] }
}

/**
 * `window.frontdesk`. Each function is one call with one argument, so that a page reaches nothing else of the channel.
 * Nothing is validated here, where a compromised page could bypass it; the main process validates.
 */
export function createBridge(ipc: Ipc, facts: Facts): Bridge {
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

/** Delivers messages to listeners, and tells the main process when the first one subscribes and the last one leaves. */
function listenerOf(ipc: Ipc, setListening: (to: keyof BridgeEvents, on: boolean) => Promise<unknown>) {
  const listeners = new Map<keyof BridgeEvents, Set<(data: never) => void>>()
  ipc.on('frontdesk:event', (_event, to: keyof BridgeEvents, data: unknown) => {
    for (const fn of listeners.get(to) ?? []) fn(data as never)
  })
  return <K extends keyof BridgeEvents>(to: K, fn: (data: BridgeEvents[K]) => void): (() => void) => {
    if (typeof fn !== 'function') throw new TypeError('a function is needed')
    const own = (data: BridgeEvents[K]) => fn(data)
    const all = listeners.get(to) ?? new Set()
    listeners.set(to, all.add(own))
    if (all.size === 1) void setListening(to, true)
    return () => {
      if (all.delete(own) && all.size === 0) void setListening(to, false)
    }
  }
}

/** `window.frontdeskPages`, for the app's own pages. */
export function createPageBridge(ipc: Ipc): PageBridge {
  const call = async <K extends keyof PageCalls>(name: K, input: PageCalls[K]) =>
    await ipc.invoke(`frontdesk-page:${name}`, input)
  return {
    state: () => call('state', null),
    keep: (address, sure) => call('keep', { address, sure }),
    retry: () => call('retry', null),
    change: () => call('change', null),
  }
}
