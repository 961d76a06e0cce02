import type { AlertClass } from '../../../shared/push.ts'

/** Why somebody is told: of the class `mine` a chat that was given to me, or a message in it. */
export type Cause = 'waiting' | 'given' | 'message' | 'mention' | 'missed'

/** Something that a person should know of and has not dealt with. There is one for each cause and conversation. */
export type Alert = {
  id: string
  cause: Cause
  conversationId: string
  /** When this window learned of it, or of the last that it is about. */
  since: number
  /** When some window was last heard with it; null: none yet. */
  sounded: number | null
  /** Whether some window showed its notification. */
  shown: boolean
}

/** What is known in one window. */
export type AlertState = {
  alerts: ReadonlyMap<string, Alert>
  /** Whether a conversation is live and mine, and when that was learned; also of those that somebody took or answered. */
  known: ReadonlyMap<string, { mine: boolean; at: number }>
  /** When a window of this browser was last heard. */
  heard: number | null
}

export const nothingStands: AlertState = { alerts: new Map(), known: new Map(), heard: null }

/** Of more, the oldest are forgotten: nobody deals with so many one by one. */
const mostStanding = 1_000
/** Of this many conversations it is known whose they are; of more, the oldest are forgotten. */
const mostKnown = 2_000

/** An event of the stream, as far as it matters here. */
/** `at`: when it happened, where that is known. */
export type Told = { type: string; data: Record<string, unknown>; at?: number }

const alertId = (cause: Cause, conversationId: string) => `${cause} ${conversationId}`

export const classOf = (cause: Cause): AlertClass => (cause === 'given' || cause === 'message' ? 'mine' : cause)

export const isMine = ({ known }: AlertState, conversationId: string): boolean =>
  known.get(conversationId)?.mine ?? false

/** Conversations that wait, as far as this window knows. */
export const waitingIn = ({ alerts }: AlertState): string[] =>
  [...alerts.values()].filter(({ cause }) => cause === 'waiting').map(({ conversationId }) => conversationId)

/** Begins an alert; one that stands already stays as it is, unless something `anew` happened that it is about. */
export function begin(
  standing: AlertState,
  cause: Cause,
  conversationId: string,
  now: number,
  anew = false,
): AlertState {
  const id = alertId(cause, conversationId)
  if (standing.alerts.has(id) && !anew) return standing
  const alerts = new Map(standing.alerts)
  alerts.delete(id)
  alerts.set(id, { id, cause, conversationId, since: now, sounded: null, shown: false })
  const oldest = alerts.keys().next().value
  if (alerts.size > mostStanding && oldest !== undefined) alerts.delete(oldest)
  return { ...standing, alerts }
}

/** Ends the alerts of a conversation, of these causes or of all. */
export function end(standing: AlertState, conversationId: string, ...causes: Cause[]): AlertState {
  const isOver = (alert: Alert) =>
    alert.conversationId === conversationId && (causes.length === 0 || causes.includes(alert.cause))
  const left = [...standing.alerts].filter(([, alert]) => !isOver(alert))
  return left.length === standing.alerts.size ? standing : { ...standing, alerts: new Map(left) }
}

function learn(standing: AlertState, conversationId: string, mine: boolean, at: number): AlertState {
  const known = new Map(standing.known)
  known.delete(conversationId)
  known.set(conversationId, { mine, at })
  const oldest = known.keys().next().value
  if (known.size > mostKnown && oldest !== undefined) known.delete(oldest)
  return { ...standing, known }
}

/** Nobody waits longer than an hour: who asked before is no news, and what is over is listed for whoever was away. */
const isOld = (at: number | undefined, now: number) => now - (at ?? now) > 3_600_000

/** What stands after an event. */
export function afterEvent(standing: AlertState, { type, data, at }: Told, me: string, now: number): AlertState {
  const id = String(data.conversationId)
  switch (type) {
    case 'handover.requested':
      if (isOld(at, now)) return standing
      return begin(learn(end(standing, id, 'given', 'message'), id, false, now), 'waiting', id, now)
    case 'handover.missed':
      if (isOld(at, now)) return standing
      return begin(learn(end(standing, id), id, false, now), 'missed', id, now, true)
    case 'handover.ended':
    case 'conversation.closed':
      return learn(end(standing, id), id, false, now)
    case 'conversation.assigned':
      return afterAssignment(standing, id, data, me, now)
    case 'message.sent':
      // The assistant's replies name no author; what a person says is an answer to the visitor, whoever it is.
      return data.author === undefined
        ? standing
        : learn(end(standing, id, 'waiting', 'given', 'message', 'missed'), id, isMine(standing, id), now)
    case 'message.received':
      return isMine(standing, id) && !standing.alerts.has(alertId('given', id))
        ? begin(standing, 'message', id, now, true)
        : standing
    default:
      return standing
  }
}

function afterAssignment(standing: AlertState, id: string, data: Told['data'], me: string, now: number): AlertState {
  const { assignedTo, by } = data
  const mine = learn(standing, id, assignedTo === me, now)
  // What went back to the queue waits again; what a person only laid down waits once the visitor writes.
  if (assignedTo === null) return by === 'system' ? begin(end(mine, id), 'waiting', id, now) : end(mine, id)
  const taken = end(mine, id, 'waiting', 'missed')
  if (assignedTo !== me) return end(taken, id, 'given', 'message')
  return by === me ? taken : begin(taken, 'given', id, now)
}

/**
 * What stands after the server listed all that wait.
 * @param asked when it was asked: the list says nothing of what this window learned later
 */
export function afterWaitingList(standing: AlertState, ids: readonly string[], asked: number, now: number): AlertState {
  const listed = new Set(ids)
  const isOver = ({ cause, conversationId, since }: Alert) =>
    cause === 'waiting' && since <= asked && !listed.has(conversationId)
  const left = [...standing.alerts].filter(([, alert]) => !isOver(alert))
  const rest: AlertState = { ...standing, alerts: new Map(left) }
  // Whose fate was learned after the question does not wait by an older answer.
  const isOld = (id: string) => (standing.known.get(id)?.at ?? Number.NEGATIVE_INFINITY) > asked
  return ids.filter((id) => !isOld(id)).reduce((sum, id) => begin(sum, 'waiting', id, now), rest)
}

/** What stands after the server listed all live conversations of mine; `asked` as above. */
export function afterMineList(standing: AlertState, ids: readonly string[], asked: number): AlertState {
  const listed = new Set(ids)
  const known = new Map<string, { mine: boolean; at: number }>()
  for (const id of ids) known.set(id, { mine: true, at: asked })
  for (const [id, { mine, at }] of standing.known)
    known.set(id, at > asked ? { mine, at } : { mine: listed.has(id), at })
  const isOver = ({ cause, conversationId }: Alert) =>
    (cause === 'given' || cause === 'message') && !known.get(conversationId)?.mine
  return { ...standing, known, alerts: new Map([...standing.alerts].filter(([, alert]) => !isOver(alert))) }
}
