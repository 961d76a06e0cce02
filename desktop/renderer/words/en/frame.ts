import { pluralsOf } from '../plural.ts'

const plural = pluralsOf('en')

/** The frame around every screen. */
export const frame = {
  main: 'Main',
  inbox: 'Inbox',
  contacts: 'Contacts',
  jobs: 'Jobs',
  calendar: 'Calendar',
  callbacks: 'Callbacks',
  toCall: (count: number | string) => `${count} to call`,
  knowledge: 'Knowledge',
  overview: 'Overview',
  settings: 'Settings',
  site: (name: string) => `Site: ${name}`,
  sites: 'Sites',
  profile: (name: string) => `You: ${name}`,
  owner: 'Owner',
  admin: 'Admin',
  member: 'Member',
  account: 'Profile and password',
  theme: 'Appearance',
  system: 'System',
  light: 'Light',
  dark: 'Dark',
  language: 'Language',
  keys: 'Keys',
  api: 'API',
  signOut: 'Sign out',
  available: 'Available for visitors',
  here: 'On',
  away: 'Away',
  load: (mine: number, capacity: number) => `${mine} of ${capacity}`,
  loadWords: (mine: number, capacity: number) => `You have ${mine} of at most ${capacity} live chats.`,
  mine: (mine: number) => `You have ${plural(mine, { one: '# live chat', other: '# live chats' })}.`,
  nowAvailable: 'You are available. Visitors can be assigned to you.',
  nowAway: 'You are away. No visitor is assigned to you.',
  notices: 'Notices',
  dismiss: 'Dismiss',
  openVisitor: 'Show visitor panel',
  closeVisitor: 'Hide visitor panel',
  go: {
    inbox: 'Go to the inbox',
    contacts: 'Go to the contacts',
    jobs: 'Go to the jobs',
    calendar: 'Go to the calendar',
    callbacks: 'Go to the callbacks',
    knowledge: 'Go to the knowledge',
    overview: 'Go to the overview',
    settings: 'Go to the settings',
  },
  toggleAvailable: 'Switch between available and away',
  taken: 'Conversation assigned to you.',
}

/** The state of the connection. */
export const connection = {
  live: 'Connected',
  catching: (events: number) =>
    events === 0 ? 'Catching up' : `Catching up, ${plural(events, { one: '# event', other: '# events' })}`,
  offline: 'Offline. Trying to reach the server again.',
  noSocket: 'The server answers, but no WebSocket opens. If it is behind a proxy, the proxy must pass on WebSockets.',
  offlineUnsent: (count: number) => `Offline, ${plural(count, { one: '# message', other: '# messages' })} will be sent`,
  out: 'Signed out',
  outHint: 'Your session has ended. Sign in again to continue.',
  back: 'Back. Nothing missed.',
  backReloaded: 'Back online. Everything was reloaded.',
  held: (count: number) => `${plural(count, { one: '# message was', other: '# messages were' })} not sent`,
}

/** The sign-in screen. */
export const signIn = {
  title: 'Sign in',
  heading: 'Sign in to Frontdesk',
  email: 'Email',
  password: 'Password',
  submit: 'Sign in',
  busy: 'Signing in',
  checking: 'Checking that you are a person',
  notChecked: 'The check that you are a person failed. Try again.',
  byLink: 'This link signs you in once.',
  ended: 'Your session has ended. Sign in again to continue.',
  noPassword:
    'No password yet? Open the one-time link that you were given. The owner’s is printed at the first start, and by',
  failed: 'Frontdesk cannot be shown',
}
