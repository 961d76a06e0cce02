import { pluralsOf } from '../plural.ts'

const plural = pluralsOf('en')

/** How it stands with the server. */
export const connection = {
  live: 'Connected',
  catching: (events: number) =>
    events === 0 ? 'Catching up' : `Catching up, ${plural(events, { one: '# event', other: '# events' })}`,
  offline: 'Offline. Trying to reach the server again.',
  offlineUnsent: (count: number) => `Offline, ${plural(count, { one: '# message', other: '# messages' })} will be sent`,
  out: 'Signed out',
  outHint: 'Your session has ended. Sign in again to go on.',
  back: 'Back. Nothing missed.',
  backAnew: 'Back. Everything was loaded anew.',
  held: (count: number) => `${plural(count, { one: '# message was', other: '# messages were' })} not sent`,
}
