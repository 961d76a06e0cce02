import type { AlertReport } from './decide.ts'
import { fieldsOf } from './preferences.ts'

/**
 * Coordinates the windows of one browser on one site: the conversation each shows, which one plays sounds, and what was
 * already alerted.
 */
export type Windows = {
  /** The conversations shown by focused windows, including this one. */
  viewed(): ReadonlySet<string>
  /** What this window does for all windows. */
  duties(): { sound: boolean; show: boolean }
  /** Reports the conversation that this window shows while it has the focus, otherwise null. */
  setViewed(conversationId: string | null): void
  /** Reports what was played and shown, so that no other window repeats it. */
  report(reports: AlertReport[]): void
  /** Sets whether this window can play sounds, as its browser allows. */
  mayPlay(may: boolean): void
  close(): void
}

type Options = {
  site: string
  /** This window's id. */
  window: string
  /** Another window played or showed these. */
  onReports(reports: AlertReport[]): void
  /** Something else changed that decides which window alerts. */
  changed(): void
  /** The state of the alerts, for a window that was just opened. */
  currentReports(): AlertReport[]
}

/** A killed window does not report that it closed: what it showed counts for this long. */
const viewedTtl = 10_000
const resendAfter = 3_000

export function joinWindows({ site, window: self, onReports, changed, currentReports }: Options): Windows {
  const channel = new BroadcastChannel(`frontdesk.alerts.${site}`)
  const viewedByOthers = new Map<string, { at: string; until: number }>()
  const shows = holdLock(`frontdesk.alerts.${site}`, changed)
  let plays: Held | undefined
  let own: string | null = null
  const send = (message: WindowMessage) => channel.postMessage(message)
  const sendViewed = () => send({ kind: 'viewed', from: self, at: own })
  channel.onmessage = ({ data }) => {
    const message = readMessage(data)
    if (!message) return
    if (message.kind === 'reports') return onReports(message.reports)
    if (message.kind === 'hello') {
      sendViewed()
      return send({ kind: 'reports', reports: currentReports() })
    }
    if (message.at === null) viewedByOthers.delete(message.from)
    else viewedByOthers.set(message.from, { at: message.at, until: Date.now() + viewedTtl })
    changed()
  }
  const again = setInterval(() => {
    if (own !== null) sendViewed()
  }, resendAfter)
  send({ kind: 'hello' })
  return {
    viewed() {
      const now = Date.now()
      const others = [...viewedByOthers.values()].filter(({ until }) => until > now).map(({ at }) => at)
      return new Set(own === null ? others : [...others, own])
    },
    duties: () => ({ sound: plays?.isHeld() ?? false, show: shows.isHeld() }),
    setViewed(conversationId) {
      if (conversationId === own) return
      own = conversationId
      sendViewed()
    },
    report: (reports) => send({ kind: 'reports', reports }),
    mayPlay(may) {
      if (may) plays ??= holdLock(`frontdesk.sound.${site}`, changed)
      else {
        plays?.release()
        plays = undefined
      }
    },
    close() {
      clearInterval(again)
      own = null
      sendViewed()
      channel.close()
      shows.release()
      plays?.release()
    },
  }
}

type Held = { isHeld(): boolean; release(): void }

/**
 * One window of the browser holds the lock; when it closes, the next one does. Without locks, each window is on its
 * own.
 */
function holdLock(name: string, changed: () => void): Held {
  if (!('locks' in navigator)) return { isHeld: () => true, release: () => {} }
  let isHeld = false
  const end = new AbortController()
  const over = Promise.withResolvers<void>()
  const hold = async () => {
    isHeld = !end.signal.aborted
    changed()
    await over.promise
  }
  navigator.locks.request(name, { signal: end.signal }, hold).catch((error: unknown) => {
    if (!end.signal.aborted) throw error
  })
  return {
    isHeld: () => isHeld,
    release() {
      isHeld = false
      end.abort()
      over.resolve()
    },
  }
}

/** A message between the windows of one browser. */
type WindowMessage =
  | { kind: 'hello' }
  | { kind: 'viewed'; from: string; at: string | null }
  | { kind: 'reports'; reports: AlertReport[] }

/** Parses a message of another window. Undefined if it is invalid, for example from another version. */
export function readMessage(data: unknown): WindowMessage | undefined {
  const { kind, from, at, reports } = fieldsOf(data)
  if (kind === 'hello') return { kind }
  if (kind === 'viewed' && typeof from === 'string' && isTextOrNull(at)) return { kind, from, at }
  if (kind === 'reports' && Array.isArray(reports) && reports.every(isReport)) return { kind, reports }
  return undefined
}

const isTextOrNull = (value: unknown): value is string | null => typeof value === 'string' || value === null

function isReport(value: unknown): value is AlertReport {
  const { id, sounded, shown } = fieldsOf(value)
  return typeof id === 'string' && (typeof sounded === 'number' || sounded === null) && typeof shown === 'boolean'
}

/** Calls back now and when the page gains or loses focus. A page behind another window is not being read. */
export function watchFocus(changed: (isFocused: boolean) => void): () => void {
  const update = () => changed(document.visibilityState === 'visible' && document.hasFocus())
  const end = new AbortController()
  for (const type of ['focus', 'blur'] as const) addEventListener(type, update, { signal: end.signal })
  document.addEventListener('visibilitychange', update, { signal: end.signal })
  update()
  return () => end.abort()
}
