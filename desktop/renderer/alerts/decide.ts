import type { AlertClass } from '../../../shared/push.ts'
import { type Alert, type AlertState, type Cause, classOf } from './alert-state.ts'
import { isQuiet, type Preferences } from './preferences.ts'

/** The inputs of a decision. */
export type View = {
  now: number
  /** The time of day, `HH:MM`. */
  time: string
  preferences: Preferences
  /** Conversations shown by focused windows of this browser. */
  viewed: ReadonlySet<string>
  /** Whether this person accepts visitors. Someone who is away is not alerted to waiting visitors. */
  available: boolean
  /** Whether the server is connected. Otherwise alerts may be outdated. */
  online: boolean
  /** What this window does for all windows: one of them plays sounds, and one shows notifications. */
  duties: { sound: boolean; show: boolean }
}

/** What to do, and the state afterwards. */
export type Decision = {
  state: AlertState
  /** The sound to play now. */
  sound: AlertClass | null
  /** Alerts to show notifications for. */
  show: Alert[]
  /** What the other windows must know, so that none repeats it. */
  reports: AlertReport[]
  /** The delay in milliseconds until the next decision; null: none before something happens. */
  next: number | null
}

/** A window played an alert's sound, or showed its notification. */
export type AlertReport = Pick<Alert, 'id' | 'sounded' | 'shown'>

/** After a pause, missed events arrive at once. Only what is still open at the end is alerted. */
export const settleMs = 300
/** Several alerts within this time share a sound. */
export const gapMs = 1_500
/** Quiet hours end on the minute. */
const quietLookMs = 20_000

/** Most urgent first: with several alerts, the sound of the first is played. */
const urgency: AlertClass[] = ['waiting', 'mine', 'mention', 'missed']
const repeats: readonly Cause[] = ['waiting', 'given']
const onlyWhenAvailable: readonly AlertClass[] = ['waiting', 'missed']

/** Decides which alerts sound and show now. */
export function decide(before: AlertState, view: View): Decision {
  const quiet = isQuiet(view.preferences, view.time)
  const state = quiet ? withoutPassing(withoutSeen(before, view)) : withoutSeen(before, view)
  const alerts = [...state.alerts.values()]
  const mayAlert = view.online && !quiet
  const due = mayAlert && view.duties.sound ? alerts.filter((alert) => isDueToSound(alert, view)) : []
  const sounding = due.length > 0 && view.now - (state.lastSound ?? Number.NEGATIVE_INFINITY) >= gapMs
  const show = mayAlert && view.duties.show ? alerts.filter((alert) => isDueToShow(alert, view)) : []
  const changed = new Map<string, Alert>()
  const change = (alert: Alert, what: Partial<Alert>) =>
    changed.set(alert.id, { ...(changed.get(alert.id) ?? alert), ...what })
  // One sound counts for all open alerts, so that ten waiting visitors do not sound ten times as often as one.
  if (sounding)
    for (const alert of alerts.filter((one) => isMeant(one, due, view))) change(alert, { sounded: view.now })
  for (const alert of show) change(alert, { shown: true })
  const after: AlertState = {
    ...state,
    alerts: changed.size > 0 ? new Map([...state.alerts, ...changed]) : state.alerts,
    lastSound: sounding ? view.now : state.lastSound,
  }
  return {
    state: after,
    sound: sounding ? mostUrgent(due) : null,
    show: show.map((alert) => changed.get(alert.id) ?? alert),
    reports: [...changed.values()].map(({ id, sounded, shown }) => ({ id, sounded, shown })),
    next: delayUntilNext(after, view, quiet),
  }
}

/** Alerts about visible conversations end. A waiting visitor stays until somebody takes over, without sound. */
function withoutSeen(state: AlertState, { viewed, now }: View): AlertState {
  const viewedAlerts = [...state.alerts.values()].filter(({ conversationId }) => viewed.has(conversationId))
  if (viewedAlerts.length === 0) return state
  const alerts = new Map(state.alerts)
  for (const alert of viewedAlerts) {
    if (alert.cause === 'waiting') alerts.set(alert.id, { ...alert, sounded: now, shown: true })
    else alerts.delete(alert.id)
  }
  return { ...state, alerts }
}

/**
 * In quiet hours, alerts that do not repeat are dropped, so that the morning does not begin with all of the night's.
 */
function withoutPassing(state: AlertState): AlertState {
  const left = [...state.alerts].filter(([, { cause }]) => repeats.includes(cause))
  return left.length === state.alerts.size ? state : { ...state, alerts: new Map(left) }
}

const isWanted = ({ cause }: Alert, { available }: View) => available || !onlyWhenAvailable.includes(classOf(cause))

const maySound = (alert: Alert, view: View): boolean =>
  view.preferences.classes[classOf(alert.cause)].sound &&
  isWanted(alert, view) &&
  !view.viewed.has(alert.conversationId)

const mayShow = (alert: Alert, view: View): boolean =>
  !alert.shown && view.preferences.classes[classOf(alert.cause)].notification && isWanted(alert, view)

/** When an alert sounds next; null: not again. */
function soundAt({ cause, since, sounded }: Alert, { preferences }: View): number | null {
  if (sounded === null) return since + settleMs
  return preferences.repeatSeconds > 0 && repeats.includes(cause) ? sounded + preferences.repeatSeconds * 1000 : null
}

const isDueToSound = (alert: Alert, view: View): boolean =>
  maySound(alert, view) && (soundAt(alert, view) ?? Number.POSITIVE_INFINITY) <= view.now

const isDueToShow = (alert: Alert, view: View): boolean => mayShow(alert, view) && alert.since + settleMs <= view.now

/** Whether a sound for the due alerts counts for this one too: it is due itself, or repeats. */
const isMeant = (alert: Alert, due: Alert[], view: View) =>
  due.includes(alert) || (alert.sounded !== null && maySound(alert, view) && soundAt(alert, view) !== null)

const mostUrgent = (alerts: Alert[]): AlertClass =>
  urgency.find((name) => alerts.some(({ cause }) => classOf(cause) === name)) as AlertClass

/** When something may be due next. Changes trigger a decision anyway. */
function delayUntilNext({ alerts, lastSound }: AlertState, view: View, quiet: boolean): number | null {
  if (!view.online || alerts.size === 0) return null
  if (quiet) return quietLookMs
  const times = [...alerts.values()].flatMap((alert) => {
    const sound = view.duties.sound && maySound(alert, view) ? soundAt(alert, view) : null
    const show = view.duties.show && mayShow(alert, view) ? [alert.since + settleMs] : []
    return sound === null ? show : [...show, Math.max(sound, (lastSound ?? 0) + gapMs)]
  })
  return times.length === 0 ? null : Math.max(0, Math.min(...times) - view.now)
}

/** The state after another window reported what it played and showed. */
export function afterReports(state: AlertState, reports: readonly AlertReport[]): AlertState {
  const alerts = new Map(state.alerts)
  let lastSound = state.lastSound
  for (const { id, sounded, shown } of reports) {
    const alert = alerts.get(id)
    if (sounded !== null) lastSound = Math.max(lastSound ?? sounded, sounded)
    if (alert) alerts.set(id, { ...alert, sounded: latest(alert.sounded, sounded), shown: alert.shown || shown })
  }
  return { ...state, alerts, lastSound }
}

const latest = (one: number | null, other: number | null) =>
  one === null ? other : other === null ? one : Math.max(one, other)
