import {
  type AlertState,
  afterEvent,
  afterWaitingList,
  nothingStands,
  type Told,
} from '../../desktop/renderer/alerts/alert-state.ts'
import { afterRang, type Decision, decide, type View } from '../../desktop/renderer/alerts/decide.ts'
import { type Preferences, readPreferences } from '../../desktop/renderer/alerts/preferences.ts'
import type { AlertClass } from '../../shared/push.ts'

/** What a person noticed: a sound, and which alerts were heard for the first time or again; or a notification. */
export type Noticed =
  | { kind: 'sound'; at: number; window: number; class: AlertClass; alerts: string[] }
  | { kind: 'notification'; at: number; window: number; alert: string; since: number }

export const me = 'me@example.com'
const step = 50

const firstState = (change: Partial<Preferences>) => ({
  now: 1_000_000,
  preferences: { ...readPreferences(null), ...change },
  /** Which window is heard, and which shows notifications. */
  sounder: 0,
  shower: 0,
  available: true,
  online: true,
  time: '12:00',
})

/** Windows of one browser over a clock that is moved: each knows what it was told, one is heard and one shows. */
export function createWindows(count: number, change: Partial<Preferences> = {}) {
  const standings: AlertState[] = Array.from({ length: count }, () => nothingStands)
  const looking = new Map<number, string>()
  const noticed: Noticed[] = []
  const state = firstState(change)
  const view = (window: number): View => ({
    now: state.now,
    time: state.time,
    preferences: state.preferences,
    lookedAt: new Set(looking.values()),
    available: state.available,
    online: state.online,
    duties: { sound: window === state.sounder, show: window === state.shower },
  })
  const look = (window: number): Decision => {
    const decision = decide(standings[window]!, view(window))
    standings[window] = decision.standing
    const heard = decision.rang.filter(({ sounded }) => sounded === state.now).map(({ id }) => id)
    const base = { at: state.now, window }
    if (decision.sound) noticed.push({ kind: 'sound', ...base, class: decision.sound, alerts: heard })
    for (const { id, since } of decision.show) noticed.push({ kind: 'notification', ...base, alert: id, since })
    for (const [other, standing] of standings.entries())
      if (other !== window) standings[other] = afterRang(standing, decision.rang)
    return decision
  }
  return {
    state,
    noticed,
    standings,
    look,
    /** Every window is told, each through its own socket. */
    told(event: Told) {
      for (const [window, standing] of standings.entries())
        standings[window] = afterEvent(standing, event, me, state.now)
    },
    listed(ids: string[], asked: number) {
      for (const [window, standing] of standings.entries())
        standings[window] = afterWaitingList(standing, ids, asked, state.now)
    },
    /** A window is focused and shows this conversation; null: it no longer does. */
    looks(window: number, conversation: string | null) {
      if (conversation === null) looking.delete(window)
      else looking.set(window, conversation)
    },
    move(milliseconds: number) {
      for (const end = state.now + milliseconds; state.now < end; ) {
        state.now += step
        for (const window of standings.keys()) look(window)
      }
    },
    sounds: () => noticed.filter((one) => one.kind === 'sound'),
    notifications: () => noticed.filter((one) => one.kind === 'notification'),
    waiting: (window = 0) =>
      [...standings[window]!.alerts.values()]
        .filter(({ cause }) => cause === 'waiting')
        .map(({ conversationId }) => conversationId)
        .sort(),
  }
}

export type Windows = ReturnType<typeof createWindows>

export const event = {
  requested: (conversationId: string): Told => ({ type: 'handover.requested', data: { conversationId, reason: null } }),
  missed: (conversationId: string): Told => ({ type: 'handover.missed', data: { conversationId } }),
  assigned: (conversationId: string, assignedTo: string | null, by: string): Told => ({
    type: 'conversation.assigned',
    data: { conversationId, assignedTo, name: null, by },
  }),
  closed: (conversationId: string): Told => ({ type: 'conversation.closed', data: { conversationId, by: me } }),
  handedBack: (conversationId: string): Told => ({ type: 'handover.ended', data: { conversationId, by: me } }),
  received: (conversationId: string): Told => ({ type: 'message.received', data: { conversationId, text: 'Hello' } }),
  replied: (conversationId: string, id?: string): Told => ({
    type: 'message.sent',
    data: { conversationId, ...(id === undefined ? {} : { author: { kind: 'human', id, name: null } }) },
  }),
}
