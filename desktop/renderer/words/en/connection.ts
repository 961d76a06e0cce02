const some = (count: number, one: string, many: string) => `${count} ${count === 1 ? one : many}`

/** How it stands with the server. */
export const connection = {
  live: 'Connected',
  catching: (events: number) => (events === 0 ? 'Catching up' : `Catching up, ${some(events, 'event', 'events')}`),
  offline: 'Offline. Trying to reach the server again.',
  offlineUnsent: (count: number) => `Offline, ${some(count, 'message', 'messages')} will be sent`,
  out: 'Signed out',
  outHint: 'Your session has ended. Sign in again to go on.',
  back: 'Back. Nothing missed.',
  backAnew: 'Back. Everything was loaded anew.',
  held: (count: number) => `${some(count, 'message was', 'messages were')} not sent`,
}
