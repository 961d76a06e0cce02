import type { Rang } from './decide.ts'
import { readMessage, type WindowMessage } from './window-message.ts'

/** The windows of one browser on one site: what each looks at, which of them is heard, and what was told already. */
export type Windows = {
  /** What focused windows look at, this one too. */
  lookedAt(): ReadonlySet<string>
  /** What this window does for all. */
  duties(): { sound: boolean; show: boolean }
  /** Says what this window looks at: a conversation while it has the focus, else null. */
  look(conversationId: string | null): void
  /** Says what was told, so that no other window tells it. */
  rang(rang: Rang[]): void
  /** Whether this window may be the one that is heard: its browser lets it play. */
  mayPlay(may: boolean): void
  close(): void
}

type Options = {
  site: string
  /** This window's own id. */
  window: string
  /** Another window told these. */
  onRang(rang: Rang[]): void
  /** Something else changed that decides who is told. */
  changed(): void
  /** What stands here, for a window that was just opened. */
  standing(): Rang[]
}

/** A window that was killed says no goodbye: what it looked at counts for so long. */
const looksFor = 10_000
const sayAgainAfter = 3_000

export function joinWindows({ site, window: self, onRang, changed, standing }: Options): Windows {
  const channel = new BroadcastChannel(`frontdesk.alerts.${site}`)
  const looks = new Map<string, { at: string; until: number }>()
  const shows = holdLock(`frontdesk.alerts.${site}`, changed)
  let plays: Held | undefined
  let own: string | null = null
  const say = (message: WindowMessage) => channel.postMessage(message)
  const sayLook = () => say({ kind: 'looks', from: self, at: own })
  channel.onmessage = ({ data }) => {
    const message = readMessage(data)
    if (!message) return
    if (message.kind === 'rang') return onRang(message.rang)
    if (message.kind === 'hello') {
      sayLook()
      return say({ kind: 'rang', rang: standing() })
    }
    if (message.at === null) looks.delete(message.from)
    else looks.set(message.from, { at: message.at, until: Date.now() + looksFor })
    changed()
  }
  const again = setInterval(() => {
    if (own !== null) sayLook()
  }, sayAgainAfter)
  say({ kind: 'hello' })
  return {
    lookedAt() {
      const now = Date.now()
      const others = [...looks.values()].filter(({ until }) => until > now).map(({ at }) => at)
      return new Set(own === null ? others : [...others, own])
    },
    duties: () => ({ sound: plays?.isHeld() ?? false, show: shows.isHeld() }),
    look(conversationId) {
      if (conversationId === own) return
      own = conversationId
      sayLook()
    },
    rang: (rang) => say({ kind: 'rang', rang }),
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
      sayLook()
      channel.close()
      shows.release()
      plays?.release()
    },
  }
}

type Held = { isHeld(): boolean; release(): void }

/** One window of the browser has the lock; when it is gone, the next one. Without locks, each window is on its own. */
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
