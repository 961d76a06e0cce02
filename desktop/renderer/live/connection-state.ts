/** How it stands with the server, as the bar shows it. */
export type Connection = {
  state: 'live' | 'catching' | 'offline'
  /** How many events came in since the connection was back. */
  events: number
  /** Just back: everything that was missed came in, or was loaded anew. */
  back: 'complete' | 'anew' | null
}

export type Happening = 'closed' | 'subscribed' | 'event' | 'resync' | 'caughtUp' | 'settled'

export const firstConnection: Connection = { state: 'live', events: 0, back: null }

/** The state after something happened to the connection. */
export function connectionAfter(before: Connection, happening: Happening): Connection {
  switch (happening) {
    case 'closed':
      return before.state === 'offline' ? before : { state: 'offline', events: 0, back: null }
    case 'subscribed':
      return before.state === 'offline' ? { state: 'catching', events: 0, back: 'complete' } : before
    case 'event':
      return before.state === 'catching' ? { ...before, events: before.events + 1 } : before
    case 'resync':
      return before.state === 'catching' ? { ...before, back: 'anew' } : before
    case 'caughtUp':
      return before.state === 'catching' ? { ...before, state: 'live' } : before
    case 'settled':
      return before.state === 'live' && before.back !== null ? firstConnection : before
  }
}
