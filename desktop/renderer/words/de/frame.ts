import type { Words } from '../en.ts'
import { pluralsOf } from '../plural.ts'

const plural = pluralsOf('de')

export const frame: Words['frame'] = {
  main: 'Hauptbereich',
  inbox: 'Posteingang',
  contacts: 'Kontakte',
  jobs: 'Aufträge',
  calendar: 'Kalender',
  callbacks: 'Rückrufe',
  toCall: (count) => `${count} anzurufen`,
  knowledge: 'Wissen',
  overview: 'Überblick',
  settings: 'Einstellungen',
  site: (name) => `Website: ${name}`,
  sites: 'Websites',
  profile: (name) => `Sie: ${name}`,
  owner: 'Inhaber',
  admin: 'Admin',
  member: 'Mitglied',
  account: 'Profil und Passwort',
  theme: 'Darstellung',
  system: 'System',
  light: 'Hell',
  dark: 'Dunkel',
  language: 'Sprache',
  keys: 'Tasten',
  api: 'API',
  signOut: 'Abmelden',
  available: 'Für Besucher da',
  here: 'Da',
  away: 'Weg',
  load: (mine, capacity) => `${mine} von ${capacity}`,
  loadWords: (mine, capacity) => `Sie haben ${mine} von höchstens ${capacity} Live-Chats.`,
  mine: (mine) => `Sie haben ${plural(mine, { one: '# Live-Chat', other: '# Live-Chats' })}.`,
  nowAvailable: 'Sie sind da. Besucher können Ihnen zugewiesen werden.',
  nowAway: 'Sie sind weg. Ihnen wird niemand zugewiesen.',
  notices: 'Hinweise',
  dismiss: 'Schließen',
  openVisitor: 'Besucherbereich zeigen',
  closeVisitor: 'Besucherbereich ausblenden',
  go: {
    inbox: 'Zum Posteingang',
    contacts: 'Zu den Kontakten',
    jobs: 'Zu den Aufträgen',
    calendar: 'Zum Kalender',
    callbacks: 'Zu den Rückrufen',
    knowledge: 'Zum Wissen',
    overview: 'Zum Überblick',
    settings: 'Zu den Einstellungen',
  },
  toggleAvailable: 'Da oder weg sein',
  taken: 'Gespräch übernommen.',
}

export const connection: Words['connection'] = {
  live: 'Verbunden',
  catching: (events) =>
    events === 0 ? 'Holt auf' : `Holt auf, ${plural(events, { one: '# Ereignis', other: '# Ereignisse' })}`,
  offline: 'Offline. Der Server wird wieder gesucht.',
  noSocket:
    'Der Server antwortet, aber es öffnet sich kein WebSocket. Steht er hinter einem Proxy, muss dieser WebSockets durchreichen.',
  offlineUnsent: (count) =>
    `Offline, ${plural(count, { one: '# Nachricht wird', other: '# Nachrichten werden' })} noch gesendet`,
  out: 'Abgemeldet',
  outHint: 'Ihre Sitzung ist beendet. Melden Sie sich an, um weiterzumachen.',
  back: 'Wieder da. Nichts verpasst.',
  backReloaded: 'Wieder da. Alles wurde neu geladen.',
  held: (count) => `${plural(count, { one: '# Nachricht wurde', other: '# Nachrichten wurden' })} nicht gesendet`,
}

export const signIn: Words['signIn'] = {
  title: 'Anmelden',
  heading: 'Bei Frontdesk anmelden',
  email: 'E-Mail',
  password: 'Passwort',
  submit: 'Anmelden',
  busy: 'Meldet an',
  checking: 'Prüfung, ob Sie ein Mensch sind',
  notChecked: 'Die Prüfung, ob Sie ein Mensch sind, ist fehlgeschlagen. Versuchen Sie es noch einmal.',
  byLink: 'Mit diesem Link melden Sie sich einmal an.',
  ended: 'Ihre Sitzung ist beendet. Melden Sie sich an, um weiterzumachen.',
  noPassword:
    'Noch kein Passwort? Öffnen Sie den einmaligen Link, den Sie bekommen haben. Den des Inhabers zeigt der erste Start, und',
  failed: 'Frontdesk kann nicht gezeigt werden',
}
