/** The state of the connection, as shown by the bar. */
export type Connection = {
  state: 'live' | 'catching' | 'offline'
  /** The number of events received since reconnecting. */
  events: number
  /** Just reconnected: all missed events arrived, or everything was fetched again. */
  back: 'complete' | 'reloaded' | null
}

export type ConnectionEvent = 'closed' | 'subscribed' | 'event' | 'resync' | 'caughtUp' | 'settled'

export const firstConnection: Connection = { state: 'live', events: 0, back: null }

/** The state after a change of the connection. */
export function connectionAfter(before: Connection, happening: ConnectionEvent): Connection {
  switch (happening) {
    case 'closed':
      return before.state === 'offline' ? before : { state: 'offline', events: 0, back: null }
    case 'subscribed':
      return before.state === 'offline' ? { state: 'catching', events: 0, back: 'complete' } : before
    case 'event':
      return before.state === 'catching' ? { ...before, events: before.events + 1 } : before
    case 'resync':
      return before.state === 'catching' ? { ...before, back: 'reloaded' } : before
    case 'caughtUp':
      return before.state === 'catching' ? { ...before, state: 'live' } : before
    case 'settled':
      return before.state === 'live' && before.back !== null ? firstConnection : before
  }
}
