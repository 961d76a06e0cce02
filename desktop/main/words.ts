/** The app's English texts outside of pages. */
const en = {
  open: 'Open Frontdesk',
  available: 'Available',
  startAtLogin: 'Start at login',
  changeServer: 'Another server…',
  quit: 'Quit',
  notKept: 'Signed in until you quit: this system has no key store',
  update: (version: string) => `Version ${version} of this app is available`,
  waiting: (count: number) => `${count} waiting`,
  edit: 'Edit',
  view: 'View',
  reply: 'Reply',
  replyHere: 'Write a reply',
  takeOver: 'Take over',
}

export type Words = typeof en

const de: Words = {
  open: 'Frontdesk öffnen',
  available: 'Verfügbar',
  startAtLogin: 'Beim Anmelden starten',
  changeServer: 'Anderer Server…',
  quit: 'Beenden',
  notKept: 'Angemeldet bis zum Beenden: dieses System hat keinen Schlüsselbund',
  update: (version) => `Version ${version} dieser App ist verfügbar`,
  waiting: (count) => (count === 1 ? '1 wartet' : `${count} warten`),
  edit: 'Bearbeiten',
  view: 'Ansicht',
  reply: 'Antworten',
  replyHere: 'Antwort schreiben',
  takeOver: 'Übernehmen',
}

/** The texts for the system's language, such as `de-AT`; English by default. */
export const wordsFor = (locale: string): Words => (/^de\b/i.test(locale) ? de : en)
