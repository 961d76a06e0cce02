import {
  type AlertEvent,
  type AlertState,
  afterEvent,
  afterWaitingList,
  initialAlertState,
} from '../../desktop/renderer/alerts/alert-state.ts'
import { afterReports, type Decision, decide, type View } from '../../desktop/renderer/alerts/decide.ts'
import { type Preferences, readPreferences } from '../../desktop/renderer/alerts/preferences.ts'
import type { AlertClass } from '../../shared/push.ts'

/** What a person noticed: a sound, with the alerts that it announced for the first time or again; or a notification. */
export type Noticed =
  | { kind: 'sound'; at: number; window: number; class: AlertClass; alerts: string[] }
  | { kind: 'notification'; at: number; window: number; alert: string; since: number }

export const me = 'me@example.com'
const step = 50

const firstState = (change: Partial<Preferences>) => ({
  now: 1_000_000,
  preferences: { ...readPreferences(null), ...change },
  /** Which window plays sounds, and which shows notifications. */
  sounder: 0,
  shower: 0,
  available: true,
  online: true,
  time: '12:00',
})

/**
 * Windows of one browser on a test clock. Each knows the events that it received; one plays sounds and one shows
 * notifications.
 */
export function createWindows(count: number, change: Partial<Preferences> = {}) {
  const states: AlertState[] = Array.from({ length: count }, () => initialAlertState)
  const looking = new Map<number, string>()
  const noticed: Noticed[] = []
  const state = firstState(change)
  const view = (window: number): View => ({
    now: state.now,
    time: state.time,
    preferences: state.preferences,
    viewed: new Set(looking.values()),
    available: state.available,
    online: state.online,
    duties: { sound: window === state.sounder, show: window === state.shower },
  })
  const look = (window: number): Decision => {
    const decision = decide(states[window]!, view(window))
    states[window] = decision.state
    const heard = decision.reports.filter(({ sounded }) => sounded === state.now).map(({ id }) => id)
    const base = { at: state.now, window }
    if (decision.sound) noticed.push({ kind: 'sound', ...base, class: decision.sound, alerts: heard })
    for (const { id, since } of decision.show) noticed.push({ kind: 'notification', ...base, alert: id, since })
    for (const [other, before] of states.entries())
      if (other !== window) states[other] = afterReports(before, decision.reports)
    return decision
  }
  return {
    state,
    noticed,
    states,
    look,
    /** Delivers an event to every window, each through its own socket. */
    told(event: AlertEvent) {
      for (const [window, before] of states.entries()) states[window] = afterEvent(before, event, me, state.now)
    },
    listed(ids: string[], asked: number) {
      for (const [window, before] of states.entries()) states[window] = afterWaitingList(before, ids, asked, state.now)
    },
    /** Focuses a window on this conversation; null: it loses the focus. */
    looks(window: number, conversation: string | null) {
      if (conversation === null) looking.delete(window)
      else looking.set(window, conversation)
    },
    move(milliseconds: number) {
      for (const end = state.now + milliseconds; state.now < end; ) {
        state.now += step
        for (const window of states.keys()) look(window)
      }
    },
    sounds: () => noticed.filter((one) => one.kind === 'sound'),
    notifications: () => noticed.filter((one) => one.kind === 'notification'),
    waiting: (window = 0) =>
      [...states[window]!.alerts.values()]
        .filter(({ cause }) => cause === 'waiting')
        .map(({ conversationId }) => conversationId)
        .sort(),
  }
}

export type Windows = ReturnType<typeof createWindows>

export const event = {
  requested: (conversationId: string): AlertEvent => ({
    type: 'handover.requested',
    data: { conversationId, reason: null },
  }),
  missed: (conversationId: string): AlertEvent => ({ type: 'handover.missed', data: { conversationId } }),
  assigned: (conversationId: string, assignedTo: string | null, by: string): AlertEvent => ({
    type: 'conversation.assigned',
    data: { conversationId, assignedTo, name: null, by },
  }),
  closed: (conversationId: string): AlertEvent => ({ type: 'conversation.closed', data: { conversationId, by: me } }),
  handedBack: (conversationId: string): AlertEvent => ({ type: 'handover.ended', data: { conversationId, by: me } }),
  received: (conversationId: string): AlertEvent => ({
    type: 'message.received',
    data: { conversationId, text: 'Hello' },
  }),
  replied: (conversationId: string, id?: string): AlertEvent => ({
    type: 'message.sent',
    data: { conversationId, ...(id === undefined ? {} : { author: { kind: 'human', id, name: null } }) },
  }),
}
