import type { AlertClass } from '../../../shared/push.ts'
import { type Alert, type AlertState, type Cause, classOf } from './alert-state.ts'
import { isQuiet, type Preferences } from './preferences.ts'

/** What a decision goes by. */
export type View = {
  now: number
  /** The time of the day, `HH:MM`. */
  time: string
  preferences: Preferences
  /** Conversations that a focused window shows, over all windows of this browser. */
  lookedAt: ReadonlySet<string>
  /** Whether this person takes visitors: who is away is not rung for those who wait. */
  available: boolean
  /** Whether the server is reached: without it nobody knows what still stands. */
  online: boolean
  /** What this window does for all: of several, one is heard, and one shows notifications. */
  duties: { sound: boolean; show: boolean }
}

/** What is to be done, and what stands then. */
export type Decision = {
  standing: AlertState
  /** The sound to be heard now. */
  sound: AlertClass | null
  /** Alerts whose notification is to be shown. */
  show: Alert[]
  /** What the other windows have to know, so that none repeats it. */
  rang: Rang[]
  /** In how many milliseconds to look again; null: not before something happens. */
  next: number | null
}

/** That a window was heard with an alert, or showed it. */
export type Rang = Pick<Alert, 'id' | 'sounded' | 'shown'>

/** What was missed comes in at once after a pause; only what still stands at the end of it is told. */
export const settleMs = 300
/** Several things at a time are one sound. */
export const gapMs = 1_500
/** Quiet hours end on the minute. */
const quietLookMs = 20_000

/** The most urgent first: of several, its sound is heard. */
const urgency: AlertClass[] = ['waiting', 'mine', 'mention', 'missed']
const repeats: readonly Cause[] = ['waiting', 'given']
const onlyWhenAvailable: readonly AlertClass[] = ['waiting', 'missed']

/** Which alerts are heard and shown now. */
export function decide(before: AlertState, view: View): Decision {
  const quiet = isQuiet(view.preferences, view.time)
  const standing = quiet ? withoutPassing(withoutSeen(before, view)) : withoutSeen(before, view)
  const alerts = [...standing.alerts.values()]
  const mayTell = view.online && !quiet
  const due = mayTell && view.duties.sound ? alerts.filter((alert) => isDueToSound(alert, view)) : []
  const sounding = due.length > 0 && view.now - (standing.heard ?? Number.NEGATIVE_INFINITY) >= gapMs
  const show = mayTell && view.duties.show ? alerts.filter((alert) => isDueToShow(alert, view)) : []
  const changed = new Map<string, Alert>()
  const change = (alert: Alert, what: Partial<Alert>) =>
    changed.set(alert.id, { ...(changed.get(alert.id) ?? alert), ...what })
  // One sound is for all that stand: ten who wait are not heard ten times as often as one.
  if (sounding)
    for (const alert of alerts.filter((one) => isMeant(one, due, view))) change(alert, { sounded: view.now })
  for (const alert of show) change(alert, { shown: true })
  const after: AlertState = {
    ...standing,
    alerts: changed.size > 0 ? new Map([...standing.alerts, ...changed]) : standing.alerts,
    heard: sounding ? view.now : standing.heard,
  }
  return {
    standing: after,
    sound: sounding ? mostUrgent(due) : null,
    show: show.map((alert) => changed.get(alert.id) ?? alert),
    rang: [...changed.values()].map(({ id, sounded, shown }) => ({ id, sounded, shown })),
    next: nextLook(after, view, quiet),
  }
}

/** What is looked at is known: once told, it is over. Who waits does so until somebody takes them, and is not rung for. */
function withoutSeen(standing: AlertState, { lookedAt, now }: View): AlertState {
  const looked = [...standing.alerts.values()].filter(({ conversationId }) => lookedAt.has(conversationId))
  if (looked.length === 0) return standing
  const alerts = new Map(standing.alerts)
  for (const alert of looked) {
    if (alert.cause === 'waiting') alerts.set(alert.id, { ...alert, sounded: now, shown: true })
    else alerts.delete(alert.id)
  }
  return { ...standing, alerts }
}

/** In quiet hours, what would be told once is told never: the morning does not begin with all of the night. */
function withoutPassing(standing: AlertState): AlertState {
  const left = [...standing.alerts].filter(([, { cause }]) => repeats.includes(cause))
  return left.length === standing.alerts.size ? standing : { ...standing, alerts: new Map(left) }
}

const isWanted = ({ cause }: Alert, { available }: View) => available || !onlyWhenAvailable.includes(classOf(cause))

const maySound = (alert: Alert, view: View): boolean =>
  view.preferences.classes[classOf(alert.cause)].sound &&
  isWanted(alert, view) &&
  !view.lookedAt.has(alert.conversationId)

const mayShow = (alert: Alert, view: View): boolean =>
  !alert.shown && view.preferences.classes[classOf(alert.cause)].notification && isWanted(alert, view)

/** When an alert is to be heard; null: not again. */
function soundAt({ cause, since, sounded }: Alert, { preferences }: View): number | null {
  if (sounded === null) return since + settleMs
  return preferences.repeatSeconds > 0 && repeats.includes(cause) ? sounded + preferences.repeatSeconds * 1000 : null
}

const isDueToSound = (alert: Alert, view: View): boolean =>
  maySound(alert, view) && (soundAt(alert, view) ?? Number.POSITIVE_INFINITY) <= view.now

const isDueToShow = (alert: Alert, view: View): boolean => mayShow(alert, view) && alert.since + settleMs <= view.now

/** Whether the sound that is made for some is for this one too: it is one of them, or was heard and goes on. */
const isMeant = (alert: Alert, due: Alert[], view: View) =>
  due.includes(alert) || (alert.sounded !== null && maySound(alert, view) && soundAt(alert, view) !== null)

const mostUrgent = (alerts: Alert[]): AlertClass =>
  urgency.find((name) => alerts.some(({ cause }) => classOf(cause) === name)) as AlertClass

/** When something may be due next, as things stand: what changes is looked at anyway. */
function nextLook({ alerts, heard }: AlertState, view: View, quiet: boolean): number | null {
  if (!view.online || alerts.size === 0) return null
  if (quiet) return quietLookMs
  const times = [...alerts.values()].flatMap((alert) => {
    const sound = view.duties.sound && maySound(alert, view) ? soundAt(alert, view) : null
    const show = view.duties.show && mayShow(alert, view) ? [alert.since + settleMs] : []
    return sound === null ? show : [...show, Math.max(sound, (heard ?? 0) + gapMs)]
  })
  return times.length === 0 ? null : Math.max(0, Math.min(...times) - view.now)
}

/** What stands after another window said what it did. */
export function afterRang(standing: AlertState, rang: readonly Rang[]): AlertState {
  const alerts = new Map(standing.alerts)
  let heard = standing.heard
  for (const { id, sounded, shown } of rang) {
    const alert = alerts.get(id)
    if (sounded !== null) heard = Math.max(heard ?? sounded, sounded)
    if (alert) alerts.set(id, { ...alert, sounded: latest(alert.sounded, sounded), shown: alert.shown || shown })
  }
  return { ...standing, alerts, heard }
}

const latest = (one: number | null, other: number | null) =>
  one === null ? other : other === null ? one : Math.max(one, other)
