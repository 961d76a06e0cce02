import type { Notice } from '../../bridge.ts'
import { type Alert, type AlertState, classOf, initialAlertState, waitingIn } from './alert-state.ts'
import { type AlertReport, afterReports, decide, type View } from './decide.ts'
import { preferences, timeOfDay } from './preferences.ts'
import { play } from './sound.ts'
import { joinWindows, type Windows } from './windows.ts'

/** The environment of the alerts. */
export type Environment = {
  site: string
  window: string
  isAvailable(): boolean
  isOnline(): boolean
  show(notice: Notice): void
  close(id: string): void
  /** Shows the number of waiting visitors. */
  count(waiting: number): void
  /** The notifications for alerts that begin together. */
  noticesOf(alerts: Alert[]): Notice[]
}

export type Runtime = {
  /** Changes the state, and then plays and shows what is due. */
  change(after: (state: AlertState, now: number) => AlertState): void
  state(): AlertState
  /** Decides again, because the settings, the focus or the connection changed. */
  update(): void
  setViewed(conversationId: string | null): void
  mayPlay(may: boolean): void
  close(): void
}

/** Runs the alerts of one window. */
export function startAlerts(around: Environment): Runtime {
  let state = initialAlertState
  let timer: ReturnType<typeof setTimeout> | undefined
  let closed = false
  const early = createEarly()
  const shown = createShown(around)
  const windows = joinWindows({
    site: around.site,
    window: around.window,
    changed: () => update(),
    onReports(reports) {
      early.keep(reports, state)
      state = afterReports(state, reports)
      update()
    },
    currentReports: () =>
      [...state.alerts.values()].map(({ id, sounded, shown }): AlertReport => ({ id, sounded, shown })),
  })
  function update(): void {
    if (closed) return
    clearTimeout(timer)
    const decision = decide(state, viewOf(around, windows))
    state = decision.state
    if (decision.next !== null) timer = setTimeout(update, decision.next + 5)
    // Sent to the other windows first, so that nothing is repeated if this window closes now.
    if (decision.reports.length > 0) windows.report(decision.reports)
    if (decision.sound) play(decision.sound, preferences.get().volume)
    shown.show(decision.show)
    shown.closeOver(state)
    around.count(waitingIn(state).length)
  }
  return {
    change(after) {
      const next = after(state, Date.now())
      if (next === state) return
      state = early.take(next)
      update()
    },
    state: () => state,
    update,
    setViewed(conversationId) {
      windows.setViewed(conversationId)
      update()
    },
    mayPlay(may) {
      windows.mayPlay(may)
      update()
    },
    close() {
      closed = true
      clearTimeout(timer)
      windows.close()
    },
  }
}

function viewOf(around: Environment, windows: Windows): View {
  const now = new Date()
  return {
    now: now.getTime(),
    time: timeOfDay(now),
    preferences: preferences.get(),
    viewed: windows.viewed(),
    available: around.isAvailable(),
    online: around.isOnline(),
    duties: windows.duties(),
  }
}

const maxEarly = 500
/**
 * If this window does not learn of an alert within this time, it was already over here. The next of its kind is a new
 * one.
 */
const earlyFor = 10_000

/** Reports by other windows about alerts that this one does not know yet. They are applied once it does. */
function createEarly() {
  const kept = new Map<string, { report: AlertReport; until: number }>()
  return {
    keep(reports: readonly AlertReport[], { alerts }: AlertState) {
      if (kept.size > maxEarly) kept.clear()
      const until = Date.now() + earlyFor
      for (const one of reports.slice(0, maxEarly)) if (!alerts.has(one.id)) kept.set(one.id, { report: one, until })
    },
    take(state: AlertState): AlertState {
      const due = [...kept.values()].filter(({ report }) => state.alerts.has(report.id))
      for (const { report } of due) kept.delete(report.id)
      const known = due.flatMap(({ report, until }) => (until > Date.now() ? [report] : []))
      return known.length > 0 ? afterReports(state, known) : state
    },
  }
}

/**
 * The notifications that this window shows, with their alerts. A notification is closed once all of its alerts are
 * over.
 */
function createShown({ noticesOf, show, close }: Environment) {
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

/** A notification for several alerts of a class names no conversation. */
const isAbout = ({ id, kind, conversationId }: Notice, alert: Alert) =>
  id === alert.id || (conversationId === null && kind === classOf(alert.cause))
