import type { Notice } from '../../bridge.ts'
import { type Alert, type AlertState, classOf, nothingStands, waitingIn } from './alert-state.ts'
import { afterRang, decide, type Rang, type View } from './decide.ts'
import { preferences, timeOfDay } from './preferences.ts'
import { play } from './sound.ts'
import { joinWindows, type Windows } from './windows.ts'

/** What the alerts stand on, beside what they are told. */
export type Around = {
  site: string
  window: string
  isAvailable(): boolean
  isOnline(): boolean
  show(notice: Notice): void
  close(id: string): void
  /** How many wait. */
  count(waiting: number): void
  /** The words of notifications, for alerts that begin together. */
  noticesOf(alerts: Alert[]): Notice[]
}

export type Runtime = {
  /** Changes what stands, and does what follows from it. */
  change(after: (standing: AlertState, now: number) => AlertState): void
  standing(): AlertState
  /** Something around changed: settings, the focus, the connection. */
  lookAgain(): void
  look(conversationId: string | null): void
  mayPlay(may: boolean): void
  close(): void
}

/** Keeps what stands in one window, and tells it when it is its turn. */
export function startAlerts(around: Around): Runtime {
  let standing = nothingStands
  let timer: ReturnType<typeof setTimeout> | undefined
  let closed = false
  const early = createEarly()
  const shown = createShown(around)
  const windows = joinWindows({
    site: around.site,
    window: around.window,
    changed: () => lookAgain(),
    onRang(rang) {
      early.keep(rang, standing)
      standing = afterRang(standing, rang)
      lookAgain()
    },
    standing: () => [...standing.alerts.values()].map(({ id, sounded, shown }): Rang => ({ id, sounded, shown })),
  })
  function lookAgain(): void {
    if (closed) return
    clearTimeout(timer)
    const decision = decide(standing, viewOf(around, windows))
    standing = decision.standing
    if (decision.next !== null) timer = setTimeout(lookAgain, decision.next + 5)
    // Told to the others first: should this window end here, nothing is told twice.
    if (decision.rang.length > 0) windows.rang(decision.rang)
    if (decision.sound) play(decision.sound, preferences.get().volume)
    shown.show(decision.show)
    shown.closeOver(standing)
    around.count(waitingIn(standing).length)
  }
  return {
    change(after) {
      const next = after(standing, Date.now())
      if (next === standing) return
      standing = early.take(next)
      lookAgain()
    },
    standing: () => standing,
    lookAgain,
    look(conversationId) {
      windows.look(conversationId)
      lookAgain()
    },
    mayPlay(may) {
      windows.mayPlay(may)
      lookAgain()
    },
    close() {
      closed = true
      clearTimeout(timer)
      windows.close()
    },
  }
}

function viewOf(around: Around, windows: Windows): View {
  const now = new Date()
  return {
    now: now.getTime(),
    time: timeOfDay(now),
    preferences: preferences.get(),
    lookedAt: windows.lookedAt(),
    available: around.isAvailable(),
    online: around.isOnline(),
    duties: windows.duties(),
  }
}

const mostEarly = 500
/** What this window does not hear of within this time was over here already: the next of its kind is another. */
const earlyFor = 10_000

/** What other windows told of before this one heard of it: it counts once it does. */
function createEarly() {
  const kept = new Map<string, { rang: Rang; until: number }>()
  return {
    keep(rang: readonly Rang[], { alerts }: AlertState) {
      if (kept.size > mostEarly) kept.clear()
      const until = Date.now() + earlyFor
      for (const one of rang.slice(0, mostEarly)) if (!alerts.has(one.id)) kept.set(one.id, { rang: one, until })
    },
    take(standing: AlertState): AlertState {
      const heard = [...kept.values()].filter(({ rang }) => standing.alerts.has(rang.id))
      for (const { rang } of heard) kept.delete(rang.id)
      const known = heard.flatMap(({ rang, until }) => (until > Date.now() ? [rang] : []))
      return known.length > 0 ? afterRang(standing, known) : standing
    },
  }
}

/** The notifications that this window shows, and of which alerts each tells: it is closed once all of them are over. */
function createShown({ noticesOf, show, close }: Around) {
  const shown = new Map<string, string[]>()
  return {
    show(alerts: Alert[]) {
      for (const notice of noticesOf(alerts)) {
        const about = alerts.filter((alert) => isAbout(notice, alert))
        shown.set(
          notice.id,
          about.map(({ id }) => id),
        )
        show(notice)
      }
    },
    closeOver({ alerts }: AlertState) {
      for (const [id, about] of shown) {
        if (about.some((alert) => alerts.has(alert))) continue
        shown.delete(id)
        close(id)
      }
    },
  }
}

/** A notification for several of a class names no conversation. */
const isAbout = ({ id, kind, conversationId }: Notice, alert: Alert) =>
  id === alert.id || (conversationId === null && kind === classOf(alert.cause))
