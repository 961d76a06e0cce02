import type { AlertClass } from '../../../shared/push.ts'

/**
 * Why a person is alerted. `given` (a chat was assigned to me), `message` (a new message in it) and `back` (it is no
 * longer snoozed) belong to the class `mine`.
 */
export type Cause = 'waiting' | 'given' | 'message' | 'back' | 'mention' | 'missed'

/** Something that needs the person's attention. There is at most one alert for each cause and conversation. */
export type Alert = {
  id: string
  cause: Cause
  conversationId: string
  /** When this window learned of it, or of the latest event it is about. */
  since: number
  /** When a window last played its sound; null: not yet. */
  sounded: number | null
  /** Whether a window showed its notification. */
  shown: boolean
}

/** What one window knows. */
export type AlertState = {
  alerts: ReadonlyMap<string, Alert>
  /**
   * Whether a conversation is live and assigned to me, and when that was learned. Includes conversations that somebody
   * took over or answered.
   */
  known: ReadonlyMap<string, { mine: boolean; at: number }>
  /** When a window of this browser last played a sound. */
  lastSound: number | null
}

export const initialAlertState: AlertState = { alerts: new Map(), known: new Map(), lastSound: null }

/** Beyond this, the oldest are dropped: nobody handles so many one by one. */
const maxAlerts = 1_000
/** The maximum number of conversations whose assignment is remembered. Beyond it, the oldest are dropped. */
const maxKnown = 2_000

/** An event of the stream that may change the alerts. */
/** `at`: when it happened, if known. */
export type AlertEvent = { type: string; data: Record<string, unknown>; at?: number }

const alertId = (cause: Cause, conversationId: string) => `${cause} ${conversationId}`

export const classOf = (cause: Cause): AlertClass =>
  cause === 'given' || cause === 'message' || cause === 'back' ? 'mine' : cause

export const isMine = ({ known }: AlertState, conversationId: string): boolean =>
  known.get(conversationId)?.mine ?? false

/** The waiting conversations that this window knows of. */
export const waitingIn = ({ alerts }: AlertState): string[] =>
  [...alerts.values()].filter(({ cause }) => cause === 'waiting').map(({ conversationId }) => conversationId)

/** Adds an alert. An existing one stays unchanged unless `renew` is set, for a new event of the same kind. */
export function addAlert(
  state: AlertState,
  cause: Cause,
  conversationId: string,
  now: number,
  renew = false,
): AlertState {
  const id = alertId(cause, conversationId)
  if (state.alerts.has(id) && !renew) return state
  const alerts = new Map(state.alerts)
  alerts.delete(id)
  alerts.set(id, { id, cause, conversationId, since: now, sounded: null, shown: false })
  const oldest = alerts.keys().next().value
  if (alerts.size > maxAlerts && oldest !== undefined) alerts.delete(oldest)
  return { ...state, alerts }
}

/** Removes the alerts of a conversation, all of them or those with these causes. */
export function endAlerts(state: AlertState, conversationId: string, ...causes: Cause[]): AlertState {
  const isOver = (alert: Alert) =>
    alert.conversationId === conversationId && (causes.length === 0 || causes.includes(alert.cause))
  const left = [...state.alerts].filter(([, alert]) => !isOver(alert))
  return left.length === state.alerts.size ? state : { ...state, alerts: new Map(left) }
}

function setMine(state: AlertState, conversationId: string, mine: boolean, at: number): AlertState {
  const known = new Map(state.known)
  known.delete(conversationId)
  known.set(conversationId, { mine, at })
  const oldest = known.keys().next().value
  if (known.size > maxKnown && oldest !== undefined) known.delete(oldest)
  return { ...state, known }
}

/** Nobody waits longer than an hour, so an older request is not news. What was missed is listed in the inbox. */
const isOld = (at: number | undefined, now: number) => now - (at ?? now) > 3_600_000

/** The state after an event. */
export function afterEvent(state: AlertState, { type, data, at }: AlertEvent, me: string, now: number): AlertState {
  const id = String(data.conversationId)
  switch (type) {
    case 'handover.requested':
      if (isOld(at, now)) return state
      return addAlert(setMine(endAlerts(state, id, 'given', 'message'), id, false, now), 'waiting', id, now)
    case 'handover.missed':
      if (isOld(at, now)) return state
      return addAlert(setMine(endAlerts(state, id), id, false, now), 'missed', id, now, true)
    case 'handover.ended':
    case 'conversation.closed':
      return setMine(endAlerts(state, id), id, false, now)
    case 'conversation.assigned':
      return afterAssignment(state, id, data, me, now)
    case 'message.sent':
      // Replies of the assistant have no author. A reply by any person answers the visitor.
      return data.author === undefined
        ? state
        : setMine(endAlerts(state, id, 'waiting', 'given', 'message', 'back', 'missed'), id, isMine(state, id), now)
    case 'conversation.unsnoozed':
      // A message of the visitor alerts by itself.
      return data.assignedTo === me && data.reason === 'time' && !isOld(at, now)
        ? addAlert(state, 'back', id, now, true)
        : state
    case 'message.received':
      return isMine(state, id) && !state.alerts.has(alertId('given', id))
        ? addAlert(state, 'message', id, now, true)
        : state
    default:
      return state
  }
}

function afterAssignment(state: AlertState, id: string, data: AlertEvent['data'], me: string, now: number): AlertState {
  const { assignedTo, by } = data
  const mine = setMine(state, id, assignedTo === me, now)
  // A conversation that the system returned to the queue waits again. One that a person unassigned waits when the
  // visitor writes.
  if (assignedTo === null)
    return by === 'system' ? addAlert(endAlerts(mine, id), 'waiting', id, now) : endAlerts(mine, id)
  const taken = endAlerts(mine, id, 'waiting', 'missed')
  if (assignedTo !== me) return endAlerts(taken, id, 'given', 'message', 'back')
  return by === me ? taken : addAlert(taken, 'given', id, now)
}

/**
 * The state after the server listed the waiting conversations.
 * @param requestedAt when the list was requested: it does not include what this window learned later
 */
export function afterWaitingList(
  state: AlertState,
  ids: readonly string[],
  requestedAt: number,
  now: number,
): AlertState {
  const listed = new Set(ids)
  const isOver = ({ cause, conversationId, since }: Alert) =>
    cause === 'waiting' && since <= requestedAt && !listed.has(conversationId)
  const left = [...state.alerts].filter(([, alert]) => !isOver(alert))
  const rest: AlertState = { ...state, alerts: new Map(left) }
  // What was learned after the request is newer than the list.
  const isOld = (id: string) => (state.known.get(id)?.at ?? Number.NEGATIVE_INFINITY) > requestedAt
  return ids.filter((id) => !isOld(id)).reduce((sum, id) => addAlert(sum, 'waiting', id, now), rest)
}

/** The state after the server listed my live conversations. `asked` as above. */
export function afterMineList(state: AlertState, ids: readonly string[], requestedAt: number): AlertState {
  const listed = new Set(ids)
  const known = new Map<string, { mine: boolean; at: number }>()
  for (const id of ids) known.set(id, { mine: true, at: requestedAt })
  for (const [id, { mine, at }] of state.known)
    known.set(id, at > requestedAt ? { mine, at } : { mine: listed.has(id), at })
  const isOver = ({ cause, conversationId }: Alert) =>
    (cause === 'given' || cause === 'message') && !known.get(conversationId)?.mine
  return { ...state, known, alerts: new Map([...state.alerts].filter(([, alert]) => !isOver(alert))) }
}
